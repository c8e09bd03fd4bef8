/** Where a note about one row of a ladder stands: below its row, in the half that the row's side leaves free, and never over the row. Pure. */

import type { Columns } from '../../../paint/ladder/ladderLayout.ts'

/** CSS px from the top left of the rows' element. */
export interface NoteBox {
  readonly left: number
  readonly top: number
  readonly width: number
  /** The room there; a longer note scrolls. */
  readonly maxHeight: number
}

export interface NoteRoom {
  readonly columns: Columns
  /** Of the element that holds the rows, CSS px. */
  readonly width: number
  readonly height: number
  /** The row that the note is about, from its upper to its lower edge; null: out of view, or no row. */
  readonly row: { readonly top: number; readonly bottom: number } | null
  /** The half of the row: a note stands in the other one. */
  readonly half: 'bids' | 'asks'
  /** Above the first price. */
  readonly firstRow: number
}

/** Between a note and its row, and between a note and the edge. */
const GAP = 2
const EDGE = 4
/** The least width in which a sentence can be read. */
const LEAST = 106

interface Across {
  readonly left: number
  readonly width: number
}

/** The free half; where it is too narrow, with the whole column of prices, so that no price is cut. */
function freeHalf({ columns: { price, asks }, width, half }: NoteRoom): Across {
  if (half === 'bids') {
    const beside = width - EDGE - (asks.x + GAP)
    return beside >= LEAST
      ? { left: asks.x + GAP, width: beside }
      : { left: price.x, width: width - EDGE - price.x }
  }
  const beside = price.x - GAP - EDGE
  return { left: EDGE, width: beside >= LEAST ? beside : asks.x - EDGE }
}

/** `heightOf`: the height that the note takes at a width. */
export function noteBox(room: NoteRoom, heightOf: (width: number) => number): NoteBox {
  const { row, height, width, firstRow } = room
  const whole: Across = { left: EDGE, width: width - 2 * EDGE }
  const half = freeHalf(room)
  if (row === null) {
    const maxHeight = height - firstRow - EDGE
    return { ...whole, top: height - Math.min(maxHeight, heightOf(whole.width)) - EDGE, maxHeight }
  }
  const below = { from: row.bottom + GAP, room: height - EDGE - row.bottom - GAP }
  const above = { from: row.top - GAP, room: row.top - GAP - firstRow }
  for (const across of [half, whole])
    if (heightOf(across.width) <= below.room) return { ...across, top: below.from, maxHeight: below.room }
  for (const across of [half, whole]) {
    const tall = heightOf(across.width)
    if (tall <= above.room) return { ...across, top: above.from - tall, maxHeight: above.room }
  }
  const tall = heightOf(whole.width)
  return below.room >= above.room
    ? { ...whole, top: below.from, maxHeight: below.room }
    : { ...whole, top: above.from - Math.min(tall, above.room), maxHeight: above.room }
}
