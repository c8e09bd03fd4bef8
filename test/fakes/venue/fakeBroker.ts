/** A broker port whose every answer is scripted by the test, for the core's own stories. Real HTTP is tested with the adapter. */

import { ok, type Result } from '../../../shared/base/result.ts'
import type {
  Broker,
  BrokerListener,
  DispatchGate,
  RequestLoad,
  WebhookRegistration,
} from '../../../electron/core/ports/broker.ts'
import type { Credentials } from '../../../electron/core/ports/credentials.ts'
import type { InstrumentFilter, LedgerQuery, TradesQuery } from '../../../shared/broker/requests.ts'
import type {
  Listed,
  Page,
  ReadFailure,
  SendOutcome,
  SignInFailure,
} from '../../../electron/core/ports/brokerAnswers.ts'
import type { OrderReport, OrderChanges, OrderDraft } from '../../../shared/domain/orders/order.ts'
import { PRIVATE_CHANNELS, type PrivateChannel } from '../../../shared/broker/stream/streamMessages.ts'
import type { Connection, LinkState } from '../../../shared/contract/status.ts'
import type { FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import type { Instrument, Ticker } from '../../../shared/domain/instrument.ts'
import type { LedgerRow, TransferRequest } from '../../../shared/domain/accounts/ledger.ts'
import type { MarginProfile } from '../../../shared/domain/accounts/margin.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { Webhook, WebhookPage } from '../../../shared/domain/webhook.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'

/** A promise with its ends outside. */
export interface Pending<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
}
export function pending<T>(): Pending<T> {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value) => resolve(value) }
}

export const notFound: ReadFailure = { kind: 'refused', code: 'NOT_FOUND', message: 'order not found' }

export const instrumentOf = (symbol: string, status = 'open'): Instrument => ({
  symbol: symbol as Symbol,
  underlying: symbol.slice(0, 3),
  quoteCurrency: 'USDC',
  status,
  initialMarginRequirement: null,
  maintenanceMarginRequirement: null,
  tickSize: null,
  lotSize: null,
})

/** A list of open orders as a story writes it down. */
export type ScriptedList = Result<readonly OrderReport[], ReadFailure>

export class FakeBroker implements Broker {
  /** What the requests of the session wait for; a story may replace it. */
  requestLoad: RequestLoad = {
    waiting: { cancel: 0, 'look-up': 0, order: 0, batch: 0, read: 0 },
    lastMinute: 0,
    throttled: 0,
    streamMessages: 0,
    signatureAt: null,
  }
  load(): RequestLoad {
    return this.requestLoad
  }
  readonly sent: { id: ReferenceId; draft: OrderDraft; answer: Pending<SendOutcome<OrderReport>> }[] = []
  readonly cancels: { customer: CustomerCode; id: ReferenceId; answer: Pending<SendOutcome<null>> }[] = []
  readonly transfers: { request: TransferRequest; answer: Pending<SendOutcome<LedgerRow>> }[] = []
  readonly amends: {
    customer: CustomerCode
    id: ReferenceId
    changes: OrderChanges
    answer: Pending<SendOutcome<OrderReport>>
  }[] = []
  readonly feeWrites: {
    customer: CustomerCode
    symbol: Symbol | null
    makerFee: DecimalText
    takerFee: DecimalText
    answer: Pending<SendOutcome<readonly FeeProfileItem[]>>
  }[] = []
  readonly registrations: { registration: WebhookRegistration; answer: Pending<SendOutcome<Webhook>> }[] = []
  readonly removals: { id: string; answer: Pending<SendOutcome<null>> }[] = []
  /** What a page of webhooks would show; the venue's list need not repeat public keys. */
  venueWebhooks: Webhook[] = []
  readonly queries: (LedgerQuery | TradesQuery | InstrumentFilter)[] = []
  venueFees: FeeProfileItem[] = []
  feeProfileAnswer: (() => Promise<Result<readonly FeeProfileItem[], ReadFailure>>) | null = null
  marginProfileAnswer: (() => Promise<Result<MarginProfile, ReadFailure>>) | null = null
  /** Whether a pasted delivery is genuine. */
  deliveryAnswer: Result<boolean, string> = ok(true)
  readonly verified: { publicKey: string; body: string; signature: string }[] = []
  readonly signIns: Credentials[] = []
  readonly lookedUp: ReferenceId[] = []
  /** What the venue would show of an order. */
  readonly venueOrders = new Map<string, OrderReport>()
  /** Newest first. */
  venueTrades: Trade[] = []
  /** When the venue answers lists of trades; null: at once. */
  tradesAnswered: Promise<unknown> | null = null
  venueLedger: LedgerRow[] = []
  pageSize = 100
  venueInstruments: Instrument[] = [
    instrumentOf('BTCUSDC_PERP'),
    instrumentOf('ETHUSDC_PERP', 'post_only'),
    instrumentOf('SOLUSDC_PERP', 'trade_halt'),
  ]
  signInAnswer: () => Promise<Result<null, SignInFailure>> = async () => ok(null)
  tickersAnswer: () => readonly Ticker[] = () => []
  instrumentsAnswer: (() => Promise<Result<Listed<Instrument>, ReadFailure>>) | null = null
  openOrdersAnswer: (() => Promise<ScriptedList>) | null = null
  /** The same for one customer. */
  readonly openOrdersOf = new Map<string, () => Promise<ScriptedList>>()
  listener: BrokerListener | null = null
  closed = false

  async signIn(credentials: Credentials) {
    this.signIns.push(credentials)
    return this.signInAnswer()
  }
  /** Channels that the venue brings to life when the desk listens. */
  readonly opens = new Set<PrivateChannel>(PRIVATE_CHANNELS)
  private readonly links = new Map<PrivateChannel, LinkState>()
  private clock: Connection['clock'] = { offsetMs: 0, uncertaintyMs: 1 }
  listen(listener: BrokerListener) {
    this.listener = listener
    for (const channel of PRIVATE_CHANNELS)
      if (this.opens.has(channel)) this.restore(channel)
      else this.lose(channel, 'connecting')
  }
  /** As the adapter tells it: the state of the channel at once, the picture of all links with it. */
  private link(channel: PrivateChannel, state: LinkState, why: string | null) {
    this.links.set(channel, state)
    this.listener?.channel(channel, state, why)
    this.tellConnection()
  }
  /** The difference of the clocks is another one now. */
  tellClock(clock: Connection['clock']) {
    this.clock = clock
    this.tellConnection()
  }
  private tellConnection() {
    this.listener?.connection({
      rest: { state: 'live', medianMs: 10, message: null },
      streams: [...this.links].map(([item, link]) => ({
        channel: item,
        state: link,
        lastAt: 1,
        message: null,
      })),
      clock: this.clock,
      tokenExpiresAt: null,
    })
  }
  lose(channel: PrivateChannel, state: LinkState = 'down') {
    this.link(channel, state, 'The venue closed the stream (1006).')
  }
  /** The channel is live again; what it missed must be read back. */
  restore(channel: PrivateChannel) {
    this.listener?.resumed(channel)
    this.link(channel, 'live', null)
  }
  readonly restarts: string[] = []
  /** As the adapter does it: the channels are down at once, and live in a later turn. */
  restartStreams(why: string) {
    this.restarts.push(why)
    const wereOpen = [...this.opens].filter((channel) => this.links.get(channel) === 'live')
    for (const channel of wereOpen) this.lose(channel)
    const back = async () => {
      await this.reconnects
      for (const channel of wereOpen) this.restore(channel)
    }
    void back()
  }
  /** When the channels are live again after a restart. */
  reconnects: Promise<unknown> = Promise.resolve()
  close() {
    this.closed = true
  }
  async instruments(filter?: InstrumentFilter): Promise<Result<Listed<Instrument>, ReadFailure>> {
    if (filter) this.queries.push(filter)
    return this.instrumentsAnswer
      ? this.instrumentsAnswer()
      : ok({ items: this.venueInstruments, missing: null })
  }
  async tickers(): Promise<Result<readonly Ticker[], ReadFailure>> {
    return ok(this.tickersAnswer())
  }
  async order(customer: CustomerCode, id: ReferenceId): Promise<Result<OrderReport, ReadFailure>> {
    this.lookedUp.push(id)
    const found = this.venueOrders.get(`${customer} ${id}`)
    return found ? ok(found) : { ok: false, failure: notFound }
  }
  async openOrders(customer: CustomerCode): Promise<Result<Listed<OrderReport>, ReadFailure>> {
    const scripted = this.openOrdersOf.get(customer) ?? this.openOrdersAnswer
    const answer = scripted ? await scripted() : ok(this.openAt(customer))
    return answer.ok ? ok({ items: answer.value, missing: this.missing }) : answer
  }
  private openAt(customer: CustomerCode): readonly OrderReport[] {
    return [...this.venueOrders].flatMap(([key, report]) =>
      key.startsWith(`${customer} `) && ['open', 'partially_filled'].includes(report.status) ? [report] : [],
    )
  }
  /** Why every list of open orders is not whole; null: it is. */
  missing: string | null = null
  private page<T extends { code: string }>(all: readonly T[], before?: string): Result<Page<T>, ReadFailure> {
    const start = before === undefined ? 0 : all.findIndex((row) => row.code === before) + 1
    const items = all.slice(start, start + this.pageSize)
    return ok({ items, next: start + this.pageSize < all.length ? (items.at(-1)?.code ?? null) : null })
  }
  async trades(query: TradesQuery) {
    if (query.sort) this.queries.push(query)
    if (this.tradesAnswered) await this.tradesAnswered
    return this.page(this.venueTrades, query.before)
  }
  async trade(customer: CustomerCode, code: string): Promise<Result<Trade, ReadFailure>> {
    const found = this.venueTrades.find(
      (venueTrade) => venueTrade.customerCode === customer && venueTrade.code === code,
    )
    return found ? ok(found) : { ok: false, failure: notFound }
  }
  async ledger(query: LedgerQuery) {
    if (query.customer !== undefined || query.from !== undefined) this.queries.push(query)
    return this.page(this.venueLedger, query.before)
  }
  async marketTrades() {
    return ok({ items: [], next: null, isWhole: true })
  }
  async marginProfile(): Promise<Result<MarginProfile, ReadFailure>> {
    return this.marginProfileAnswer ? this.marginProfileAnswer() : { ok: false, failure: notFound }
  }
  async feeProfile(): Promise<Result<readonly FeeProfileItem[], ReadFailure>> {
    return this.feeProfileAnswer ? this.feeProfileAnswer() : ok(this.venueFees)
  }
  amendOrder(customer: CustomerCode, id: ReferenceId, changes: OrderChanges, dispatchGate: DispatchGate) {
    return this.leave<OrderReport>(dispatchGate, (answer) =>
      this.amends.push({ customer, id, changes, answer }),
    )
  }
  writeFeeProfile(
    customer: CustomerCode,
    symbol: Symbol | null,
    makerFee: DecimalText,
    takerFee: DecimalText,
    dispatchGate: DispatchGate,
  ) {
    return this.leave<readonly FeeProfileItem[]>(dispatchGate, (answer) =>
      this.feeWrites.push({ customer, symbol, makerFee, takerFee, answer }),
    )
  }
  async webhooks(page: number): Promise<Result<WebhookPage, ReadFailure>> {
    const size = 50
    return ok({
      items: this.venueWebhooks.slice((page - 1) * size, page * size),
      total: this.venueWebhooks.length,
      page,
      size,
      pages: Math.ceil(this.venueWebhooks.length / size),
      missing: null,
    })
  }
  registerWebhook(registration: WebhookRegistration, dispatchGate: DispatchGate) {
    return this.leave<Webhook>(dispatchGate, (answer) => this.registrations.push({ registration, answer }))
  }
  removeWebhook(id: string, dispatchGate: DispatchGate) {
    return this.leave<null>(dispatchGate, (answer) => this.removals.push({ id, answer }))
  }
  verifyDelivery(publicKey: string, body: string, signature: string) {
    this.verified.push({ publicKey, body, signature })
    return this.deliveryAnswer
  }
  /** The venue's time, ms; null while unknown. */
  time: number | null = null
  venueTime() {
    return this.time === null ? null : { earliest: this.time }
  }
  /** How long the venue takes requests in; null: they do not age. */
  validUntil: number | null = null
  /** Asks the desk whether a request may leave, as the adapter does right before its first byte, and waits for the test's answer. */
  private async leave<T>(
    dispatchGate: DispatchGate,
    depart: (answer: Pending<SendOutcome<T>>) => void,
  ): Promise<SendOutcome<T>> {
    const may = await dispatchGate({
      method: 'POST',
      path: '/',
      bodyHash: null,
      nonce: null,
      validUntil: this.validUntil,
    })
    if (!may.ok) return { kind: 'not-sent', message: may.failure }
    const answer = pending<SendOutcome<T>>()
    depart(answer)
    return answer.promise
  }
  createOrder(id: ReferenceId, draft: OrderDraft, dispatchGate: DispatchGate) {
    return this.leave<OrderReport>(dispatchGate, (answer) => this.sent.push({ id, draft, answer }))
  }
  cancelOrder(customer: CustomerCode, id: ReferenceId, dispatchGate: DispatchGate) {
    return this.leave<null>(dispatchGate, (answer) => this.cancels.push({ customer, id, answer }))
  }
  transfer(request: TransferRequest, dispatchGate: DispatchGate) {
    return this.leave<LedgerRow>(dispatchGate, (answer) => this.transfers.push({ request, answer }))
  }
}
