/** One signed-in session with a venue, as the core needs it. Interfaces only: `electron/broker` implements them. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Unread } from '../../../shared/broker/fields.ts'
import type { InstrumentFilter, LedgerQuery, TradesQuery } from '../../../shared/broker/requests.ts'
import type { PrivateChannel } from '../../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { Connection, LinkState } from '../../../shared/contract/status.ts'
import type { FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import type { LedgerRow, TransferRequest } from '../../../shared/domain/accounts/ledger.ts'
import type { MarginProfile } from '../../../shared/domain/accounts/margin.ts'
import type { Instrument, Ticker } from '../../../shared/domain/instrument.ts'
import type { OrderChanges, OrderDraft, OrderReport } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { CheckedGuess, ProbeProgress } from '../../../shared/domain/venueCheck/venueCheck.ts'
import type { Webhook, WebhookPage } from '../../../shared/domain/webhook.ts'
import type {
  BalanceChange,
  HistoryPage,
  Listed,
  MarketTradesPage,
  ReadFailure,
  SendOutcome,
  SignInFailure,
} from './brokerAnswers.ts'
import type { Credentials } from './credentials.ts'

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

/** `batch`: of a block or scale, and single orders go first. */
export type Turn = 'order' | 'batch'

/** One signed-in session with a venue. Logs in again before the token ends, and once after a 401 of a read. Never repeats a mutation. */
export interface Broker {
  signIn(credentials: Credentials): Promise<Result<null, SignInFailure>>
  /** Opens the private streams; call after `signIn`. */
  listen(listener: BrokerListener): void
  /** Ends the connection of the private channels at once and opens another. `why`: a sentence for the dealer. */
  restartStreams(why: string): void
  close(): void

  instruments(filter?: InstrumentFilter): Promise<Result<Listed<Instrument>, ReadFailure>>
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

  load(): RequestLoad

  createOrder(
    id: ReferenceId,
    draft: OrderDraft,
    dispatchGate: DispatchGate,
    turn?: Turn,
  ): Promise<SendOutcome<OrderReport>>
  cancelOrder(customer: CustomerCode, id: ReferenceId, dispatchGate: DispatchGate): Promise<SendOutcome<null>>
  amendOrder(
    customer: CustomerCode,
    id: ReferenceId,
    changes: OrderChanges,
    dispatchGate: DispatchGate,
    turn?: Turn,
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

/** What the requests of a session wait for, how many there were, and the messages of its streams. */
export interface RequestLoad {
  /** Requests that wait for their turn, by lane. */
  readonly waiting: Readonly<Record<'cancel' | 'look-up' | Turn | 'read', number>>
  /** Requests that left in the last minute. */
  readonly lastMinute: number
  /** Of these, the answers that said "too many requests" (docs/api.md#gap.26). */
  readonly throttled: number
  /** Messages that came on the private channels since this broker was opened. */
  readonly streamMessages: number
  /** Wall clock, ms: when the venue last answered a signed request with success. Null: not in this session, or requests carry no signature. */
  readonly signatureAt: EpochMs | null
}

export type OpenBroker = (profile: VenueProfile) => Broker

/** What the check of a venue takes. */
export interface VenueToCheck {
  readonly profile: VenueProfile
  readonly credentials: Credentials
  /** A customer whose open orders, trades, fees and margin are read; null: one that the venue's lists name. */
  readonly customer: CustomerCode | null
  /** Takes what ends the check at once: no further request is sent then. */
  readonly whenStopped: (end: () => void) => void
  readonly onProbe: (progress: ProbeProgress) => void
}

/** What a check found. `profile` is JSON text with comments. */
export interface CheckedVenue {
  readonly guesses: CheckedGuess[]
  readonly profile: string
  readonly report: string
}

/** Compares a venue with its profile by the sign-in and reads alone. Fails with one sentence where the sign-in fails, or where it was stopped. */
export type CheckVenue = (venue: VenueToCheck) => Promise<Result<CheckedVenue, string>>
