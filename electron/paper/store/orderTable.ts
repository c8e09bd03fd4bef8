/** Stores orders, also after their end: a customer may use a reference id once only. */

import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { OrderRecord } from '../bookkeeping/records.ts'
import type { Database } from './database.ts'
import { RestingSums, type RestingQuotes } from './restingSums.ts'

export interface OrderTable {
  find(customer: string, reference: string): OrderRecord | null
  insert(order: OrderRecord): void
  /** Stores the fields of an order that can change: status, fills, times, amount and prices. */
  update(order: OrderRecord): void
  /** What the customer's orders on the book would cost, by instrument. */
  restingQuotes(customer: CustomerCode): ReadonlyMap<Symbol, RestingQuotes>
  /** After a transaction that was undone. */
  forgetSums(): void
  /** Orders on the book or waiting for a trigger, oldest first. Null means every customer, every instrument. */
  live(customer: CustomerCode | null, symbol: Symbol | null): readonly OrderRecord[]
}

const COLUMNS = `customerCode, referenceId, symbol, side, type, amount, cashAmount, limitPrice, triggerPrice, stopLossPrice,
  takeProfitPrice, timeInForce, leverage, status, filledAmount, filledQuote, triggeredAt, createdAt, updatedAt`

export function orderTable(database: Database): OrderTable {
  const { statement } = database
  const sums = new RestingSums()
  const select = (status: string) => (customer: CustomerCode | null, symbol: Symbol | null) =>
    statement(
      `SELECT ${COLUMNS} FROM orders
       WHERE ${status} AND customerCode = ifnull(?, customerCode) AND symbol = ifnull(?, symbol) ORDER BY sequence`,
    ).all(customer, symbol) as unknown as OrderRecord[]
  const onBook = select(`status IN ('open', 'partially_filled')`)
  return {
    find: (customer, reference) =>
      (statement(`SELECT ${COLUMNS} FROM orders WHERE customerCode = ? AND referenceId = ?`).get(
        customer,
        reference as ReferenceId,
      ) ?? null) as OrderRecord | null,
    insert(order) {
      database.insert('orders', order)
      sums.follow(order)
    },
    update(order) {
      statement(
        `UPDATE orders SET status = ?, filledAmount = ?, filledQuote = ?, amount = ?, limitPrice = ?, triggerPrice = ?,
           stopLossPrice = ?, takeProfitPrice = ?, triggeredAt = ?, updatedAt = ?
         WHERE customerCode = ? AND referenceId = ?`,
      ).run(
        order.status,
        order.filledAmount,
        order.filledQuote,
        order.amount,
        order.limitPrice,
        order.triggerPrice,
        order.stopLossPrice,
        order.takeProfitPrice,
        order.triggeredAt,
        order.updatedAt,
        order.customerCode,
        order.referenceId,
      )
      sums.follow(order)
    },
    restingQuotes: (customer) => sums.of(customer, () => onBook(customer, null)),
    forgetSums: () => sums.forget(),
    live: select(`status IN ('open', 'partially_filled', 'untriggered')`),
  }
}
