/** What the core asks of the world: broker, market data, vault, settings. Interfaces only: adapters implement them, compose.ts hands them in. */

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
import type { MarketTrade, Trade } from '../../shared/domain/trade.ts'
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

/** Why a read came to nothing. Reads may be tried again. */
export interface ReadFailure {
  readonly kind: 'refused' | 'unauthorized' | 'unreachable' | 'unreadable'
  readonly code: string | null
  readonly message: string
  /** The venue has no such resource: it said so of the address, not of a record (a 404 with a code may mean an unknown customer). */
  readonly absent?: true
}

/** A list as far as the venue showed it. */
export interface Listed<T> {
  readonly items: readonly T[]
  /** Why the list may hold more than these: a clause without a full stop. Null: the venue showed its end. */
  readonly missing: string | null
}

/**
 * What became of a request that moves orders or money. Only `refused` proves that it did not happen
 * at the venue, and only `not-sent` that it never left. Nothing is sent again by the adapter.
 */
export type SendOutcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'not-sent'; readonly message: string }
  /** `contradiction`: what the answer says against the request, as a clause without a full stop; left out where it says nothing of the kind. */
  | { readonly kind: 'unknown'; readonly message: string; readonly contradiction?: string }

/** A completed or cancelled movement from `balance-changes`, with the end balance where the event had one. */
export interface BalanceChange {
  readonly row: LedgerRow
  readonly balance: DecimalText | null
  readonly balanceAsOf: EpochMs | null
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Pass as `before` for the next, older page; null when this was the last. */
  readonly next: string | null
}

/** A page of records that must be known to their first, with what it says of the rows behind it. Stays in this process. */
export interface HistoryPage<T> extends Page<T> {
  /** Rows of this page that could not be read; 0 when left out. */
  readonly unreadable?: number
  /** Why the venue shows that its list holds more than `known` rows, as a clause without a full stop; null or left out: it does not. */
  readonly behind?: (known: number) => string | null
  /** What the venue says against this page as a whole (errors, a part only), as a clause without a full stop; null or left out: nothing. */
  readonly fault?: string | null
}

export type { InstrumentFilter, LedgerQuery, OrderReport, TradesQuery }

export type WebhookRegistration = Pick<Webhook, 'url' | 'includeAllEvents' | 'eventTypes'>

/** News from the private streams and the session. Called in order of arrival. */
export interface BrokerListener {
  order(report: OrderReport): void
  trade(trade: Trade): void
  balanceChange(change: BalanceChange): void
  /** A private channel delivers again after it did not: what happened meanwhile must be read back. Comes before the channel is said to be live. */
  resumed(channel: PrivateChannel): void
  /** A private channel changed its state, said in the same turn. `why`: a sentence where it is not live. */
  channel(name: PrivateChannel, state: LinkState, why: string | null): void
  /** Rest, private channels, clock or token changed. */
  connection(state: Connection): void
  /** A frame that could not be read, or what else the dealer must know of an answer, in one sentence; the rest goes on. */
  unreadable(sentence: string): void
  /** A record or a field that could not be read; the rest goes on. */
  unread(of: Unread): void
  /**
   * A trade could not be read, of a list or of the private channels: its customer, null where it does not say whose it is. `why`: a
   * clause without a full stop.
   */
  tradeLost(customer: CustomerCode | null, why: string): void
  /** The venue took the session back and signing in again failed: the dealer must act. */
  signedOff(why: SignInFailure): void
}

/** What is about to leave. */
export interface OutgoingRequest {
  readonly method: string
  /** Under the venue's `restUrl`. */
  readonly path: string
  /** SHA-256 of the body in hex; null without a body. */
  readonly bodyHash: string | null
  /** The signature's nonce; null for a request that a token proves. */
  readonly nonce: string | null
  /** The venue's time after which it refuses the request for its age, ms; null for one that does not age. */
  readonly validUntil: EpochMs | null
}

/** Called once, right before the first byte: the request leaves only when this answers ok, and is `not-sent` with its sentence when not. */
export type DispatchGate = (what: OutgoingRequest) => Promise<Result<null, string>>

/** One signed-in session with a venue. Logs in again before the token ends and once on a 401 of a read; never repeats a mutation. */
export interface Broker {
  signIn(credentials: Credentials): Promise<Result<null, SignInFailure>>
  /** Opens the private streams; call after `signIn`. */
  listen(listener: BrokerListener): void
  close(): void

  instruments(filter?: InstrumentFilter): Promise<Result<readonly Instrument[], ReadFailure>>
  tickers(): Promise<Result<readonly Ticker[], ReadFailure>>
  /** `freshConnection`: over a connection that is closed after it, so that the next question meets the venue anew. */
  order(
    customer: CustomerCode,
    id: ReferenceId,
    how?: { readonly freshConnection: boolean },
  ): Promise<Result<OrderReport, ReadFailure>>
  /** Every page of the list. What was read of a list that breaks off comes with the reason why it is not whole. */
  openOrders(customer: CustomerCode): Promise<Result<Listed<OrderReport>, ReadFailure>>
  /**
   * Broker-wide unless a customer is given; newest first. Oldest first there is no next page: cursors go back in time, and `from` leads
   * on. A cursor is good for the query that it came from.
   */
  trades(query: TradesQuery): Promise<Result<HistoryPage<Trade>, ReadFailure>>
  trade(customer: CustomerCode, code: string): Promise<Result<Trade, ReadFailure>>
  /** Newest first. Rows of other statuses come too where the venue profile knows no status filter. */
  ledger(query: LedgerQuery): Promise<Result<HistoryPage<LedgerRow>, ReadFailure>>
  marginProfile(customer: CustomerCode): Promise<Result<MarginProfile, ReadFailure>>
  feeProfile(customer: CustomerCode): Promise<Result<readonly FeeProfileItem[], ReadFailure>>

  /** Public prints of an instrument, newest first (docs/api.md#gap.28). */
  marketTrades(symbol: Symbol, before?: string): Promise<Result<Page<MarketTrade>, ReadFailure>>

  /** The venue's time now, ms, no later than it really is; null while nothing is known of it. */
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
  /** Both fees in bps; `symbol` null writes every instrument. Answers the items that the venue says it wrote. */
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
   * Whether a delivery was signed with the private half of `publicKey` (docs/api.md#gap.27). Asks nobody; fails with one sentence when key or
   * signature cannot be read.
   */
  verifyDelivery(publicKey: string, body: string, signature: string): Result<boolean, string>
}

export type OpenBroker = (profile: VenueProfile) => Broker

/** A feed that makes the next value only when asked (C4). */
export interface PacedFeed {
  ready(): void
  close(): void
}

/** Newest public prices of one instrument, from the streams. */
export interface Top {
  readonly symbol: Symbol
  readonly bestBid: DecimalText | null
  readonly bestAsk: DecimalText | null
  readonly lastPrice: DecimalText | null
  readonly receivedAt: EpochMs
}

export interface MarketListener {
  /** At most ten a second, only what changed. */
  tops(changed: readonly Top[]): void
  /** Public channels, only when one changed. */
  links(all: readonly StreamLink[]): void
  /** Smallest price and amount steps seen so far, when one became finer or known (docs/api.md#gap.23). */
  steps(symbol: Symbol, tickSize: DecimalText, lotSize: DecimalText): void
  unreadable(sentence: string): void
}

/** Public market data on its own sockets and thread. */
export interface Market {
  listen(listener: MarketListener): void
  /** Keeps trades of these instruments flowing (candles, last prices) and their books (best quotes). */
  follow(symbols: readonly Symbol[]): void
  /** The first frame comes by itself; each next one after `ready()`, once there is news. */
  book(key: { symbol: Symbol; grouping: number; rows: number }, frame: (frame: BookFrame) => void): PacedFeed
  marketTrades(
    symbol: Symbol,
    on: { snapshot(newest: readonly MarketTrade[]): void; delta(more: readonly MarketTrade[]): void },
  ): PacedFeed
  candles(
    key: { symbol: Symbol; interval: Interval },
    on: { snapshot(newest: CandleNews): void; delta(changed: CandleNews): void },
  ): PacedFeed
  /** Candles that were kept, beyond those of the feed. */
  readCandles(symbol: Symbol, query: CandleQuery): Promise<CandlePage>
  /** What a market order of this size would meet in the book now; null without a live book. */
  walk(symbol: Symbol, side: Side, size: WalkSize): Promise<BookWalk | null>
  state(): LinkState
  close(): void
}

/** `venueId`: under which its candles are kept. */
export type OpenMarket = (profile: VenueProfile, venueId: string) => Market

/** Whose candles. */
export interface SeriesName {
  /** A venue's id: the same in every run. */
  readonly venue: string
  readonly symbol: Symbol
}

/** Candles next to a moment: the newest `count` that open before `before`, or, where `after` is given, the oldest that open after it. */
export interface CandleQuery {
  readonly interval: Interval
  readonly before: EpochMs
  readonly after: EpochMs | null
  readonly count: number
}

export interface CandlesToKeep {
  /** Oldest first. `length` in ms: a minute or shorter. `whole`: every trade of it is in it. */
  readonly candles: readonly { readonly length: number; readonly whole: boolean; readonly candle: Candle }[]
  readonly known: readonly KnownRange[]
}

/** What a start goes on from: whole minutes, oldest first, and what is known of their time. */
export interface StoredCandles {
  readonly minutes: readonly Candle[]
  readonly known: readonly KnownRange[]
}

/** Candles that outlive a run. Never rejects: a history that failed keeps and finds nothing. */
export interface CandleHistory {
  keep(of: SeriesName, news: CandlesToKeep): void
  newest(of: SeriesName): Promise<StoredCandles>
  read(of: SeriesName, query: CandleQuery): Promise<CandlePage>
}

/** The OS keychain. Secrets go in and come out here and nowhere else. */
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
  /** Forgets a setting; fails as `save` does. */
  remove(name: string): Result<null, string>
}

/** Asks the dealer where to keep a file of a window and writes it; `content` is text, of a picture in base64. Fails with one sentence. */
export type SaveFile = (file: {
  readonly name: string
  readonly kind: 'csv' | 'png'
  readonly content: string
}) => Promise<Result<'saved' | 'given-up', string>>

/** A venue the dealer can sign in to. */
export interface Venue {
  readonly id: string
  readonly profile: VenueProfile
  /** The built-in paper broker's own credentials of this run; null for every other venue. */
  readonly builtIn: Credentials | null
  /** Set for a venue whose own process starts once it is chosen: resolves with its address and credentials, or with one sentence. */
  readonly start?: () => Promise<Result<Venue, string>>
  /** Set where a recording is played: of a session, or of a market. */
  readonly replay?: ReplayStatus
  /** The sample customers that the built-in paper broker comes with, by name; no other venue has any. */
  readonly sampleCustomers?: ReadonlyMap<CustomerCode, string>
}

/** The order journal: what is in it survives a crash, and no change of it goes unseen (docs/reliability.md, The order journal). */
export interface Journal {
  /** What earlier runs left that is still needed, oldest first: the newest segment, which begins with what was carried over. */
  readonly kept: readonly JournalEntry[]
  /** Why nothing more is taken (disk full, read-only, failing); null while it works. One failure ends it for this run. */
  readonly problem: string | null
  /** Adds entries in this order. ok: every one is on disk (fdatasync). Entries of calls made meanwhile share one sync. */
  write(entries: readonly JournalEntry[]): Promise<Result<null, string>>
  /** Every entry of all runs that mentions a text (a reference id), oldest first; fails with one sentence. */
  mentioning(text: string): Promise<Result<readonly JournalEntry[], string>>
  /** Asked for when a new segment begins: what must be known without the older ones. */
  carry(entries: () => readonly JournalEntry[]): void
}

/** Notices that outlive a run. Never fails aloud here: a disk that fails is reported by whoever opened the archive. */
export interface NoticeArchive {
  /** What earlier runs left, those that changed last at the end. */
  readonly kept: {
    readonly notices: readonly StoredNotice[]
    /** By account: the venue's time through which trades and ledger were told, ms. */
    readonly seenThrough: ReadonlyMap<string, EpochMs>
  }
  /** All of it or, where the process ends in between, nothing. `drop`: ids. */
  save(change: {
    readonly put: readonly StoredNotice[]
    readonly drop: readonly number[]
    readonly seenThrough: readonly (readonly [account: string, at: EpochMs])[]
  }): void
}

/** What a log line may carry: a closed list, so that no request, header, error object or secret can slip in. */
export interface LogFields {
  readonly venueId?: string
  readonly customerCode?: string
  readonly referenceId?: string
  readonly symbol?: string
  /** The venue's error code, or a process's exit code. */
  readonly code?: string
  readonly phase?: string
  readonly count?: number
  /** One of our own sentences, never a body or a header. */
  readonly sentence?: string
}

export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}
