/** Why a call or a subscription failed: a closed set (C8). */

import { z } from 'zod'
import { epochMs } from '../domain/scalars.ts'

export const failureKind = z.enum([
  /** The request does not fit its schema. */
  'invalid-request',
  /** This window may not give this command. */
  'not-permitted',
  /** The core refused before anything was sent: a rule, a limit, a missing customer. */
  'refused',
  /** The venue answered with a known error code. */
  'rejected-by-venue',
  /** The request may have reached the venue; its outcome is not proven. */
  'unknown-outcome',
  /** No session, or the window's link to the core is gone. */
  'not-connected',
  /** More frames waited than may wait; open the subscription again. */
  'overflow',
  'version-mismatch',
  'internal',
])
export type FailureKind = z.infer<typeof failureKind>

export const failure = z.strictObject({
  kind: failureKind,
  /** One sentence for the dealer: what is wrong and what to do. Plain text. */
  message: z.string(),
  /** The venue's code, when it gave one. */
  code: z.string().nullable(),
  /** The faulty field of the request, when there is one. */
  field: z.string().nullable(),
  /** The request to a second dealer for which the act waits. Its time tells it from one of another run. Left out: none. */
  approval: z.strictObject({ id: z.number().int().positive(), at: epochMs }).optional(),
})
export type Failure = z.infer<typeof failure>

export const failureOf = (
  kind: FailureKind,
  message: string,
  more: { code?: string | null; field?: string | null } = {},
): Failure => ({ kind, message, code: more.code ?? null, field: more.field ?? null })
