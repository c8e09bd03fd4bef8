/** How far a halt's cancels got, in words. Pure. */

import type { HaltState } from '../../shared/domain/halt.ts'

export interface Progress {
  readonly text: string
  /** Whether every order is proven over. */
  readonly done: boolean
}

export function progressWords({ orders, verified, unverified }: HaltState): Progress {
  if (orders === 0) return { text: 'No order was live.', done: true }
  const open = orders - verified - unverified.length
  const parts = [`canceled ${verified} of ${orders} verified`]
  if (open > 0) parts.push(`${open} under way`)
  if (unverified.length > 0) parts.push(`${unverified.length} UNVERIFIED: treat as live`)
  return { text: parts.join(' · '), done: verified === orders }
}
