/** The menu of a ladder's columns: each on or off. It stays open for the next choice, and sends nothing. */

import '../mouse/rowMenu.css'
import { Menu } from '@base-ui/react/menu'
import type { FocusEvent, RefObject } from 'react'
import type { Place } from '../mouse/useRowMenu.ts'
import type { ColumnItem } from './columnItems.ts'

interface ColumnMenuProps {
  readonly title: string
  readonly items: readonly ColumnItem[]
  /** CSS px from the top left of the page. */
  readonly at: Place
  /** Takes the focus when the menu closes. */
  readonly home: RefObject<HTMLElement | null>
  readonly onSwitch: (id: ColumnItem['id']) => void
  readonly onClose: () => void
}

export function ColumnMenu({ title, items, at, home, onSwitch, onClose }: ColumnMenuProps) {
  const anchor = { getBoundingClientRect: () => DOMRect.fromRect({ ...at, width: 0, height: 0 }) }
  // A key of the window moved the focus, such as to the command line.
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) onClose()
  }
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start" className="row-menu-place">
          <Menu.Popup className="row-menu" finalFocus={home} aria-label={title} onBlur={left}>
            <div className="row-menu-title">{title}</div>
            {items.map(({ id, label, isOn }) => (
              <Menu.CheckboxItem
                key={id}
                className="row-menu-item"
                label={label}
                checked={isOn}
                closeOnClick={false}
                onCheckedChange={() => onSwitch(id)}
              >
                <span aria-hidden="true" className="row-menu-check">
                  {isOn ? '✓' : ''}
                </span>
                {label}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
