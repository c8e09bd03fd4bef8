/** The broker's stored state: its tables and their transactions. Without a folder the state lasts for this run only. */

import { accountTable, type AccountTable } from './accountTable.ts'
import { openDatabase } from './database.ts'
import type { NonceStore } from '../session/nonceChecker.ts'
import type { WebhookStore } from '../webhooks/webhooks.ts'
import { movementTable, type MovementTable } from './movementTable.ts'
import { nonceTable } from './nonceTable.ts'
import { orderTable, type OrderTable } from './orderTable.ts'
import { tradeTable, type TradeTable } from './tradeTable.ts'
import { webhookTable } from './webhookTable.ts'

export type { Page } from './page.ts'
export type { TradeFilter } from './tradeTable.ts'
export type { LedgerFilter } from './movementTable.ts'

export interface Store {
  readonly accounts: AccountTable
  readonly orders: OrderTable
  readonly trades: TradeTable
  readonly movements: MovementTable
  readonly usedNonces: NonceStore
  readonly webhooks: WebhookStore
  /** All or nothing. Joins a transaction under way. */
  readonly transaction: <T>(run: () => T) => T
  /** What a start lost of the accounts of earlier runs, one sentence each. */
  readonly losses: readonly string[]
  readonly close: () => void
}

/** Throws one sentence when `directory` cannot be used. Null keeps the state in memory. */
export function openStore(directory: string | null): Store {
  const database = openDatabase(directory)
  const orders = orderTable(database)
  const transaction: Store['transaction'] = (run) => {
    try {
      return database.transaction(run)
    } catch (error) {
      orders.forgetSums()
      throw error
    }
  }
  return {
    accounts: accountTable(database),
    orders,
    trades: tradeTable(database),
    movements: movementTable(database),
    usedNonces: nonceTable(database),
    webhooks: webhookTable(database),
    transaction,
    losses: database.losses,
    close: database.close,
  }
}
