/** Turns the wheel over a ladder into rows to scroll, and Ctrl with the wheel into coarser or finer rows. Sends nothing. */

import type { Stop } from '../../../../shared/base/clock.ts'

/** Wheel movement (px) per row. A notch of a mouse scrolls three rows. */
const WHEEL_PER_ROW = 33
/** Wheel movement (px) per step of the row size: one notch. */
const WHEEL_PER_STEP = 90

interface WheelOptions {
  /** Rows to scroll; positive is up, towards higher prices. */
  readonly onScroll: (rows: number) => void
  /** 1: coarser rows · -1: finer rows. */
  readonly onZoom: (by: 1 | -1) => void
}

export function listenForWheel(element: HTMLElement, { onScroll, onZoom }: WheelOptions): Stop {
  let turned = 0
  let zoomed = 0
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_PER_ROW)
    // Ctrl with the wheel, or a pinch, changes the row size. Away from the dealer is finer.
    if (event.ctrlKey) {
      zoomed += px
      if (Math.abs(zoomed) < WHEEL_PER_STEP) return
      const by = zoomed > 0 ? 1 : -1
      zoomed = 0
      return onZoom(by)
    }
    turned -= px
    const rows = Math.trunc(turned / WHEEL_PER_ROW)
    turned -= rows * WHEEL_PER_ROW
    if (rows !== 0) onScroll(rows)
  }
  // Not passive, so that it can prevent the page from scrolling.
  element.addEventListener('wheel', onWheel, { passive: false })
  return () => element.removeEventListener('wheel', onWheel)
}
