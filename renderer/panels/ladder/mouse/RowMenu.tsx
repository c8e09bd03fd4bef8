/** The menu of a ladder's row, at the pointer or at the cursor. Reports the choice; sends nothing. */

import './rowMenu.css'
import { Menu } from '@base-ui/react/menu'
import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { EnterWatch, Showing } from '../../../state/presses/enterWatch.ts'
import { UNASKED_CHANGE_MS } from '../../../state/presses/unaskedChanges.ts'
import type { MenuItem } from './rowMenu.ts'

interface RowMenuProps {
  /** Names the row, such as its price. */
  readonly title: string
  readonly items: readonly MenuItem[]
  /** CSS px from the top left of the page. */
  readonly at: { readonly x: number; readonly y: number }
  /** Takes the focus when the menu closes. */
  readonly home: RefObject<HTMLElement | null>
  readonly enters: Enters
  readonly onChoose: (item: MenuItem) => void
  readonly onClose: () => void
}

type Enters = Pick<EnterWatch, 'show' | 'counts' | 'follows'>

/** An item as it stands on screen. */
interface Shown {
  readonly words: string
  readonly showing: Showing
  /** Whether it changed in the open menu. */
  readonly hasChanged: boolean
}

/** Whether the present press may choose an item: once its words could be read at their place. */
function useReadItems(items: readonly MenuItem[], enters: Enters): (item: MenuItem) => boolean {
  const shown = useRef<ReadonlyMap<string, Shown> | null>(null)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = new Map(
      items.map(({ id, label }, place) => {
        const words = `${place} ${label}`
        const kept = before?.get(id)
        return [
          id,
          kept?.words === words ? kept : { words, showing: enters.show(), hasChanged: before !== null },
        ]
      }),
    )
  }, [items, enters])
  return ({ id }) => {
    const item = shown.current?.get(id)
    if (item === undefined || !enters.counts(item.showing)) return false
    return !item.hasChanged || enters.follows(item.showing, UNASKED_CHANGE_MS)
  }
}

/** A held key walks the menu and chooses nothing. */
function leaveOutHeld(event: KeyboardEvent): void {
  if (!event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return
  event.preventDefault()
  event.stopPropagation()
}

export function RowMenu({ title, items, at, home, enters, onChoose, onClose }: RowMenuProps) {
  const isRead = useReadItems(items, enters)
  const anchor = { getBoundingClientRect: () => DOMRect.fromRect({ ...at, width: 0, height: 0 }) }
  const reasons = [...new Set(items.flatMap(({ answer }) => (answer.kind === 'refused' ? [answer.why] : [])))]
  // A key of the window moved the focus, such as to the command line.
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) onClose()
  }
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start" className="row-menu-place">
          <Menu.Popup
            className="row-menu"
            finalFocus={home}
            aria-label={title}
            onBlur={left}
            onKeyDownCapture={leaveOutHeld}
          >
            <div className="row-menu-title">{title}</div>
            {items.map((item) => (
              <Menu.Item
                key={item.id}
                className="row-menu-item"
                disabled={item.answer.kind === 'refused'}
                closeOnClick={false}
                onClick={() => isRead(item) && onChoose(item)}
              >
                {item.label}
              </Menu.Item>
            ))}
            {reasons.map((why) => (
              <div key={why} className="row-menu-why">
                {why}
              </div>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
