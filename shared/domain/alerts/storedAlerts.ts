/** The alerts of every account as stored text. An alert that cannot be read is counted, and the others are read. Pure. */

import { z } from 'zod'
import { alertRule, MOST_ALERTS, type AlertRule } from './alertRule.ts'

/** Raised with every change that an older release could not read. */
const VERSION = 2

const whole = z.object({
  // Version 1 had no alerts on margin used and on equity.
  version: z.number().int().min(1),
  accounts: z.record(z.string(), z.strictObject({ nextId: z.unknown(), rules: z.array(z.unknown()) })),
})

export interface AlertsOfAccount {
  /** The number of the next alert. */
  readonly nextId: number
  readonly rules: readonly AlertRule[]
  /** Stored alerts that cannot be read. */
  readonly unread: number
}
/** By account key. */
export type AlertsByAccount = Readonly<Record<string, AlertsOfAccount>>

export const NO_ALERTS: AlertsOfAccount = { nextId: 1, rules: [], unread: 0 }

function readAccount({ nextId, rules: stored }: { nextId: unknown; rules: unknown[] }): AlertsOfAccount {
  const rules: AlertRule[] = []
  let unread = 0
  const known = new Set<number>()
  for (const each of stored) {
    const read = alertRule.safeParse(each)
    // Two alerts of one number would replace each other.
    if (!read.success || known.has(read.data.id) || rules.length >= MOST_ALERTS) unread++
    else {
      rules.push(read.data)
      known.add(read.data.id)
    }
  }
  const free = Math.max(0, ...known) + 1
  const isFree = typeof nextId === 'number' && Number.isSafeInteger(nextId) && nextId >= free
  return { nextId: isFree ? nextId : free, rules, unread }
}

/** `damaged`: nobody can read the text · `newer`: a later release stored it. */
export function readStoredAlerts(text: string | undefined): AlertsByAccount | 'damaged' | 'newer' {
  if (text === undefined) return {}
  try {
    const read = whole.safeParse(JSON.parse(text))
    if (!read.success) return 'damaged'
    const { version, accounts } = read.data
    if (version > VERSION) return 'newer'
    return Object.fromEntries(Object.entries(accounts).map(([key, stored]) => [key, readAccount(stored)]))
  } catch {
    return 'damaged'
  }
}

export const storedAlertsText = (accounts: AlertsByAccount): string =>
  JSON.stringify({
    version: VERSION,
    accounts: Object.fromEntries(
      Object.entries(accounts).map(([key, { nextId, rules }]) => [key, { nextId, rules }]),
    ),
  })
