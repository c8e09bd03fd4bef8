/** Declares what the core needs from outside: broker, market data, vault, settings, journal. Interfaces only: adapters implement them, and compose.ts passes them in. */

import type { EpochMs } from '../../shared/base/clock.ts'
import type { DecimalText } from '../../shared/base/decimal.ts'
import type { Result } from '../../shared/base/result.ts'
import type { Unread } from '../../shared/broker/fields.ts'
import type { InstrumentFilter, LedgerQuery, TradesQuery } from '../../shared/broker/requests.ts'
import type { PrivateChannel } from '../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { ReplayStatus } from '../../shared/contract/replay.ts'
import type { Connection, LinkState, StreamLink } from '../../shared/contract/status.ts'
import type { BookFrame } from '../../shared/domain/book/bookFrame.ts'
import type { BookWalk, WalkSize } from '../../shared/domain/book/bookWalk.ts'
import type { Candle, CandleNews, CandlePage, Interval } from '../../shared/domain/candles/candle.ts'
import type { KnownRange } from '../../shared/domain/candles/candleCoverage.ts'
import type { FeeProfileItem } from '../../shared/domain/accounts/fees.ts'
import type { Instrument, Ticker } from '../../shared/domain/instrument.ts'
import type { JournalEntry } from '../../shared/domain/journalEntry.ts'
import type { LedgerRow, TransferRequest } from '../../shared/domain/accounts/ledger.ts'
import type { MarginProfile } from '../../shared/domain/accounts/margin.ts'
import type { StoredNotice } from '../../shared/domain/notice.ts'
import type { OrderChanges, OrderDraft, OrderReport } from '../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Side, Symbol } from '../../shared/domain/scalars.ts'
import type { MarketTrade, SalesTrade } from '../../shared/domain/marketTrade.ts'
import type { Trade } from '../../shared/domain/trade.ts'
import type { Webhook, WebhookPage } from '../../shared/domain/webhook.ts'

/** An Ed25519 key pair of the broker account (docs/api.md#gap.6). */
export interface SigningKey {
  readonly publicKey: string
  readonly privateKeyPem: string
}

export interface Credentials {
  readonly username: string
  readonly password: string
  /** For profiles with `auth` signed or both. */
  readonly signingKey?: SigningKey | null
}

export interface SignInFailure {
  readonly kind: 'bad-credentials' | 'not-verified' | 'unreachable' | 'unreadable'
  /** The venue's code when it gave one. */
  readonly code: string | null
  /** One sentence for the dealer. */
  readonly message: string
}

/** Why a read failed. A read may be repeated. */
export interface ReadFailure {
  readonly kind: 'refused' | 'unauthorized' | 'unreachable' | 'unreadable'
  readonly code: string | null
  readonly message: string
  /** The venue has no such resource at all. A 404 with a code is different: it may mean an unknown customer. */
  readonly absent?: true
}

/** A list, as far as the venue showed it. */
export interface Listed<T> {
  readonly items: readonly T[]
  /** Why the list may hold more items, as a clause without a full stop; null where the venue showed the end of the list. */
  readonly missing: string | null
}

/**
 * The outcome of a request that moves orders or money. Only `refused` proves that the request had no effect
 * at the venue, and only `not-sent` that it never left. The adapter never sends a request again.
 */
export type SendOutcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'not-sent'; readonly message: string }
  /** `contradiction`: where the answer contradicts the request, as a clause without a full stop; left out where it does not. */
  | { readonly kind: 'unknown'; readonly message: string; readonly contradiction?: string }

/** A completed or canceled movement from `balance-changes`, with the end balance where the event had one. */
export interface BalanceChange {
  readonly row: LedgerRow
  readonly balance: DecimalText | null
  readonly balanceAsOf: EpochMs | null
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Pass as `before` for the next, older page; null where this was the last. */
  readonly next: string | null
}

/** A page of market trades, newest first. */
export interface MarketTradesPage extends Page<MarketTrade> {
  /** Every row of the page could be read. */
  readonly isWhole: boolean
}

/** A page of a list that must be read to its first record, with what it proves about older rows. Stays in this process. */
export interface HistoryPage<T> extends Page<T> {
  /** Rows of this page that could not be read; 0 when left out. */
  readonly unreadable?: number
  /** Why the list must hold more than `known` rows, as a clause without a full stop. Null or left out: nothing shows more. */
  readonly behind?: (known: number) => string | null
  /** Why the page as a whole cannot be trusted (errors, a part only), as a clause without a full stop. Null or left out: it can. */
  readonly fault?: string | null
}

export type { InstrumentFilter, LedgerQuery, OrderReport, TradesQuery }

export type WebhookRegistration = Pick<Webhook, 'url' | 'includeAllEvents' | 'eventTypes'>

/** Receives the news of private streams and session, in order of arrival. */
export interface BrokerListener {
  order(report: OrderReport): void
  trade(trade: Trade): void
  balanceChange(change: BalanceChange): void
  /** A private channel delivers again after a gap, so its records must be read back. Called before `channel` reports the channel live. */
  resumed(channel: PrivateChannel): void
  /** A private channel changed its state, reported in the same turn. `why`: a sentence where it is not live. */
  channel(name: PrivateChannel, state: LinkState, why: string | null): void
  /** REST, private channels, clock or token changed. */
  connection(state: Connection): void
  /** A frame could not be read, or an answer holds a fact for the dealer: one sentence. The session continues. */
  unreadable(sentence: string): void
  /** A record or a field could not be read. The session continues. */
  unread(record: Unread): void
  /**
   * A trade of a list or of the private channels could not be read. `customer`: null where the trade names none. `why`: a clause without a
   * full stop.
   */
  tradeLost(customer: CustomerCode | null, why: string): void
  /** The venue ended the session, and signing in again failed: the dealer must act. */
  signedOff(why: SignInFailure): void
}

/** A request that is about to be sent. */
export interface OutgoingRequest {
  readonly method: string
  /** Under the venue's `restUrl`. */
  readonly path: string
  /** SHA-256 of the body in hex; null without a body. */
  readonly bodyHash: string | null
  /** The signature's nonce; null for a request with a token. */
  readonly nonce: string | null
  /** The venue's time in ms after which the venue refuses the request for its age; null for a request that does not age. */
  readonly validUntil: EpochMs | null
}

/** Called once, right before the first byte. The request is sent only after ok; otherwise it is `not-sent`, with the sentence of the failure. */
export type DispatchGate = (what: OutgoingRequest) => Promise<Result<null, string>>

/** One signed-in session with a venue. Logs in again before the token ends, and once after a 401 of a read. Never repeats a mutation. */
export interface Broker {
  signIn(credentials: Credentials): Promise<Result<null, SignInFailure>>
  /** Opens the private streams; call after `signIn`. */
  listen(listener: BrokerListener): void
  close(): void

  instruments(filter?: InstrumentFilter): Promise<Result<readonly Instrument[], ReadFailure>>
  tickers(): Promise<Result<readonly Ticker[], ReadFailure>>
  /** `freshConnection`: uses a connection of its own, which is closed afterwards, so that the next look-up reaches the venue anew. */
  order(
    customer: CustomerCode,
    id: ReferenceId,
    how?: { readonly freshConnection: boolean },
  ): Promise<Result<OrderReport, ReadFailure>>
  /** Reads every page of the list. A list that breaks off returns what was read, with the reason why it is not whole. */
  openOrders(customer: CustomerCode): Promise<Result<Listed<OrderReport>, ReadFailure>>
  /**
   * Broker-wide unless a customer is given; newest first. An oldest-first list has no next page, because cursors go back in time: move `from`
   * forward instead. A cursor is valid only for the query that returned it.
   */
  trades(query: TradesQuery): Promise<Result<HistoryPage<Trade>, ReadFailure>>
  trade(customer: CustomerCode, code: string): Promise<Result<Trade, ReadFailure>>
  /** Newest first. Includes rows of other statuses where the venue profile has no status filter. */
  ledger(query: LedgerQuery): Promise<Result<HistoryPage<LedgerRow>, ReadFailure>>
  marginProfile(customer: CustomerCode): Promise<Result<MarginProfile, ReadFailure>>
  feeProfile(customer: CustomerCode): Promise<Result<readonly FeeProfileItem[], ReadFailure>>

  /** Public prints of an instrument, newest first (docs/api.md#gap.28). */
  marketTrades(symbol: Symbol, before?: string): Promise<Result<MarketTradesPage, ReadFailure>>

  /** The venue's time now in ms, never later than the true time; null while it is unknown. */
  venueTime(): { readonly earliest: EpochMs } | null

  createOrder(
    id: ReferenceId,
    draft: OrderDraft,
    dispatchGate: DispatchGate,
  ): Promise<SendOutcome<OrderReport>>
  cancelOrder(customer: CustomerCode, id: ReferenceId, dispatchGate: DispatchGate): Promise<SendOutcome<null>>
  amendOrder(
    customer: CustomerCode,
    id: ReferenceId,
    changes: OrderChanges,
    dispatchGate: DispatchGate,
  ): Promise<SendOutcome<OrderReport>>
  transfer(request: TransferRequest, dispatchGate: DispatchGate): Promise<SendOutcome<LedgerRow>>
  /** Both fees in bps; `symbol` null writes every instrument. Returns the items that the venue says it wrote. */
  writeFeeProfile(
    customer: CustomerCode,
    symbol: Symbol | null,
    makerFee: DecimalText,
    takerFee: DecimalText,
    dispatchGate: DispatchGate,
  ): Promise<SendOutcome<readonly FeeProfileItem[]>>

  /** `page` counts from 1. */
  webhooks(page: number): Promise<Result<WebhookPage, ReadFailure>>
  registerWebhook(
    registration: WebhookRegistration,
    dispatchGate: DispatchGate,
  ): Promise<SendOutcome<Webhook>>
  removeWebhook(id: string, dispatchGate: DispatchGate): Promise<SendOutcome<null>>
  /**
   * Whether a delivery was signed with the private half of `publicKey` (docs/api.md#gap.27). Sends nothing. Fails with one sentence where key
   * or signature cannot be read.
   */
  verifyDelivery(publicKey: string, body: string, signature: string): Result<boolean, string>
}

export type OpenBroker = (profile: VenueProfile) => Broker

/** A feed that produces the next value only on request (C4). */
export interface PacedFeed {
  ready(): void
  close(): void
}

/** Newest public prices of one instrument, from the streams. */
export interface Top {
  readonly symbol: Symbol
  readonly bestBid: DecimalText | null
  readonly bestAsk: DecimalText | null
  /** When the newest change of the book was received; 0 before the first. A trade does not move this time. */
  readonly bookAt: EpochMs
  readonly lastPrice: DecimalText | null
  /** The venue's time of the last trade; null before the first. */
  readonly lastAt: EpochMs | null
  /** When the last trade was received; null before the first. */
  readonly lastReceivedAt: EpochMs | null
  /** When the newest of these values was received. */
  readonly receivedAt: EpochMs
}

export interface MarketListener {
  /** At most ten times a second; only changed prices. */
  tops(changed: readonly Top[]): void
  /** All public channels, after a change of one. */
  links(all: readonly StreamLink[]): void
  /** The smallest price and amount steps seen so far, after one became known or finer (docs/api.md#gap.23). */
  steps(symbol: Symbol, tickSize: DecimalText, lotSize: DecimalText): void
  unreadable(sentence: string): void
}

/** Public market data on its own sockets and thread. */
export interface Market {
  listen(listener: MarketListener): void
  /** Subscribes to the trades (candles, last prices) and books (best quotes) of these instruments. */
  follow(symbols: readonly Symbol[]): void
  /** The first frame comes by itself; each next frame after `ready()`, once there is news. */
  book(key: { symbol: Symbol; grouping: number; rows: number }, frame: (frame: BookFrame) => void): PacedFeed
  marketTrades(
    symbol: Symbol,
    on: { snapshot(newest: readonly SalesTrade[]): void; delta(more: readonly SalesTrade[]): void },
  ): PacedFeed
  candles(
    key: { symbol: Symbol; interval: Interval },
    on: { snapshot(newest: CandleNews): void; delta(changed: CandleNews): void },
  ): PacedFeed
  /** Reads stored candles beyond those of the feed. */
  readCandles(symbol: Symbol, query: CandleQuery): Promise<CandlePage>
  /** The part of the book that a market order of this size would take now; null without a live book. */
  walk(symbol: Symbol, side: Side, size: WalkSize): Promise<BookWalk | null>
  state(): LinkState
  close(): void
}

/** `venueId`: the id under which the venue's candles are stored. */
export type OpenMarket = (profile: VenueProfile, venueId: string) => Market

/** Names the candles of one instrument at one venue. */
export interface SeriesName {
  /** A venue's id: the same in every run. */
  readonly venue: string
  readonly symbol: Symbol
}

/** Candles next to a time: the newest `count` that open before `before`, or, where `after` is given, the oldest `count` that open after it. */
export interface CandleQuery {
  readonly interval: Interval
  readonly before: EpochMs
  readonly after: EpochMs | null
  readonly count: number
}

export interface CandlesToKeep {
  /** Oldest first. `length` in ms: a minute or shorter. `whole`: the candle has every trade of its time. */
  readonly candles: readonly { readonly length: number; readonly whole: boolean; readonly candle: Candle }[]
  readonly known: readonly KnownRange[]
}

/** The stored candles from which a start continues: whole minutes, oldest first, and the ranges of time that are known. */
export interface StoredCandles {
  readonly minutes: readonly Candle[]
  readonly known: readonly KnownRange[]
}

/** Stores candles across runs. Never rejects: a history that failed stores nothing and returns empty answers. */
export interface CandleHistory {
  keep(series: SeriesName, news: CandlesToKeep): void
  newest(series: SeriesName): Promise<StoredCandles>
  read(series: SeriesName, query: CandleQuery): Promise<CandlePage>
}

/** The keychain of the operating system: the only place where secrets are stored. */
export interface Vault {
  status(): Promise<{ available: boolean; message: string | null }>
  save(venueId: string, credentials: Credentials): Promise<Result<null, string>>
  load(venueId: string): Promise<Result<Credentials | null, string>>
  forget(venueId: string): Promise<Result<null, string>>
}

/** Named pieces of JSON text on disk; never a secret. */
export interface Settings {
  /** By name, in the order in which they were saved: the newest is last. */
  all(): Readonly<Record<string, string>>
  /** Fails with one sentence (disk full, folder read-only); the value stays in memory for this run. */
  save(name: string, value: string): Result<null, string>
  /** Deletes a setting; fails as `save` does. */
  remove(name: string): Result<null, string>
}

/** Asks the dealer where to save a file of a window, and writes it. `content` is text, or base64 for a picture. Fails with one sentence. */
export type SaveFile = (file: {
  readonly name: string
  readonly kind: 'csv' | 'png' | 'json'
  readonly content: string
}) => Promise<Result<'saved' | 'given-up', string>>

/** A venue that the dealer can sign in to. */
export interface Venue {
  readonly id: string
  readonly profile: VenueProfile
  /** The credentials of the built-in paper broker in this run; null for every other venue. */
  readonly builtIn: Credentials | null
  /** Set for a venue whose own process starts at sign-in. Resolves with the venue's address and credentials, or fails with one sentence. */
  readonly start?: () => Promise<Result<Venue, string>>
  /** Set where the venue plays a recording of a session or of a market. */
  readonly replay?: ReplayStatus
  /** The sample customers that the built-in paper broker comes with, by name; no other venue has any. */
  readonly sampleCustomers?: ReadonlyMap<CustomerCode, string>
}

/** The order journal: its entries survive a crash, and any later change of them is detected (docs/reliability.md#the-order-journal). */
export interface Journal {
  /** The entries of the newest segment at start, oldest first. They begin with the state carried over from earlier segments. */
  readonly recovered: readonly JournalEntry[]
  /** Whether `recovered` holds every entry of that segment. If not, an order that is not in `recovered` may be this desk's own. */
  readonly isRecoveredWhole: boolean
  /** Why the journal cannot be used, what that means for orders, and what to do; null while it can. One failure ends it for this run. */
  readonly problem: string | null
  /** Appends entries in this order. ok: all are on disk (fdatasync). Calls made meanwhile share one sync. */
  write(entries: readonly JournalEntry[]): Promise<Result<null, string>>
  /** Every entry of all runs that contains a text (a reference id), oldest first. Fails with one sentence. */
  mentioning(text: string): Promise<Result<readonly JournalEntry[], string>>
  /** `entries` is called when a new segment begins. It returns the state that the new segment must hold without the older ones. */
  carry(entries: () => readonly JournalEntry[]): void
}

/** Notices stored across runs. Never fails here: the code that opened the archive reports a failing disk. */
export interface NoticeArchive {
  /** The notices of earlier runs. The notices that changed last are at the end. */
  readonly stored: {
    readonly notices: readonly StoredNotice[]
    /** By account: the venue's time through which trades and ledger were reported, ms. */
    readonly seenThrough: ReadonlyMap<string, EpochMs>
  }
  /** Stores the whole change or, where the process ends in between, nothing. `drop`: ids. */
  save(change: {
    readonly put: readonly StoredNotice[]
    readonly drop: readonly number[]
    readonly seenThrough: readonly (readonly [account: string, at: EpochMs])[]
  }): void
}

/** The fields of a log line: a closed list, so that no request, header, error object or secret can get in. */
export interface LogFields {
  readonly venueId?: string
  readonly customerCode?: string
  readonly referenceId?: string
  readonly symbol?: string
  /** The venue's error code, or a process's exit code. */
  readonly code?: string
  readonly phase?: string
  readonly count?: number
  /** A sentence of Openpit, never a body or a header. */
  readonly sentence?: string
}

export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
