/** Judges one block that is over: each customer's place, its lots against the exact share, and its average price against the block's. Pure. Judges nothing that is not known. */

import { ZERO, decimal, decimalOf, multiplyDivide, toText, type Decimal } from '../../base/decimal.ts'
import { isRetrying, isUnderWay, rowsOfBlock, type Block } from '../block/blockFold.ts'
import { BLOCK_METHODS, methodShares } from '../block/blockMethods.ts'
import { blockProgress, type RowFate, type RowProgress } from '../block/blockProgress.ts'
import type { Order } from '../orders/order.ts'
import type { CustomerCode, ReferenceId } from '../scalars.ts'
import { againstAverage } from './againstAverage.ts'
import type { BlockFairness, Criterion } from './fairnessReport.ts'

export interface JudgedRow {
  readonly customerCode: CustomerCode
  /** In the send order, from 1; null: its share was less than a lot. */
  readonly place: number | null
  /** By how much its average price is worse than the block's; below 0: better. Null without a fill; ticks also where the tick is not known. */
  readonly ticks: Decimal | null
  readonly bps: Decimal | null
  /** Lots above its exact share; null where the share is not known. */
  readonly lots: Decimal | null
}

export interface JudgedBlock {
  readonly block: BlockFairness
  readonly rows: readonly JudgedRow[]
}

export type OrderOf = (customerCode: CustomerCode, referenceId: ReferenceId) => Order | undefined

type Figures = ReadonlyMap<CustomerCode, Decimal>
const NONE: Figures = new Map()
const ONE = decimalOf(1)
const WITHIN: Criterion = { kind: 'within', why: null, worst: null }
const doubt = (why: string, kind: 'unknown' | 'none' = 'unknown'): Criterion => ({ kind, why, worst: null })
const size = (value: bigint): bigint => (value < 0n ? -value : value)

/** The customer farthest away of those that are beyond. */
function beyond(figures: Figures, names: readonly CustomerCode[]): Criterion {
  const farthest = (one: CustomerCode, other: CustomerCode) =>
    size(figures.get(other) ?? ZERO) > size(figures.get(one) ?? ZERO) ? other : one
  const customerCode = names.reduce(farthest)
  return { kind: 'beyond', why: null, worst: { customerCode, by: toText(figures.get(customerCode) ?? ZERO) } }
}

interface Judged {
  readonly figures: Figures
  readonly finding: Criterion
}

/** Each customer's lots above its exact share. Compared without rounding. */
function judgeLots({ plan }: Block): Judged {
  const method = BLOCK_METHODS.find((known) => known === plan.method)
  if (method !== undefined && !methodShares(method))
    return {
      figures: NONE,
      finding: doubt('each amount was the customer’s own, and no share of a whole', 'none'),
    }
  const { split } = plan
  if (!split || split.shares.length === 0)
    return { figures: NONE, finding: doubt('the shares were not recorded with it') }
  const lot = decimal(split.lot ?? '0')
  if (lot <= ZERO) return { figures: NONE, finding: doubt('the lot was not known') }
  const amounts = new Map(plan.rows.map(({ customerCode, amount }) => [customerCode, decimal(amount)]))
  const shares = new Map(split.shares.map(({ customerCode, weight }) => [customerCode, decimal(weight)]))
  const [whole, all] = [decimal(split.whole ?? '0'), decimal(split.weights ?? '0')]
  if (whole <= ZERO || all <= ZERO || plan.rows.some(({ customerCode }) => !shares.has(customerCode)))
    return { figures: NONE, finding: doubt('the recorded shares do not fit its rows') }
  const figures = new Map<CustomerCode, Decimal>()
  const far: CustomerCode[] = []
  for (const [customerCode, weight] of shares) {
    // Amount minus share, both times the sum of the weights.
    const above = (amounts.get(customerCode) ?? ZERO) * all - whole * weight
    figures.set(customerCode, multiplyDivide(above as Decimal, ONE, (lot * all) as Decimal))
    if (size(above) > lot * all) far.push(customerCode)
  }
  return { figures, finding: far.length === 0 ? WITHIN : beyond(figures, far) }
}

interface JudgedPrices extends Judged {
  /** Basis points of the block's average. */
  readonly bps: Figures
}

function judgePrices({ plan }: Block, rows: readonly RowProgress[], missing: number): JudgedPrices {
  const fills = rows.filter(({ filled }) => filled > ZERO)
  // Without one fill the average of the block is another one.
  if (missing > 0)
    return { figures: NONE, bps: NONE, finding: doubt(`${missing} of its orders are not in this journal`) }
  const recorded = decimal(plan.split?.tick ?? '0')
  const tick = recorded <= ZERO ? null : recorded
  const prices = againstAverage(fills, plan.draft.side, tick)
  if (prices === null) return { figures: NONE, bps: NONE, finding: doubt('nothing is filled') }
  const bps = new Map([...prices].map(([customerCode, price]) => [customerCode, price.bps]))
  const figures = new Map(
    [...prices].flatMap(([customerCode, { ticks }]) => (ticks === null ? [] : [[customerCode, ticks]])),
  )
  const far = [...prices].flatMap(([customerCode, { isTickAway }]) => (isTickAway ? [customerCode] : []))
  const open = rows.filter((row) => row.filled < row.amount).length
  const finding =
    far.length > 0
      ? beyond(figures, far)
      : tick === null
        ? doubt('the tick was not recorded with it')
        : open > 0
          ? doubt(`${open} of ${rows.length} customers have no whole fill`)
          : WITHIN
  return { figures, bps, finding }
}

function verdictOf(lots: Criterion, price: Criterion): BlockFairness['verdict'] {
  if (lots.kind === 'beyond' || price.kind === 'beyond') return 'fails'
  return price.kind === 'within' && lots.kind !== 'unknown' ? 'holds' : 'unknown'
}

const LIVE: ReadonlySet<RowFate> = new Set(['leaving', 'unknown', 'resting', 'part'])

/** Null while the block, a retry or an order of it is under way. */
export function judgeBlock(block: Block, orderOf: OrderOf): JudgedBlock | null {
  const { plan } = block
  if (isUnderWay(block) || isRetrying(block)) return null
  let missing = 0
  const { rows } = blockProgress({ rows: rowsOfBlock(block) }, orderOf)
  for (const { fate, customerCode, referenceId } of rows) {
    if (fate === 'unknown' && referenceId !== null && !orderOf(customerCode, referenceId)) missing++
    else if (LIVE.has(fate)) return null
  }
  const lots = judgeLots(block)
  const price = judgePrices(block, rows, missing)
  const places = new Map(plan.rows.map(({ customerCode }, at) => [customerCode, at + 1]))
  const names = new Set([...places.keys(), ...lots.figures.keys()])
  const { blockId, createdAt, group, method, draft } = plan
  return {
    block: {
      blockId,
      createdAt,
      group,
      method,
      symbol: draft.symbol,
      side: draft.side,
      customers: plan.rows.length,
      verdict: verdictOf(lots.finding, price.finding),
      lots: lots.finding,
      price: price.finding,
    },
    rows: [...names].map((customerCode) => ({
      customerCode,
      place: places.get(customerCode) ?? null,
      ticks: price.figures.get(customerCode) ?? null,
      bps: price.bps.get(customerCode) ?? null,
      lots: lots.figures.get(customerCode) ?? null,
    })),
  }
}
