/** Puts a note beside a row of the painted ladder. Writes the page only when something moved. */

import { firstRowY } from '../../../paint/ladder/ladderLayout.ts'
import { inView, type LadderState } from '../../../paint/ladder/ladderModel.ts'
import { theme } from '../../../style/theme.ts'
import type { PaintedLadder } from '../canvas/paintedLadder.ts'
import { noteBox, type NoteRoom } from './noteBox.ts'

export interface NoteTarget {
  /** Row number; null: the note is about no row. */
  readonly row: number | null
  readonly half: NoteRoom['half']
}

function edgesOf(row: number | null, state: LadderState, rowHeight: number): NoteRoom['row'] {
  if (row === null || state.top === null || !inView(row, state)) return null
  const top = firstRowY(rowHeight) + (state.top - row) * rowHeight
  return { top, bottom: top + rowHeight }
}

/** `words`: what the note says: another text may have another height. */
export function placeNote(
  note: HTMLElement,
  book: HTMLElement,
  ladder: PaintedLadder,
  { row, half }: NoteTarget,
  words: string,
): void {
  const { columns } = ladder.drawn ?? {}
  if (columns === undefined) return
  const { state } = ladder.sight
  const { rowLadder } = theme()
  const width = book.clientWidth
  // The line below the rows stays free.
  const height = Math.min(book.clientHeight, firstRowY(rowLadder) + state.rows * rowLadder)
  const key = [row, half, state.top, state.rows, width, height, columns.asks.x, rowLadder, words].join(' ')
  if (note.dataset['placed'] === key) return
  note.dataset['placed'] = key
  // Its place before the rows were drawn is the lower edge.
  note.style.right = 'auto'
  note.style.bottom = 'auto'
  const heightOf = (wide: number) => {
    note.style.width = `${wide}px`
    note.style.maxHeight = ''
    return note.offsetHeight
  }
  const room = {
    columns,
    width,
    height,
    row: edgesOf(row, state, rowLadder),
    half,
    firstRow: firstRowY(rowLadder),
  }
  const box = noteBox(room, heightOf)
  note.style.left = `${box.left}px`
  note.style.top = `${box.top}px`
  note.style.width = `${box.width}px`
  note.style.maxHeight = `${box.maxHeight}px`
}
