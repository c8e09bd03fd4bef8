/** What must hold at the end of a random history: terminal, paper broker and exact account agree, and liquidation begins where the terminal says. */

import { marginRoutes } from '../../../../electron/paper/api/resources/marginResources.ts'
import { accountFunds } from '../../../../electron/paper/brokerage/accounts/accountFunds.ts'
import { accountHealth } from '../../../../electron/paper/brokerage/accounts/accountHealth.ts'
import type { OrderRecord } from '../../../../electron/paper/bookkeeping/records.ts'
import {
  ZERO,
  add,
  decimal,
  roundToStep,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { readMarginProfile } from '../../../../shared/broker/accountRecords.ts'
import { equityOf, freeForOrders, isShort } from '../../../../shared/domain/accounts/accountFigures.ts'
import type { CustomerFigures, Figure } from '../../../../shared/domain/accounts/customerFigures.ts'
import type { MarginProfile } from '../../../../shared/domain/accounts/margin.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { must } from '../money/must.ts'
import { exactly, units, type Resting } from './exactAccount.ts'
import { same, textOf } from './same.ts'
import { checkStatements, type BrokerRecords } from './statementChecks.ts'
import { EVERY_ROW, EVERY_TRADE } from '../everyRecord.ts'
import type { Customer } from './followHistory.ts'
import type { HistoryMarket } from './historyMarket.ts'
import { INSTRUMENTS } from './tradedInstruments.ts'

/** Figures that were compared, so that a test can show that they were not all 0. */
export interface Compared {
  histories: number
  positions: number
  withOrders: number
  withLeverage: number
  boundaries: number
  /** Accounts that were short of margin, and those that no mark of the position would save. */
  short: number
  lost: number
  never: number
  /** Lines of statements by section. */
  readonly lines: Map<string, number>
}

export const nothingCompared = (): Compared => ({
  histories: 0,
  positions: 0,
  withOrders: 0,
  withLeverage: 0,
  boundaries: 0,
  short: 0,
  lost: 0,
  never: 0,
  lines: new Map(),
})

const shown = ({ value, why }: Figure): string | null => why ?? (value === null ? null : toText(value))

function profileOf({ brokerage: { context } }: HistoryMarket, customer: CustomerCode): MarginProfile {
  const answer = marginRoutes(context)[0]?.handle({
    path: { customer },
    query: new URLSearchParams(),
    contentType: '',
    body: '',
  })
  if (!answer?.ok) throw new Error('the broker shows no margin profile')
  return must(readMarginProfile(answer.value.body))
}

export function figuresOf(market: HistoryMarket, customer: Customer): CustomerFigures {
  const { exchange, clock } = market
  const { context } = market.brokerage
  return customer.terminal.figures({
    customerCode: customer.code,
    orders: context.store.orders.live(customer.code, null),
    profile: profileOf(market, customer.code),
    instruments: context.instruments,
    markOf: (symbol) => exchange.prices(symbol).mark,
    now: clock.now(),
  })
}

/** USDC of the rest of orders at their limits. */
function restingOf(orders: readonly OrderRecord[], symbol: string): Resting {
  const sum = (side: 'buy' | 'sell') =>
    orders
      .filter((order) => order.symbol === symbol && order.side === side)
      .map(({ amount, filledAmount, limitPrice }) =>
        exactly(units(amount) - units(filledAmount), units(limitPrice ?? '0')),
      )
      .reduce((all, value) => all + value, 0n)
  return { buys: sum('buy'), sells: sum('sell') }
}

/** Positions: the terminal's folds beside the paper broker's table and beside average cost without rounding. */
function checkPositions(
  market: HistoryMarket,
  { code, terminal, exact }: Customer,
  { trades, movements }: BrokerRecords,
  compared: Compared,
): void {
  const { accounts } = market.brokerage.context.store
  for (const { symbol } of INSTRUMENTS) {
    const held = accounts.position(code, symbol)
    const position = terminal.position(code, symbol)
    const name = `${code} ${symbol}`
    same(`${name}: terminal’s size`, position?.size ?? '0', held?.size ?? '0')
    same(`${name}: size`, held?.size ?? '0', textOf(exact.size(symbol)))
    if (!position) continue
    if (position.size !== '0') compared.positions++
    const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + units(text), 0n)
    const realised = sum(trades.flatMap((fill) => (fill.symbol === symbol ? [fill.realisedPnl] : [])))
    const settled = sum(
      movements.flatMap((row) =>
        row.type === 'settlement' && row.symbol === symbol ? [row.signedAmount] : [],
      ),
    )
    same(`${name}: terminal’s realised PnL`, position.realisedPnl, textOf(realised))
    same(`${name}: terminal’s unsettled cost`, textOf(units(position.cashCost) + settled), held?.cost ?? '0')
    const { error, fills: count } = exact.realisedError(symbol, realised + settled)
    same(
      `${name}: realised within half a unit of each of ${count} fills`,
      String(2n * error <= BigInt(count) + 1n),
      'true',
    )
  }
}

/** Account figures of the terminal, of the paper broker and of the exact account. */
function checkAccount(market: HistoryMarket, customer: Customer, figures: CustomerFigures): void {
  const { code, exact, terminal } = customer
  const { context } = market.brokerage
  const mark = (symbol: string) => units(market.exchange.prices(symbol as Symbol).mark ?? '0')
  const orders = context.store.orders.live(code, null)
  const margins = new Map(INSTRUMENTS.map((listed) => [listed.symbol as string, listed]))
  const plain = {
    equity: exact.equity(mark),
    used: exact.marginUsed(margins, mark, (symbol) => restingOf(orders, symbol)),
    maintenance: exact.maintenance(margins, mark),
  }
  const funds = accountFunds(context, code)
  const health = accountHealth(context, code)
  const balance = context.store.accounts.balance(code)
  const unrealised = textOf(plain.equity - units(balance ?? '0'))
  const free = textOf(plain.equity - plain.used - funds.pendingOut)
  const wanted = [
    ['balance', terminal.balance(code), balance, balance],
    ['equity', shown(figures.equity), toText(equityOf(funds)), textOf(plain.equity)],
    ['unrealised PnL', shown(figures.unrealised), toText(funds.unrealised), unrealised],
    ['margin used', shown(figures.marginUsed), toText(funds.bound), textOf(plain.used)],
    ['free margin', shown(figures.free), toText(freeForOrders(funds)), free],
    ['maintenance', shown(figures.maintenance), toText(health.maintenance), textOf(plain.maintenance)],
  ] as const
  for (const [what, byTerminal, byBroker, byExact] of wanted) {
    same(`${code}: broker’s ${what}`, byBroker, byExact)
    same(`${code}: terminal’s ${what}`, byTerminal, byExact)
  }
  same(`${code}: equity of the health check`, toText(health.equity), textOf(plain.equity))
}

/** The finest step of a mark here, USDC per contract. */
const MARK_STEP = decimal('0.000000001')
/** USDC. */
const PLENTY = '1000000000000' as DecimalText

/** Ends an experiment: the broker's store forgets it. */
const UNDO = new Error('undo')

/** Whatever this customer has to close finds a taker at once, short of every order that rests. */
function offerTakers({ exchange }: HistoryMarket, { exact }: Customer): void {
  for (const { symbol, tickSize } of INSTRUMENTS) {
    exchange.setBook(symbol, [], [])
    const { bids, asks } = exchange.depth(symbol)
    const atMark = Number(units(exchange.prices(symbol).mark ?? '0') / units(tickSize))
    const enough = 1_000_000_000
    if (exact.size(symbol) > 0n) exchange.setBook(symbol, [[(asks[0]?.[0] ?? atMark) - 1, enough]], [])
    else exchange.setBook(symbol, [], [[(bids[0]?.[0] ?? atMark) + 1, enough]])
  }
}

/** Whether the paper broker has begun to liquidate after each of these marks, one after the other. Nothing of it stays in the store. */
export function liquidatesAt(
  market: HistoryMarket,
  customer: Customer,
  symbol: Symbol,
  marks: readonly Decimal[],
): boolean[] {
  const { exchange, customers } = market
  const { context } = market.brokerage
  const { accounts, trades } = context.store
  const before = exchange.prices(symbol).mark
  const begun: boolean[] = []
  try {
    context.change(() => {
      // No other customer can be liquidated, so that each new trade comes from the liquidation of this one.
      for (const { code } of customers) if (code !== customer.code) accounts.setBalance(code, PLENTY)
      offerTakers(market, customer)
      const first = trades.lastSequence()
      for (const mark of marks) {
        exchange.setMark(symbol, toText(mark))
        begun.push(trades.lastSequence() > first)
      }
      throw UNDO
    })
  } catch (error) {
    if (error !== UNDO) throw error
  }
  if (before !== null) exchange.setMark(symbol, before, false)
  return begun
}

/**
 * The paper broker liquidates at the first mark beyond the liquidation price, and not at the price itself or one step of the mark before:
 * an account is liquidated when its equity is below its maintenance margin (docs/money.md#liquidation).
 */
function checkLiquidation(
  market: HistoryMarket,
  customer: Customer,
  figures: CustomerFigures,
  compared: Compared,
): void {
  const { code, exact } = customer
  const open = exact.open()
  const symbol = open[market.random.integer(Math.max(1, open.length))] as Symbol | undefined
  const point = symbol && figures.positions.get(symbol)?.liquidation
  if (!symbol || !point) return
  const isLong = exact.size(symbol) > 0n
  const name = `${code} ${symbol}: liquidation named at ${shown(point)}, begun at`
  const begins = (...marks: readonly Decimal[]) =>
    liquidatesAt(market, customer, symbol, marks)
      .map((begun, n) => `${toText(marks[n] ?? ZERO)} ${begun}`)
      .join(', ')
  if (point.value === null) {
    compared.never++
    same(name, point.why ?? begins(MARK_STEP), `${toText(MARK_STEP)} false`)
    return
  }
  const mark = decimal(market.exchange.prices(symbol).mark ?? '0')
  const isUnderMargin = isShort(accountHealth(market.brokerage.context, code))
  if (isUnderMargin) compared.short++
  if (point.value === mark && isUnderMargin) {
    compared.lost++
    same(name, begins(isLong ? mark : MARK_STEP), `${toText(isLong ? mark : MARK_STEP)} true`)
    return
  }
  const safe = roundToStep(point.value, MARK_STEP, isLong ? 'ceil' : 'floor')
  const beyond = isLong ? subtract(safe, MARK_STEP) : add(safe, MARK_STEP)
  if (safe <= ZERO || beyond <= ZERO) return
  compared.boundaries++
  same(name, begins(safe, beyond), `${toText(safe)} false, ${toText(beyond)} true`)
}

/** Everything that must hold once the market rests. Throws at the first figure that differs. */
export function checkHistories(market: HistoryMarket, compared: Compared): void {
  const { customers, brokerage } = market
  const { orders, accounts, movements, trades } = brokerage.context.store
  const found = customers.map((customer) => {
    compared.histories++
    if (orders.live(customer.code, null).length > 0) compared.withOrders++
    if (accounts.leverages(customer.code).size > 0) compared.withLeverage++
    const records: BrokerRecords = {
      movements: movements.page({ ...EVERY_ROW, customerCode: customer.code }).items,
      trades: trades.page({ ...EVERY_TRADE, customerCode: customer.code }).items,
      balance: accounts.balance(customer.code) ?? ('0' as DecimalText),
    }
    checkPositions(market, customer, records, compared)
    checkStatements(customer, records, market.random, compared.lines)
    const figures = figuresOf(market, customer)
    checkAccount(market, customer, figures)
    return { customer, figures }
  })
  for (const { customer, figures } of found) checkLiquidation(market, customer, figures, compared)
}
