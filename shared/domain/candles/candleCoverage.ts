/** Which minutes are known whole, trade by trade, and so which are not. Pure; knows no candles. */

import { MINUTE, openTimeOf, type CandleGap } from './candle.ts'

/** A run of whole minutes: every trade from `from` on, before `to`, is in the candles. Ms since epoch, multiples of a minute. */
export interface KnownRange {
  readonly from: number
  readonly to: number
  /** Code of its oldest trade: pages before it lead on below (docs/api.md#gap.24, #gap.28). Null where trades have no codes. */
  readonly cursor: string | null
  /** The venue gave nothing older: there is no use in asking again. */
  readonly ended: boolean
}

/** Ranges oldest first, none touching another, with one more put in. What is older decides where reading goes on below. */
export function withRange(ranges: readonly KnownRange[], more: KnownRange): KnownRange[] {
  if (more.to <= more.from) return [...ranges]
  const apart = ranges.filter((of) => of.to < more.from || of.from > more.to)
  const lowest = ranges
    .filter((of) => of.to >= more.from && of.from <= more.to)
    .concat(more)
    // A range that was told again counts as it was told last.
    .toReversed()
    .reduce((a, b) => (b.from < a.from ? b : a))
  const to = Math.max(more.to, ...ranges.filter((of) => !apart.includes(of)).map((of) => of.to))
  return [...apart, { ...lowest, to }].toSorted((a, b) => a.from - b.from)
}

/** Whether all of a time is known. */
export const isKnown = (ranges: readonly KnownRange[], from: number, to: number): boolean =>
  ranges.some((of) => of.from <= from && to <= of.to)

/** What is not known of a time, oldest first. */
export function gapsOf(ranges: readonly KnownRange[], from: number, to: number): CandleGap[] {
  const gaps: CandleGap[] = []
  let at = from
  for (const of of ranges) {
    if (of.to <= at) continue
    if (of.from >= to) break
    if (of.from > at) gaps.push({ from: at, to: of.from })
    at = of.to
  }
  if (at < to) gaps.push({ from: at, to })
  return gaps
}

/** The first whole minute of a time that is known after `at` (ms). */
export const firstWholeMinute = (at: number): number => openTimeOf(at + MINUTE - 1, MINUTE)
