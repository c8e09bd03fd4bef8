/** Keeps the sentence that waits for Enter beside its row, also while the rows move. */

import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'
import { rowOfPrice } from '../../../paint/ladder/ownOrders.ts'
import type { PaintedLadder } from '../canvas/paintedLadder.ts'
import { placeNote } from './placeNote.ts'
import type { NoteSpot } from '../ladderProps.ts'

interface ProposalNoteOptions {
  readonly live: RefObject<PaintedLadder | null>
  readonly book: RefObject<HTMLElement | null>
  readonly note: RefObject<HTMLElement | null>
  /** Null: the sentence is about no single price, and keeps off the cursor's row. */
  readonly spot: NoteSpot | null
  /** Null: nothing waits. */
  readonly sentence: string | null
}

/** Returns what to call when the rows moved. */
export function useProposalNote(options: ProposalNoteOptions): () => void {
  const latest = useRef(options)
  const place = useCallback(() => {
    const { live, book, note, spot, sentence } = latest.current
    const [element, rows, ladder] = [note.current, book.current, live.current]
    if (!element || !rows || !ladder) return
    const { state } = ladder.sight
    const row = spot === null ? state.cursor : rowOfPrice(spot.price, spot.side, state)
    placeNote(element, rows, ladder, { row, half: spot?.side === 'sell' ? 'asks' : 'bids' }, sentence ?? '')
  }, [])
  useLayoutEffect(() => {
    latest.current = options
    place()
  })
  return place
}
