/** Notices: what the dealer must hear of orders, money, limits and links, and the one fold that joins repeats of one fact. Pure; decides nothing. */

import { z } from 'zod'
import { compare, decimal } from '../base/decimal.ts'
import { customerCode, decimalText, epochMs, referenceId, symbol } from './scalars.ts'

/** `error` must be acknowledged: it stays on top of every window until a dealer did. A `warning` counts as unread until then. */
export const noticeLevel = z.enum(['info', 'warning', 'error'])
export type NoticeLevel = z.infer<typeof noticeLevel>

export const noticeKind = z.enum([
  'fill',
  'forced fill',
  'reject',
  'no answer',
  'cancel',
  'amend',
  'expiry',
  'limit',
  'halt',
  'transfer',
  'reconciliation',
  'connection',
  'system',
])
export type NoticeKind = z.infer<typeof noticeKind>

export const notice = z.strictObject({
  id: z.number().int(),
  /** Core's wall clock of the newest repeat, ms. */
  at: epochMs,
  /** Core's wall clock of the first, ms. */
  firstAt: epochMs,
  level: noticeLevel,
  kind: noticeKind,
  customerCode: customerCode.nullable(),
  symbol: symbol.nullable(),
  /** The order to jump to. */
  referenceId: referenceId.nullable(),
  /** What happened: one sentence. Plain text. */
  message: z.string(),
  /** What it means for orders or money, or the venue's own words; shown as text. */
  detail: z.string().nullable(),
  /** What the dealer can do. */
  action: z.string().nullable(),
  /** How often it happened, at least 1. */
  count: z.number().int().min(1),
  /** Of a fill: contracts filled so far, over all repeats. */
  total: decimalText.nullable(),
  acknowledged: z.boolean(),
})
export type Notice = z.infer<typeof notice>

/** A notice of an account (venue and user; empty for the terminal itself), and the key that its repeats share. */
export const storedNotice = z.strictObject({ account: z.string(), key: z.string(), notice })
export type StoredNotice = z.infer<typeof storedNotice>

/**
 * When hearing the same key again is another time: `always` (a sentence said again), `change` (a fact that changed), `growth` (a fill that
 * grew), `never` (a better telling of the same fact).
 */
export type Counting = 'always' | 'change' | 'growth' | 'never'

/** A fact to tell. Facts with one key are one notice. */
export interface News extends Omit<Notice, 'id' | 'at' | 'firstAt' | 'count' | 'acknowledged'> {
  readonly key: string
  readonly counts: Counting
}

/** A notice with everything that is not given left empty. */
export const plainNotice = (
  of: Pick<Notice, 'id' | 'at' | 'level' | 'message'> & Partial<Notice>,
): Notice => ({
  firstAt: of.at,
  kind: 'system',
  customerCode: null,
  symbol: null,
  referenceId: null,
  detail: null,
  action: null,
  count: 1,
  total: null,
  acknowledged: false,
  ...of,
})

/** Whether a dealer should still look at it. */
export const isUnread = (of: Notice): boolean => of.level !== 'info' && !of.acknowledged
export const mustAcknowledge = (of: Notice): boolean => of.level === 'error' && !of.acknowledged

const TOLD = [
  'level',
  'kind',
  'customerCode',
  'symbol',
  'referenceId',
  'message',
  'detail',
  'action',
  'total',
] as const satisfies readonly (keyof News & keyof Notice)[]

const told = (of: News | Notice) => Object.fromEntries(TOLD.map((field) => [field, of[field]]))

/** Below 0: the news is older than what is known. */
const growth = (known: Notice, news: News): number =>
  known.total === null || news.total === null ? 0 : compare(decimal(news.total), decimal(known.total))

function isAnotherTime(known: Notice, news: News, changed: boolean): boolean {
  switch (news.counts) {
    case 'always':
      return true
    case 'change':
      return changed
    case 'growth':
      return growth(known, news) > 0
    case 'never':
      return false
  }
}

/**
 * What is known of a fact after it was heard (again). `known` itself where the news says nothing new, so that no fact is told twice. `id`
 * is for a notice that is new; `at` is the core's wall clock, ms.
 */
export function foldNotice(known: Notice | undefined, news: News, id: number, at: number): Notice {
  const content = told(news) as Pick<Notice, (typeof TOLD)[number]>
  if (!known) return { ...content, id, at, firstAt: at, count: 1, acknowledged: false }
  if (growth(known, news) < 0) return known
  const changed = TOLD.some((field) => known[field] !== news[field])
  const again = isAnotherTime(known, news, changed)
  if (!changed && !again) return known
  return {
    ...content,
    id: known.id,
    at,
    firstAt: known.firstAt,
    count: known.count + (again ? 1 : 0),
    // What was acknowledged is not what is said now.
    acknowledged: false,
  }
}
