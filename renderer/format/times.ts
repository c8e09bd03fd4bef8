/** Formats times, always in UTC. Reads no clock. */

import type { EpochMs } from '../../shared/base/clock.ts'
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

/** `14:03:07`. */
export function timeOfDay(at: EpochMs | null): string {
  if (at === null) return UNKNOWN
  const { hour, minute, second } = partsOf(at)
  return `${two(hour)}:${two(minute)}:${two(second)}`
}

/** `11-20 14:03:07`. */
export function dayAndTime(at: EpochMs | null): string {
  if (at === null) return UNKNOWN
  const { month, day } = partsOf(at)
  return `${two(month)}-${two(day)} ${timeOfDay(at)}`
}

/** `2026-11-20T14:03:07.512Z`, for files. */
export function isoTime(at: EpochMs | null): string {
  if (at === null) return ''
  const { year, month, day, ms } = partsOf(at)
  return `${year}-${two(month)}-${two(day)}T${timeOfDay(at)}.${String(ms).padStart(3, '0')}Z`
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
