/** Compares one customer's orders, trades, ledger and cash with each other (docs/reliability.md#who-may-trade-when). Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { z } from 'zod'
import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  negate,
  subtract,
  toText,
  type Decimal,
} from '../../base/decimal.ts'
import { isLive, type Order, type OrderReport } from '../orders/order.ts'
import type { OpenOrderReading } from '../orders/openOrderReading.ts'
import { isCashRow, LEDGER_ASSET, type LedgerRow } from './ledger.ts'
import type { Position } from './position.ts'
import { customerCode, epochMs, signOfSide, type Symbol } from '../scalars.ts'
import { mayFillAnyOrder, uncompared } from './proof/uncomparedRecords.ts'
import { tradeQuote, type Trade } from '../trade.ts'

/**
 * `fill` the trades of an order do not add up to its filled amount · `position` the trades do not add up to the position, or a trade lacks its
 * side, amount or price · `trade-row` a trade without its ledger row · `row-trade` a ledger row of a trade without the trade ·
 * `row-amount` one movement with two amounts · `cash` the reported balance is not the sum of the ledger · `two-states` one order in two states.
 */
export const differenceKind = z.enum([
  'fill',
  'position',
  'trade-row',
  'row-trade',
  'row-amount',
  'cash',
  'two-states',
])
export type DifferenceKind = z.infer<typeof differenceKind>

export const difference = z.strictObject({
  kind: differenceKind,
  /** What `row` names. */
  record: z.enum(['order', 'trade', 'ledger row', 'position']),
  /** The exact record: a reference id, a code, or the instrument of a position. */
  row: z.string(),
  /** Who reported the value `there`. */
  reportedBy: z.string(),
  /** The value that this terminal derives from its own records. */
  here: z.string(),
  /** The reported value. */
  there: z.string(),
})
export type Difference = z.infer<typeof difference>

/** A difference that two comparisons found; `since` is the core's wall clock at the first. */
export const discrepancy = difference.extend({ since: epochMs })
export type Discrepancy = z.infer<typeof discrepancy>

/** How far one customer's records are read, and whether they agree. */
export const customerReconciliation = z.strictObject({
  customerCode,
  /** `reading`: not compared since the last read-back · `agrees`: every record agrees · `differs`. */
  state: z.enum(['reading', 'agrees', 'differs']),
  /** Whether new orders may be sent for the customer; cancels and trades that close a position are always allowed. */
  open: z.boolean(),
  /** Why the customer is not open, or what Openpit waits for; one sentence. */
  why: z.string().nullable(),
  /** Core's wall clock at the start of this state, and at the last comparison. */
  since: epochMs,
  comparedAt: epochMs.nullable(),
  /** How many records the last comparison read. */
  compared: z.strictObject({
    orders: z.number().int(),
    trades: z.number().int(),
    rows: z.number().int(),
  }),
  discrepancies: z.array(discrepancy),
  /** What the last comparison could not check. */
  uncompared,
})
export type CustomerReconciliation = z.infer<typeof customerReconciliation>

/** Whether the last comparison found every record in agreement. */
export const isReconciled = ({ state }: Pick<CustomerReconciliation, 'state'>): boolean => state === 'agrees'

/** A customer's reconciliation as a dealer sees it in every panel. “agrees” needs every part compared and a whole list of open orders. */
export type ShownState = 'differs' | 'reading' | 'unlisted' | 'in-part' | 'reconciled'

/** Why parts of the comparison are not proven; empty: every part is. */
export const unprovenOf = ({
  uncompared: parts,
}: Pick<CustomerReconciliation, 'uncompared'>): readonly string[] =>
  Object.values(parts).filter((why) => why !== null)

export function shownStateOf(
  customer: Pick<CustomerReconciliation, 'state' | 'uncompared'>,
  reading: OpenOrderReading,
): ShownState {
  if (!isReconciled(customer)) return customer.state === 'differs' ? 'differs' : 'reading'
  if (reading.state === 'whole') return unprovenOf(customer).length > 0 ? 'in-part' : 'reconciled'
  return reading.state === 'unavailable' ? 'unlisted' : 'reading'
}

export const STATE_WORDS: Readonly<Record<ShownState, string>> = {
  differs: '✕ differs',
  reading: '… reading',
  unlisted: '≈ no list',
  'in-part': '≈ in part',
  reconciled: '✓ agrees',
}

/** Every known record of one customer. */
export interface Records {
  readonly orders: readonly Order[]
  readonly trades: readonly Trade[]
  /** Ledger rows, with the sign that each direction word means. */
  readonly rows: readonly LedgerRow[]
  readonly positions: readonly Position[]
  /** Trades and ledger rows after this time (ms) are known; null: all of them. */
  readonly tradesAfter: number | null
  readonly rowsAfter: number | null
  readonly cash: {
    /** USDC: sum of the whole ledger; null while rows are missing or a row has no sign. */
    readonly derived: string | null
    /** The balance with the newest movement on the stream, and the code of that movement. */
    readonly reported: { readonly amount: string; readonly code: string } | null
    /** Two balances were reported whose order is not known, so `reported` is null. */
    readonly isOrderUnknown?: boolean
  }
  /** Movements that were reported with two amounts: the present row, and the first amount. */
  readonly twice: readonly { readonly row: LedgerRow; readonly first: string }[]
  /** Orders that the venue's list shows as open and that are terminal here. */
  readonly stillListed: readonly OrderReport[]
}

const same = (a: Difference, b: Difference): boolean =>
  a.kind === b.kind && a.row === b.row && a.record === b.record

/** Differences of `now` that `before` had too. Records that were only late have arrived meanwhile. */
export const persisting = (before: readonly Difference[], now: readonly Difference[]): Difference[] =>
  now.filter((found) => before.some((earlier) => same(found, earlier)))

/** The same differences with the time at which each was first seen; `at` for the new ones. */
export const dated = (known: readonly Discrepancy[], now: readonly Difference[], at: number): Discrepancy[] =>
  now.map((found) => ({ ...found, since: known.find((earlier) => same(earlier, found))?.since ?? at }))

/** The ledger shows forced fills as plain trade rows (docs/api.md#gap.19). */
const OF_TRADES = new Set(['trade', 'liquidation', 'auto_deleveraging'])
const isAfter = (at: number | null, after: number | null): boolean =>
  after === null || (at !== null && at > after)
const sumOf = (trades: readonly Trade[]): Decimal => {
  let sum = ZERO
  for (const { amount } of trades) if (amount !== null) sum = add(sum, decimal(amount))
  return sum
}
const codes = (trades: readonly Trade[]): string => trades.map(({ code }) => code).join(', ')

function group<K, T>(list: readonly T[], keyOf: (entry: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const entry of list) {
    const known = groups.get(keyOf(entry))
    if (known) known.push(entry)
    else groups.set(keyOf(entry), [entry])
  }
  return groups
}

function fills({ orders, trades, tradesAfter }: Records): Difference[] {
  const ofOrders = group(trades, (trade) => trade.referenceId)
  // None of these is compared, and `uncomparedOf` says so.
  const unnamed = new Set<Symbol>(trades.filter(mayFillAnyOrder).map(({ symbol }) => symbol))
  return orders.flatMap((order) => {
    if (unnamed.has(order.symbol) || !isAfter(order.createdAt, tradesAfter)) return []
    const own = ofOrders.get(order.referenceId) ?? []
    const sum = sumOf(own)
    if (compare(sum, decimal(order.filledAmount)) === 0) return []
    return [
      {
        kind: 'fill' as const,
        record: 'order' as const,
        row: order.referenceId,
        reportedBy: 'the order',
        here:
          own.length === 0 ? 'no trade names it' : `${toText(sum)} in ${own.length} trades: ${codes(own)}`,
        there: `filled ${order.filledAmount} (${order.status ?? order.phase})`,
      },
    ]
  })
}

const missingOf = (trade: Trade): string =>
  [
    trade.side === null ? 'side' : '',
    trade.amount === null ? 'amount' : '',
    tradeQuote(trade) === null ? 'price' : '',
  ]
    .filter((word) => word !== '')
    .join(', ')

function positions({ trades, positions: held, tradesAfter }: Records): Difference[] {
  // Positions need every trade from the first.
  if (tradesAfter !== null) return []
  const bySymbol = group(trades, (trade) => trade.symbol)
  return held.flatMap((position): Difference[] => {
    const own = bySymbol.get(position.symbol) ?? []
    const lacking = own.filter((trade) => missingOf(trade) !== '')
    if (lacking.length > 0)
      return lacking.map((trade) => ({
        kind: 'position',
        record: 'trade',
        row: trade.code,
        reportedBy: 'the venue',
        here: `the position in ${shownCode(trade.symbol)} is not known`,
        there: `${trade.type} without ${missingOf(trade)}`,
      }))
    let size = ZERO
    for (const { side, amount } of own)
      if (side !== null && amount !== null)
        size = add(size, signOfSide(side) > 0 ? decimal(amount) : negate(decimal(amount)))
    if (compare(size, decimal(position.size)) === 0) return []
    return [
      {
        kind: 'position',
        record: 'position',
        row: position.symbol,
        reportedBy: 'its trades',
        here: position.size,
        there: `${toText(size)} in ${own.length} trades`,
      },
    ]
  })
}

const assetOf = ({ asset }: LedgerRow): string => shownCode(asset ?? LEDGER_ASSET)

/** The cash that a trade moves: realised PnL less fee (docs/api.md#2.ledger.net). */
function cashOf(trade: Trade, row: LedgerRow): Decimal | null {
  const realised = trade.realisedPnl ?? row.realisedPnl
  return realised === null || trade.fee === null ? null : subtract(decimal(realised), decimal(trade.fee))
}

function amountOf(trade: Trade, row: LedgerRow): Difference[] {
  const cash = cashOf(trade, row)
  // A row of another asset says nothing about the cash of the trade.
  if (!isCashRow(row)) return []
  if (cash === null || row.status !== 'completed') return []
  const agrees =
    row.signedAmount === null
      ? compare(absolute(cash), decimal(row.totalAmount)) === 0
      : compare(cash, decimal(row.signedAmount)) === 0
  if (agrees) return []
  return [
    {
      kind: 'row-amount',
      record: 'ledger row',
      row: row.code,
      reportedBy: 'the ledger',
      here: `${toText(cash)} USDC: realised less fee of trade ${trade.code}`,
      there: `${row.signedAmount ?? row.totalAmount} USDC`,
    },
  ]
}

function tradesAndRows({ trades, rows, tradesAfter, rowsAfter }: Records): Difference[] {
  const rowsByCode = new Map(
    rows.flatMap((row) => (OF_TRADES.has(row.transactionType) ? [[row.code, row] as const] : [])),
  )
  const found: Difference[] = []
  const known = new Set<string>()
  for (const trade of trades) {
    known.add(trade.code)
    const row = rowsByCode.get(trade.code)
    if (row) found.push(...amountOf(trade, row))
    else if (isAfter(trade.createdAt, rowsAfter))
      found.push({
        kind: 'trade-row',
        record: 'trade',
        row: trade.code,
        reportedBy: 'the ledger',
        here: `${trade.side ?? trade.type} ${trade.amount ?? '?'} ${shownCode(trade.symbol)}`,
        there: 'no ledger row with this code',
      })
  }
  for (const row of rowsByCode.values())
    if (!known.has(row.code) && row.status === 'completed' && isAfter(row.createdAt, tradesAfter))
      found.push({
        kind: 'row-trade',
        record: 'ledger row',
        row: row.code,
        reportedBy: 'the ledger',
        here: 'no trade with this code',
        there: `${row.transactionType} of ${row.signedAmount ?? row.totalAmount} ${assetOf(row)}`,
      })
  return found
}

function balance({ cash: { derived, reported }, twice }: Records): Difference[] {
  const found: Difference[] = twice.map(({ row, first }) => ({
    kind: 'row-amount',
    record: 'ledger row',
    row: row.code,
    reportedBy: 'the newer report',
    here: `${first} ${assetOf(row)}, as first reported`,
    there: `${row.totalAmount} ${assetOf(row)}`,
  }))
  if (derived !== null && reported !== null && compare(decimal(derived), decimal(reported.amount)) !== 0)
    found.push({
      kind: 'cash',
      record: 'ledger row',
      row: reported.code,
      reportedBy: 'the stream, with this movement',
      here: `${derived} USDC: the sum of the ledger`,
      there: `balance ${reported.amount} USDC`,
    })
  return found
}

function states({ orders, stillListed }: Records): Difference[] {
  const byId = new Map(orders.map((order) => [order.referenceId, order]))
  return stillListed.flatMap((report): Difference[] => {
    const order = byId.get(report.referenceId)
    if (!order || isLive(order)) return []
    return [
      {
        kind: 'two-states',
        record: 'order',
        row: report.referenceId,
        reportedBy: 'the list of open orders',
        here: order.status ?? order.phase,
        there: report.status,
      },
    ]
  })
}

/** Every difference within one customer's records; empty where the records agree. */
export const compareRecords = (records: Records): Difference[] => [
  ...states(records),
  ...fills(records),
  ...positions(records),
  ...tradesAndRows(records),
  ...balance(records),
]
