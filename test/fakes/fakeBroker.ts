/** A broker port whose every answer is scripted by the test, for the core's own stories. Real HTTP is tested with the adapter. */

import { ok, type Result } from '../../shared/base/result.ts'
import type {
  Broker,
  BrokerListener,
  Credentials,
  OrderReport,
  Page,
  ReadFailure,
  SendOutcome,
  SignInFailure,
} from '../../electron/core/ports.ts'
import type { FeeProfileItem } from '../../shared/domain/fees.ts'
import type { Instrument, Ticker } from '../../shared/domain/instrument.ts'
import type { LedgerRow, TransferRequest } from '../../shared/domain/ledger.ts'
import type { MarginProfile } from '../../shared/domain/margin.ts'
import type { OrderDraft } from '../../shared/domain/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../shared/domain/text.ts'
import type { Trade } from '../../shared/domain/trade.ts'

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

export class FakeBroker implements Broker {
  readonly sent: { id: ReferenceId; draft: OrderDraft; answer: Pending<SendOutcome<OrderReport>> }[] = []
  readonly cancels: { customer: CustomerCode; id: ReferenceId; answer: Pending<SendOutcome<null>> }[] = []
  readonly transfers: { request: TransferRequest; answer: Pending<SendOutcome<LedgerRow>> }[] = []
  readonly signIns: Credentials[] = []
  readonly lookedUp: ReferenceId[] = []
  /** What the venue would show of an order. */
  readonly venueOrders = new Map<string, OrderReport>()
  /** Newest first. */
  venueTrades: Trade[] = []
  venueLedger: LedgerRow[] = []
  pageSize = 100
  venueInstruments: Instrument[] = [
    instrumentOf('BTCUSDC_PERP'),
    instrumentOf('ETHUSDC_PERP', 'post_only'),
    instrumentOf('SOLUSDC_PERP', 'trade_halt'),
  ]
  signInAnswer: () => Promise<Result<null, SignInFailure>> = async () => ok(null)
  instrumentsAnswer: (() => Promise<Result<readonly Instrument[], ReadFailure>>) | null = null
  openOrdersAnswer: (() => Promise<Result<readonly OrderReport[], ReadFailure>>) | null = null
  listener: BrokerListener | null = null
  closed = false

  async signIn(credentials: Credentials) {
    this.signIns.push(credentials)
    return this.signInAnswer()
  }
  listen(listener: BrokerListener) {
    this.listener = listener
    for (const channel of ['orders', 'trades', 'balance-changes'] as const) listener.resumed(channel)
  }
  close() {
    this.closed = true
  }
  async instruments(): Promise<Result<readonly Instrument[], ReadFailure>> {
    return this.instrumentsAnswer ? this.instrumentsAnswer() : ok(this.venueInstruments)
  }
  async tickers(): Promise<Result<readonly Ticker[], ReadFailure>> {
    return ok([])
  }
  async order(customer: CustomerCode, id: ReferenceId): Promise<Result<OrderReport, ReadFailure>> {
    this.lookedUp.push(id)
    const found = this.venueOrders.get(`${customer} ${id}`)
    return found ? ok(found) : { ok: false, failure: notFound }
  }
  async openOrders(customer: CustomerCode): Promise<Result<readonly OrderReport[], ReadFailure>> {
    if (this.openOrdersAnswer) return this.openOrdersAnswer()
    return ok(
      [...this.venueOrders].flatMap(([key, report]) =>
        key.startsWith(`${customer} `) && ['open', 'partially_filled'].includes(report.status)
          ? [report]
          : [],
      ),
    )
  }
  private page<T extends { code: string }>(all: readonly T[], before?: string): Result<Page<T>, ReadFailure> {
    const start = before === undefined ? 0 : all.findIndex((row) => row.code === before) + 1
    const items = all.slice(start, start + this.pageSize)
    return ok({ items, next: start + this.pageSize < all.length ? (items.at(-1)?.code ?? null) : null })
  }
  async trades(query: { before?: string }) {
    return this.page(this.venueTrades, query.before)
  }
  async ledger(query: { before?: string }) {
    return this.page(this.venueLedger, query.before)
  }
  async marketTrades() {
    return this.page([], undefined)
  }
  async marginProfile(): Promise<Result<MarginProfile, ReadFailure>> {
    return { ok: false, failure: notFound }
  }
  async feeProfile(): Promise<Result<readonly FeeProfileItem[], ReadFailure>> {
    return ok([])
  }
  createOrder(id: ReferenceId, draft: OrderDraft) {
    const answer = pending<SendOutcome<OrderReport>>()
    this.sent.push({ id, draft, answer })
    return answer.promise
  }
  cancelOrder(customer: CustomerCode, id: ReferenceId) {
    const answer = pending<SendOutcome<null>>()
    this.cancels.push({ customer, id, answer })
    return answer.promise
  }
  transfer(request: TransferRequest) {
    const answer = pending<SendOutcome<LedgerRow>>()
    this.transfers.push({ request, answer })
    return answer.promise
  }
}
