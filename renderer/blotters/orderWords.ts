/** An order's state in one letter and one word (ux.md §9). Pure. */

import { isLive, type Order } from '../../shared/domain/order.ts'

export interface OrderWords {
  /** `…` sent, `●` working, `×` canceling, `?` unknown, `!` refused; empty when over. */
  readonly mark: string
  readonly word: string
  readonly tone: 'live' | 'unknown' | 'refused' | 'over'
}

export function orderWords(of: Order): OrderWords {
  if (of.phase === 'unknown') return { mark: '?', word: 'unknown', tone: 'unknown' }
  if (of.phase === 'rejected') return { mark: '!', word: 'rejected', tone: 'refused' }
  if (of.phase === 'sent') return { mark: '…', word: 'sent', tone: 'live' }
  if (!isLive(of)) return { mark: '', word: of.status ?? 'closed', tone: 'over' }
  if (of.pending === 'cancel') return { mark: '×', word: 'canceling', tone: 'live' }
  if (of.pending === 'amend') return { mark: '~', word: 'amending', tone: 'live' }
  return { mark: '●', word: (of.status ?? 'working').replaceAll('_', ' '), tone: 'live' }
}
