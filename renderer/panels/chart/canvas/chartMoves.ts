/** The moves of a chart's view by keys. Pure. */

import type { LogicalRange } from 'lightweight-charts'

export type ChartMove = 'left' | 'right' | 'page-left' | 'page-right' | 'first' | 'live' | 'closer' | 'wider'

/** The range of bars in view after a move from the range `seen`. */
export function rangeAfter(
  how: Exclude<ChartMove, 'live'>,
  seen: LogicalRange,
): { readonly from: number; readonly to: number } {
  const width = seen.to - seen.from
  const by = (bars: number, wider = 0) => ({ from: seen.from + bars - wider, to: seen.to + bars })
  switch (how) {
    case 'left':
      return by(-Math.max(1, Math.round(width / 10)))
    case 'right':
      return by(Math.max(1, Math.round(width / 10)))
    case 'page-left':
      return by(-Math.round(width * 0.9))
    case 'page-right':
      return by(Math.round(width * 0.9))
    case 'first':
      return { from: 0, to: width }
    case 'closer':
      return by(0, -width / 5)
    case 'wider':
      return by(0, width / 4)
  }
}
