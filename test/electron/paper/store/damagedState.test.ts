/** The paper broker's database as a fault left it: cut, emptied, without its log, another program's, or with values that no broker wrote. */

import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openTestBroker } from '../testBroker.ts'

function scratch(): string {
  const made = mkdtempSync(join(tmpdir(), 'openpit-paper-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** The state of a broker with an order that rests, as a kill leaves it: its newest changes are in the log alone. */
async function killedState(): Promise<string> {
  const running = scratch()
  const desk = await openTestBroker({ dataDirectory: running })
  await desk.order('resting', { type: 'limit', limit_price: 59000, amount: '0.1' })
  const left = scratch()
  cpSync(running, left, { recursive: true })
  return left
}

/** The same, closed. */
async function closedState(): Promise<string> {
  const dataDirectory = await killedState()
  await (await openTestBroker({ dataDirectory })).broker.close()
  return dataDirectory
}

const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  )

const FILE = 'paper.sqlite'
const LOG = `${FILE}-wal`

const sql =
  (text: string) =>
  (folder: string): void => {
    const database = new DatabaseSync(join(folder, FILE))
    database.exec(text)
    database.close()
  }

function zeros(folder: string, name: string, from: number, to: number): void {
  const bytes = readFileSync(join(folder, name))
  bytes.fill(0, from, to)
  writeFileSync(join(folder, name), bytes)
}

const RESTING = '/v1/customers/C1042/orders/resting'

it('goes on after a kill with every order, and reports no loss', async () => {
  const desk = await openTestBroker({ dataDirectory: await killedState() })
  expect(desk.broker.losses).toEqual([])
  expect((await desk.get(RESTING)).body.status).toBe('open')
})

it.each<[string, () => Promise<string>, (folder: string) => void, string]>([
  ['its second half', closedState, (folder) => truncateSync(join(folder, FILE), 40_000), 'is damaged'],
  ['pages in the middle', closedState, (folder) => zeros(folder, FILE, 8192, 16384), 'is damaged'],
  [
    'every byte, and the log is there',
    killedState,
    (folder) => truncateSync(join(folder, FILE), 0),
    'is empty, and paper.sqlite-wal beside it holds changes of its accounts',
  ],
  [
    'the file itself, and the log is there',
    killedState,
    (folder) => rmSync(join(folder, FILE)),
    'is missing, and paper.sqlite-wal beside it holds changes of its accounts',
  ],
  [
    'its version',
    closedState,
    sql('PRAGMA user_version = 0'),
    'does not say its version, so another program wrote it, or it is damaged',
  ],
  ['a table', closedState, sql('DROP TABLE webhooks'), 'of the table webhooks is missing'],
  [
    'a column',
    closedState,
    sql('ALTER TABLE orders DROP COLUMN cashAmount'),
    'column cashAmount (TEXT) of the table orders is missing',
  ],
  ['an index', closedState, sql('DROP INDEX liveOrders'), 'the index liveOrders is missing'],
  [
    'a balance',
    closedState,
    sql(`UPDATE customers SET balance = 'abc' WHERE code = 'C1042'`),
    'customers.balance of C1042 cannot be read',
  ],
  [
    'the amount of a live order',
    closedState,
    sql(`UPDATE orders SET amount = '-5'`),
    'orders.amount of C1042/resting cannot be read',
  ],
  [
    'the side of a live order',
    closedState,
    sql(`UPDATE orders SET side = 'hold'`),
    'orders.side of C1042/resting cannot be read',
  ],
])('a file that lost %s is refused by name, and stays as it is', async (_, state, spoil, fault) => {
  const dataDirectory = await state()
  spoil(dataDirectory)
  const before = filesOf(dataDirectory)
  const start = openTestBroker({ dataDirectory })
  await expect(start).rejects.toThrow(fault)
  await expect(start).rejects.toThrow(
    'Nothing was changed. Restore the folder from a backup. To begin anew, move its files away',
  )
  expect(filesOf(dataDirectory)).toEqual(before)
})

it("writes no table into another program's database", async () => {
  const dataDirectory = scratch()
  sql('CREATE TABLE theirs (value)')(dataDirectory)
  const before = filesOf(dataDirectory)
  await expect(openTestBroker({ dataDirectory })).rejects.toThrow('another program wrote it')
  expect(filesOf(dataDirectory)).toEqual(before)
})

it.each<[string, (folder: string) => void, string]>([
  ['is gone', (folder) => rmSync(join(folder, LOG)), 'gone'],
  ['is empty', (folder) => truncateSync(join(folder, LOG), 0), 'gone'],
  ['has no head', (folder) => zeros(folder, LOG, 0, 32), 'damaged'],
  ['is damaged in the middle', (folder) => zeros(folder, LOG, 5_000, 9_000), 'damaged'],
])('says that orders are missing where the log of a killed broker %s', async (_, spoil, how) => {
  const dataDirectory = await killedState()
  spoil(dataDirectory)
  const desk = await openTestBroker({ dataDirectory })
  expect(desk.broker.losses).toEqual([
    `The paper broker ended without closing ${join(dataDirectory, FILE)}, and paper.sqlite-wal with its last changes is ${how}. Its accounts are older than the last orders, and later paper orders and fills are missing. Compare the positions of each customer before you go on, or restore the folder from a backup.`,
  ])
  await desk.broker.close()
  expect((await openTestBroker({ dataDirectory })).broker.losses).toEqual([])
})

it('says that the accounts begin anew where the file is empty, and not in a new folder', async () => {
  const dataDirectory = await closedState()
  truncateSync(join(dataDirectory, FILE), 0)
  expect((await openTestBroker({ dataDirectory })).broker.losses).toEqual([
    expect.stringContaining('was empty, so the paper accounts begin anew.'),
  ])
  expect((await openTestBroker({ dataDirectory: scratch() })).broker.losses).toEqual([])
})
