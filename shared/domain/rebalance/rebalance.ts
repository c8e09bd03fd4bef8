/** The fewest orders that lead customers from what they hold to their targets, as blocks per instrument and side. Pure; sends nothing, and never counts an unknown as 0. */

import { shownCode } from '../../base/shownCode.ts'
import { ZERO, absolute, add, multiply, signOf, subtract, type Decimal } from '../../base/decimal.ts'
import type { Figure } from '../accounts/customerFigures.ts'
import { MOST_BLOCK_ROWS } from '../orders/rows/blockTag.ts'
import { sumFigures, type RiskSum } from '../risk/riskRows.ts'
import type { CustomerCode, Side, Symbol } from '../scalars.ts'
import {
  certain,
  changeInLots,
  targetContracts,
  toleranceContracts,
  type RebalanceTarget,
  type Tolerance,
} from './rebalanceTarget.ts'

/** What is known of one customer in the instrument of a line. */
export interface Holding {
  readonly customerCode: CustomerCode
  /** Signed contracts. */
  readonly position: Figure
  /** USDC of the customer. */
  readonly equity: Figure
  /** Why no order is proposed: a clause without a full stop. Null: one may be. */
  readonly out: string | null
  /** Why only an order that closes a position, or a part of it, may be proposed: a clause. Null: every order may be. */
  readonly onlyReducing: string | null
}

/** One instrument with its target. */
export interface RebalanceLine {
  readonly symbol: Symbol
  readonly target: RebalanceTarget
  /** Contracts; null while it is not known. */
  readonly lot: Decimal | null
  /** USDC per contract. */
  readonly mark: Figure
  readonly holdings: readonly Holding[]
}

export const CHANGES = ['closes', 'reduces', 'reverses', 'opens', 'adds'] as const
/** What an order does to the position. */
export type Change = (typeof CHANGES)[number]

/** One order of the proposal. */
export interface RebalanceOrder {
  readonly side: Side
  /** Contracts, whole lots above 0. */
  readonly amount: Decimal
  readonly change: Change
  /** Signed contracts once it is filled. */
  readonly after: Decimal
}

/**
 * One customer in one instrument. `trade`: an order is proposed · `nothing`: it is where it shall be, as near as lots and tolerance go · `held back`: something is not known, or
 * forbids an order.
 */
export type RebalanceRow = {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  readonly held: Figure
  /** Signed contracts; null while they are not known. */
  readonly target: Decimal | null
} & (
  | { readonly kind: 'trade'; readonly order: RebalanceOrder }
  | { readonly kind: 'nothing' | 'held back'; readonly reason: string }
)
export type TradeRow = Extract<RebalanceRow, { kind: 'trade' }>

/** Orders of one instrument and side, sent as one act. */
export interface ProposedBlock {
  readonly key: string
  readonly symbol: Symbol
  readonly side: Side
  readonly rows: readonly TradeRow[]
  /** Contracts of all rows. */
  readonly amount: Decimal
  /** USDC at the mark. */
  readonly cash: Figure
  readonly changes: readonly { readonly change: Change; readonly count: number }[]
  /** Other customers of the proposal trade the other way. */
  readonly meets: boolean
}

/** USDC at the marks, over the instruments of the lines. */
export interface Exposure {
  readonly gross: RiskSum
  readonly net: RiskSum
}

export interface Rebalance {
  /** Those that only free margin first. */
  readonly blocks: readonly ProposedBlock[]
  /** By line, then in the order of the holdings. */
  readonly rows: readonly RebalanceRow[]
  readonly before: Exposure
  /** Once every proposed order is filled. */
  readonly after: Exposure
}

function changeOf(held: Decimal, after: Decimal): Change {
  if (after === ZERO) return 'closes'
  if (held === ZERO) return 'opens'
  if (signOf(held) !== signOf(after)) return 'reverses'
  return absolute(after) < absolute(held) ? 'reduces' : 'adds'
}

const isReducing = (change: Change): boolean => change === 'closes' || change === 'reduces'

function rowOf(line: RebalanceLine, tolerance: Tolerance, holding: Holding): RebalanceRow {
  const { symbol, lot, mark } = line
  const { customerCode, position, equity, out, onlyReducing } = holding
  const worth = { equity, mark }
  const target = targetContracts(line.target, worth)
  const about = { customerCode, symbol, held: position, target: target.ok ? target.value : null }
  const without = (kind: 'nothing' | 'held back', reason: string): RebalanceRow => ({
    ...about,
    kind,
    reason,
  })
  if (out !== null) return without('held back', out)
  const held = certain(position, 'its position')
  if (!held.ok) return without('held back', held.failure)
  if (!target.ok) return without('held back', target.failure)
  if (lot === null || lot <= ZERO)
    return without('held back', `the lot of ${shownCode(symbol)} is not known yet`)
  const missing = absolute(subtract(target.value, held.value))
  if (missing === ZERO) return without('nothing', 'it holds the target')
  const most = toleranceContracts(tolerance, lot, worth)
  if (!most.ok) return without('held back', most.failure)
  if (missing <= most.value) return without('nothing', 'what is missing is within the tolerance')
  const change = changeInLots(held.value, target.value, lot)
  if (change === ZERO) return without('nothing', 'what is missing is not a whole lot')
  const after = add(held.value, change)
  const kind = changeOf(held.value, after)
  if (onlyReducing !== null && !isReducing(kind)) return without('held back', onlyReducing)
  return {
    ...about,
    kind: 'trade',
    order: { side: change > ZERO ? 'buy' : 'sell', amount: absolute(change), change: kind, after },
  }
}

function blockOf(
  key: string,
  { mark }: RebalanceLine,
  first: TradeRow,
  rows: readonly TradeRow[],
): ProposedBlock {
  const amount = rows.reduce((sum, { order }) => add(sum, order.amount), ZERO)
  return {
    key,
    symbol: first.symbol,
    side: first.order.side,
    rows,
    amount,
    cash: { value: mark.value === null ? null : multiply(amount, mark.value), why: mark.why },
    changes: CHANGES.flatMap((change) => {
      const count = rows.filter(({ order }) => order.change === change).length
      return count === 0 ? [] : [{ change, count }]
    }),
    meets: false,
  }
}

/** The blocks of one line: one a side, or several where a side has more customers than one block can hold. */
function blocksOf(line: RebalanceLine, rows: readonly RebalanceRow[]): readonly ProposedBlock[] {
  const trades = rows.filter((row) => row.kind === 'trade')
  const blocks = (['sell', 'buy'] as const).flatMap((side) => {
    const ofSide = trades.filter(({ order }) => order.side === side)
    const found: ProposedBlock[] = []
    for (let from = 0; from < ofSide.length; from += MOST_BLOCK_ROWS) {
      const part = ofSide.slice(from, from + MOST_BLOCK_ROWS)
      const [first] = part
      if (first) found.push(blockOf(`${line.symbol} ${side} ${found.length + 1}`, line, first, part))
    }
    return found
  })
  const meets = new Set(blocks.map(({ side }) => side)).size > 1
  return blocks.map((block) => ({ ...block, meets }))
}

/** 0: frees margin for every customer · 1: for some · 2: for none. */
function turnOf({ changes }: ProposedBlock): number {
  const reducing = changes.filter(({ change }) => isReducing(change)).length
  return reducing === changes.length ? 0 : reducing > 0 ? 1 : 2
}

function exposureOf(
  lines: readonly RebalanceLine[],
  rows: readonly RebalanceRow[],
  sizeOf: (row: RebalanceRow) => Figure,
): Exposure {
  const marks = new Map(lines.map(({ symbol, mark }) => [symbol, mark]))
  const values = rows.map((row): Figure => {
    const size = sizeOf(row)
    if (size.value === ZERO) return size
    const mark = marks.get(row.symbol)
    const why = size.why ?? mark?.why ?? null
    if (size.value === null || !mark || mark.value === null)
      return { value: null, why: why ?? 'the mark is not known' }
    return { value: multiply(size.value, mark.value), why }
  })
  const gross = values.map(({ value, why }) => ({ value: value === null ? null : absolute(value), why }))
  return { gross: sumFigures(gross), net: sumFigures(values) }
}

export function rebalance(lines: readonly RebalanceLine[], tolerance: Tolerance): Rebalance {
  const judged = lines.map((line) => {
    const rows = line.holdings.map((holding) => rowOf(line, tolerance, holding))
    return { rows, blocks: blocksOf(line, rows) }
  })
  const rows = judged.flatMap((each) => each.rows)
  return {
    blocks: judged.flatMap((each) => each.blocks).toSorted((a, b) => turnOf(a) - turnOf(b)),
    rows,
    before: exposureOf(lines, rows, ({ held }) => held),
    after: exposureOf(lines, rows, (row) =>
      row.kind === 'trade' ? { value: row.order.after, why: null } : row.held,
    ),
  }
}
