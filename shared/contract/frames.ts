/** The frames between a window and the core, and the check at each end. Knows no command and no topic. */

import { z } from 'zod'
import { epochMs } from '../domain/scalars.ts'
import { failure, failureKind } from './failure.ts'

/** Numbers calls and subscriptions of one transport; never used twice. The greeting is 0. */
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const name = z.string().max(60)
/** Position in a subscription: the first snapshot is 0, the messages after it 1, 2, 3 (C2). */
const place = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
/** The command or topic checks the body against its own schema. */
const body = z.unknown()

/** 24 random bytes or more, in base64url. */
export const windowSecret = z.string().regex(/^[\w-]{32,100}$/)

export const clientFrame = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('hello'),
    id: z.literal(0),
    version: z.number().int(),
    /** From the address that the terminal printed: valid once, with the secret beside it. */
    token: z.string().max(200).optional(),
    /** Created by the window; valid for the rest of the run once a token came with it. */
    secret: windowSecret.optional(),
  }),
  /** `at`: the window's wall clock when the dealer acted, ms. */
  z.strictObject({ kind: z.literal('call'), id, name, at: epochMs, body }),
  z.strictObject({ kind: z.literal('open'), id, topic: name, key: z.unknown() }),
  /** The window drew (`paint` topic) or applied (`receipt` topic) everything up to `place` (C4). */
  z.strictObject({ kind: z.literal('credit'), id, place }),
  z.strictObject({ kind: z.literal('close'), id }),
])
export type ClientFrame = z.infer<typeof clientFrame>

export const serverFrame = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('welcome'), id: z.literal(0), version: z.number().int() }),
  z.strictObject({ kind: z.literal('reply'), id, body }),
  /** Refuses a call, an `open`, or (id 0) the greeting. */
  z.strictObject({ kind: z.literal('refusal'), id: z.union([id, z.literal(0)]), failure }),
  z.strictObject({ kind: z.literal('snapshot'), id, place, body }),
  z.strictObject({ kind: z.literal('delta'), id, place, body }),
  z.strictObject({ kind: z.literal('ended'), id, why: failureKind }),
])
export type ServerFrame = z.infer<typeof serverFrame>

/** The fault of a value in words for dealers and developers, and the first faulty field (null: the whole value). */
export function faultOf(error: z.ZodError): { message: string; field: string | null } {
  const issue = error.issues[0]
  const field = issue && issue.path.length > 0 ? issue.path.map(String).join('.') : null
  const what = issue?.message ?? 'does not fit'
  return { message: field === null ? what : `${field}: ${what}`, field }
}

/** Whether a value that arrived as objects stays within `limit`, roughly in bytes. Stops counting beyond the limit. */
export function fitsWithin(value: unknown, limit: number): boolean {
  let left = limit
  const spend = (part: unknown, depth: number): boolean => {
    left -= 8
    if (left < 0 || depth > 40) return false
    if (typeof part === 'string') left -= part.length
    else if (ArrayBuffer.isView(part)) left -= part.byteLength
    else if (part instanceof ArrayBuffer) left -= part.byteLength
    else if (Array.isArray(part)) return part.every((item) => spend(item, depth + 1))
    else if (typeof part === 'object' && part !== null)
      return Object.entries(part).every(([key, item]) => {
        left -= key.length
        return spend(item, depth + 1)
      })
    return left >= 0
  }
  return spend(value, 0)
}
