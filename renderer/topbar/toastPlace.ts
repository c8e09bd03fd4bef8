/** Where notices stand so that they hide nothing the dealer is at work on. Pure; measures nothing itself. */

/** CSS px from the window's top left corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Guarded {
  readonly box: Box
  /** May never be hidden (a focused field, a button that sends); else it is only better not hidden. */
  readonly always: boolean
}

/** Free of the top bar and of the status bar, CSS px. */
const EDGES = { top: 46, bottom: 34 } as const
const SIDE = 12

export interface ToastPlace {
  readonly column: 'right' | 'middle' | 'left'
  /** The edge they hang on: they grow and shrink away from it. */
  readonly edge: keyof typeof EDGES
}

/** A place as offsets of a fixed element. */
export const offsetsOf = ({ column, edge }: ToastPlace) => ({
  [edge]: EDGES[edge],
  ...(column === 'middle' ? { left: '50%', transform: 'translateX(-50%)' } : { [column]: SIDE }),
})

/** From the most wanted on: over the tables first, over ladders and chart only when nothing else is free. */
const PLACES: readonly ToastPlace[] = (['bottom', 'top'] as const).flatMap((edge) =>
  (['right', 'middle', 'left'] as const).map((column) => ({ column, edge })),
)
export const FIRST_PLACE: ToastPlace = { column: 'right', edge: 'bottom' }

/** Where toasts of a size stand in a window. */
export function boxOf({ column, edge }: ToastPlace, toasts: Size, window: Size): Box {
  const rest = window.width - toasts.width
  const left = column === 'left' ? SIDE : column === 'right' ? rest - SIDE : rest / 2
  const top = edge === 'top' ? EDGES.top : window.height - EDGES.bottom - toasts.height
  return { left, top, right: left + toasts.width, bottom: top + toasts.height }
}

const hidden = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/** The place that hides least; they stay where they are (`now`) unless another is better. */
export function placeToasts(
  toasts: Size,
  window: Size,
  guarded: readonly Guarded[],
  now: ToastPlace,
): ToastPlace {
  const costOf = (place: ToastPlace) => {
    const box = boxOf(place, toasts, window)
    return guarded.reduce((sum, of) => sum + hidden(box, of.box) * (of.always ? 1_000 : 1), 0)
  }
  let best = now
  let least = costOf(now)
  for (const place of PLACES) {
    const cost = costOf(place)
    if (cost < least) [best, least] = [place, cost]
  }
  return best
}
