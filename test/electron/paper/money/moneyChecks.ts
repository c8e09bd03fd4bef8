/** The sums that must hold after each step of the model of the money: ledger, balance, positions, and what two clients derive. */

import type { Movement, TradeRecord } from '../../../../electron/paper/bookkeeping/records.ts'
import type { Store } from '../../../../electron/paper/store/store.ts'
import {
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  multiply,
  negate,
  signOf,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { unrealisedPnl } from '../../../../shared/domain/accounts/position.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import type { clientBooks } from './clientBooks.ts'
import type { Published } from './moneyModel.ts'
import { SYMBOLS } from './moneyScene.ts'

/** Counts a comparison; throws, with the steps, where `found` is not `wanted`. */
export type Same = (what: string, found: string | null | undefined, wanted: string) => void

export interface CustomerCheck {
  readonly customer: CustomerCode
  /** Every row of the customer's ledger, and every trade. */
  readonly rows: readonly Movement[]
  readonly trades: readonly TradeRecord[]
  readonly accounts: Store['accounts']
  readonly clients: readonly ReturnType<typeof clientBooks>[]
  readonly markOf: (symbol: Symbol) => Decimal
  readonly same: Same
}

const sumOf = (values: readonly Decimal[]): Decimal => values.reduce((sum, value) => add(sum, value), ZERO)
const amounts = (rows: readonly Movement[]): Decimal => sumOf(rows.map((row) => decimal(row.signedAmount)))
const completed = (rows: readonly Movement[]) => rows.filter((row) => row.status === 'completed')
const signed = (trade: TradeRecord, text: DecimalText): Decimal =>
  trade.side === 'buy' ? decimal(text) : negate(decimal(text))

/** Whether a position went towards 0, and not beyond. */
const closes = (before: Decimal, after: Decimal): boolean =>
  compare(absolute(after), absolute(before)) < 0 && signOf(after) * signOf(before) >= 0

/** Auto-deleveraging moves contracts and money between customers, and makes none. */
export function checkDeleveraging(fresh: readonly Published[], same: Same): void {
  for (const symbol of SYMBOLS) {
    const deleveraged = fresh.flatMap((each) =>
      each.kind === 'trade' && each.trade.type === 'auto_deleveraging' && each.trade.symbol === symbol
        ? [each.trade]
        : [],
    )
    const net = (field: 'amount' | 'quote') =>
      toText(sumOf(deleveraged.map((trade) => signed(trade, trade[field]))))
    same(`${symbol}: contracts that auto-deleveraging made`, net('amount'), '0')
    same(`${symbol}: money that auto-deleveraging made`, net('quote'), '0')
  }
}

/** One position, at the broker and at its clients. Returns the cash that it left behind or took: its cost less its quotes. */
function checkPosition(check: CustomerCheck, symbol: Symbol): Decimal {
  const { customer, accounts, clients, same } = check
  const own = check.trades.filter((trade) => trade.symbol === symbol)
  const quotes = sumOf(own.map((trade) => signed(trade, trade.quote)))
  const settled = completed(check.rows).filter((row) => row.type === 'settlement' && row.symbol === symbol)
  const held = accounts.position(customer, symbol)
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
  same(`${customer} ${symbol}: cost`, toText(cost), toText(add(quotes, add(realised, amounts(settled)))))
  for (const client of clients) {
    const position = client.position(customer, symbol)
    same(`${customer} ${symbol}: client’s size`, position?.size ?? '0', size)
    same(`${customer} ${symbol}: client’s realised`, position?.realisedPnl ?? '0', toText(realised))
    const unsettled = toText(client.unsettledCost(customer, symbol))
    same(`${customer} ${symbol}: client’s unsettled cost`, unsettled, toText(cost))
    if (!position || client.settlements(customer, symbol) > 0) continue
    const mark = check.markOf(symbol)
    same(
      `${customer} ${symbol}: client’s unrealised`,
      toText(unrealisedPnl(position, mark)),
      toText(subtract(multiply(decimal(held?.size ?? '0'), mark), cost)),
    )
  }
  return subtract(cost, quotes)
}

/** What the clients derive from their rows, beside the broker's own. */
function checkClients({ customer, rows, trades, clients, same }: CustomerCheck, balance: string): void {
  const wanted = (type: Movement['type']) =>
    toText(amounts(completed(rows).filter((row) => row.type === type)))
  const forced = trades.filter((trade) => trade.type !== 'trade').map((trade) => trade.code)
  for (const client of clients) {
    same(`${customer}: client’s ledger sum`, toText(client.ledgerSum(customer)), balance)
    same(`${customer}: client’s balance`, client.balance(customer)?.amount, balance)
    for (const type of ['trade', 'liquidation', 'auto_deleveraging', 'funding', 'settlement'] as const)
      same(`${customer}: client’s ${type}`, toText(client.sumOf(customer, [type])), wanted(type))
    same(
      `${customer}: client’s forced fills`,
      client.forced(customer).toSorted().join(),
      forced.toSorted().join(),
    )
  }
}

/** All that one customer's records say about one another. */
export function checkCustomer(check: CustomerCheck): void {
  const { customer, rows, trades, accounts, same } = check
  const balance = accounts.balance(customer) ?? 'none'
  const ofTypes = (...types: readonly Movement['type'][]) =>
    amounts(completed(rows).filter((row) => types.includes(row.type)))
  same(`${customer}: ledger sum`, toText(amounts(completed(rows))), balance)
  const positionsCash = sumOf(SYMBOLS.map((symbol) => checkPosition(check, symbol)))
  // All cash there is came by transfer and funding, went as fees, or was left behind by positions.
  const paid = sumOf(trades.map((trade) => decimal(trade.fee)))
  const transferred = add(ofTypes('deposit', 'withdrawal'), ofTypes('funding'))
  const cash = add(subtract(transferred, paid), positionsCash)
  same(`${customer}: positions’ cash`, toText(cash), balance)
  checkClients(check, balance)
}
