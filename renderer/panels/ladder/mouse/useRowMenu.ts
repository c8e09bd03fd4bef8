/** The open menu of a ladder's row: its place, and what it offers now. Sends nothing. */

import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Clock } from '../../../../shared/base/clock.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { firstRowY } from '../../../paint/ladder/ladderLayout.ts'
import { theme } from '../../../style/theme.ts'
import type { LadderState } from '../../../paint/ladder/ladderModel.ts'
import type { LadderSituation } from '../ladderAnswer.ts'
import { menuItems, menuRow, type MenuItem, type MenuRow } from './rowMenu.ts'

/** CSS px from the top left of the page. */
export interface Place {
  readonly x: number
  readonly y: number
}

export interface OpenMenu extends MenuRow {
  readonly place: Place
}

interface RowMenuOptions {
  readonly clock: Clock
  readonly book: RefObject<HTMLElement | null>
  readonly situation: () => LadderSituation | null
  /** Null: no customer. */
  readonly customerCode: string | null
}

/** Ms after the menu closed in which a press belongs to the menu: the second one of a double click. */
const CLOSE_GUARD = 250

export function useRowMenu({ clock, book, situation, customerCode }: RowMenuOptions) {
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  /** Known before the next render: a key may come sooner. */
  const isOpen = useRef(false)
  const closedAt = useRef(Number.NEGATIVE_INFINITY)
  const show = (next: OpenMenu | null) => {
    if (next === null && isOpen.current) closedAt.current = clock.monotonic()
    isOpen.current = next !== null
    setMenu(next)
  }
  // Else it would come back with the customer.
  useEffect(
    () => () => {
      isOpen.current = false
      setMenu(null)
    },
    [customerCode],
  )
  return {
    menu,
    isOpen: () => isOpen.current,
    hasJustClosed: () => clock.monotonic() - closedAt.current < CLOSE_GUARD,
    /** `pointer`: null for a key; the menu then opens at its row. */
    open(row: number, pointer: Place | null) {
      const now = situation()
      if (now) show({ ...menuRow(row, now), place: pointer ?? placeOf(row, book.current, now.state) })
    },
    close: () => show(null),
    /** `props`: of this render. Null without a menu, and once the customer has changed. */
    items(
      props: LadderSituation['props'],
      write: (price: DecimalText) => string,
    ): readonly MenuItem[] | null {
      const now = menu && situation()
      return now === null || menu?.customerCode !== (props.customer?.code ?? null)
        ? null
        : menuItems(menu, { ...now, props }, write)
    },
  }
}

/** Beside the prices, below a row. */
function placeOf(row: number, book: HTMLElement | null, { top }: LadderState): Place {
  const box = book?.getBoundingClientRect()
  if (!box || top === null) return { x: 0, y: 0 }
  const { rowLadder } = theme()
  return { x: box.left + box.width / 2, y: box.top + firstRowY(rowLadder) + (top - row + 1) * rowLadder }
}
