/** The door to what the broker keeps: its tables and their transactions. Without a folder it keeps them for this run only. */

import { accountTable, type AccountTable } from './accountTable.ts'
import { openDatabase } from './database.ts'
import type { NonceShelf } from '../session/nonceBook.ts'
import type { WebhookKeyStore } from '../webhooks/webhooks.ts'
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
  readonly usedNonces: NonceShelf
  readonly webhooks: WebhookKeyStore
  /** All or nothing; inside another transaction it joins that one. */
  readonly transaction: <T>(run: () => T) => T
  readonly close: () => void
}

/** Throws one sentence when `directory` cannot be used; null keeps everything in memory. */
export function openStore(directory: string | null): Store {
  const database = openDatabase(directory)
  return {
    accounts: accountTable(database),
    orders: orderTable(database),
    trades: tradeTable(database),
    movements: movementTable(database),
    usedNonces: nonceTable(database),
    webhooks: webhookTable(database),
    transaction: database.transaction,
    close: database.close,
  }
}
