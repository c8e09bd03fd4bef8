/** A request for a second dealer, as windows show it and as it ended. Decides nothing. */

import { z } from 'zod'
import { dealerName } from '../settings/dealerName.ts'
import { customerCode, decimalText, epochMs } from '../scalars.ts'
import { approvalKind, fourEyesRules } from './fourEyesRules.ts'

/** Characters of a passphrase. A reader of the journal can try passphrases against its hash, so short ones are refused. */
export const SHORTEST_PASSPHRASE = 10
export const LONGEST_PASSPHRASE = 200

/** Characters of the reason of a refusal. */
export const LONGEST_REASON = 200

/** Requests that ended, newest first, that windows show. All are in the journal. */
export const APPROVALS_SHOWN = 50

/** What one customer gets of an act for many. */
export const approvalPart = z.strictObject({
  customerCode,
  size: decimalText,
  /** Of an order whose amount changes: contracts before. Left out: the amount stays, or the act is new. */
  before: decimalText.optional(),
  unit: z.enum(['contracts', 'USDC']),
})
export type ApprovalPart = z.infer<typeof approvalPart>

/** What an import changes of one customer. */
export const approvalChange = z.strictObject({ customerCode, words: z.string() })
export type ApprovalChange = z.infer<typeof approvalChange>

export const approvalRequest = z.strictObject({
  /** Counts up from 1 in each run. */
  id: z.number().int().positive(),
  kind: approvalKind,
  /** The whole act in one line: customer, amounts, prices. */
  what: z.string(),
  maker: dealerName,
  /** Core's wall clock. */
  at: epochMs,
  /** After it, nothing is sent. */
  expiresAt: epochMs,
})
export type ApprovalRequest = z.infer<typeof approvalRequest>

export const waitingApproval = approvalRequest.extend({
  /** Every customer of a block, the largest first. Empty for an act that is no block. */
  parts: z.array(approvalPart),
  /** Every customer of an import. Left out: the act is no import. */
  changes: z.array(approvalChange).optional(),
})
export type WaitingApproval = z.infer<typeof waitingApproval>

/**
 * `done`: approved, and the act was taken. Of an act about orders that says nothing of the venue (`isSeenInOrders`). `not-done`: approved, and the act was
 * refused after that. `unknown`: approved, and the act may have reached the venue.
 */
export const approvalOutcome = z.enum(['done', 'not-done', 'unknown', 'refused', 'expired', 'taken-back'])
export type ApprovalOutcome = z.infer<typeof approvalOutcome>

export const endedApproval = approvalRequest.extend({
  outcome: approvalOutcome,
  /** Who approved or refused; null: nobody did. */
  by: dealerName.nullable(),
  /** The reason of a refusal, or why an approved act was not done. */
  detail: z.string().nullable(),
  endedAt: epochMs,
})
export type EndedApproval = z.infer<typeof endedApproval>

export const approvals = z.strictObject({
  rules: fourEyesRules,
  /** Of the rules, for `fourEyes.save`. */
  rulesVersion: z.number().int().nonnegative(),
  /** Dealers with a passphrase of their own. */
  dealers: z.array(dealerName),
  /** The dealer in charge typed their passphrase in this run. */
  isProven: z.boolean(),
  /** Why nothing can be approved: a sentence. Null: it can. */
  problem: z.string().nullable(),
  waiting: z.array(waitingApproval),
  ended: z.array(endedApproval),
})
export type Approvals = z.infer<typeof approvals>
