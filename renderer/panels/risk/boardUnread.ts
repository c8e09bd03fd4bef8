/** Why the risk board may lack rows, so that no total counts an unread row as 0. Reads stores; changes nothing. */

import { capital, unseenWords } from '../../../shared/domain/orders/openOrderReading.ts'
import { unreadSentence } from '../../format/unreadWords.ts'
import type { ServerStores } from '../../state/stores/serverMirrors.ts'
import { unseenOrders } from '../../state/stores/unseenLists.ts'

export interface BoardUnread {
  /** Why positions may be missing, in one sentence; null: all are known. */
  readonly positions: string | null
  /** Why positions or orders, and with them customers, may be missing, in one sentence; null: all are known. */
  readonly rows: string | null
  /** No total has anything to add up, so with a reason it has no value. */
  readonly isEmpty: boolean
}

/** `customers`: how many stand on the board. */
export function boardUnread(server: ServerStores, customers: number): BoardUnread {
  const hasPositions = server.positions.getState().known
  const hasOrders = server.orders.getState().known
  const positions = hasPositions
    ? unreadSentence(server.reads.getState().value, ['trades', 'ledger', 'customers'])
    : 'Waiting for the positions.'
  const unseen = unseenWords(unseenOrders(server))
  const orders = !hasOrders ? 'Waiting for the orders.' : unseen === null ? null : `${capital(unseen)}.`
  return { positions, rows: positions ?? orders, isEmpty: !hasPositions || customers === 0 }
}
