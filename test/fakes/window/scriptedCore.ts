/** A core for window tests: topics of a small world, a record of every call, and answers that a test may replace. */

import { decimal, divide, multiply, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { CommandName, Reply, Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { changeDealerSettings, DEALER_SETTINGS } from '../../../shared/domain/settings/dealerSettings.ts'
import type { Connection, Session } from '../../../shared/contract/status.ts'
import type { BookWalk, WalkSize } from '../../../shared/domain/book/bookWalk.ts'
import { blankCustomer, type Customer } from '../../../shared/domain/accounts/customer.ts'
import { blankTicker, type Instrument, type Ticker } from '../../../shared/domain/instrument.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import { DEFAULT_RULES } from '../../../shared/domain/limits/limits.ts'
import { plainDraft, type Order } from '../../../shared/domain/orders/order.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import { withLink, type LinkValues } from '../../../shared/domain/panelLinks.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import { customerCode, referenceId, symbol } from '../../../shared/domain/scalars.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { FakeClient } from './fakeClient.ts'
import { venueOrder } from '../core/venueOrder.ts'

type LinkListener = Parameters<ContractClient['onLink']>[0]

export const NOW = Date.UTC(2026, 0, 5, 9)

const text = (value: string): DecimalText => toText(decimal(value))
export const code = (value: string) => customerCode.parse(value)
export const sym = (value: string) => symbol.parse(value)

export const instrumentOf = (underlying: string, tick: string, lot: string): Instrument => ({
  symbol: sym(`${underlying}USDC_PERP`),
  underlying,
  quoteCurrency: 'USDC',
  status: 'trading',
  initialMarginRequirement: text('10'),
  maintenanceMarginRequirement: text('5'),
  tickSize: text(tick),
  lotSize: text(lot),
})

export const tickerOf = (word: string, bid: string, ask: string, mark = bid): Ticker => ({
  ...blankTicker(sym(word), NOW),
  lastPrice: text(bid),
  lastAt: NOW,
  markPrice: text(mark),
  indexPrice: text(mark),
  bestBid: text(bid),
  bestAsk: text(ask),
  touchAt: NOW,
  change24h: text('0.0124'),
  fundingRate: text('0.0001'),
  listedAt: NOW,
})

export const customerOf = (word: string, name: string): Customer => ({
  ...blankCustomer(code(word), 'hand'),
  name,
})

export const orderOf = (more: Partial<Order> & { referenceId: Order['referenceId'] }): Order =>
  venueOrder(
    plainDraft({
      customerCode: code('C1042'),
      symbol: sym('BTCUSDC_PERP'),
      side: 'buy',
      type: 'limit',
      amount: text('1'),
      limitPrice: text('62000'),
      timeInForce: 'GTC',
    }),
    more.referenceId,
    NOW,
    more,
  )
export const reference = (value: string) => referenceId.parse(value)

export const ledgerRowOf = (more: Partial<LedgerRow> & { readonly code: string }): LedgerRow => ({
  customerCode: code('C1042'),
  transactionType: 'trade',
  status: 'completed',
  asset: 'USDC',
  symbol: null,
  totalAmount: text('1'),
  signedAmount: text('1'),
  direction: 'in',
  realisedPnl: null,
  referenceId: null,
  markPrice: null,
  fundingRate: null,
  createdAt: NOW,
  ...more,
})

export const tradeOf = (more: Partial<Trade> & { readonly code: string }): Trade => ({
  customerCode: code('C1042'),
  type: 'trade',
  symbol: sym('BTCUSDC_PERP'),
  referenceId: null,
  side: 'buy',
  price: text('62000'),
  amount: text('0.5'),
  quote: text('31000'),
  fee: text('6.2'),
  realisedPnl: text('0'),
  liquidity: 'taker',
  createdAt: NOW,
  ...more,
})

const WALKED = '62147.25'

/** A book that fills every size at an average of 62,147.25, whatever its limit. */
function walkOf(size: WalkSize): BookWalk {
  const average = decimal(WALKED)
  const filled = 'amount' in size ? decimal(size.amount) : divide(decimal(size.cash), average, 'down')
  return {
    bestPrice: text('62148'),
    averagePrice: text(WALKED),
    worstPrice: text('62146.5'),
    filled: toText(filled),
    quote: toText(multiply(filled, average)),
    whole: true,
    ranOut: false,
  }
}

const costOf = (size: string, entry: string) => toText(multiply(decimal(size), decimal(entry)))

export const positionOf = (customer: string, word: string, size: string, entry: string): Position => ({
  customerCode: code(customer),
  symbol: sym(word),
  size: text(size),
  cost: costOf(size, entry),
  cashCost: costOf(size, entry),
  averageEntry: text(entry),
  realisedPnl: text('545.19'),
  fees: text('12.5'),
  tradeCount: 4,
  complete: true,
  unsure: null,
  lastTradeAt: NOW,
})

export const readySession: Session = {
  program: {
    version: '1.2.3',
    dataFolder: '/home/dealer/openpit',
    manual: '/opt/openpit/docs/manual/README.md',
  },
  phase: 'ready',
  venues: [
    {
      id: 'paper',
      name: 'Built-in broker',
      kind: 'paper',
      restUrl: 'http://127.0.0.1:4100',
      credentials: 'built-in',
      username: null,
      auth: 'bearer',
      amend: true,
      openOrders: true,
      editable: false,
      replay: null,
    },
  ],
  venueId: 'paper',
  username: 'dealer',
  message: null,
  keychain: { available: true, message: null },
  dealer: null,
  restriction: null,
  mayTrade: true,
  locked: null,
}

const stream = (channel: string) => ({ channel, state: 'live' as const, lastAt: NOW, message: null })

export const liveConnection: Connection = {
  rest: { state: 'live', medianMs: 41, message: null },
  streams: [
    ...['orders', 'trades', 'balance-changes'].map(stream),
    ...['BTC', 'ETH'].map((word) => stream(`orderbook-stream:${word}USDC_PERP`)),
  ],
  clock: { offsetMs: 210, uncertaintyMs: 20 },
  tokenExpiresAt: NOW + 43 * 60_000,
}

type Answered<C extends CommandName> = Result<Reply<C>, Failure>
type Answer<C extends CommandName> = (request: Request<C>) => Answered<C> | Promise<Answered<C>>

/** A customer's list of open orders that was read to its end. */
export const wholeReading = (word: string): OpenOrderReading => ({
  customerCode: code(word),
  state: 'whole',
  readAt: NOW,
  shown: 0,
  reason: null,
})

/** Starts signed in with two customers and three instruments; every order is accepted. */
export class ScriptedCore extends FakeClient {
  readonly calls: { readonly name: CommandName; readonly request: unknown }[] = []
  private readonly answers = new Map<CommandName, Answer<never>>()
  private linkListener: LinkListener | null = null
  /** The dealer's settings as saved; undefined: never changed. */
  private dealerSettings: string | undefined
  links: LinkValues = { revision: 0, instruments: {}, customers: {} }

  constructor() {
    super()
    this.startWith('session', readySession)
    this.startWith('connection', liveConnection)
    this.startWith('reads', [])
    this.startWith('instruments', [
      instrumentOf('BTC', '0.5', '0.001'),
      instrumentOf('ETH', '0.01', '0.01'),
      instrumentOf('SOL', '0.01', '0.1'),
    ])
    this.startWith('tickers', [
      tickerOf('BTCUSDC_PERP', '62148', '62150.5', '62149.5'),
      tickerOf('ETHUSDC_PERP', '3118.41', '3118.42'),
      tickerOf('SOLUSDC_PERP', '148.2', '148.21'),
    ])
    this.startWith('customers', [customerOf('C1042', 'Acme Pension'), customerOf('C2007', 'Blue Harbor')])
    this.startWith('balances', [])
    this.startWith('limits', { version: 0, rules: [...DEFAULT_RULES], history: [], unconfirmed: null })
    this.startWith('reconciliation', [])
    this.startWith('openOrderReadings', ['C1042', 'C2007'].map(wholeReading))
    this.startWith('fees', [])
    this.startWith('dealtRequests', { state: 'read', why: null, since: 0, isProven: true, requests: [] })
    this.startWith('margins', [])
    this.startWith('cashSums', [])
    this.startWith('settings', {})
    this.startWith('links', this.links)
    this.startWith('halts', [])
    this.startWith('blocks', [])
    this.startWith('orders', [])
    this.startWith('trades', [])
    this.startWith('ledger', [])
    this.startWith('positions', [])
    this.startWith('notices', [])
    this.startWith('alerts', { alerts: [], deleted: null, problem: null })
    this.answer('order.submit', () => ok({ outcome: 'taken' as const, referenceId: reference('v1-test') }))
    this.answer('order.check', () => ok({ refusal: null, mayPass: false, findings: [], notional: null }))
    this.answer('order.checkBlock', () => ok({ refusal: null, findings: [], notional: null }))
    this.answer('block.checkAmend', () => ok({ refusal: null, findings: [], notional: null }))
    this.answer('approval.foretell', () => ok({ sentence: null }))
    this.answer('position.flatten', () => ok({ outcome: 'taken', referenceId: reference('v1-flat') }))
    this.answer('book.walk', ({ size }) => ok({ walk: walkOf(size) }))
    this.answer('block.fairness', () =>
      ok({
        from: null,
        to: NOW,
        isProven: true,
        blocks: [],
        groups: [],
        underWay: 0,
        withoutPlan: 0,
        blocksLeftOut: 0,
        customersLeftOut: 0,
      }),
    )
    this.answer('order.conflicts', () =>
      ok({
        from: null,
        to: NOW,
        isProven: true,
        orders: 0,
        ordersLeftOut: 0,
        warned: [],
        ahead: [],
        oneSided: [],
        leftOut: 0,
        untimed: 0,
        series: 0,
        customers: [],
      }),
    )
    this.answer('candles.read', () => ok({ candles: [], gaps: [], more: false }))
    this.answer('order.auditTrail', () => ok({ moments: [], isProven: true }))
    this.answer('order.cancel', () => ok({}))
    this.answer('order.cancelAll', () => ok({ count: 2 }))
    this.answer('halt.start', () => ok({ id: 'h1', orders: 0 }))
    this.answer('halt.lift', () => ok({}))
    this.answer('session.signOut', () => ok({}))
    this.answer('session.lock', () => ok({}))
    this.answer('session.active', () => ok({}))
    this.answer('setting.save', () => ok({}))
    // As the core: checks, saves, and publishes to every window.
    this.answer('settings.change', (change) => {
      const changed = changeDealerSettings(this.dealerSettings, change)
      if (!changed.ok) return fail(failureOf('refused', changed.failure))
      this.dealerSettings = changed.value
      this.delta('settings', { [DEALER_SETTINGS]: changed.value })
      return ok({})
    })
    this.answer('link.set', ({ change }) => {
      this.setLinks(withLink(this.links, change))
      return ok({ revision: this.links.revision })
    })
    this.answer('session.signIn', () => ok({}))
    this.answer('transfer.submit', () => ok({ code: 'T1' }))
    this.answer('feeProfile.read', () =>
      ok([{ symbol: sym('BTCUSDC_PERP'), makerFee: text('-0.5'), takerFee: text('2') }]),
    )
    this.answer('marginProfile.read', () =>
      ok({
        initialMargin: text('10'),
        maintenanceMargin: text('5'),
        maxLeverage: text('10'),
        instrumentMargins: [{ symbol: sym('BTCUSDC_PERP'), leverage: text('3'), initialMargin: text('34') }],
      }),
    )
  }

  answer<C extends CommandName>(name: C, make: Answer<C>): void {
    this.answers.set(name, make)
  }

  /** What another window, or the core itself, makes of the links. */
  setLinks(values: LinkValues): void {
    this.links = values
    this.startWith('links', values)
    this.delta('links', values)
  }

  callsOf(name: CommandName): readonly unknown[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.request)
  }

  override call = <C extends CommandName>(name: C, request: Request<C>) => {
    this.calls.push({ name, request })
    const make = this.answers.get(name) as Answer<C> | undefined
    if (!make) throw new Error(`no answer to ${name} in this test`)
    return Promise.resolve(make(request))
  }

  override onLink(listener: LinkListener) {
    this.linkListener = listener
    listener('up', null)
    return () => {}
  }

  link(state: 'up' | 'down', refusal: Failure | null = null): void {
    // As the client: what was read before the link was lost may have changed (shared/contract/client/clientSubscriptions.ts).
    if (state === 'down')
      for (const topic of new Set(this.opened.map((opened) => opened.topic))) this.stale(topic)
    this.linkListener?.(state, refusal)
  }
}
