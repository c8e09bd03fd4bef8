/** Every command about four eyes: dealers with a passphrase, rules, and decisions. A passphrase goes in and never comes out (C6). */

import { z } from 'zod'
import { LONGEST_PASSPHRASE, LONGEST_REASON, SHORTEST_PASSPHRASE } from '../../domain/fourEyes/approval.ts'
import { fourEyesRules } from '../../domain/fourEyes/fourEyesRules.ts'
import { dealerName } from '../../domain/settings/dealerName.ts'
import { command, type Command } from '../define.ts'

const done = z.strictObject({})
const id = z.number().int().positive()
const typed = z.string().min(1).max(LONGEST_PASSPHRASE)

export const approvalCommands = {
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
  /** The maker takes a request back. Nothing is sent. */
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
    request: z.strictObject({ rules: fourEyesRules }),
    reply: done,
    scope: 'trade',
  }),
} as const satisfies Record<string, Command>
