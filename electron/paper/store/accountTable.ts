/** Stores customers with balance, positions, leverages and fees. Computes nothing. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { FeeRates } from '../bookkeeping/posting.ts'
import type { PositionRecord } from '../bookkeeping/records.ts'
import type { Database } from './database.ts'

export interface AccountTable {
  customers(): readonly CustomerCode[]
  /** USDC; null for an unknown customer. */
  balance(customer: string): DecimalText | null
  open(customer: CustomerCode): void
  setBalance(customer: CustomerCode, balance: DecimalText): void
  /** Every instrument that the customer ever held, including those now flat. */
  positions(customer: CustomerCode): readonly PositionRecord[]
  position(customer: CustomerCode, symbol: Symbol): PositionRecord | null
  setPosition(position: PositionRecord): void
  /** Customers with an open position. */
  holders(symbol: Symbol): readonly CustomerCode[]
  /** All positions of every holder of the instrument, each with the balance (USDC) of its customer. */
  holdings(symbol: Symbol): readonly (PositionRecord & { readonly balance: DecimalText })[]
  leverages(customer: CustomerCode): ReadonlyMap<Symbol, number>
  setLeverage(customer: CustomerCode, symbol: Symbol, leverage: number): void
  /** Rates in bps agreed with the customer; null where the broker's rates apply. */
  fees(customer: CustomerCode, symbol: Symbol): FeeRates | null
  setFees(customer: CustomerCode, symbol: Symbol, fees: FeeRates): void
}

export function accountTable(database: Database): AccountTable {
  const { statement } = database
  return {
    customers: () =>
      statement('SELECT code FROM customers ORDER BY code')
        .all()
        .map((row) => row['code'] as CustomerCode),
    balance: (customer) =>
      (statement('SELECT balance FROM customers WHERE code = ?').get(customer)?.['balance'] ??
        null) as DecimalText | null,
    open: (customer) => database.insert('customers', { code: customer, balance: '0' }),
    setBalance(customer, balance) {
      statement('UPDATE customers SET balance = ? WHERE code = ?').run(balance, customer)
    },
    positions: (customer) =>
      statement('SELECT * FROM positions WHERE customerCode = ?').all(
        customer,
      ) as unknown as PositionRecord[],
    position: (customer, symbol) =>
      (statement('SELECT * FROM positions WHERE customerCode = ? AND symbol = ?').get(customer, symbol) ??
        null) as PositionRecord | null,
    setPosition({ customerCode, symbol, size, cost }) {
      statement(
        `INSERT INTO positions VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET size = excluded.size, cost = excluded.cost`,
      ).run(customerCode, symbol, size, cost)
    },
    holders: (symbol) =>
      statement("SELECT customerCode FROM positions WHERE symbol = ? AND size <> '0' ORDER BY customerCode")
        .all(symbol)
        .map((row) => row['customerCode'] as CustomerCode),
    holdings: (symbol) =>
      statement(
        `SELECT held.*, balance FROM positions AS wanted
         JOIN positions AS held ON held.customerCode = wanted.customerCode
         JOIN customers ON customers.code = wanted.customerCode
         WHERE wanted.symbol = ? AND wanted.size <> '0' ORDER BY held.customerCode`,
      ).all(symbol) as unknown as (PositionRecord & { balance: DecimalText })[],
    leverages: (customer) =>
      new Map(
        statement('SELECT symbol, leverage FROM leverages WHERE customerCode = ?')
          .all(customer)
          .map((row) => [row['symbol'] as Symbol, Number(row['leverage'])]),
      ),
    setLeverage(customer, symbol, leverage) {
      statement(
        'INSERT INTO leverages VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET leverage = excluded.leverage',
      ).run(customer, symbol, leverage)
    },
    fees: (customer, symbol) =>
      (statement('SELECT maker, taker FROM fees WHERE customerCode = ? AND symbol = ?').get(
        customer,
        symbol,
      ) ?? null) as FeeRates | null,
    setFees(customer, symbol, { maker, taker }) {
      statement(
        `INSERT INTO fees VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET maker = excluded.maker, taker = excluded.taker`,
      ).run(customer, symbol, maker, taker)
    },
  }
}
