/** The notes beside the rows of a ladder: what waits for Enter, and what a click at the pointer would do. */

import { useCallback, useEffect, useRef, type RefObject } from 'react'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { PaintedLadder } from '../canvas/paintedLadder.ts'
import type { LadderSituation } from '../ladderAnswer.ts'
import type { LadderProps } from '../ladderProps.ts'
import { useHoverNote } from './useHoverNote.ts'
import { useProposalNote } from './useProposalNote.ts'

interface NotesOptions {
  readonly live: RefObject<PaintedLadder | null>
  readonly book: RefObject<HTMLElement | null>
  readonly situation: () => LadderSituation | null
  readonly write: (price: DecimalText) => string
  readonly props: LadderProps
}

/** `rowsDrawn`: to be called when the rows were drawn anew, and with true now and then. */
export function useLadderNotes({ live, book, situation, write, props }: NotesOptions) {
  const proposalNote = useRef<HTMLDivElement>(null)
  const hoverNote = useRef<HTMLDivElement>(null)
  const { orders, proposal, spot, armed, express, sizeIndex, customer } = props
  const place = useProposalNote({ live, book, note: proposalNote, spot, sentence: proposal })
  const hover = useHoverNote({ live, book, note: hoverNote, situation, write })
  const { refresh } = hover
  const top = useRef<number | null>(null)
  const rowsDrawn = useCallback(
    (isTurn: boolean) => {
      place()
      const now = live.current?.sight.state.top ?? null
      if (now === top.current && !isTurn) return
      top.current = now
      refresh()
    },
    [live, place, refresh],
  )
  useEffect(refresh, [refresh, orders, armed, express, sizeIndex, customer?.code, proposal])
  return { proposalNote, hoverNote, hover, rowsDrawn }
}
