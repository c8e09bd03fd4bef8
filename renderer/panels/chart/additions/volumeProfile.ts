/** The traded volume of candles by price. Each candle spreads its volume evenly over the prices that it reached. For drawing only. */

import type { Slot } from '../candleWindow.ts'
import { drawable, isUp } from '../chartModel.ts'

export interface ProfileRow {
  readonly from: number
  readonly to: number
  /** Contracts in candles that closed at or above their open, and in the others. */
  readonly up: number
  readonly down: number
}

export interface VolumeProfile {
  /** From the lowest price up. */
  readonly rows: readonly ProfileRow[]
  /** A time among the candles was not read, so there was more volume than this. */
  readonly isPartial: boolean
}

export function volumeProfile(slots: readonly Slot[], count: number): VolumeProfile {
  const isPartial = slots.some(({ gap }) => gap !== null)
  const bars = slots.flatMap(({ candle }) =>
    candle === null
      ? []
      : [
          {
            low: drawable(candle.low),
            high: drawable(candle.high),
            volume: drawable(candle.volume),
            up: isUp(candle),
          },
        ],
  )
  const lowest = Math.min(...bars.map(({ low }) => low))
  const highest = Math.max(...bars.map(({ high }) => high))
  if (bars.length === 0) return { rows: [], isPartial }
  // Candles that all have one price make one row.
  const height = highest > lowest ? (highest - lowest) / count : 1
  const up = new Float64Array(count)
  const down = new Float64Array(count)
  for (const bar of bars) {
    const first = Math.min(count - 1, Math.floor((bar.low - lowest) / height))
    const last = Math.min(count - 1, Math.floor((bar.high - lowest) / height))
    for (let row = first; row <= last; row++) {
      const from = Math.max(bar.low, lowest + row * height)
      const to = Math.min(bar.high, lowest + (row + 1) * height)
      const share = bar.high > bar.low ? Math.max(0, to - from) / (bar.high - bar.low) : 1
      const side = bar.up ? up : down
      side[row] = (side[row] ?? 0) + bar.volume * share
    }
  }
  const rows = Array.from(up, (rising, row) => ({
    from: lowest + row * height,
    to: lowest + (row + 1) * height,
    up: rising,
    down: down[row] ?? 0,
  }))
  return { rows, isPartial }
}
