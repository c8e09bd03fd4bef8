/** Whether one customer's records agree with each other: orders, trades, ledger and cash (docs/reliability.md#who-may-trade-when). Pure; decides nothing. */

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
import type { LedgerRow } from './ledger.ts'
import type { Position } from './position.ts'
import { customerCode, epochMs, signOfSide, type Symbol } from '../scalars.ts'
import { tradeQuote, type Trade } from '../trade.ts'

/**
 * `fill` trades naming an order do not add up to what it filled · `position` trades do not make the position, or one of them lacks what
 * a position is made of · `trade-row` a trade without its ledger row · `row-trade` a ledger row of a trade without the trade ·
 * `row-amount` one movement with two amounts · `cash` the balance told is not the sum of the ledger · `two-states` one order in two.
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
  of: z.enum(['order', 'trade', 'ledger row', 'position']),
  /** The exact record: a reference id, a code, or the instrument of a position. */
  row: z.string(),
  /** Who told the value there. */
  toldBy: z.string(),
  /** What this desk makes of its own records. */
  here: z.string(),
  /** What was told. */
  there: z.string(),
})
export type Difference = z.infer<typeof difference>

/** A difference that stood in two looks; `since` is the core's wall clock at the first. */
export const discrepancy = difference.extend({ since: epochMs })
export type Discrepancy = z.infer<typeof discrepancy>

/** How far one customer's records are read and agree. */
export const customerTie = z.strictObject({
  customerCode,
  /** `reading`: not compared since they were last read back · `ties` · `differs`. */
  state: z.enum(['reading', 'ties', 'differs']),
  /** Whether new orders may be sent for the customer; cancelling and trading out always may. */
  open: z.boolean(),
  /** Why it is not open, or what is being waited for; one sentence. */
  why: z.string().nullable(),
  /** Core's wall clock: since when in this state, and of the last comparison. */
  since: epochMs,
  comparedAt: epochMs.nullable(),
  /** How many records the last comparison held against each other. */
  compared: z.strictObject({
    orders: z.number().int(),
    trades: z.number().int(),
    rows: z.number().int(),
  }),
  discrepancies: z.array(discrepancy),
})
export type CustomerTie = z.infer<typeof customerTie>

/** Everything known of one customer. */
export interface Records {
  readonly orders: readonly Order[]
  readonly trades: readonly Trade[]
  /** With the signs that their words have come to mean. */
  readonly rows: readonly LedgerRow[]
  readonly positions: readonly Position[]
  /** Trades and ledger are known from after this time, ms; null: from the first record. */
  readonly tradesAfter: number | null
  readonly rowsAfter: number | null
  readonly cash: {
    /** USDC: sum of the whole ledger; null while it is not known whole or a row has no sign. */
    readonly derived: string | null
    /** The balance of the newest movement that the stream told, and the code of that movement. */
    readonly told: { readonly amount: string; readonly code: string } | null
  }
  /** Movements that were told with two amounts: the row as it stands, and the amount told first. */
  readonly twice: readonly { readonly row: LedgerRow; readonly first: string }[]
  /** Orders that the venue's list showed as open although they are over here. */
  readonly stillListed: readonly OrderReport[]
}

const same = (a: Difference, b: Difference): boolean => a.kind === b.kind && a.row === b.row && a.of === b.of

/** Differences of `now` that `before` had too: what was only on its way has arrived meanwhile. */
export const persisting = (before: readonly Difference[], now: readonly Difference[]): Difference[] =>
  now.filter((one) => before.some((other) => same(one, other)))

/** The same differences with the time at which each was first seen; `at` for the new ones. */
export const dated = (known: readonly Discrepancy[], now: readonly Difference[], at: number): Discrepancy[] =>
  now.map((one) => ({ ...one, since: known.find((of) => same(of, one))?.since ?? at }))

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

function group<K, T>(list: readonly T[], keyOf: (of: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of list) {
    const known = groups.get(keyOf(one))
    if (known) known.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

function fills({ orders, trades, tradesAfter }: Records): Difference[] {
  const ofOrders = group(trades, (of) => of.referenceId)
  // Where a trade names no order or no amount, nothing can be said of the orders of its instrument.
  const unnamed = new Set<Symbol>()
  for (const of of trades)
    if (of.type === 'trade' && (of.referenceId === null || of.amount === null)) unnamed.add(of.symbol)
  return orders.flatMap((order) => {
    if (unnamed.has(order.symbol) || !isAfter(order.createdAt, tradesAfter)) return []
    const own = ofOrders.get(order.referenceId) ?? []
    const sum = sumOf(own)
    if (compare(sum, decimal(order.filledAmount)) === 0) return []
    return [
      {
        kind: 'fill' as const,
        of: 'order' as const,
        row: order.referenceId,
        toldBy: 'the order',
        here:
          own.length === 0 ? 'no trade names it' : `${toText(sum)} in ${own.length} trades: ${codes(own)}`,
        there: `filled ${order.filledAmount} (${order.status ?? order.phase})`,
      },
    ]
  })
}

const missingOf = (of: Trade): string =>
  [of.side === null ? 'side' : '', of.amount === null ? 'amount' : '', tradeQuote(of) === null ? 'price' : '']
    .filter((word) => word !== '')
    .join(', ')

function positions({ trades, positions: held, tradesAfter }: Records): Difference[] {
  // Before the first trade is read no position is known, and none is claimed.
  if (tradesAfter !== null) return []
  const bySymbol = group(trades, (of) => of.symbol)
  return held.flatMap((position): Difference[] => {
    const own = bySymbol.get(position.symbol) ?? []
    const lacking = own.filter((of) => missingOf(of) !== '')
    if (lacking.length > 0)
      return lacking.map((of) => ({
        kind: 'position',
        of: 'trade',
        row: of.code,
        toldBy: 'the venue',
        here: `the position in ${of.symbol} is not known`,
        there: `${of.type} without ${missingOf(of)}`,
      }))
    let size = ZERO
    for (const of of own)
      if (of.side !== null && of.amount !== null) {
        const amount = decimal(of.amount)
        size = add(size, signOfSide(of.side) > 0 ? amount : negate(amount))
      }
    if (compare(size, decimal(position.size)) === 0) return []
    return [
      {
        kind: 'position',
        of: 'position',
        row: position.symbol,
        toldBy: 'its trades',
        here: position.size,
        there: `${toText(size)} in ${own.length} trades`,
      },
    ]
  })
}

/** The cash that a trade moves: realised PnL less fee (docs/api.md#2.ledger.net). */
function cashOf(trade: Trade, row: LedgerRow): Decimal | null {
  const realised = trade.realisedPnl ?? row.realisedPnl
  return realised === null || trade.fee === null ? null : subtract(decimal(realised), decimal(trade.fee))
}

function amountOf(trade: Trade, row: LedgerRow): Difference[] {
  const cash = cashOf(trade, row)
  if (cash === null || row.status !== 'completed') return []
  const agrees =
    row.signedAmount === null
      ? compare(absolute(cash), decimal(row.totalAmount)) === 0
      : compare(cash, decimal(row.signedAmount)) === 0
  if (agrees) return []
  return [
    {
      kind: 'row-amount',
      of: 'ledger row',
      row: row.code,
      toldBy: 'the ledger',
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
        of: 'trade',
        row: trade.code,
        toldBy: 'the ledger',
        here: `${trade.side ?? trade.type} ${trade.amount ?? '?'} ${trade.symbol}`,
        there: 'no ledger row with this code',
      })
  }
  for (const row of rowsByCode.values())
    if (!known.has(row.code) && row.status === 'completed' && isAfter(row.createdAt, tradesAfter))
      found.push({
        kind: 'row-trade',
        of: 'ledger row',
        row: row.code,
        toldBy: 'the ledger',
        here: 'no trade with this code',
        there: `${row.transactionType} of ${row.signedAmount ?? row.totalAmount} USDC`,
      })
  return found
}

function balance({ cash: { derived, told }, twice }: Records): Difference[] {
  const found: Difference[] = twice.map(({ row, first }) => ({
    kind: 'row-amount',
    of: 'ledger row',
    row: row.code,
    toldBy: 'the newer telling',
    here: `${first} USDC, as it was told first`,
    there: `${row.totalAmount} USDC`,
  }))
  if (derived !== null && told !== null && compare(decimal(derived), decimal(told.amount)) !== 0)
    found.push({
      kind: 'cash',
      of: 'ledger row',
      row: told.code,
      toldBy: 'the stream, with this movement',
      here: `${derived} USDC: the sum of the ledger`,
      there: `balance ${told.amount} USDC`,
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
        of: 'order',
        row: report.referenceId,
        toldBy: 'the list of open orders',
        here: order.status ?? order.phase,
        there: report.status,
      },
    ]
  })
}

/** Everything in one customer's records that does not agree; empty where they tie out. */
export const compareRecords = (of: Records): Difference[] => [
  ...states(of),
  ...fills(of),
  ...positions(of),
  ...tradesAndRows(of),
  ...balance(of),
]
