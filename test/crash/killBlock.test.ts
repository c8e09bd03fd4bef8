/** Blocks on the real paper broker, with the desk killed in the middle. Every customer has the order once, or is named. A cancel goes on until the venue has no order of the block. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBroker } from '../../electron/broker/broker.ts'
import { PLAIN_VARIANT } from '../../electron/paper/apiVariants.ts'
import { ZERO, add, decimal, decimalOf, toText, type DecimalText } from '../../shared/base/decimal.ts'
import { seededRandom } from '../../shared/base/random.ts'
import type { Request } from '../../shared/contract/contract.ts'
import { allocate } from '../../shared/domain/block/allocate.ts'
import { NO_ROTATION } from '../../shared/domain/block/rotation.ts'
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

const byCode = (codes: readonly string[]): readonly string[] =>
  codes.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))

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

const LOT = decimal('0.001')
/** Contracts of the whole: no share of it is a whole lot. */
const PARENT = decimal('3.137')

/** The block as a window sends it, shared by the product's own split. */
function allocatedBlock(method: 'equal' | 'ratio'): Request<'order.submitBlock'> {
  const split = allocate({
    method,
    side: 'buy',
    parent: PARENT,
    lot: LOT,
    rotation: NO_ROTATION,
    rows: CODES.map((customerCode, n) => ({
      customerCode,
      measure: decimalOf(1 + (n % 7)),
      why: null,
      out: null,
    })),
  })
  if (!split.ok) throw new Error(split.sentence)
  const { rows: allocated, shares, weights, whole, move, extraLots } = split.value
  // Without remainders the split would prove nothing.
  expect(extraLots).toBeGreaterThan(0)
  const rows = allocated.map(({ customerCode, amount }) => ({ customerCode, amount: toText(amount) }))
  return {
    ...BLOCK,
    intentId: `block-of-200-${method}`,
    method,
    draft: { ...BLOCK.draft, ...rows[0] },
    rows,
    rotation: move,
    split: {
      lot: toText(LOT),
      tick: null,
      whole: whole && toText(whole),
      weights: weights && toText(weights),
      shares: shares.map(({ customerCode, weight }) => ({ customerCode, weight: toText(weight) })),
    },
  }
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

/** Halts the desk in the middle of the block, sees that the block waits, and resumes it. */
async function haltInTheMiddle({
  desk,
  block,
}: {
  desk: KillableTerminal
  block: ReturnType<typeof followBlock>
}) {
  await block.requested(40)
  const halt = await desk.client.call('halt.start', { scope: { kind: 'desk' }, mode: 'reducing' })
  await block.reached('paused')
  const { blockId, rows } = block.now
  expect(rows.filter(({ state }) => state === 'waiting').length).toBeGreaterThan(0)
  expect(await desk.client.call('block.resume', { blockId })).toMatchObject({ ok: false })
  await desk.client.call('halt.lift', { id: halt.ok ? halt.value.id : '', typed: 'DESK' })
  expect(await desk.client.call('block.resume', { blockId })).toMatchObject({ ok: true })
}

it.each([
  ['equal', 'with money for all', () => false, false],
  ['ratio', 'with a third refused and a halt in the middle', isPoor, true],
] as const)(
  'gives 200 customers of a killed block, shared by %s, one order each, and the venue’s sum is the block’s, %s',
  async (method, _name, isRefused, isHalted) => {
    const block = allocatedBlock(method)
    expect(sumOf(block.rows.map(({ amount }) => amount))).toBe(toText(PARENT))
    const poor = new Set(CODES.filter((_, n) => isRefused(n)))
    const { start, openAtVenue } = await openStage(
      CODES.map((code) => ({ code, collateral: text(poor.has(code) ? '1' : '100000') })),
    )
    const first = await start()
    await liftLimits(first.desk)
    const taken = await first.desk.client.call('order.submitBlock', block)
    expect(taken).toMatchObject({ ok: true, value: { outcome: 'taken' } })
    if (isHalted) await haltInTheMiddle(first)
    await first.block.requested(100)
    await first.desk.kill()

    const second = await start()
    await second.block.reached('paused')
    const { blockId } = second.block.now
    expect(second.block.now.why).toContain('Openpit restarted')
    await second.desk.client.call('block.resume', { blockId })
    // An order whose answer was lost with the process pauses nothing here: Openpit looks it up.
    await second.block.reached('sent')
    // The halt and the kill kept a few rows back after their intent. They are named, and the dealer sends each once more.
    const unsent = second.block.now.rows.filter(({ state }) => state === 'not-sent')
    expect(unsent.length).toBeLessThanOrEqual((isHalted ? 2 : 1) * block.inFlight)
    if (unsent.length > 0)
      await second.desk.client.call('block.retryRows', {
        blockId,
        customerCodes: unsent.map(({ customerCode }) => customerCode),
      })
    await second.block.requested(COUNT)

    const phaseOf = ({ customerCode, referenceId }: BlockRowState) =>
      second.desk.orders.get(`${customerCode} ${referenceId}`)?.phase ?? 'none'
    const customersIn = (...phases: readonly string[]) =>
      second.block.now.rows.filter((row) => phases.includes(phaseOf(row))).map((row) => row.customerCode)
    await until('an answer for every request of this run', () =>
      customersIn('none', 'intent', 'sent').length === 0 ? true : null,
    )
    const atVenue = await openAtVenue()
    await until('the look-up of every order that the venue has', () => {
      const working = new Set<string | null>(customersIn('working'))
      return atVenue.every(({ customerCode }) => working.has(customerCode)) ? true : null
    })
    // No customer twice, and nothing but the orders that the desk shows as working, in exactly the amounts of the plan.
    const working = customersIn('working')
    const planned = new Map<string | null, string>(
      block.rows.map(({ customerCode, amount }) => [customerCode, amount]),
    )
    expect(byCode(atVenue.map(({ customerCode }) => customerCode ?? ''))).toEqual(byCode(working))
    expect(atVenue.filter(({ customerCode, amount }) => amount !== planned.get(customerCode))).toEqual([])
    expect(atVenue.every(({ referenceId }) => referenceId.includes(`-${blockId}-`))).toBe(true)
    // None forgotten: what neither rests nor was refused was under way at the kill, and the desk names it.
    const refused = customersIn('rejected')
    const open = block.rows.filter(
      ({ customerCode }) => !working.includes(customerCode) && !refused.includes(customerCode),
    )
    expect(open.length).toBeLessThanOrEqual(block.inFlight)
    expect(refused.filter((customerCode) => !poor.has(customerCode))).toEqual([])
    expect(working.filter((customerCode) => poor.has(customerCode))).toEqual([])
    const missing = sumOf(
      block.rows
        .filter(
          ({ customerCode }) =>
            poor.has(customerCode) || open.some((row) => row.customerCode === customerCode),
        )
        .map(({ amount }) => amount),
    )
    expect(sumOf([...atVenue.map(({ amount }) => amount ?? '0'), missing])).toBe(toText(PARENT))
  },
  240_000,
)

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
