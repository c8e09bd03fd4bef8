/** Filters ledger rows by customer, type, status and range. Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { ledgerStatus, type LedgerRow, type LedgerStatus } from '../../../shared/domain/accounts/ledger.ts'
import { isoTime } from '../../format/times.ts'

/** The typed filter; an empty field does not filter. */
export interface LedgerFilter {
  readonly type: string
  readonly status: LedgerStatus | ''
  readonly from: string
  readonly to: string
}

export const NO_LEDGER_FILTER: LedgerFilter = { type: '', status: '', from: '', to: '' }

/** Transaction types that the API names (docs/api.md#2.ledger.type). */
export const LEDGER_TYPES = [
  'deposit',
  'withdrawal',
  'trade',
  'settlement',
  'funding',
  'liquidation',
  'auto_deleveraging',
] as const
export const LEDGER_STATUSES = ledgerStatus.options

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?Z?)?$/

/** Reads a day or a minute in UTC, such as `2026-11-20` or `2026-11-20 14:30`; a day alone begins at 00:00 and ends at 23:59:59.999. */
export function readMoment(text: string, edge: 'from' | 'to'): Result<EpochMs | null, string> {
  const typed = text.trim()
  if (typed === '') return ok(null)
  const match = MOMENT.exec(typed)
  const wrong = fail(`${edge}: write a day as 2026-11-20, or 2026-11-20 14:30 (UTC).`)
  if (!match) return wrong
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((digits) => Number.parseInt(digits ?? '0', 10))
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  // `Date` silently reads the 31st of a short month, or hour 25, as another time.
  if (!isoTime(at).startsWith(typed.replace(' ', 'T').replace('Z', ''))) return wrong
  if (edge === 'from') return ok(at)
  const length = match[4] === undefined ? 86_400_000 : match[6] === undefined ? 60_000 : 1_000
  return ok(at + length - 1)
}

export interface TimeRange {
  readonly from: EpochMs | null
  readonly to: EpochMs | null
}

/** No end: every row. */
export const EVER: TimeRange = { from: null, to: null }

/** Both ends, or the fault of one. */
export function readRange({ from, to }: Pick<LedgerFilter, 'from' | 'to'>): Result<TimeRange, string> {
  const begin = readMoment(from, 'from')
  if (!begin.ok) return begin
  const end = readMoment(to, 'to')
  if (!end.ok) return end
  return begin.value !== null && end.value !== null && begin.value > end.value
    ? fail('to: must not be before from.')
    : ok({ from: begin.value, to: end.value })
}

/** Whether a row fits the filter. A row without a time fits no range. */
export function fits(
  row: LedgerRow,
  customer: string | null,
  filter: LedgerFilter,
  range: TimeRange,
): boolean {
  if (customer !== null && row.customerCode !== customer) return false
  if (filter.type !== '' && row.transactionType !== filter.type) return false
  if (filter.status !== '' && row.status !== filter.status) return false
  if (range.from === null && range.to === null) return true
  const at = row.createdAt
  return at !== null && at >= (range.from ?? -Infinity) && at <= (range.to ?? Infinity)
}

/** Sorts newest first. Rows without a time are last, in their given order. */
export const newestFirst = <Row extends { readonly createdAt: EpochMs | null }>(
  rows: readonly Row[],
): readonly Row[] => rows.toSorted((a, b) => (b.createdAt ?? -Infinity) - (a.createdAt ?? -Infinity) || 0)
