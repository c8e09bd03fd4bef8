/** The sparkline of a row. Its words are for readers without the picture. */

import { useMemo, useSyncExternalStore } from 'react'
import { UNKNOWN } from '../../../format/numbers.ts'
import { timeWithZone } from '../../../format/times.ts'
import type { TrendPoint } from './trend.ts'
import type { TrendFeed, TrendState } from './trendFeed.ts'

/** Px of a picture in a row. */
const IN_ROW = { width: 72, height: 16 }
type Size = typeof IN_ROW

const pathOf = (points: readonly TrendPoint[], { width, height }: Size): string => {
  const at = ({ x, y }: TrendPoint) => `${(x * width).toFixed(1)} ${(1 + (1 - y) * (height - 2)).toFixed(1)}`
  const [first, ...rest] = points
  if (first === undefined) return ''
  // A single candle is a short stroke.
  return `M${at(first)}${rest.length === 0 ? 'h1.5' : rest.map((point) => `L${at(point)}`).join('')}`
}

function wordsOf(state: TrendState | undefined): string {
  if (state === undefined) return 'Reading the candles.'
  if (state.kind === 'failed') return `Not read: ${state.why} Openpit tries again in a minute.`
  if (state.trend === null) return 'No candle of the last 24 hours is stored.'
  const { direction, isPartial, from } = state.trend
  return `24 h: ${direction}${isPartial ? `. Part of the day is unknown; candles from ${timeWithZone(from)}` : ''}`
}

/** The same line down to the bottom of the picture. */
const areaOf = (points: readonly TrendPoint[], size: Size): string => {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first === last) return ''
  const foot = (x: number) => `L${(x * size.width).toFixed(1)} ${size.height}`
  return `${pathOf(points, size)}${foot(last.x)}${foot(first.x)}Z`
}

export interface TrendCellProps {
  readonly symbol: string
  readonly feed: TrendFeed
  /** Fills the height that its place leaves, with the area below the line. */
  readonly fills?: true
}

/** The picture of a tile is stretched; these are its units. */
const IN_TILE: Size = { width: 144, height: 60 }

export function TrendCell({ symbol, feed, fills }: TrendCellProps) {
  const follow = useMemo(() => (run: () => void) => feed.follow(symbol, run), [feed, symbol])
  const state = useSyncExternalStore(follow, () => feed.trend(symbol))
  const size = fills ? IN_TILE : IN_ROW
  const trend = state?.kind === 'read' ? state.trend : null
  const words = wordsOf(state)
  if (trend === null)
    return (
      <span className="muted" title={words}>
        {UNKNOWN}
      </span>
    )
  return (
    <svg
      role="img"
      aria-label={words}
      className={`trend ${trend.direction}`}
      width={fills ? '100%' : size.width}
      height={fills ? '100%' : size.height}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio={fills ? 'none' : undefined}
    >
      <title>{words}</title>
      {fills && <path className="area" d={trend.lines.map((line) => areaOf(line, size)).join('')} />}
      <path d={trend.lines.map((line) => pathOf(line, size)).join('')} />
    </svg>
  )
}
