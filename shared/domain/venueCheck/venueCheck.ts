/** The check of a venue before the sign-in: its probes, their progress, and what each guess of the profile turned out to be. Types and names only. */

import { z } from 'zod'

/** The probes of a check, in their order. */
export const PROBES = [
  'sign-in',
  'instruments',
  'tickers',
  'trades',
  'ledger',
  'pages',
  'open orders',
  'stream',
  'proof',
] as const
export const probeName = z.enum(PROBES)
export type ProbeName = z.infer<typeof probeName>

export const probeProgress = z.strictObject({
  probe: probeName,
  /** `failed`: the venue gave no usable answer, so the report says "not known" about it. */
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** One sentence about the end of the probe; null before it. */
  sentence: z.string().nullable(),
})
export type ProbeProgress = z.infer<typeof probeProgress>

export const venueCheckState = z.strictObject({
  /** The name of the venue. */
  venue: z.string(),
  isRunning: z.boolean(),
  /** Every probe, in its order. */
  probes: z.array(probeProgress),
})
export type VenueCheckState = z.infer<typeof venueCheckState>

/** `sure`: read from the venue's own answers · `guess`: follows from them in most cases · `open`: no read can show it. */
export const certainty = z.enum(['sure', 'guess', 'open'])
export type Certainty = z.infer<typeof certainty>

/**
 * `fits`: the answers agree with the profile and its change, or no read can ever show it · `misfit`: the answers contradict the profile, and no change
 * follows from them · `unproven`: a read could show it, and no read of this check did.
 */
export const fit = z.enum(['fits', 'misfit', 'unproven'])
export type Fit = z.infer<typeof fit>

export const checkedGuess = z.strictObject({
  /** The field of the profile or the subject, such as `lists.items`. */
  about: z.string(),
  certainty,
  fit,
  /** What was found, and what it means for the profile. */
  sentence: z.string(),
  /** The profile is changed by it. */
  isChanged: z.boolean(),
})
export type CheckedGuess = z.infer<typeof checkedGuess>

/** The words of a certainty in the report, in the comments of a profile and on screen. */
export const CERTAINTY_WORDS: Readonly<Record<Certainty, string>> = {
  sure: 'read',
  guess: 'likely',
  open: 'not known',
}
