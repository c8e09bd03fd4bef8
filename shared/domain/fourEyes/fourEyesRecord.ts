/** The four-eyes rules and the dealers who may approve, as one journal entry stores them. Pure. */

import { z } from 'zod'
import { dealerName } from '../settings/dealerName.ts'
import { fourEyesRules } from './fourEyesRules.ts'

export const registeredDealer = z.strictObject({
  dealer: dealerName,
  /** Salt and hash of the passphrase. Never sent to a window. */
  verifier: z.string(),
})
export type RegisteredDealer = z.infer<typeof registeredDealer>

export const fourEyesRecord = z.strictObject({ rules: fourEyesRules, dealers: z.array(registeredDealer) })
export type FourEyesRecord = z.infer<typeof fourEyesRecord>
