/** The one list of what may cross between core and window (C1). Types come from the schemas; no secret is ever a reply or a topic (C6). */

import { z } from 'zod'
import { isBookFrame, MAX_ROWS, type BookFrame } from '../domain/bookFrame.ts'
import { candle, interval, type Candle } from '../domain/candle.ts'
import { customer } from '../domain/customer.ts'
import { feeProfileItem } from '../domain/fees.ts'
import { instrument, ticker, type Ticker } from '../domain/instrument.ts'
import { balance, ledgerRow, transferRequest, type Balance } from '../domain/ledger.ts'
import { marginProfile } from '../domain/margin.ts'
import { order, orderDraft } from '../domain/order.ts'
import { position, positionKey, type Position } from '../domain/position.ts'
import { marketTrade, trade, type MarketTrade } from '../domain/trade.ts'
import { customerCode, referenceId, side, symbol } from '../domain/text.ts'
import { command, topic, type Command, type Topic } from './define.ts'
import { connection, notice, session } from './status.ts'

/** Raised with every change that an older window could not read. */
export const CONTRACT_VERSION = 1

const nothing = z.null()
const done = z.strictObject({})
/** Minted when a ticket opens; the same id never sends twice. */
const intentId = z.string().regex(/^[a-zA-Z0-9_-]{8,40}$/)
const customerKey = z.strictObject({ customerCode })
const book = z.custom<BookFrame>(isBookFrame, { error: 'must be a book frame' })

/** Newer records replace older ones with the same key; order of first arrival is kept. */
const mergeBy =
  <T>(keyOf: (of: T) => string) =>
  (pending: T[], delta: T[]): T[] => [
    ...new Map([...pending, ...delta].map((of) => [keyOf(of), of])).values(),
  ]

/** Market trades a window may have waiting; older ones are left out. */
export const MARKET_TRADES_KEPT = 500

export const commands = {
  'session.signIn': command({
    request: z.strictObject({
      venueId: z.string().max(100),
      /** Null: use the built-in or stored credentials. */
      username: z.string().max(200).nullable(),
      password: z.string().max(1000).nullable(),
      /** `keychain`: keep for next time · `run`: forget when the terminal closes. */
      keep: z.enum(['keychain', 'run']),
    }),
    reply: done,
    scope: 'desktop',
  }),
  'session.signOut': command({ request: done, reply: done, scope: 'desktop' }),
  'session.forget': command({
    request: z.strictObject({ venueId: z.string().max(100) }),
    reply: done,
    scope: 'desktop',
  }),
  /** Answers "accepted by the desk" (C7); what became of it arrives on `orders`. */
  'order.submit': command({
    request: z.strictObject({ intentId, draft: orderDraft }),
    reply: z.strictObject({ referenceId }),
    scope: 'trade',
  }),
  'order.cancel': command({
    request: z.strictObject({ customerCode, referenceId }),
    reply: done,
    scope: 'trade',
  }),
  'order.cancelAll': command({
    request: z.strictObject({ customerCode, symbol: symbol.nullable(), side: side.nullable() }),
    /** How many cancels were sent out. */
    reply: z.strictObject({ count: z.number().int() }),
    scope: 'trade',
  }),
  /** Asks the venue about one order now. */
  'order.lookUp': command({
    request: z.strictObject({ customerCode, referenceId }),
    reply: done,
    scope: 'read',
  }),
  /** Cancels the customer's orders of the instrument, then sends one market order against the derived position. */
  'position.flatten': command({
    request: z.strictObject({ intentId, customerCode, symbol }),
    reply: z.strictObject({ referenceId }),
    scope: 'trade',
  }),
  'transfer.submit': command({
    request: z.strictObject({ intentId, transfer: transferRequest }),
    reply: z.strictObject({ code: z.string() }),
    scope: 'trade',
  }),
  'customer.save': command({ request: z.strictObject({ customer }), reply: done, scope: 'desktop' }),
  'customer.remove': command({ request: customerKey, reply: done, scope: 'desktop' }),
  'marginProfile.read': command({ request: customerKey, reply: marginProfile, scope: 'read' }),
  'feeProfile.read': command({ request: customerKey, reply: z.array(feeProfileItem), scope: 'read' }),
  /** Saves one of the window's own settings (layout, size presets, …); JSON text of at most 256 kB. */
  'setting.save': command({
    request: z.strictObject({ name: z.string().regex(/^[a-zA-Z.]{1,60}$/), value: z.string().max(262_144) }),
    reply: done,
    scope: 'desktop',
  }),
} as const satisfies Record<string, Command>

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
    delivery: { kind: 'merge', merge: mergeBy((of: Ticker) => of.symbol) },
    credit: 'paint',
  }),
  customers: topic({
    key: nothing,
    snapshot: z.array(customer),
    delta: z.array(customer),
    delivery: { kind: 'latest' },
    credit: 'receipt',
  }),
  /** Newest last. A delta is orders to put in place by customer and reference id. */
  orders: topic({
    key: nothing,
    snapshot: z.array(order),
    delta: z.array(order),
    delivery: { kind: 'every', limit: 5_000 },
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
    delivery: { kind: 'merge', merge: mergeBy((of: Position) => positionKey(of.customerCode, of.symbol)) },
    credit: 'receipt',
  }),
  balances: topic({
    key: nothing,
    snapshot: z.array(balance),
    delta: z.array(balance),
    delivery: { kind: 'merge', merge: mergeBy((of: Balance) => of.customerCode) },
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
  /** Public prints, newest last. */
  marketTrades: topic({
    key: z.strictObject({ symbol }),
    snapshot: z.array(marketTrade),
    delta: z.array(marketTrade),
    delivery: {
      kind: 'merge',
      merge: (pending: MarketTrade[], delta: MarketTrade[]) =>
        [...pending, ...delta].slice(-MARKET_TRADES_KEPT),
    },
    credit: 'paint',
  }),
  /** Oldest first; a delta holds the candles that changed or began. */
  candles: topic({
    key: z.strictObject({ symbol, interval }),
    snapshot: z.array(candle),
    delta: z.array(candle),
    delivery: { kind: 'merge', merge: mergeBy((of: Candle) => String(of.openTime)) },
    credit: 'paint',
  }),
  notices: topic({
    key: nothing,
    snapshot: z.array(notice),
    delta: z.array(notice),
    delivery: { kind: 'every', limit: 1_000 },
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

export type Commands = typeof commands
export type CommandName = keyof Commands
export type Request<C extends CommandName> = z.infer<Commands[C]['request']>
export type Reply<C extends CommandName> = z.infer<Commands[C]['reply']>

export type Topics = typeof topics
export type TopicName = keyof Topics
export type Key<T extends TopicName> = z.infer<Topics[T]['key']>
export type Snapshot<T extends TopicName> = z.infer<Topics[T]['snapshot']>
export type Delta<T extends TopicName> = z.infer<Topics[T]['delta']>
