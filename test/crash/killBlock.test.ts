/** Blocks on the real paper broker, with the desk killed in the middle. Every customer has the order once, or is named. A cancel goes on until the venue has no order of the block. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBroker } from '../../electron/broker/broker.ts'
import { PLAIN_VARIANT } from '../../electron/paper/apiVariants.ts'
import { ZERO, add, decimal, toText, type DecimalText } from '../../shared/base/decimal.ts'
import { seededRandom } from '../../shared/base/random.ts'
import type { Request } from '../../shared/contract/contract.ts'
import type { BlockRecord, BlockRowState } from '../../shared/domain/block/blockRecord.ts'
import { plainDraft } from '../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import { clock } from '../contract/transports.ts'
import { startLivePaper } from '../fakes/venue/livePaper.ts'
import { profileOf } from '../fakes/venue/secondVariant.ts'
import { until } from '../support/until.ts'
import { KillableTerminal } from './killableTerminal.ts'
import { liftLimits } from './killNine.ts'

const COUNT = 200
const text = (value: string) => value as DecimalText
const CODES = Array.from({ length: COUNT }, (_, n) => `K${String(n + 1).padStart(3, '0')}` as CustomerCode)
/** Every third customer cannot pay for the order. */
const isPoor = (n: number): boolean => n % 3 === 2
const ROWS = CODES.map((customerCode, n) => ({ customerCode, amount: text(`0.0${11 + (n % 8)}`) }))
const BLOCK: Request<'order.submitBlock'> = {
  intentId: 'block-of-200',
  group: null,
  method: 'list',
  // Far below the market, so that every order rests where it can be counted.
  draft: plainDraft({
    ...(ROWS[0] ?? { customerCode: CODES[0] as CustomerCode }),
    symbol: 'BTCUSDC_PERP' as Symbol,
    side: 'buy',
    type: 'limit',
    limitPrice: text('20000'),
    timeInForce: 'GTC',
  }),
  rows: ROWS,
  onRefused: 'continue',
  inFlight: 4,
  typed: null,
}

const sumOf = (amounts: readonly string[]): string =>
  toText(amounts.reduce((sum, amount) => add(sum, decimal(amount)), ZERO))

/** The block as a window of the desk shows it. */
function followBlock({ client }: KillableTerminal) {
  let shown: BlockRecord | null = null
  const take = (blocks: readonly BlockRecord[]) => {
    shown = blocks[0] ?? shown
  }
  client.open('blocks', null, { snapshot: take, delta: take })
  const count = (state: BlockRowState['state']) =>
    shown?.rows.filter((row) => row.state === state).length ?? 0
  return {
    get now(): BlockRecord {
      if (!shown) throw new Error('The desk shows no block.')
      return shown
    },
    requested: (least: number) => until(`${least} rows`, () => (count('requested') >= least ? true : null)),
    reached: (state: BlockRecord['state']) =>
      until(`the block ${state}`, () => (shown?.state === state ? true : null)),
  }
}

interface PaperCustomer {
  readonly code: CustomerCode
  readonly collateral: DecimalText
}

/** A paper broker with these customers. `start` starts the desk, each time on the same folder; `openAtVenue` reads the open orders past the desk. */
async function openStage(customers: readonly PaperCustomer[]) {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-block-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const paper = await startLivePaper({ customers: [...customers] })
  onTestFinished(() => paper.close())
  const { restUrl, streamUrl, username, password } = paper
  const venueFile = join(folder, 'venue.json')
  writeFileSync(
    venueFile,
    JSON.stringify({ name: 'Block', kind: 'paper', restUrl, streamUrl, auth: 'bearer' }),
  )
  const start = async () => {
    const desk = await KillableTerminal.start(join(folder, 'data'), venueFile)
    onTestFinished(() => desk.kill())
    await desk.signIn({ username, password, signingKey: null, keep: 'run' })
    return { desk, block: followBlock(desk) }
  }
  const openAtVenue = async () => {
    const other = openBroker({ clock, random: seededRandom(4) })(profileOf(PLAIN_VARIANT, paper))
    onTestFinished(() => other.close())
    await other.signIn({ username, password })
    const lists = await Promise.all(customers.map(({ code }) => other.openOrders(code)))
    return lists.flatMap((list) => {
      if (!list.ok) throw new Error(`The venue did not list the open orders: ${list.failure.message}`)
      return list.value.items
    })
  }
  return { start, openAtVenue }
}

it('sends the order to each of 200 customers once, over refusals, a halt and a kill -9', async () => {
  const { start, openAtVenue } = await openStage(
    CODES.map((code, n) => ({ code, collateral: text(isPoor(n) ? '1' : '100000') })),
  )
  const first = await start()
  await liftLimits(first.desk)
  const taken = await first.desk.client.call('order.submitBlock', BLOCK)
  expect(taken).toMatchObject({ ok: true, value: { outcome: 'taken' } })
  await first.block.requested(40)
  const halt = await first.desk.client.call('halt.start', { scope: { kind: 'desk' }, mode: 'reducing' })
  await first.block.reached('paused')
  const { blockId } = first.block.now
  expect(first.block.now.rows.filter(({ state }) => state === 'waiting').length).toBeGreaterThan(0)
  expect(await first.desk.client.call('block.resume', { blockId })).toMatchObject({ ok: false })
  await first.desk.client.call('halt.lift', { id: halt.ok ? halt.value.id : '', typed: 'DESK' })
  expect(await first.desk.client.call('block.resume', { blockId })).toMatchObject({ ok: true })
  await first.block.requested(100)
  await first.desk.kill()

  const second = await start()
  await second.block.reached('paused')
  expect(second.block.now).toMatchObject({ blockId, why: expect.stringContaining('Openpit restarted') })
  await second.desk.client.call('block.resume', { blockId })
  // An order whose answer was lost with the process pauses nothing here: Openpit looks it up.
  await second.block.reached('sent')
  // The halt and the kill kept a few rows back after their intent. They are named, and the dealer sends each once more.
  const unsent = second.block.now.rows.filter(({ state }) => state === 'not-sent')
  if (unsent.length > 0)
    await second.desk.client.call('block.retryRows', {
      blockId,
      customerCodes: unsent.map(({ customerCode }) => customerCode),
    })
  await second.block.requested(COUNT)

  const shownOf = ({ customerCode, referenceId }: BlockRowState) =>
    second.desk.orders.get(`${customerCode} ${referenceId}`)
  const phases = () => second.block.now.rows.map((row) => shownOf(row)?.phase ?? 'none')
  await until('every answer', () =>
    phases().every((phase) => !['intent', 'sent', 'none', 'not-sent'].includes(phase)) &&
    phases().filter((phase) => phase !== 'working' && phase !== 'rejected').length <= BLOCK.inFlight
      ? true
      : null,
  )
  const atVenue = await openAtVenue()
  // No customer twice, and exactly the amounts of the plan at exactly the customers whose order the desk shows as working.
  const working = ROWS.filter((_, n) => phases()[n] === 'working')
  expect(atVenue.map(({ customerCode, amount }) => ({ customerCode, amount }))).toEqual(working)
  expect(sumOf(atVenue.map(({ amount }) => amount ?? '0'))).toBe(sumOf(working.map(({ amount }) => amount)))
  expect(atVenue.every(({ referenceId }) => referenceId.includes(`-${blockId}-`))).toBe(true)
  // None forgotten: at most the requests that were under way at the kill may have no proven outcome, and the desk says so.
  const open = phases().filter((phase) => phase !== 'working' && phase !== 'rejected')
  expect(open.length).toBeLessThanOrEqual(BLOCK.inFlight)
  const refused = phases().filter((phase, n) => phase === 'rejected' && isPoor(n))
  expect(refused.length).toBeGreaterThanOrEqual(CODES.filter((_, n) => isPoor(n)).length - open.length)
  expect(phases().filter((phase, n) => phase === 'rejected' && !isPoor(n))).toEqual([])
}, 240_000)

it('goes on with the cancel of a block after a kill -9, until the venue has no order of it', async () => {
  const count = 40
  const { start, openAtVenue } = await openStage(
    CODES.slice(0, count).map((code) => ({ code, collateral: text('100000') })),
  )
  const first = await start()
  await liftLimits(first.desk)
  await first.desk.client.call('order.submitBlock', { ...BLOCK, rows: ROWS.slice(0, count), inFlight: 16 })
  await first.block.reached('sent')
  const { blockId } = first.block.now
  const asked = await first.desk.client.call('block.cancel', { blockId })
  await first.desk.kill()
  expect(asked).toEqual({ ok: true, value: { orders: count } })
  expect((await openAtVenue()).length).toBeGreaterThan(0)

  const second = await start()
  const notices: string[] = []
  const take = (list: readonly { readonly message: string }[]) =>
    void notices.push(...list.map(({ message }) => message))
  second.desk.client.open('notices', null, { snapshot: take, delta: take })
  await second.block.reached('sent')
  await until('the end of the cancel', () => {
    const { cancel } = second.block.now
    return cancel && cancel.orders > 0 && cancel.done === cancel.orders ? true : null
  })
  expect(await openAtVenue()).toEqual([])
  expect(second.block.now.cancel).toMatchObject({ isResumed: true, unverified: [] })
  expect(notices).toContainEqual(expect.stringContaining(`The cancel of block ${blockId} was cut off: `))
}, 240_000)
