/** Notices about orders, money, limits and links, and the one fold that joins repeats of a fact. Pure. */

import { z } from 'zod'
import { compare, decimal } from '../base/decimal.ts'
import { customerCode, decimalText, epochMs, referenceId, symbol } from './scalars.ts'

/** An `error` stays on top of every window until a dealer acknowledges it. A `warning` counts as unread until then. */
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
  'alert',
  'system',
])
export type NoticeKind = z.infer<typeof noticeKind>

/** What a notice sounds like, where its kind alone does not say it. */
export const noticeSound = z.enum([
  'bought',
  'sold',
  'price up',
  'price down',
  'spread',
  'funding',
  'liquidation',
  'margin',
  'order age',
  'reject',
  'connection',
])
export type NoticeSound = z.infer<typeof noticeSound>

export const notice = z.strictObject({
  id: z.number().int(),
  /** Core's wall clock of the newest repeat, ms. */
  at: epochMs,
  /** Core's wall clock of the first report, ms. */
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
  /** Left out: the sound of its kind, or none. */
  sound: noticeSound.optional(),
})
export type Notice = z.infer<typeof notice>

/** A notice of an account (venue and user; empty for the terminal itself), and the key that its repeats share. */
export const storedNotice = z.strictObject({ account: z.string(), key: z.string(), notice })
export type StoredNotice = z.infer<typeof storedNotice>

/**
 * When news with a known key raises the count: `always`, on a `change` of any field, on `growth` of the fill, or `never` because the news only
 * gives the same fact in more detail.
 */
export type Counting = 'always' | 'change' | 'growth' | 'never'

/** A fact to report. Facts with one key are one notice. */
export interface News extends Omit<Notice, 'id' | 'at' | 'firstAt' | 'count' | 'acknowledged'> {
  readonly key: string
  readonly counts: Counting
}

/** A notice with empty defaults for the fields that are not given. */
export const plainNotice = (
  given: Pick<Notice, 'id' | 'at' | 'level' | 'message'> & Partial<Notice>,
): Notice => ({
  firstAt: given.at,
  kind: 'system',
  customerCode: null,
  symbol: null,
  referenceId: null,
  detail: null,
  action: null,
  count: 1,
  total: null,
  acknowledged: false,
  ...given,
})

/** Whether a dealer should still look at the notice. */
export const isUnread = ({ level, acknowledged }: Notice): boolean => level !== 'info' && !acknowledged
export const mustAcknowledge = ({ level, acknowledged }: Notice): boolean =>
  level === 'error' && !acknowledged

const CONTENT = [
  'level',
  'kind',
  'customerCode',
  'symbol',
  'referenceId',
  'message',
  'detail',
  'action',
  'total',
  'sound',
] as const satisfies readonly (keyof News & keyof Notice)[]

const contentOf = (source: News | Notice) =>
  Object.fromEntries(CONTENT.map((field) => [field, source[field]]))

/** Below 0: the news is older than the known notice. */
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
 * The notice of a fact after the news arrived. Returns `known` itself where the news says nothing new, so that no fact is reported twice.
 * `id` is for a new notice; `at` is the core's wall clock, ms.
 */
export function foldNotice(known: Notice | undefined, news: News, id: number, at: number): Notice {
  const content = contentOf(news) as Pick<Notice, (typeof CONTENT)[number]>
  if (!known) return { ...content, id, at, firstAt: at, count: 1, acknowledged: false }
  if (growth(known, news) < 0) return known
  const changed = CONTENT.some((field) => known[field] !== news[field])
  const again = isAnotherTime(known, news, changed)
  if (!changed && !again) return known
  return {
    ...content,
    id: known.id,
    at,
    firstAt: known.firstAt,
    count: known.count + (again ? 1 : 0),
    // The dealer acknowledged the earlier text, not this one.
    acknowledged: false,
  }
}
