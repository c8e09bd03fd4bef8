/** Where a moment stands on a chart's time axis, and which moment a place has. Pure. */

import { slotAt, type Slot } from '../candleWindow.ts'

/**
 * The place of a moment (ms) among slots: 0 is the first slot, and a moment between two slots has its share of the way. Behind the last slot a place
 * is `length` ms, the length of a candle. Null before the first slot, where the axis is unknown.
 */
export function placeInTime(slots: readonly Slot[], at: number, length: number): number | null {
  const next = slotAt(slots, at + 1)
  const before = slots[next - 1]
  if (!before) return null
  const step = (slots[next]?.openTime ?? before.openTime + length) - before.openTime
  return next - 1 + (at - before.openTime) / step
}

/**
 * The open time of the slot at a whole place, the opposite of `placeInTime`: behind the last slot each place is `length` ms. Null before the first
 * slot.
 */
export function momentAt(slots: readonly Slot[], place: number, length: number): number | null {
  const last = slots.at(-1)
  if (!last || place < 0) return null
  return slots[place]?.openTime ?? last.openTime + (place - slots.length + 1) * length
}
