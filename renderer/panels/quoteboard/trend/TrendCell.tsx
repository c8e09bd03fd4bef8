/** The sparkline of a row. Its words are for readers without the picture. */

import { useMemo, useSyncExternalStore } from 'react'
import { UNKNOWN } from '../../../format/numbers.ts'
import { timeWithZone } from '../../../format/times.ts'
import type { TrendPoint } from './trend.ts'
import type { TrendFeed, TrendState } from './trendFeed.ts'

const WIDTH = 72
const HEIGHT = 16

const pathOf = (points: readonly TrendPoint[]): string => {
  const at = ({ x, y }: TrendPoint) => `${(x * WIDTH).toFixed(1)} ${(1 + (1 - y) * (HEIGHT - 2)).toFixed(1)}`
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

export function TrendCell({ symbol, feed }: { readonly symbol: string; readonly feed: TrendFeed }) {
  const follow = useMemo(() => (run: () => void) => feed.follow(symbol, run), [feed, symbol])
  const state = useSyncExternalStore(follow, () => feed.trend(symbol))
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
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <title>{words}</title>
      <path d={trend.lines.map(pathOf).join('')} />
    </svg>
  )
}
