/** Four eyes in words: the rules, and how a request ended. */

import type { ApprovalOutcome, EndedApproval } from './approval.ts'
import { isAboutOrders, type FourEyesRules } from './fourEyesRules.ts'

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

type Ended = Pick<EndedApproval, 'kind' | 'outcome'>

/** Whether only the orders say what became of an approved act: a halt, a delay or the venue can stop it after Openpit took it. */
export const isSeenInOrders = ({ kind, outcome }: Ended): boolean => outcome === 'done' && isAboutOrders(kind)

/** Behind an act that is seen in Orders. */
export const SEEN_IN_ORDERS =
  'Orders shows what became of it. A halt, a delay or the venue may have stopped it.'

const VERBS: Readonly<Record<ApprovalOutcome, string>> = {
  done: 'was approved and done',
  'not-done': 'was approved, but not done',
  unknown: 'was approved, outcome unknown',
  refused: 'was refused',
  expired: 'expired',
  'taken-back': 'was taken back',
}

/** Behind the request: `Request 3 of J. Smith …`. */
export const outcomeVerb = (ended: Ended): string =>
  isSeenInOrders(ended) ? 'was approved' : VERBS[ended.outcome]

/** In a column of its own: `approved and done`. */
export const outcomeWords = (ended: Ended): string =>
  isSeenInOrders(ended) ? 'approved, see Orders' : VERBS[ended.outcome].replace(/^was /, '')
