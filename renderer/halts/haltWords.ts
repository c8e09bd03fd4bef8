/** The progress of a halt's cancels in words. Pure; says "none" and "all" only where every list of the scope was read whole and empty. */

import {
  isCleared,
  scopeWords,
  type HaltLists,
  type HaltScope,
  type HaltState,
} from '../../shared/domain/orders/halt.ts'
import { unseenIn, unseenWords } from '../../shared/domain/orders/openOrderReading.ts'

export interface Progress {
  readonly text: string
  /** Whether every order is proven done, and no list can hold another. */
  readonly done: boolean
}

/** The unknown parts of the lists, as parts of a sentence; empty where every list is cleared. */
function openReasons({ customers, cleared, unseen, problem }: HaltLists): string[] {
  if (problem !== null) return [problem]
  const words = unseenWords(unseenIn(unseen))
  const reading = customers - cleared - unseen.length
  const parts = reading > 0 ? [`${cleared} of ${customers} lists read to their end and empty`] : []
  return words === null ? parts : [...parts, words]
}

export function progressWords({ orders, verified, unverified, lists }: HaltState): Progress {
  const isSeen = isCleared(lists)
  const open = openReasons(lists)
  if (orders === 0)
    return isSeen
      ? { text: 'No order was live.', done: true }
      : { text: ['No order seen so far', ...open].join(' · '), done: false }
  const left = orders - verified - unverified.length
  const parts = [
    `${verified} of ${isSeen ? '' : 'at least '}${orders} ${orders === 1 ? 'order' : 'orders'} confirmed done`,
  ]
  if (left > 0) parts.push(`${left} under way`)
  if (unverified.length > 0) parts.push(`${unverified.length} UNVERIFIED: treat as live`)
  return { text: [...parts, ...open].join(' · '), done: isSeen && verified === orders }
}

/** What to do about halts of which nobody knows whether they began. Follows the sentence that names them. The list of halts says by itself where it is not known. */
export function unsureHaltWords(scopes: readonly HaltScope[]): string {
  const [only, ...others] = scopes
  if (only === undefined || others.length > 0)
    return 'Treat their orders as live. Shift F12 lists every halt. Halt again who is not listed there.'
  const orders = only.kind === 'order' ? 'the order' : only.kind === 'desk' ? 'all orders' : 'its orders'
  return `Treat ${orders} as live. Shift F12 lists every halt. If ${scopeWords(only)} is not listed there, halt it again.`
}
