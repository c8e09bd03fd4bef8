/** Tracks the minutes of which every trade is known, and the gaps between them. Pure; knows no candles. */

import { MINUTE, openTimeOf, type CandleGap } from './candle.ts'

/** A time, `to` excluded. Ms since epoch. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** A run of whole minutes: every trade from `from` on, before `to`, is in the candles. Ms since epoch, multiples of a minute. */
export interface KnownRange extends TimeRange {
  /** Code of the oldest trade; older pages start before this code (docs/api.md#gap.24, #gap.28). Null where trades have no codes. */
  readonly cursor: string | null
  /** The venue has nothing older, so nothing more is requested. */
  readonly ended: boolean
}

/** Adds a range. Returns the ranges oldest first, joined where they touch. The oldest part decides where reading continues. */
export function withRange(ranges: readonly KnownRange[], more: KnownRange): KnownRange[] {
  if (more.to <= more.from) return [...ranges]
  const apart = ranges.filter((range) => range.to < more.from || range.from > more.to)
  const lowest = ranges
    .filter((range) => range.to >= more.from && range.from <= more.to)
    .concat(more)
    // The newest report of a range counts.
    .toReversed()
    .reduce((a, b) => (b.from < a.from ? b : a))
  const to = Math.max(more.to, ...ranges.filter((range) => !apart.includes(range)).map(({ to: end }) => end))
  return [...apart, { ...lowest, to }].toSorted((a, b) => a.from - b.from)
}

/** Whether one range has the whole time. */
export const isKnown = (ranges: readonly KnownRange[], from: number, to: number): boolean =>
  ranges.some((range) => range.from <= from && to <= range.to)

/** The gaps in a time, oldest first. */
export function gapsOf(ranges: readonly TimeRange[], from: number, to: number): CandleGap[] {
  const gaps: CandleGap[] = []
  let at = from
  for (const range of ranges) {
    if (range.to <= at) continue
    if (range.from >= to) break
    if (range.from > at) gaps.push({ from: at, to: range.from })
    at = range.to
  }
  if (at < to) gaps.push({ from: at, to })
  return gaps
}

/** The first whole minute that begins at or after `at` (ms). */
export const firstWholeMinute = (at: number): number => openTimeOf(at + MINUTE - 1, MINUTE)
