/** Shows beside the row under the pointer what a click there would do. Sends nothing; writes the page without React. */

import { useCallback, useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { cellAt, type LadderScene, type PointedCell } from '../../../paint/ladder/ladderView.ts'
import type { PaintedLadder } from '../canvas/paintedLadder.ts'
import type { LadderSituation } from '../ladderAnswer.ts'
import { answerClick, termsOf } from '../mouse/answerClick.ts'
import { buttonWith, placeOn } from '../mouse/useRowPress.ts'
import type { Place } from '../mouse/useRowMenu.ts'
import { hoverWords } from './hoverWords.ts'
import { placeNote } from './placeNote.ts'

interface HoverOptions {
  readonly live: RefObject<PaintedLadder | null>
  readonly book: RefObject<HTMLElement | null>
  readonly note: RefObject<HTMLElement | null>
  readonly situation: () => LadderSituation | null
  readonly write: (price: DecimalText) => string
}

interface Pointer {
  readonly at: Place
  /** A click of the left button with the modifiers held. */
  readonly press: string
}

const cellKey = (cell: PointedCell | null, press: string): string =>
  cell === null ? '' : `${cell.record.row} ${cell.column} ${press}`

export interface HoverNote {
  /** What a click would do may have changed, or the rows moved. */
  readonly refresh: () => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerLeave: () => void
}

export function useHoverNote(options: HoverOptions): HoverNote {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const pointer = useRef<Pointer | null>(null)
  const shown = useRef('')
  const looking = useRef(false)
  const isStale = useRef(false)

  const show = useCallback((scene: LadderScene | null) => {
    const { live, book, note, situation, write } = latest.current
    const [element, rows, ladder, now] = [note.current, book.current, live.current, situation()]
    if (element === null) return
    const under = pointer.current
    const cell = scene && under && cellAt(scene, under.at.x, under.at.y)
    shown.current = cellKey(cell, under?.press ?? '')
    const words =
      cell && now && under && now.props.proposal === null
        ? hoverWords(
            answerClick(
              {
                press: under.press,
                pressed: cell,
                released: cell,
                hasStrayed: false,
                // The guard against rows that just moved belongs to the click.
                pressedAt: Number.POSITIVE_INFINITY,
                terms: termsOf(now),
              },
              now,
            ),
            now,
            write,
          )
        : null
    const [what, click] = element.children
    if (!what || !click) return
    element.hidden = words === null
    if (words === null || !cell || !rows || !ladder) return
    what.textContent = words.what
    click.textContent = words.click
    const isSell = cell.column === 'asks' || cell.column === 'workSell' || cell.record.side === 'ask'
    placeNote(element, rows, ladder, { row: cell.record.row, half: isSell ? 'asks' : 'bids' }, words.what)
  }, [])

  /** Reads the rows as drawn, one reading at a time. */
  const refresh = useCallback(async () => {
    isStale.current = true
    if (looking.current) return
    looking.current = true
    while (isStale.current) {
      isStale.current = false
      show(pointer.current && ((await latest.current.live.current?.look()) ?? null))
    }
    looking.current = false
  }, [show])

  return {
    refresh: useCallback(() => {
      if (pointer.current !== null) void refresh()
    }, [refresh]),
    onPointerMove(event: PointerEvent) {
      const press = event.buttons === 0 ? buttonWith(event, 'left') : null
      pointer.current = press === null ? null : { at: placeOn(event), press }
      const scene = latest.current.live.current?.drawn ?? null
      const cell = scene && pointer.current && cellAt(scene, pointer.current.at.x, pointer.current.at.y)
      if (cellKey(cell, press ?? '') !== shown.current) void refresh()
    },
    onPointerLeave() {
      pointer.current = null
      show(null)
    },
  }
}
