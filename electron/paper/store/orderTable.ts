/** Orders as kept, also those that are over: a reference id is used once for all time. */

import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/text.ts'
import type { OrderRecord } from '../brokerage/records.ts'
import type { Database } from './database.ts'

export interface OrderTable {
  find(customer: string, reference: string): OrderRecord | null
  insert(order: OrderRecord): void
  /** Writes status, fills and time of an order that is known. */
  update(order: OrderRecord): void
  /** Oldest first. Null means every customer, every instrument. */
  resting(customer: CustomerCode | null, symbol: Symbol | null): readonly OrderRecord[]
}

const COLUMNS = `customerCode, referenceId, symbol, side, type, amount, cashAmount, limitPrice, timeInForce, leverage,
  status, filledAmount, filledQuote, createdAt, updatedAt`

export function orderTable(database: Database): OrderTable {
  const { statement } = database
  return {
    find: (customer, reference) =>
      (statement(`SELECT ${COLUMNS} FROM orders WHERE customerCode = ? AND referenceId = ?`).get(
        customer,
        reference as ReferenceId,
      ) ?? null) as OrderRecord | null,
    insert: (order) => database.insert('orders', order),
    update(order) {
      statement(
        `UPDATE orders SET status = ?, filledAmount = ?, filledQuote = ?, updatedAt = ?
         WHERE customerCode = ? AND referenceId = ?`,
      ).run(
        order.status,
        order.filledAmount,
        order.filledQuote,
        order.updatedAt,
        order.customerCode,
        order.referenceId,
      )
    },
    resting: (customer, symbol) =>
      statement(
        `SELECT ${COLUMNS} FROM orders
         WHERE status IN ('open', 'partially_filled') AND customerCode = ifnull(?, customerCode) AND symbol = ifnull(?, symbol)
         ORDER BY sequence`,
      ).all(customer, symbol) as unknown as OrderRecord[],
  }
}
