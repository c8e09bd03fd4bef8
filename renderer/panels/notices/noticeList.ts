/** The notices of the notice center: filters, order and repeat counts. Pure. */

import { visible } from '../../../shared/base/visibleText.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { mustAcknowledge, type Notice, type NoticeKind } from '../../../shared/domain/notice.ts'
import type { WindowNotice } from '../../state/stores/noticeStore.ts'
import { isoTime, shownDay } from '../../format/times.ts'

export interface NoticeFilter {
  readonly id: string
  readonly label: string
  readonly takes: (notice: Notice) => boolean
}

const kinds =
  (...wanted: readonly NoticeKind[]) =>
  (notice: Notice): boolean =>
    wanted.includes(notice.kind)

/** The filter chips, in the order of the arrow keys. */
export const FILTERS: readonly NoticeFilter[] = [
  { id: 'all', label: 'All', takes: () => true },
  { id: 'must', label: '! Must acknowledge', takes: mustAcknowledge },
  { id: 'warnings', label: '△ Warnings', takes: (notice) => notice.level === 'warning' },
  { id: 'alerts', label: 'Alerts', takes: kinds('alert') },
  { id: 'fills', label: 'Fills', takes: kinds('fill', 'forced fill') },
  { id: 'rejects', label: 'Rejects', takes: kinds('reject', 'no answer') },
  { id: 'cancels', label: 'Cancels, amends', takes: kinds('cancel', 'amend', 'expiry') },
  { id: 'limits', label: 'Limits', takes: kinds('limit', 'halt') },
  { id: 'transfers', label: 'Transfers', takes: kinds('transfer') },
  { id: 'connections', label: 'Connections', takes: kinds('connection', 'reconciliation') },
]

export interface NoticeView {
  /** The number of notices in each filter, for the chosen customer. */
  readonly counts: ReadonlyMap<string, number>
  /** Notices to acknowledge, newest first. */
  readonly urgent: readonly WindowNotice[]
  /** The other notices, newest first. */
  readonly others: readonly WindowNotice[]
}

/** `customer`: shows only that customer's notices; null shows all. */
export function viewOf(
  log: readonly WindowNotice[],
  filterId: string,
  customer: CustomerCode | null,
): NoticeView {
  const about = customer === null ? log : log.filter((notice) => notice.customerCode === customer)
  const filter = FILTERS.find(({ id }) => id === filterId)
  const newestFirst = about.filter((notice) => filter?.takes(notice) ?? true).toReversed()
  return {
    counts: new Map(FILTERS.map(({ id, takes }) => [id, about.filter(takes).length])),
    urgent: newestFirst.filter(mustAcknowledge),
    others: newestFirst.filter((notice) => !mustAcknowledge(notice)),
  }
}

const seconds = (ms: number): string => {
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** `9 fills in 1.4 s.`; null for a notice without repeats. */
export function repeatSentence({ count, kind, at, firstAt }: Notice): string | null {
  if (count === 1) return null
  return `${count} ${kind === 'fill' ? 'fills' : 'times'} in ${seconds(at - firstAt)}.`
}

/** Days since 1970, in the zone that is shown. */
export const dayOf = shownDay

/** A notice as text for the clipboard. */
export const noticeText = (notice: Notice): string =>
  [
    [
      isoTime(notice.at),
      notice.kind.toUpperCase(),
      notice.customerCode && shownCode(notice.customerCode),
      notice.symbol,
      notice.referenceId,
    ]
      .filter((part) => part !== null)
      .join(' '),
    notice.message,
    repeatSentence(notice),
    notice.detail,
    notice.action,
  ]
    .filter((part) => part !== null)
    .map(visible)
    .join('\n')
