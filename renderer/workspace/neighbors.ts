/** Which group of tabs lies on a side of another. Pure; px of the window. */

export const DIRECTIONS = ['left', 'up', 'right', 'down'] as const
export type Direction = (typeof DIRECTIONS)[number]

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Splitters lie between groups, and rounding moves an edge by a px. */
const SLACK = 2

/** How far `to` lies beyond `from` on a side, and how much of their edges face each other; null: not on that side. */
function facing(
  from: Box,
  to: Box,
  direction: Direction,
): { readonly gap: number; readonly shared: number } | null {
  const isAcross = direction === 'left' || direction === 'right'
  const [at, size, side, length] = isAcross
    ? (['x', 'width', 'y', 'height'] as const)
    : (['y', 'height', 'x', 'width'] as const)
  const gap =
    direction === 'left' || direction === 'up'
      ? from[at] - (to[at] + to[size])
      : to[at] - (from[at] + from[size])
  const shared = Math.min(from[side] + from[length], to[side] + to[length]) - Math.max(from[side], to[side])
  return gap < -SLACK || shared <= 0 ? null : { gap, shared }
}

/** The nearest group on a side that faces `from`, with the longest common edge; null: `from` lies at the edge. */
export function neighborIn(
  boxes: ReadonlyMap<string, Box>,
  from: string,
  direction: Direction,
): string | null {
  const own = boxes.get(from)
  if (!own) return null
  const facingOnes = [...boxes].flatMap(([id, box]) => {
    const found = id === from ? null : facing(own, box, direction)
    return found === null ? [] : [{ id, ...found }]
  })
  const [nearest] = facingOnes.toSorted((a, b) => a.gap - b.gap || b.shared - a.shared)
  return nearest?.id ?? null
}
