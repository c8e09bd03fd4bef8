/** The commands whose way from the key to the core is timed: orders, amends and cancels of one order, and trade-outs. */

import type { CommandName } from './contract.ts'

const NAMES: readonly CommandName[] = [
  'order.submit',
  'order.submitScale',
  'order.amend',
  'order.cancel',
  'position.flatten',
]

export const TIMED_COMMANDS: ReadonlySet<string> = new Set(NAMES)
