/** Transfers and fee changes that this terminal sent, each with who dealt it, as the journal records them. Pure. */

import { z } from 'zod'
import { transferRequest } from '../accounts/ledger.ts'
import { customerCode, decimalText, epochMs, symbol } from '../scalars.ts'

/** Newest requests that a window receives. */
export const MOST_DEALT = 2_000

/** `open`: no answer proved anything yet · `lost`: Openpit gave up looking for the outcome. */
export const dealtOutcome = z.enum(['open', 'done', 'lost'])
export type DealtOutcome = z.infer<typeof dealtOutcome>

/** A transfer and a fee change as they were sent; the journal stores them in this form. */
export const askedTransfer = z.strictObject({ deed: z.literal('transfer'), transfer: transferRequest })
export const askedFees = z.strictObject({
  deed: z.literal('fees'),
  /** Null: every instrument. */
  symbol: symbol.nullable(),
  makerFee: decimalText,
  takerFee: decimalText,
})

export const dealtRequest = z.strictObject({
  intentId: z.string(),
  /** Core's wall clock when the request was sent. */
  at: epochMs,
  customerCode,
  /** Name and role; null: nobody was named. Left out: the journal does not say. */
  dealer: z.string().nullable().optional(),
  outcome: dealtOutcome,
  /** The ledger row that a transfer became; null while none is known. */
  code: z.string().nullable(),
  asked: z.discriminatedUnion('deed', [askedTransfer, askedFees]),
})
export type DealtRequest = z.infer<typeof dealtRequest>

export const dealtRequests = z.strictObject({
  state: z.enum(['reading', 'read', 'unread']),
  /** With `unread`: why the journal could not be read, in one sentence. */
  why: z.string().nullable(),
  /** Core's wall clock: requests sent before are not listed here. Null: none is listed. */
  since: epochMs.nullable(),
  /** Whether every segment of the journal was verified, so that a request that it does not record was not sent here. */
  isProven: z.boolean(),
  /** Oldest first. Requests that the venue refused or never received are left out: they changed nothing. */
  requests: z.array(dealtRequest),
})
export type DealtRequests = z.infer<typeof dealtRequests>
