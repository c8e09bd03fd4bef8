/** Every command about the customer directory, with its request and its reply. Nothing of it reaches the venue. */

import { z } from 'zod'
import { customer, customerChange } from '../../domain/accounts/customer.ts'
import { customerCode } from '../../domain/scalars.ts'
import { command, type Command } from '../define.ts'

const done = z.strictObject({})

/** Changes of one part of an import, and parts of one import. */
export const IMPORT_PART = 200
const IMPORT_PARTS = 125
/** Customers of one import at most. */
export const MOST_IMPORTED = IMPORT_PART * IMPORT_PARTS

export const customerCommands = {
  'customer.save': command({ request: z.strictObject({ customer }), reply: done, scope: 'desktop' }),
  /** Confirms a code that looks like another code. `typed` is the code as `shownCode` writes it. */
  'customer.confirm': command({
    request: z.strictObject({ customerCode, typed: z.string().max(1_000) }),
    reply: done,
    scope: 'trade',
  }),
  'customer.remove': command({ request: z.strictObject({ customerCode }), reply: done, scope: 'desktop' }),
  /**
   * Changes many entries together, or none. The window sends the parts in order, each after the reply to the part before; the last part
   * applies them. Refused where an entry differs from its `before`: the preview no longer holds.
   */
  'customer.import': command({
    request: z.strictObject({
      /** A new id for each import. */
      importId: z.string().min(1).max(40),
      part: z.number().int().min(1).max(IMPORT_PARTS),
      parts: z.number().int().min(1).max(IMPORT_PARTS),
      changes: z.array(customerChange).min(1).max(IMPORT_PART),
    }),
    reply: z.strictObject({ outcome: z.enum(['more', 'imported']) }),
    scope: 'desktop',
  }),
  /** Takes the last import of this run back. `kept`: entries that were changed after it, which stay as they are. */
  'customer.undoImport': command({
    request: done,
    reply: z.strictObject({ restored: z.number().int(), kept: z.array(customerCode) }),
    scope: 'desktop',
  }),
} as const satisfies Record<string, Command>
