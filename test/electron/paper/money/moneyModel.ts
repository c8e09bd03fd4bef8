/**
 * The model of the money: random sequences of orders, fills, transfers, funding, settlements and liquidations over several
 * customers. After each step the broker's ledger, balances and positions must agree to the last digit, and so must what
 * two clients derive: one that hears the stream alone, one that reads the lists and hears the stream, in changing order.
 */

import { balanceChangeOnWire, tradeOnWire, transactionOnWire } from '../../../../electron/paper/api/wire.ts'
import { openBrokerage } from '../../../../electron/paper/brokerage/brokerage.ts'
import type { Movement, News, TradeRecord } from '../../../../electron/paper/brokerage/records.ts'
import { openStore } from '../../../../electron/paper/store/store.ts'
import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  decimalOf,
  fromInteger,
  multiply,
  negate,
  signOf,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import type { OrderDraft } from '../../../../shared/domain/order.ts'
import { unrealisedPnl } from '../../../../shared/domain/position.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../shared/domain/text.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { clientBooks } from './clientBooks.ts'
import { DRIVEN, drivenExchange } from './drivenExchange.ts'

const CUSTOMERS = ['C1', 'C2', 'C3', 'C4'] as CustomerCode[]
const COLLATERAL = '3000' as DecimalText
const [BTC, DOGE] = DRIVEN.map(({ symbol }) => symbol) as [Symbol, Symbol]
const SYMBOLS = [BTC, DOGE]
const HOUR = 3_600_000
const EVERYTHING = {
  status: null,
  createdFrom: null,
  createdTo: null,
  after: null,
  before: null,
  limit: 100_000,
}
const ALL_TRADES = { symbol: null, from: null, to: null, before: null, sort: 'asc', limit: 100_000 } as const

export interface Figures {
  sequences: number
  steps: number
  /** Comparisons that held. */
  checks: number
  trades: number
  liquidations: number
  autoDeleveragings: number
  fundings: number
  settlements: number
  transfers: number
  cancelledTransfers: number
}

export const noFigures = (): Figures => ({
  sequences: 0,
  steps: 0,
  checks: 0,
  trades: 0,
  liquidations: 0,
  autoDeleveragings: 0,
  fundings: 0,
  settlements: 0,
  transfers: 0,
  cancelledTransfers: 0,
})

/** A record that a client may be told, by list or stream. */
export type Told =
  | { readonly kind: 'trade'; readonly trade: TradeRecord }
  | { readonly kind: 'movement'; readonly movement: Movement; readonly balance: DecimalText | null }

const sumOf = (values: readonly Decimal[]): Decimal => values.reduce((sum, value) => add(sum, value), ZERO)

/** Whether a position went towards 0, and not beyond. */
const closes = (before: Decimal, after: Decimal): boolean =>
  compare(absolute(after), absolute(before)) < 0 && signOf(after) * signOf(before) >= 0

/** Runs one sequence and answers all that was told. Throws, with the steps, at the first sum that is off. */
export function runSequence(seed: number, steps: number, figures: Figures): readonly Told[] {
  const random = seededRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[random.integer(from.length)] as T
  const clock = new FakeClock(Date.UTC(2026, 0, 5, 9, random.integer(60)))
  const mids = new Map<Symbol, number>([
    [BTC, 120_000],
    [DOGE, 11_934],
  ])
  // One digit finer than a tick.
  const markOf = (symbol: Symbol) => {
    const mid = mids.get(symbol) ?? 0
    return symbol === BTC
      ? toText(fromInteger(mid * 50 + random.integer(50), 2))
      : toText(fromInteger(mid * 10 + random.integer(10), 6))
  }
  const exchange = drivenExchange(clock, { [BTC]: markOf(BTC), [DOGE]: markOf(DOGE) }, HOUR)
  const store = openStore(null)
  const customers = CUSTOMERS.map((code) => ({ code, collateral: COLLATERAL }))
  const settlementEveryMs = random.next() < 0.5 ? 3 * HOUR : null
  const brokerage = openBrokerage(store, exchange, clock, customers, 2000, settlementEveryMs)
  const streamClient = clientBooks()
  const bothClient = clientBooks()
  const told: Told[] = []
  let news: Told[] = []
  brokerage.onNews((each: News) => {
    if (each.kind === 'trade' || each.kind === 'movement') news.push(each)
  })
  const log: string[] = []
  let reference = 0

  const fail = (what: string): never => {
    throw new Error(`seed ${seed}: ${what}, after\n  ${log.join('\n  ')}`)
  }
  const same = (what: string, found: string | null | undefined, wanted: string) => {
    figures.checks++
    if (found !== wanted) fail(`${what} is ${found}, not ${wanted}`)
  }

  const quoteBook = (symbol: Symbol) => {
    const mid = mids.get(symbol) ?? 0
    const level = (n: number, sign: number): [number, number] => [
      Math.max(1, mid + sign * (1 + n * (1 + random.integer(40)))),
      symbol === BTC ? 1 + random.integer(300) : 1 + random.integer(90_000),
    ]
    const side = (sign: number) =>
      random.next() < 0.12 ? [] : [0, 1, 2, 3].slice(0, 1 + random.integer(4)).map((n) => level(n, sign))
    exchange.setBook(symbol, side(-1), side(1))
  }

  const order = () => {
    const symbol = pick(SYMBOLS)
    const mid = mids.get(symbol) ?? 1
    const price = symbol === BTC ? mid * 0.5 : mid * 0.00001
    const lotPrice = price * (symbol === BTC ? 0.001 : 1)
    const lots = Math.max(1, Math.round((3000 * (0.2 + random.next() * 11)) / lotPrice))
    const amount = symbol === BTC ? toText(fromInteger(lots, 3)) : (String(lots) as DecimalText)
    const kind = random.integer(10)
    const limitTicks = Math.max(1, mid + random.integer(41) - 20)
    const limitPrice =
      symbol === BTC ? toText(fromInteger(limitTicks * 5, 1)) : toText(fromInteger(limitTicks, 5))
    const draft: OrderDraft = {
      customerCode: pick(CUSTOMERS),
      symbol,
      side: pick(['buy', 'sell'] as const),
      type: kind < 5 ? 'limit' : 'market',
      amount: kind === 9 ? null : amount,
      cashAmount: kind === 9 ? (String(1 + random.integer(20_000)) as DecimalText) : null,
      limitPrice: kind < 5 ? limitPrice : null,
      triggerPrice: null,
      stopLossPrice: null,
      takeProfitPrice: null,
      triggerPriceType: null,
      timeInForce: kind < 5 ? pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const) : null,
      leverage: random.next() < 0.1 ? 1 + random.integer(10) : null,
    }
    const outcome = brokerage.orders.submit(draft, `r${reference++}` as ReferenceId)
    log.push(
      `${draft.customerCode} ${draft.side} ${draft.type} ${draft.amount ?? `$${draft.cashAmount}`} ${symbol} ${draft.limitPrice ?? ''} ${outcome.ok ? outcome.value.status : outcome.failure.code}`,
    )
  }

  /** A stop, a take-profit or both, a little away from the price, so that moves trigger it. */
  const waitingOrder = () => {
    const symbol = pick(SYMBOLS)
    const mid = mids.get(symbol) ?? 1
    const price = (ticks: number) =>
      symbol === BTC ? toText(fromInteger(ticks * 5, 1)) : toText(fromInteger(ticks, 5))
    const near = () => price(Math.max(1, Math.round(mid * (1 + (random.next() - 0.5) * 0.1))))
    const type = pick(['stop_loss', 'take_profit', 'stop_loss_limit', 'take_profit_stop_loss'] as const)
    const both = type === 'take_profit_stop_loss'
    const draft: OrderDraft = {
      customerCode: pick(CUSTOMERS),
      symbol,
      side: pick(['buy', 'sell'] as const),
      type,
      amount:
        symbol === BTC
          ? toText(fromInteger(1 + random.integer(300), 3))
          : toText(decimalOf(1 + random.integer(100_000))),
      cashAmount: null,
      limitPrice: type === 'stop_loss_limit' ? near() : null,
      triggerPrice: both ? null : near(),
      stopLossPrice: both ? near() : null,
      takeProfitPrice: both ? near() : null,
      triggerPriceType: both ? 'mark_price' : 'trade_price',
      timeInForce: null,
      leverage: null,
    }
    const outcome = brokerage.orders.submit(draft, `r${reference++}` as ReferenceId)
    log.push(
      `${draft.customerCode} ${draft.side} ${type} ${draft.amount} ${symbol} ${outcome.ok ? outcome.value.status : outcome.failure.code}`,
    )
  }

  const move = () => {
    const symbol = pick(SYMBOLS)
    const wide = random.next() < 0.6
    const share = random.normal() * (wide ? 0.09 : 0.003)
    const mid = Math.max(
      200,
      Math.round((mids.get(symbol) ?? 0) * (1 + Math.max(-0.3, Math.min(0.3, share)))),
    )
    mids.set(symbol, mid)
    if (random.next() < 0.8) quoteBook(symbol)
    const mark = markOf(symbol)
    log.push(`${symbol} marks ${mark}`)
    if (random.next() < 0.9) exchange.setMark(symbol, mark)
  }

  const transfer = () => {
    const customer = pick(CUSTOMERS)
    const kind = pick(['deposit', 'withdrawal', 'withdrawal'] as const)
    const amount = fromInteger(1 + random.integer(400_000_000), random.next() < 0.5 ? 8 : 5)
    const outcome = brokerage.transfers.request(kind, customer, amount)
    log.push(`${customer} ${kind} ${toText(amount)} ${outcome.ok ? 'pending' : outcome.failure.code}`)
    if (outcome.ok && random.next() < 0.2) {
      brokerage.transfers.cancel(outcome.value.code)
      log.push('  cancelled')
    }
  }

  const wait = () => {
    const ms = random.next() < 0.5 ? 1 + random.integer(3000) : random.integer(2 * HOUR)
    exchange.setFundingRate(toText(fromInteger(random.integer(2001) - 1000, 6)))
    log.push(`wait ${ms}`)
    clock.advance(ms)
  }

  const cancel = () => {
    const customer = pick(CUSTOMERS)
    const open = brokerage.orders.open(customer, null)
    const chosen = open.ok && open.value.length > 0 ? pick(open.value) : null
    if (!chosen) return
    log.push(`${customer} cancels ${chosen.referenceId}`)
    brokerage.orders.cancel(customer, chosen.referenceId)
  }

  const fees = () => {
    const rate = () => toText(fromInteger(random.integer(200_000) - 50_000, 4))
    brokerage.fees.set(pick(CUSTOMERS), random.next() < 0.5 ? null : pick(SYMBOLS), {
      maker: rate(),
      taker: random.next() < 0.5 ? null : rate(),
    })
    log.push('fees')
  }

  const act = () => {
    const dice = random.integer(100)
    if (dice < 38) order()
    else if (dice < 45) waitingOrder()
    else if (dice < 74) move()
    else if (dice < 84) transfer()
    else if (dice < 93) wait()
    else if (dice < 97) cancel()
    else fees()
  }

  const seen = new Map<string, string>()
  /** Rows of the ledger that are new or have changed since the last time. */
  const freshRows = (rows: readonly Movement[]) =>
    rows.filter((row) => {
      if (seen.get(row.code) === row.status) return false
      seen.set(row.code, row.status)
      return true
    })
  const stream = (client: ReturnType<typeof clientBooks>, what: readonly Told[]) => {
    for (const each of what)
      if (each.kind === 'trade') client.streamed('trades', tradeOnWire(each.trade))
      else client.streamed('balance-changes', balanceChangeOnWire(each.movement, each.balance))
  }

  const check = () => {
    const fresh = news
    news = []
    told.push(...fresh)
    stream(streamClient, fresh)
    const ledgers = CUSTOMERS.map(
      (customerCode) => store.movements.page({ ...EVERYTHING, customerCode }).items,
    )
    const executions = CUSTOMERS.map(
      (customerCode) => store.trades.page({ ...ALL_TRADES, customerCode }).items,
    )
    const list = () =>
      bothClient.listed(
        freshRows(ledgers.flat().toReversed()).map(transactionOnWire),
        executions
          .flat()
          .filter((trade) => fresh.some((each) => each.kind === 'trade' && each.trade.code === trade.code))
          .map(tradeOnWire),
      )
    if (random.next() < 0.5) list()
    stream(bothClient, fresh)
    list()

    for (const symbol of SYMBOLS) {
      const deleveraged = fresh.flatMap((each) =>
        each.kind === 'trade' && each.trade.type === 'auto_deleveraging' && each.trade.symbol === symbol
          ? [each.trade]
          : [],
      )
      const net = (field: 'amount' | 'quote') =>
        toText(
          sumOf(
            deleveraged.map((trade) => decimal(trade.side === 'buy' ? trade[field] : `-${trade[field]}`)),
          ),
        )
      same(`${symbol}: contracts that auto-deleveraging made`, net('amount'), '0')
      same(`${symbol}: money that auto-deleveraging made`, net('quote'), '0')
    }
    CUSTOMERS.forEach((customer, n) => {
      const completed = (ledgers[n] ?? []).filter((row) => row.status === 'completed')
      const trades = executions[n] ?? []
      const of = (...types: Movement['type'][]) =>
        sumOf(completed.filter((row) => types.includes(row.type)).map((row) => decimal(row.signedAmount)))
      const balance = store.accounts.balance(customer) ?? 'none'
      same(
        `${customer}: ledger sum`,
        toText(sumOf(completed.map((row) => decimal(row.signedAmount)))),
        balance,
      )

      let positionsCash = ZERO
      for (const symbol of SYMBOLS) {
        const own = trades.filter((trade) => trade.symbol === symbol)
        const signed = (trade: TradeRecord, text: DecimalText) =>
          trade.side === 'buy' ? decimal(text) : negate(decimal(text))
        const quotes = sumOf(own.map((trade) => signed(trade, trade.quote)))
        const settled = completed.filter((row) => row.type === 'settlement' && row.symbol === symbol)
        const held = store.accounts.position(customer, symbol)
        const cost = decimal(held?.cost ?? '0')
        const realised = sumOf(own.map((trade) => decimal(trade.realisedPnl)))
        let running = ZERO
        for (const trade of own) {
          const next = add(running, signed(trade, trade.amount))
          if (trade.type !== 'trade')
            same(`${customer} ${symbol}: forced fills only close`, String(closes(running, next)), 'true')
          running = next
        }
        const size = toText(sumOf(own.map((trade) => signed(trade, trade.amount))))
        same(`${customer} ${symbol}: size`, held?.size ?? '0', size)
        same(
          `${customer} ${symbol}: cost`,
          toText(cost),
          toText(add(quotes, add(realised, sumOf(settled.map((row) => decimal(row.signedAmount)))))),
        )
        positionsCash = add(positionsCash, subtract(cost, quotes))
        for (const client of [streamClient, bothClient]) {
          const position = client.position(customer, symbol)
          same(`${customer} ${symbol}: client’s size`, position?.size ?? '0', size)
          same(`${customer} ${symbol}: client’s realised`, position?.realisedPnl ?? '0', toText(realised))
          same(
            `${customer} ${symbol}: client’s unsettled cost`,
            toText(client.unsettledCost(customer, symbol)),
            toText(cost),
          )
          if (!position || client.settlements(customer, symbol) > 0) continue
          const mark = decimal(exchange.prices(symbol).mark ?? '0')
          same(
            `${customer} ${symbol}: client’s unrealised`,
            toText(unrealisedPnl(position, mark)),
            toText(subtract(multiply(decimal(held?.size ?? '0'), mark), cost)),
          )
        }
      }
      // All cash there is came by transfer and funding, went as fees, or was left behind by positions.
      const paid = sumOf(trades.map((trade) => decimal(trade.fee)))
      const cash = add(subtract(add(of('deposit', 'withdrawal'), of('funding')), paid), positionsCash)
      same(`${customer}: positions’ cash`, toText(cash), balance)
      for (const client of [streamClient, bothClient]) {
        same(`${customer}: client’s ledger sum`, toText(client.ledgerSum(customer)), balance)
        same(`${customer}: client’s balance`, client.balance(customer)?.amount, balance)
        for (const type of ['trade', 'liquidation', 'auto_deleveraging', 'funding', 'settlement'] as const)
          same(`${customer}: client’s ${type}`, toText(client.sumOf(customer, [type])), toText(of(type)))
        same(
          `${customer}: client’s forced fills`,
          client.forced(customer).toSorted().join(),
          trades
            .filter((trade) => trade.type !== 'trade')
            .map((trade) => trade.code)
            .toSorted()
            .join(),
        )
      }
    })
  }

  try {
    for (const symbol of SYMBOLS) quoteBook(symbol)
    // What came before the stream began is read from the lists.
    const opening = store.movements.page({ ...EVERYTHING, customerCode: null }).items.toReversed()
    for (const client of [streamClient, bothClient]) client.listed(opening.map(transactionOnWire), [])
    for (let n = 0; n < steps; n++) {
      act()
      figures.steps++
      check()
    }
    // The stream tells each movement and each trade once, and nothing that is not over.
    const codes = told.flatMap((each) => (each.kind === 'movement' ? [each.movement.code] : []))
    same('movements told', String(new Set(codes).size), String(codes.length))
    const over = store.movements
      .page({ ...EVERYTHING, customerCode: null })
      .items.filter((row) => row.status !== 'pending')
    same('movements told', String(codes.length), String(over.length - opening.length))
    count(figures, told)
  } finally {
    brokerage.close()
    store.close()
  }
  return told
}

function count(figures: Figures, told: readonly Told[]): void {
  figures.sequences++
  for (const each of told) {
    if (each.kind === 'trade') continue
    const { type, status } = each.movement
    if (type === 'trade') figures.trades++
    else if (type === 'liquidation') figures.liquidations++
    else if (type === 'auto_deleveraging') figures.autoDeleveragings++
    else if (type === 'funding') figures.fundings++
    else if (type === 'settlement') figures.settlements++
    else if (status === 'cancelled') figures.cancelledTransfers++
    else figures.transfers++
  }
}
