/** Four eyes in words: the rules, and how a request ended. */

import type { ApprovalOutcome } from './approval.ts'
import type { FourEyesRules } from './fourEyesRules.ts'

const above = (what: string, bound: string | null): readonly string[] =>
  bound === null ? [] : [bound === '0' ? `every ${what}` : `every ${what} of ${bound} USDC or more`]

/** `every withdrawal, every fee change`; null: nothing. */
export function rulesWords(rules: FourEyesRules): string | null {
  const words = [
    ...above('withdrawal', rules.withdrawals),
    ...above('order', rules.orders),
    ...(rules.bulk ? ['every block and scale', 'every import of ratios or groups'] : []),
    ...(rules.leverage ? ['every order that sets the leverage'] : []),
    ...(rules.fees ? ['every fee change'] : []),
    ...(rules.limits ? ['every change of the limits'] : []),
    ...(rules.webhooks ? ['every webhook change'] : []),
  ]
  return words.length === 0 ? null : words.join(', ')
}

/** Behind the request: `Request 3 of J. Smith …`. */
export const OUTCOME_VERBS: Readonly<Record<ApprovalOutcome, string>> = {
  done: 'was approved and done',
  'not-done': 'was approved, but not done',
  unknown: 'was approved, outcome unknown',
  refused: 'was refused',
  expired: 'expired',
  'taken-back': 'was taken back',
}

/** In a column of its own: `approved and done`. */
export const outcomeWords = (outcome: ApprovalOutcome): string => OUTCOME_VERBS[outcome].replace(/^was /, '')
