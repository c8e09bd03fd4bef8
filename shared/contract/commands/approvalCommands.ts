/** Every command about four eyes: dealers with a passphrase, rules, and decisions. A passphrase goes in and never comes out (C6). */

import { z } from 'zod'
import { LONGEST_PASSPHRASE, LONGEST_REASON, SHORTEST_PASSPHRASE } from '../../domain/fourEyes/approval.ts'
import { fourEyesRules } from '../../domain/fourEyes/fourEyesRules.ts'
import { orderChanges, orderDraft } from '../../domain/orders/order.ts'
import { blockRowList } from '../../domain/orders/rows/blockTag.ts'
import { scaleRowList } from '../../domain/orders/rows/scaleTag.ts'
import { customerCode, referenceId } from '../../domain/scalars.ts'
import { dealerName } from '../../domain/settings/dealerName.ts'
import { command, type Command } from '../define.ts'
import { blockAmend } from './blockCommands.ts'
import { MOST_IMPORTED } from './customerCommands.ts'

const done = z.strictObject({})
const id = z.number().int().positive()
const typed = z.string().min(1).max(LONGEST_PASSPHRASE)

export const approvalCommands = {
  /**
   * What the four-eyes rules would say to an order, scale, block, amend or import if it were sent now: one or two sentences. Null: no second dealer is needed. Sends
   * and asks nothing. The fields are those of the command that would send the act.
   */
  'approval.foretell': command({
    request: z.strictObject({
      act: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('order'), draft: orderDraft }),
        z.strictObject({ kind: z.literal('scale'), draft: orderDraft, rows: scaleRowList }),
        z.strictObject({ kind: z.literal('block'), draft: orderDraft, rows: blockRowList }),
        z.strictObject({ kind: z.literal('amend'), customerCode, referenceId, changes: orderChanges }),
        blockAmend.extend({ kind: z.literal('blockAmend') }),
        /** An import of this many customers that changes a ratio or a group. */
        z.strictObject({ kind: z.literal('import'), customers: z.number().int().min(1).max(MOST_IMPORTED) }),
      ]),
    }),
    reply: z.strictObject({ sentence: z.string().nullable() }),
    scope: 'read',
  }),
  /**
   * Approves or refuses one request, as the dealer whose name and passphrase are typed. Never the maker, and never in the window of the act. `approve`
   * does the act at once; the topic `approvals` says what became of it.
   */
  'approval.decide': command({
    request: z.strictObject({
      id,
      decision: z.enum(['approve', 'refuse']),
      name: z.string().min(1).max(100),
      passphrase: typed,
      /** Of a refusal. */
      reason: z.string().max(LONGEST_REASON),
    }),
    reply: done,
    scope: 'trade',
    expires: true,
  }),
  /** The maker, and nobody else, takes a request back, in the window in which it was made. Nothing is sent. */
  'approval.takeBack': command({ request: z.strictObject({ id }), reply: done, scope: 'trade' }),
  /** A registered dealer proves their name, and deals from then on in the place of the dealer who was named. */
  'dealer.prove': command({
    request: z.strictObject({ name: z.string().min(1).max(100), passphrase: typed }),
    reply: done,
    scope: 'trade',
  }),
  /** Gives a dealer a passphrase, or another one. */
  'dealer.register': command({
    request: z.strictObject({
      dealer: dealerName,
      passphrase: z.string().min(SHORTEST_PASSPHRASE).max(LONGEST_PASSPHRASE),
    }),
    reply: done,
    scope: 'trade',
  }),
  'dealer.unregister': command({
    request: z.strictObject({ name: z.string().min(1).max(100) }),
    reply: done,
    scope: 'trade',
  }),
  'fourEyes.save': command({
    request: z.strictObject({
      /** The version of the rules that the dealer changed: refused where others are in force by now. */
      baseVersion: z.number().int().nonnegative(),
      rules: fourEyesRules,
    }),
    reply: done,
    scope: 'trade',
  }),
} as const satisfies Record<string, Command>
