/** Formats times: on screen in the dealer's zone and date format, in files in UTC. Reads no clock. */

import type { EpochMs } from '../../shared/base/clock.ts'
import { displayFormat } from './displayFormat.ts'
import { UNKNOWN } from './numbers.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** The parts of a moment, UTC, by whole-number arithmetic on days since 1970 (proleptic Gregorian). */
function partsOf(at: EpochMs) {
  const days = Math.floor(at / 86_400_000)
  const ms = at - days * 86_400_000
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return {
    year,
    month,
    day,
    hour: Math.floor(ms / 3_600_000),
    minute: Math.floor(ms / 60_000) % 60,
    second: Math.floor(ms / 1_000) % 60,
    ms: Math.floor(ms % 1_000),
  }
}

/** The parts of a moment in the zone that is shown. */
const shownParts = (at: EpochMs) => partsOf(at + 60_000 * aheadAt(at))
const aheadAt = (at: EpochMs): number => displayFormat().aheadOfUtc?.(at) ?? 0

const clockText = ({ hour, minute, second }: ReturnType<typeof partsOf>): string =>
  `${two(hour)}:${two(minute)}:${two(second)}`

/** `UTC`, or `UTC+5:30`: the zone of a shown time. */
export function zoneAt(at: EpochMs): string {
  const ahead = aheadAt(at)
  if (ahead === 0) return 'UTC'
  const minutes = Math.abs(ahead)
  const rest = minutes % 60
  return `UTC${ahead < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${two(rest)}`}`
}

/** The zone of a column of times. */
export const zoneName = (): string => (displayFormat().aheadOfUtc === null ? 'UTC' : 'local')

/** `14:03:07`, without its zone: the zone must stand beside it. */
export const timeOfDay = (at: EpochMs | null): string => (at === null ? UNKNOWN : clockText(shownParts(at)))

/** `14:03:07 UTC`. */
export const timeWithZone = (at: EpochMs | null): string =>
  at === null ? UNKNOWN : `${timeOfDay(at)} ${zoneAt(at)}`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `11-20`, `20 Nov` or `Nov 20`. */
export function shownDate(at: EpochMs): string {
  const { month, day } = shownParts(at)
  const name = MONTHS[month - 1] ?? ''
  const form = displayFormat().dates
  if (form === 'iso') return `${two(month)}-${two(day)}`
  return form === 'day-month' ? `${day} ${name}` : `${name} ${day}`
}

/** `11-20 14:03:07`, without its zone: the zone must stand beside it. */
export const dayAndTime = (at: EpochMs | null): string =>
  at === null ? UNKNOWN : `${shownDate(at)} ${timeOfDay(at)}`

/** `11-20 14:03:07 UTC`. */
export const dayAndTimeWithZone = (at: EpochMs | null): string =>
  at === null ? UNKNOWN : `${dayAndTime(at)} ${zoneAt(at)}`

/** `2026-11-20T14:03:07.512Z`, for files. */
export function isoTime(at: EpochMs | null): string {
  if (at === null) return ''
  const parts = partsOf(at)
  return `${parts.year}-${two(parts.month)}-${two(parts.day)}T${clockText(parts)}.${three(parts.ms)}Z`
}

const three = (value: number) => String(value).padStart(3, '0')

/** `14:03:07.512`, without its zone: the zone must stand beside it. */
export const timeToMs = (at: EpochMs): string => `${timeOfDay(at)}.${three(shownParts(at).ms)}`

/** Days since 1970, in the zone that is shown. */
export const shownDay = (at: EpochMs): number => Math.floor((at + 60_000 * aheadAt(at)) / 86_400_000)

/** The whole moment on screen: `2026-11-20T14:03:07.512Z` in UTC, else `2026-11-20 15:03:07.512 UTC+1`. */
export function moment(at: EpochMs | null): string {
  const { aheadOfUtc, dates } = displayFormat()
  if (at === null || (aheadOfUtc === null && dates === 'iso')) return isoTime(at)
  const parts = shownParts(at)
  const day =
    dates === 'iso'
      ? `${parts.year}-${shownDate(at)}`
      : `${shownDate(at)}${dates === 'month-day' ? ',' : ''} ${parts.year}`
  return `${day} ${clockText(parts)}.${three(parts.ms)} ${zoneAt(at)}`
}

/** A duration in its two largest units: `43 min`, `1 h 05`, `12 s`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  return `${Math.floor(seconds / 3_600)} h ${two(Math.floor(seconds / 60) % 60)}`
}

/** A duration in the form of a clock: `9:41`, `1:56:53`. */
export function clockSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}
