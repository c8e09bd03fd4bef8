/** Defines commands and topics with their schemas. Sends nothing. */

import type { z } from 'zod'

/** The right that a caller needs: `read` data, `trade` (move money or orders), or `desktop` (change this machine's own state) (C6). */
export type Scope = 'read' | 'trade' | 'desktop'

export interface Command<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly request: Request
  readonly reply: Reply
  readonly scope: Scope
  /** A dealer's act that must follow the key at once: the core refuses it when it arrives too late (`MAX_ACT_AGE`). */
  readonly expires?: true
  /** Answered also while the session is locked; a command of scope `read` always is. */
  readonly whileLocked?: true
}

/**
 * What happens to deltas that wait for the window (C3): `latest` keeps the newest, `merge` folds them into one,
 * `every` drops none and ends the subscription past its limit.
 */
export type Delivery<Delta> =
  | { readonly kind: 'latest' }
  | { readonly kind: 'merge'; readonly merge: (pending: Delta, delta: Delta) => Delta }
  | { readonly kind: 'every'; readonly limit: number }

export interface Topic<
  Key extends z.ZodType = z.ZodType,
  Snapshot extends z.ZodType = z.ZodType,
  Delta extends z.ZodType = z.ZodType,
> {
  readonly key: Key
  readonly snapshot: Snapshot
  readonly delta: Delta
  readonly delivery: Delivery<z.infer<Delta>>
  /** `paint`: the window grants the next delta after drawing the last (C4); `receipt`: granted by itself. */
  readonly credit: 'paint' | 'receipt'
}

export const command = <Request extends z.ZodType, Reply extends z.ZodType>(
  definition: Command<Request, Reply>,
): Command<Request, Reply> => definition

export const topic = <Key extends z.ZodType, Snapshot extends z.ZodType, Delta extends z.ZodType>(
  definition: Topic<Key, Snapshot, Delta>,
): Topic<Key, Snapshot, Delta> => definition
