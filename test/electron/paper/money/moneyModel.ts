/**
 * The model of the money: random sequences of orders, fills, transfers, funding, settlements and liquidations over several
 * customers. After each step the broker's ledger, balances and positions must agree to the last digit, and so must what
 * two clients derive: one that hears the stream alone, one that reads the lists and hears the stream, in changing order.
 */

import { EVERY_ROW, EVERY_TRADE } from '../everyRecord.ts'
import {
  balanceChangeOnWire,
  tradeOnWire,
  transactionOnWire,
} from '../../../../electron/paper/api/resources/wire.ts'
import { openBrokerage, type Brokerage } from '../../../../electron/paper/brokerage/brokerage.ts'
import type { Movement, News, TradeRecord } from '../../../../electron/paper/bookkeeping/records.ts'
import { openStore } from '../../../../electron/paper/store/store.ts'
import { decimal, fromInteger, toText, type DecimalText } from '../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { clientBooks, type ClientBooks } from './clientBooks.ts'
import { drivenExchange } from './drivenExchange.ts'
import { moneyActions } from './moneyActions.ts'
import { checkFigures } from './figureChecks.ts'
import { checkCustomer, checkDeleveraging, type Same } from './moneyChecks.ts'
import { BTC, CUSTOMERS, DOGE, HOUR, SYMBOLS, type Scene } from './moneyScene.ts'

const COLLATERAL = '3000' as DecimalText

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

/** A record that the broker publishes to a client, by list or stream. */
export type Published =
  | { readonly kind: 'trade'; readonly trade: TradeRecord }
  | { readonly kind: 'movement'; readonly movement: Movement; readonly balance: DecimalText | null }

export interface MoneyModel {
  readonly scene: Scene
  readonly brokerage: Brokerage
  /** The client that reads the lists and hears the stream. */
  readonly client: ClientBooks
  /** Does something at random. */
  readonly act: () => void
  /** Feeds the clients with what happened, and compares every sum. Throws, with the steps, at the first wrong one. */
  readonly check: () => void
  readonly same: Same
  readonly published: readonly Published[]
  readonly close: () => void
}

/** Opens broker and clients with four customers that hold collateral. `seed` decides what happens. */
export function openMoneyModel(seed: number, figures: Figures): MoneyModel {
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
  const streamClient = clientBooks(() => clock.now())
  const bothClient = clientBooks(() => clock.now())
  const published: Published[] = []
  let news: Published[] = []
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

  const scene: Scene = { random, clock, exchange, brokerage, mids, markOf, log }
  const { act, quoteBook } = moneyActions(scene)
  const seen = new Map<string, string>()
  /** Rows of the ledger that are new or have changed since the last time. */
  const freshRows = (rows: readonly Movement[]) =>
    rows.filter((row) => {
      if (seen.get(row.code) === row.status) return false
      seen.set(row.code, row.status)
      return true
    })
  const stream = (client: ReturnType<typeof clientBooks>, what: readonly Published[]) => {
    for (const each of what)
      if (each.kind === 'trade') client.streamed('trades', tradeOnWire(each.trade))
      else client.streamed('balance-changes', balanceChangeOnWire(each.movement, each.balance))
  }

  const check = () => {
    const fresh = news
    news = []
    published.push(...fresh)
    stream(streamClient, fresh)
    const ledgers = CUSTOMERS.map(
      (customerCode) => store.movements.page({ ...EVERY_ROW, customerCode }).items,
    )
    const executions = CUSTOMERS.map(
      (customerCode) => store.trades.page({ ...EVERY_TRADE, customerCode }).items,
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

    checkDeleveraging(fresh, same)
    // Pending withdrawals are never pushed (docs/api.md#6.balance.1), so only who reads the lists knows the free margin.
    for (const customer of CUSTOMERS)
      checkFigures({ customer, client: bothClient, context: brokerage.context, now: clock.now(), same })
    CUSTOMERS.forEach((customer, n) =>
      checkCustomer({
        customer,
        rows: ledgers[n] ?? [],
        trades: executions[n] ?? [],
        accounts: store.accounts,
        clients: [streamClient, bothClient],
        markOf: (symbol) => decimal(exchange.prices(symbol).mark ?? '0'),
        same,
      }),
    )
  }

  for (const symbol of SYMBOLS) quoteBook(symbol)
  // What came before the stream began is read from the lists.
  const opening = store.movements.page({ ...EVERY_ROW, customerCode: null }).items.toReversed()
  for (const client of [streamClient, bothClient]) client.listed(opening.map(transactionOnWire), [])
  return {
    scene,
    brokerage,
    client: bothClient,
    act,
    check,
    same,
    published,
    close() {
      brokerage.close()
      store.close()
    },
  }
}

/** Runs one sequence and answers all published records. */
export function runSequence(seed: number, steps: number, figures: Figures): readonly Published[] {
  const { act, check, brokerage, same, published, close } = openMoneyModel(seed, figures)
  const rows = () => brokerage.context.store.movements.page({ ...EVERY_ROW, customerCode: null }).items
  const opening = rows().length
  try {
    for (let n = 0; n < steps; n++) {
      act()
      figures.steps++
      check()
    }
    // The stream tells each movement and each trade once, and nothing that is not over.
    const codes = published.flatMap((each) => (each.kind === 'movement' ? [each.movement.code] : []))
    same('movements published', String(new Set(codes).size), String(codes.length))
    const over = rows().filter((row) => row.status !== 'pending')
    same('movements published', String(codes.length), String(over.length - opening))
    count(figures, published)
  } finally {
    close()
  }
  return published
}

function count(figures: Figures, published: readonly Published[]): void {
  figures.sequences++
  for (const each of published) {
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
