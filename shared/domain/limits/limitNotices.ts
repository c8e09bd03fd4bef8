/** Notices of the limits: an order that a limit blocked, and limits that were changed. Pure. */

import type { LimitFinding } from '../orders/limitDecision.ts'
import { changeSentence } from './limitWords.ts'
import type { LimitChange } from './limits.ts'
import type { News } from '../notice.ts'
import type { OrderDraft } from '../orders/order.ts'
import { groupedDigits } from '../../base/groupedText.ts'

/** The name of the finding that blocks every order with new risk until a dealer confirms the limits. */
export const UNCONFIRMED = 'unconfirmed'

/** An order or amend that a limit blocked. `attempt`: names the act, so that each act makes one notice. */
export function limitBlockNews(attempt: string, draft: OrderDraft, findings: readonly LimitFinding[]): News {
  const size =
    draft.amount === null ? `${groupedDigits(draft.cashAmount ?? '?')} USDC` : groupedDigits(draft.amount)
  const at = draft.limitPrice === null ? 'at market' : `at ${groupedDigits(draft.limitPrice)}`
  return {
    key: `limit ${draft.customerCode} ${attempt}`,
    level: 'warning',
    kind: 'limit',
    customerCode: draft.customerCode,
    symbol: draft.symbol,
    referenceId: null,
    message: `${draft.side.toUpperCase()} ${size} ${at} was blocked by a limit. Nothing was sent.`,
    detail: findings.map(({ sentence }) => sentence).join(' '),
    action: findings.some(({ limit }) => limit === UNCONFIRMED)
      ? 'Open the Limits panel, check every bound and confirm.'
      : 'Send a smaller order, or have the limit changed.',
    total: null,
    counts: 'always',
  }
}

const MOST_LISTED = 5

export function limitChangeNews(version: number, by: string, changes: readonly LimitChange[]): News {
  const more = changes.length > MOST_LISTED ? `; and ${changes.length - MOST_LISTED} more` : ''
  const loosens = changes.some((change) => change.loosens)
  return {
    key: `limits ${version}`,
    level: loosens ? 'warning' : 'info',
    kind: 'limit',
    customerCode: null,
    symbol: null,
    referenceId: null,
    message: `Version ${version} of the limits is in force, saved by ${by}.`,
    detail: `${changes.slice(0, MOST_LISTED).map(changeSentence).join('; ')}${more}.`,
    action: null,
    total: null,
    counts: 'never',
  }
}
