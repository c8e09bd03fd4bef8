/** Every topic that a window may follow, with its key, its snapshot and its deltas. No secret is ever on a topic (C6). */

import { z } from 'zod'
import { alertList } from '../domain/alerts/alertRule.ts'
import { blockRecord, type BlockRecord } from '../domain/block/blockRecord.ts'
import { isBookFrame, MAX_ROWS, type BookFrame } from '../domain/book/bookFrame.ts'
import { candleNews, interval, type Candle, type CandleNews } from '../domain/candles/candle.ts'
import { listedCustomer } from '../domain/accounts/customer.ts'
import { cashSums, type CashSums } from '../domain/accounts/cashSums.ts'
import { dealtRequests } from '../domain/dealers/dealtRequests.ts'
import { customerFees, type CustomerFees } from '../domain/accounts/fees.ts'
import { approvals } from '../domain/fourEyes/approval.ts'
import { health } from '../domain/health/health.ts'
import { haltState } from '../domain/orders/halt.ts'
import { instrument, ticker, type Ticker } from '../domain/instrument.ts'
import { balance, ledgerRow, type Balance } from '../domain/accounts/ledger.ts'
import { limitsInForce } from '../domain/limits/limits.ts'
import { notice } from '../domain/notice.ts'
import { order } from '../domain/orders/order.ts'
import { customerMargin, type CustomerMargin } from '../domain/accounts/margin.ts'
import { linkValues } from '../domain/panelLinks.ts'
import { position, positionKey, type Position } from '../domain/accounts/position.ts'
import { openOrderReading, type OpenOrderReading } from '../domain/orders/openOrderReading.ts'
import {
  customerReconciliation,
  type CustomerReconciliation,
} from '../domain/accounts/reconciliationRules.ts'
import { symbol } from '../domain/scalars.ts'
import { salesTrade, type SalesTrade } from '../domain/marketTrade.ts'
import { trade } from '../domain/trade.ts'
import { venueCheckState } from '../domain/venueCheck/venueCheck.ts'
import { topic, type Topic } from './define.ts'
import { updateStatus } from '../domain/updates/updateStatus.ts'
import { connection, session, venueRead } from './status.ts'

const nothing = z.null()
const book = z.custom<BookFrame>(isBookFrame, { error: 'must be a book frame' })

/** Newer records replace older records with the same key. The order of first arrival stays. */
const mergeBy =
  <T>(keyOf: (item: T) => string) =>
  (pending: T[], delta: T[]): T[] => [
    ...new Map([...pending, ...delta].map((item) => [keyOf(item), item])).values(),
  ]

/** Market trades that may wait for a window; older trades are dropped. */
export const MARKET_TRADES_KEPT = 500

/** The most trades, and the most ledger rows, of a first snapshot: the newest. */
export const NEWEST_ROWS_SENT = 5_000

export const topics = {
  session: topic({
    key: nothing,
    snapshot: session,
    delta: session,
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  connection: topic({
    key: nothing,
    snapshot: connection,
    delta: connection,
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** The check of a venue that runs or ran last; null: none in this run. */
  venueCheck: topic({
    key: nothing,
    snapshot: venueCheckState.nullable(),
    delta: venueCheckState.nullable(),
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** Which of the venue's lists were read, and why the last reading of a list failed. */
  reads: topic({
    key: nothing,
    snapshot: z.array(venueRead),
    delta: z.array(venueRead),
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  instruments: topic({
    key: nothing,
    snapshot: z.array(instrument),
    delta: z.array(instrument),
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  tickers: topic({
    key: nothing,
    snapshot: z.array(ticker),
    delta: z.array(ticker),
    delivery: { kind: 'merge', merge: mergeBy((listed: Ticker) => listed.symbol) },
    credit: 'paint',
  }),
  customers: topic({
    key: nothing,
    snapshot: z.array(listedCustomer),
    delta: z.array(listedCustomer),
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** Halts in force, oldest first, with the progress of their cancels. */
  halts: topic({
    key: nothing,
    snapshot: z.array(haltState),
    delta: z.array(haltState),
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** Newest last. A delta holds new and changed orders, by customer and reference id. */
  orders: topic({
    key: nothing,
    snapshot: z.array(order),
    delta: z.array(order),
    delivery: { kind: 'every', limit: 5_000 },
    credit: 'receipt',
  }),
  /** Blocks, oldest first: all that are not over, and the newest of the others. What became of a requested row is on `orders`. */
  blocks: topic({
    key: nothing,
    snapshot: z.array(blockRecord),
    delta: z.array(blockRecord),
    delivery: { kind: 'merge', merge: mergeBy((block: BlockRecord) => block.blockId) },
    credit: 'receipt',
  }),
  /** Newest last; by `code`. */
  trades: topic({
    key: nothing,
    snapshot: z.array(trade),
    delta: z.array(trade),
    delivery: { kind: 'every', limit: 5_000 },
    credit: 'receipt',
  }),
  /** Newest last; by `code` and transaction type. */
  ledger: topic({
    key: nothing,
    snapshot: z.array(ledgerRow),
    delta: z.array(ledgerRow),
    delivery: { kind: 'every', limit: 5_000 },
    credit: 'receipt',
  }),
  positions: topic({
    key: nothing,
    snapshot: z.array(position),
    delta: z.array(position),
    delivery: {
      kind: 'merge',
      merge: mergeBy((held: Position) => positionKey(held.customerCode, held.symbol)),
    },
    credit: 'receipt',
  }),
  balances: topic({
    key: nothing,
    snapshot: z.array(balance),
    delta: z.array(balance),
    delivery: { kind: 'merge', merge: mergeBy((record: Balance) => record.customerCode) },
    credit: 'receipt',
  }),
  /** What the ledger adds up to beside the balance; a customer without a record has no row that is known. */
  cashSums: topic({
    key: nothing,
    snapshot: z.array(cashSums),
    delta: z.array(cashSums),
    delivery: { kind: 'merge', merge: mergeBy((record: CashSums) => record.customerCode) },
    credit: 'receipt',
  }),
  /** Which customers are reconciled, and the differences of the others. */
  reconciliation: topic({
    key: nothing,
    snapshot: z.array(customerReconciliation),
    delta: z.array(customerReconciliation),
    delivery: { kind: 'merge', merge: mergeBy((record: CustomerReconciliation) => record.customerCode) },
    credit: 'receipt',
  }),
  /** How much of each customer's list of open orders has been read; the list of a known customer without a record was never read. */
  openOrderReadings: topic({
    key: nothing,
    snapshot: z.array(openOrderReading),
    delta: z.array(openOrderReading),
    delivery: { kind: 'merge', merge: mergeBy((record: OpenOrderReading) => record.customerCode) },
    credit: 'receipt',
  }),
  /** Fees of customers that were read or written in this run. */
  fees: topic({
    key: nothing,
    snapshot: z.array(customerFees),
    delta: z.array(customerFees),
    delivery: { kind: 'merge', merge: mergeBy((record: CustomerFees) => record.customerCode) },
    credit: 'receipt',
  }),
  /** Who dealt each transfer and fee change that the journal records. Read from the journal when the first window follows. */
  dealtRequests: topic({
    key: nothing,
    snapshot: dealtRequests,
    delta: dealtRequests,
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** The last reading of each customer's margin profile; a customer without a record was not read. */
  margins: topic({
    key: nothing,
    snapshot: z.array(customerMargin),
    delta: z.array(customerMargin),
    delivery: { kind: 'merge', merge: mergeBy((record: CustomerMargin) => record.customerCode) },
    credit: 'receipt',
  }),
  /** Depth around the touch, ready to draw; each delta replaces the last. */
  book: topic({
    key: z.strictObject({
      symbol,
      /** Ticks per row. */
      grouping: z.number().int().min(1).max(100_000),
      /** Rows of each side. */
      rows: z.number().int().min(1).max(MAX_ROWS),
    }),
    snapshot: book,
    delta: book,
    delivery: { kind: 'latest' },
    credit: 'paint',
  }),
  /**
   * Public prints, newest last, each with whether prints may be missing before it. The first snapshot comes once a print is known; an empty one says
   * that the venue has none. Null: nobody is signed in, and the next prints may be of another venue.
   */
  marketTrades: topic({
    key: z.strictObject({ symbol }),
    snapshot: z.array(salesTrade).nullable(),
    delta: z.array(salesTrade),
    delivery: {
      kind: 'merge',
      merge: (pending: SalesTrade[], delta: SalesTrade[]) =>
        [...pending, ...delta].slice(-MARKET_TRADES_KEPT),
    },
    credit: 'paint',
  }),
  /** The newest candles, oldest first; a delta holds the new and changed candles, and every gap. For older candles: `candles.read`. */
  candles: topic({
    key: z.strictObject({ symbol, interval }),
    snapshot: candleNews,
    delta: candleNews,
    delivery: {
      kind: 'merge',
      merge: (pending: CandleNews, delta: CandleNews) => ({
        candles: mergeBy((candle: Candle) => String(candle.openTime))(pending.candles, delta.candles),
        gaps: delta.gaps,
      }),
    },
    credit: 'paint',
  }),
  /** Notices of the terminal and of the account in use, in order of their last change. A delta holds new and changed notices, by id. */
  notices: topic({
    key: nothing,
    snapshot: z.array(notice),
    delta: z.array(notice),
    delivery: { kind: 'every', limit: 1_000 },
    credit: 'receipt',
  }),
  /** The alerts of the desk at the venue and user in use, each with its last reading. */
  alerts: topic({
    key: nothing,
    snapshot: alertList,
    delta: alertList,
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** The health of the terminal: durations, figures, warnings. Read anew every few seconds; each delta replaces the last. */
  health: topic({
    key: nothing,
    snapshot: health,
    delta: health,
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** Updates of the installed program: channel, state, what is offered, and whether it may be installed now. */
  updates: topic({
    key: nothing,
    snapshot: updateStatus,
    delta: updateStatus,
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** The limits in force with their version and changes, and why they may be unconfirmed. */
  limits: topic({
    key: nothing,
    snapshot: limitsInForce,
    delta: limitsInForce,
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** Four eyes: the rules, the dealers who may approve, requests that wait, and the newest that ended. */
  approvals: topic({
    key: nothing,
    snapshot: approvals,
    delta: approvals,
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** The instrument of each instrument link and the customer of each customer link, the same for every window. */
  links: topic({
    key: nothing,
    snapshot: linkValues,
    delta: linkValues,
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** The window's saved settings by name; JSON text. */
  settings: topic({
    key: nothing,
    snapshot: z.record(z.string(), z.string()),
    delta: z.record(z.string(), z.string()),
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
} as const satisfies Record<string, Topic>
