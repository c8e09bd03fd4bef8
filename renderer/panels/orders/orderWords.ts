/** An order's state as one letter and one word (docs/order-lifecycle.md#on-screen). Pure. */

import { decimal } from '../../../shared/base/decimal.ts'
import { isLive, isTerminal, wasShown, type Order } from '../../../shared/domain/orders/order.ts'
import { isWrittenOff } from '../../../shared/domain/orders/orderLife.ts'
import { exact } from '../../format/numbers.ts'

interface OrderWords {
  /** `…` sent, `●` working, `×` canceling, `~` amending, `?` unknown, `‼` for the dealer to decide, `!` refused; empty when done. */
  readonly mark: string
  readonly word: string
  readonly tone: 'live' | 'unknown' | 'refused' | 'over'
}

/** Live statuses in docs/api.md#part-3 and #gap.13. Any other status is shown unchanged. */
const LIVE_STATUSES = new Set(['open', 'partially_filled', 'pending', 'untriggered', 'triggered'])

/** Words for phases that Openpit itself determines. For other phases the venue's word is shown. */
const OWN_WORDS: Readonly<Record<Exclude<Order['phase'], 'working' | 'closed'>, OrderWords>> = {
  intent: { mark: '…', word: 'leaving', tone: 'live' },
  sent: { mark: '…', word: 'sent', tone: 'live' },
  unknown: { mark: '?', word: 'unknown, treated as live', tone: 'unknown' },
  resolving: { mark: '?', word: 'unknown, querying the venue', tone: 'unknown' },
  unresolved: { mark: '‼', word: 'unresolved: you decide', tone: 'unknown' },
  rejected: { mark: '!', word: 'rejected', tone: 'refused' },
  'not-sent': { mark: '!', word: 'not sent', tone: 'refused' },
  dead: { mark: '', word: 'never reached the book', tone: 'over' },
}

export function orderWords(order: Order): OrderWords {
  if (order.phase === 'working' || order.phase === 'closed') return venueWord(order)
  const words = OWN_WORDS[order.phase]
  if (order.phase !== 'dead') return words
  // A dealer's word proves nothing about the venue.
  if (isWrittenOff(order)) return { ...words, word: 'written off, not proven' }
  return wasShown(order) ? { ...words, word: 'unknown to the venue' } : words
}

function venueWord(order: Order): OrderWords {
  if (!isLive(order)) return { mark: '', word: overWord(order), tone: 'over' }
  if (order.pending === 'cancel') return { mark: '×', word: 'canceling', tone: 'live' }
  if (order.pending === 'amend') return { mark: '~', word: 'amending', tone: 'live' }
  const status = order.status ?? 'working'
  if (order.status !== null && !LIVE_STATUSES.has(status) && !isTerminal(status))
    return { mark: '●', word: `${status}, treated as live`, tone: 'unknown' }
  return { mark: '●', word: spaced(status), tone: 'live' }
}

/** A table reads the words of every row to sort them, and most statuses are one word. */
const spaced = (status: string): string => (status.includes('_') ? status.replaceAll('_', ' ') : status)

/** `canceled, filled 3 of 10`: an order that ended early may have filled partly (docs/api.md#3.order.canceled). */
function overWord(order: Order): string {
  const word = spaced(order.status ?? 'closed')
  if (order.status === 'filled' || order.filledAmount === '0') return word
  const whole = order.amount === null ? '' : ` of ${exact(decimal(order.amount))}`
  return `${word}, filled ${exact(decimal(order.filledAmount))}${whole}`
}
