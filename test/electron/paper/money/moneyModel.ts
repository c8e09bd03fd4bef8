/**
 * The model of the money: random sequences of orders, fills, transfers, funding, settlements and liquidations over several
 * customers. After each step the broker's ledger, balances and positions must agree to the last digit, and so must what
 * two clients derive: one that hears the stream alone, one that reads the lists and hears the stream, in changing order.
 */

import {
  balanceChangeOnWire,
  tradeOnWire,
  transactionOnWire,
} from '../../../../electron/paper/api/resources/wire.ts'
import { openBrokerage } from '../../../../electron/paper/brokerage/brokerage.ts'
import type { Movement, News, TradeRecord } from '../../../../electron/paper/bookkeeping/records.ts'
import { openStore } from '../../../../electron/paper/store/store.ts'
import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
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
import { unrealisedPnl } from '../../../../shared/domain/accounts/position.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { clientBooks } from './clientBooks.ts'
import { drivenExchange } from './drivenExchange.ts'
import { BTC, CUSTOMERS, DOGE, HOUR, SYMBOLS, moneyActions } from './moneyActions.ts'

const COLLATERAL = '3000' as DecimalText
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
  /** Orders whose price came. */
  triggered: number
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
  triggered: 0,
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
    if (each.kind !== 'order') news.push(each)
    else if (each.order.status === 'triggered') figures.triggered++
  })
  const log: string[] = []

  const fail = (what: string): never => {
    throw new Error(`seed ${seed}: ${what}, after\n  ${log.join('\n  ')}`)
  }
  const same = (what: string, found: string | null | undefined, wanted: string) => {
    figures.checks++
    if (found !== wanted) fail(`${what} is ${found}, not ${wanted}`)
  }

  const { act, quoteBook } = moneyActions({ random, clock, exchange, brokerage, mids, markOf, log })
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
