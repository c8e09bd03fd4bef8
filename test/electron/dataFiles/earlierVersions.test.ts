/** A start on the files of every earlier version: they open with their contents, and the originals are in the backup. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { createSavedCustomers } from '../../../electron/core/accounts/customers/savedCustomers.ts'
import { checkFiles } from '../../../electron/dataFiles/checkFiles.ts'
import { FILE_KINDS, versionedFiles } from '../../../electron/dataFiles/fileKinds.ts'
import { readMove } from '../../../electron/dataFiles/moveMark.ts'
import { prepareFolder } from '../../../electron/dataFiles/prepareFolder.ts'
import { readDay } from '../../../electron/health/historyFiles.ts'
import { openStore } from '../../../electron/paper/store/store.ts'
import { readHead } from '../../../electron/record/format.ts'
import { openDataFolder } from '../../../electron/storage/dataFolder.ts'
import { CandleTable } from '../../../electron/storage/history/candleTable.ts'
import { openDatabase } from '../../../electron/storage/history/database.ts'
import { NoticeTable } from '../../../electron/storage/history/noticeTable.ts'
import { CANDLES, NOTICES } from '../../../electron/storage/history/schema.ts'
import { readStoredNotices } from '../../../electron/storage/history/storedNotices.ts'
import {
  fileKeyStore,
  nodeDisk,
  openJournal,
  realProcesses,
} from '../../../electron/storage/journal/journal.ts'
import { openNonceMarks } from '../../../electron/storage/nonceMarks.ts'
import { openSettings } from '../../../electron/storage/settingsStore.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { digestsOf } from './usedFolder.ts'
import { fixtureNames, unpackFixture, WORD_OF_KIND } from './fixtures.ts'

const NOW = Date.UTC(2026, 10, 25, 16)
const AT = Date.UTC(2026, 0, 5, 9)
let folder = ''
const at = (name: string) => join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-earlier-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A start as far as the stores. */
async function prepare(): Promise<readonly string[]> {
  const opened = await openDataFolder(folder, realProcesses(process.pid))
  if (!opened.ok) throw new Error(opened.failure)
  const prepared = prepareFolder(opened.value, NOW)
  await prepared.release()
  return prepared.notices
}

const kindOf = (fixture: string): string =>
  Object.keys(WORD_OF_KIND).find((kind) => fixture.startsWith(`${WORD_OF_KIND[kind]}-`)) ?? ''
const versionOf = (fixture: string): number => Number(/-(\d+)(?:-|$)/.exec(fixture)?.[1])

/** Asserts the contents of a file by the store that reads it in this release. */
const contents: Readonly<Record<string, (version: number) => unknown>> = {
  'written-by.json': () => {
    expect(JSON.parse(readFileSync(at('written-by.json'), 'utf8'))).toMatchObject({ version: 1 })
  },
  'move.json': () => {
    expect(readMove(folder)).toEqual({ state: 'done', from: '/old/openpit', at: AT, head: 'the head' })
  },
  async 'settings.json'() {
    const { settings, problem } = await openSettings(folder, new FakeClock())
    expect(problem).toBeNull()
    expect(settings.all()['workspace.w1']).toBe('{"customer":"C1042"}')
    const lost: string[] = []
    const saved = createSavedCustomers(settings, (sentence) => lost.push(sentence)).load('paper')
    expect(saved).toMatchObject([
      { code: 'C1042', name: 'Northwind Capital', group: 'macro', note: 'calls at noon', origin: 'hand' },
    ])
    expect(lost).toEqual([])
  },
  'nonces.json': () => {
    const { marks, problem } = openNonceMarks(folder, { salt: 1, onProblem: () => {} })
    expect([problem, marks.salt, marks.read('fixture-key')]).toEqual([null, 4242, '1767603600000000007'])
  },
  'history.sqlite': () => {
    const database = openDatabase(folder, CANDLES)
    const stored = new CandleTable(database).newest({
      venue: 'https://venue.example',
      symbol: 'BTC-USDC-PERP' as never,
    })
    database.close()
    expect(stored).toEqual({
      minutes: [
        { openTime: AT, open: '62000', high: '62010.5', low: '61990', close: '62001', volume: '12.5' },
      ],
      known: [{ from: AT, to: AT + 60_000, cursor: 't9', ended: false }],
    })
  },
  'notices.sqlite': () => {
    const database = openDatabase(folder, NOTICES)
    const lost: string[] = []
    const read = readStoredNotices(new NoticeTable(database).read(), (sentence) => lost.push(sentence))
    database.close()
    expect(lost).toEqual([])
    expect(read.notices).toMatchObject([
      { account: 'venue/ann', notice: { id: 4, kind: 'fill', customerCode: 'C1042', total: '0.5' } },
    ])
    expect([...read.seenThrough]).toEqual([['venue/ann', AT]])
  },
  'paper/paper.sqlite': (version) => {
    const store = openStore(at('paper'))
    expect(store.accounts.customers()).toEqual(['C1042', 'C2007'])
    expect([store.accounts.balance('C1042'), store.accounts.balance('C2007')]).toEqual(['10250.75', '0'])
    const [position] = store.accounts.positions('C1042' as never)
    expect(position).toMatchObject({ symbol: 'BTC-USDC-PERP', size: '0.5', cost: '31000' })
    expect(store.accounts.fees('C1042' as never, 'BTC-USDC-PERP' as never)).toEqual(
      version === 1 ? null : { maker: '1', taker: '4' },
    )
    expect(store.orders.live(null, null)).toMatchObject([
      {
        referenceId: 'fixture-1',
        status: 'partially_filled',
        filledAmount: '0.5',
        triggerPrice: null,
        triggeredAt: null,
      },
    ])
    expect(store.trades.find('T1')).toMatchObject({
      price: '62000',
      fee: '15.5',
      liquidity: 'maker',
      createdAt: AT + 5,
    })
    expect(store.trades.lastSequence()).toBe(1)
    expect(store.movements.pending(null)).toMatchObject([
      { code: 'L2', signedAmount: '-20', markPrice: null },
    ])
    // What the first releases could not store can be stored now.
    store.trades.insert({ ...store.trades.find('T1')!, code: 'T2', referenceId: null, liquidity: null })
    expect(store.trades.lastSequence()).toBe(2)
    store.close()
  },
  'health/': async (version) => {
    const health = join(folder, 'health')
    const minutes = readdirSync(health).flatMap(
      (name) => readDay(readFileSync(join(health, name), 'utf8')).minutes,
    )
    const amends =
      version < 4 ? {} : { amendSent: [2, 512, 1_024, 900], amendAnswered: [2, 65_536, 65_536, 40_000] }
    const steps =
      version < 5
        ? {}
        : {
            keyToCall: [2, 4_096, 8_192, 5_000],
            callToCore: [2, 1_024, 1_024, 1_000],
            bookFolded: [3, 64, 128, 90],
            frameWaited: [3, 4_096, 8_192, 5_000],
            frameDelivered: [3, 1_024, 2_048, 2_000],
            frameDrawn: [3, 4_096, 8_192, 5_100],
          }
    const measures = version === 1 ? {} : { ...steps, ...amends, wireToPixel: [3, 8_192, 16_384, 12_000] }
    const windows = version < 4 ? {} : { windowsMemory: 310_000_000, largestWindow: 210_000_000 }
    const dropped = version < 5 ? {} : { unmeasured: 1 }
    const figures =
      version < 3
        ? {}
        : {
            marketMessages: 1_240.6,
            accountMessages: 0.2,
            workerWaiting: 2,
            workerOldest: 1_500,
            ...windows,
            ...dropped,
          }
    expect(minutes).toEqual([{ at: AT, measures, figures }])
  },
  'journal/': async () => {
    const disk = nodeDisk(folder)
    const { journal, close } = await openJournal({
      disk,
      keyStore: fileKeyStore(disk),
      clock: new FakeClock(),
      processes: realProcesses(process.pid),
      folder,
    })
    await close()
    expect(journal.isRecoveredWhole).toBe(true)
    expect(journal.recovered.map(({ body }) => body.type)).toEqual(['started', 'order', 'deed', 'rules'])
  },
  '*.oprec': () => {
    expect(readHead(readFileSync(at('s_public_0001.oprec')))).toMatchObject({
      ok: true,
      value: { head: { session: 's', part: 1 } },
    })
  },
}

const isNewest = (fixture: string): boolean =>
  versionOf(fixture) === FILE_KINDS.find(({ name }) => name === kindOf(fixture))?.version

/** Starts on the files of a fixture. Returns the notices and the names of the backups. */
async function startOn(fixture: string) {
  unpackFixture(fixture, folder)
  const notices = await prepare()
  const backups = readdirSync(folder).includes('backups') ? readdirSync(at('backups')) : []
  expect(checkFiles(folder).flatMap(({ fault }) => fault ?? [])).toEqual([])
  return { notices, backups }
}

it.each(fixtureNames.filter((name) => !isNewest(name)))(
  '%s is brought forward with its contents, and the original is in the backup',
  async (fixture) => {
    unpackFixture(fixture, folder)
    const originals = digestsOf(folder)
    const { notices, backups } = await startOn(fixture)
    expect(notices.join()).toMatch(
      /brought files of an earlier release forward: .* The originals are in .*backups/,
    )
    expect(backups).toEqual([expect.stringMatching(/^2026-11-25T16-00-00\.000Z_[\w-]+-\d+$/)])
    expect(digestsOf(join(folder, 'backups', backups[0] ?? ''))).toMatchObject(originals)
    await contents[kindOf(fixture)]?.(versionOf(fixture))
    // Brought forward once: the next start has nothing to do.
    expect(await prepare()).toEqual([])
  },
)

it.each(fixtureNames.filter(isNewest))('%s opens with its contents, and needs no backup', async (fixture) => {
  expect(await startOn(fixture)).toEqual({ notices: [], backups: [] })
  await contents[kindOf(fixture)]?.(versionOf(fixture))
})

describe('every version of every kind', () => {
  it.each(FILE_KINDS.map((kind) => [kind.name, kind] as const))(
    '%s has a fixture, a step from each earlier version, and its contents asserted',
    (name, { version, steps }) => {
      const missing = Array.from({ length: version }, (_, n) => `${WORD_OF_KIND[name]}-${n + 1}`).filter(
        (wanted) => !fixtureNames.some((fixture) => fixture === wanted || fixture.startsWith(`${wanted}-`)),
      )
      expect(
        missing,
        'write a small file with the code of this version into test/fixtures/dataFiles',
      ).toEqual([])
      expect(steps.count).toBe(version - 1)
      expect(contents[name]).toBeDefined()
    },
  )

  it('every fixture has the version of its name', () => {
    for (const fixture of fixtureNames) {
      const own = mkdtempSync(join(folder, 'one-'))
      unpackFixture(fixture, own)
      expect([fixture, versionedFiles(own).map(({ kind, version }) => [kind.name, version])]).toEqual([
        fixture,
        [[kindOf(fixture), versionOf(fixture)]],
      ])
    }
  })
})

/** Tables and indexes with their columns, whatever their order and spelling. */
function shapeOf(path: string): unknown {
  const database = new DatabaseSync(path)
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
  const shape = tables.map(({ name }) => [
    name,
    database
      .prepare(`SELECT name, type, "notnull", pk FROM pragma_table_info('${String(name)}') ORDER BY name`)
      .all()
      .map((row) => ({ ...row })),
    database
      .prepare(
        `SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = '${String(name)}' AND sql IS NOT NULL ORDER BY sql`,
      )
      .all()
      .map((row) => row['sql']),
  ])
  database.close()
  return shape
}

test.each(fixtureNames.filter((name) => /^(?:history|notices|paper)-/.test(name)))(
  'the tables of %s are those of this release once it is brought forward: a change needs a higher version',
  async (fixture) => {
    const [file = ''] = unpackFixture(fixture, folder)
    await prepare()
    const fresh = mkdtempSync(join(folder, 'fresh-'))
    if (file.startsWith('paper')) openStore(join(fresh, 'paper')).close()
    else openDatabase(fresh, file === CANDLES.name ? CANDLES : NOTICES).close()
    expect(shapeOf(at(file))).toEqual(shapeOf(join(fresh, file)))
  },
)
