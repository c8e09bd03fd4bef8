/** The update of the installed program as windows see it: channel, state, what is offered, and whether it may be installed now. Schemas only. */

import { z } from 'zod'
import { epochMs } from '../scalars.ts'

/** `stable`: releases · `beta`: releases that are tried first. */
export const updateChannel = z.enum(['stable', 'beta'])
export type UpdateChannel = z.infer<typeof updateChannel>

/** What the dealer types where an update needs consent. */
export const INSTALL_WORD = 'INSTALL'

/** `refused`: not now, whatever is typed · `asks`: only after `INSTALL_WORD` · `may`: at once. `why`: one sentence for each reason. */
export const installVerdict = z.strictObject({
  kind: z.enum(['refused', 'asks', 'may']),
  why: z.array(z.string()),
})
export type InstallVerdict = z.infer<typeof installVerdict>

/**
 * `off`: this run has no updates · `idle`: not asked yet · `checking` · `current`: the address has nothing else · `available`: not downloaded ·
 * `downloading` · `downloaded`: its sha512 fits the channel file · `installing`: Openpit is closing · `failed`: the last step failed.
 */
export const updateState = z.enum([
  'off',
  'idle',
  'checking',
  'current',
  'available',
  'downloading',
  'downloaded',
  'installing',
  'failed',
])
export type UpdateState = z.infer<typeof updateState>

export const updateStatus = z.strictObject({
  /** The running release. */
  version: z.string(),
  /** Null where updates are off. */
  channel: updateChannel.nullable(),
  /** Where releases come from; null where updates are off. */
  address: z.string().nullable(),
  state: updateState,
  /** Why updates are off or the last step failed, one sentence or more; null in every other state. */
  why: z.string().nullable(),
  /** The release that is available, downloading, downloaded or installing. `isOlder`: it goes back. */
  offered: z.strictObject({ version: z.string(), isOlder: z.boolean() }).nullable(),
  /** Whole percent of the download; null while nothing is downloading. */
  percent: z.number().int().min(0).max(100).nullable(),
  /** Core's wall clock of the last answer of the address, ms; null: none in this run. */
  checkedAt: epochMs.nullable(),
  /** Whether the downloaded release may be installed now; null where none is downloaded. */
  verdict: installVerdict.nullable(),
})
export type UpdateStatus = z.infer<typeof updateStatus>

/** An install that has begun, for the next start: the release that ran, and the one that was to be installed. */
export const installRecord = z.object({ from: z.string().max(100), to: z.string().max(100) })
export type InstallRecord = z.infer<typeof installRecord>
