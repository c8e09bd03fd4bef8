/** Draws open, high, low and close as bars or candles. */

import type { PriceToCoordinateConverter, CustomBarItemData, Time } from 'lightweight-charts'
import type { Theme } from '../../../style/theme.ts'
import type { FigurePoint } from './figurePoint.ts'

export type OhlcShape = 'bars' | 'candles'

/** `spacing`: CSS px from one bar to the next. */
export function drawOhlc(
  context: CanvasRenderingContext2D,
  bars: readonly CustomBarItemData<Time, FigurePoint>[],
  spacing: number,
  shape: OhlcShape,
  theme: Theme,
  toY: PriceToCoordinateConverter,
): void {
  const half = Math.max(1, Math.floor(spacing * 0.35))
  for (const { x, originalData } of bars) {
    const [open = null, high = null, low = null, close = null] = originalData.figures.map((figure) =>
      figure === null ? null : toY(figure),
    )
    if (open === null || high === null || low === null || close === null) continue
    context.fillStyle = close <= open ? theme.bid : theme.ask
    const middle = Math.round(x)
    context.fillRect(middle, high, 1, Math.max(1, low - high))
    if (shape === 'candles') {
      const top = Math.min(open, close)
      context.fillRect(middle - half, top, 2 * half + 1, Math.max(1, Math.abs(close - open)))
    } else {
      context.fillRect(middle - half, open, half, 1)
      context.fillRect(middle, close, half + 1, 1)
    }
  }
}
