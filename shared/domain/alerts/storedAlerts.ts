/** The alerts of every account as stored text. Pure. */

import { z } from 'zod'
import { alertRule, MOST_ALERTS } from './alertRule.ts'

/** Raised with every change that an older release could not read. */
const VERSION = 2

const storedAlerts = z.strictObject({
  // Version 1 had no alerts on margin used and on equity.
  version: z.union([z.literal(1), z.literal(VERSION)]),
  accounts: z.record(
    z.string(),
    z.strictObject({ nextId: z.number().int().min(1), rules: z.array(alertRule).max(MOST_ALERTS) }),
  ),
})
/** By account key: the alerts, and the number of the next one. */
export type AlertsByAccount = z.infer<typeof storedAlerts>['accounts']

/** Null where the text cannot be read, or a newer release wrote it. */
export function readStoredAlerts(text: string | undefined): AlertsByAccount | null {
  if (text === undefined) return {}
  try {
    const read = storedAlerts.safeParse(JSON.parse(text))
    return read.success ? read.data.accounts : null
  } catch {
    return null
  }
}

export const storedAlertsText = (accounts: AlertsByAccount): string =>
  JSON.stringify({ version: VERSION, accounts })
