/** The menu of a ladder's row, at the pointer or at the cursor. Reports the choice; sends nothing. */

import './rowMenu.css'
import { Menu } from '@base-ui/react/menu'
import type { RefObject } from 'react'
import type { MenuItem } from './rowMenu.ts'

interface RowMenuProps {
  /** Names the row, such as its price. */
  readonly title: string
  readonly items: readonly MenuItem[]
  /** CSS px from the top left of the page. */
  readonly at: { readonly x: number; readonly y: number }
  /** Takes the focus when the menu closes. */
  readonly home: RefObject<HTMLElement | null>
  readonly onChoose: (label: string) => void
  readonly onClose: () => void
}

export function RowMenu({ title, items, at, home, onChoose, onClose }: RowMenuProps) {
  const anchor = { getBoundingClientRect: () => DOMRect.fromRect({ ...at, width: 0, height: 0 }) }
  const reasons = [...new Set(items.flatMap(({ answer }) => (answer.kind === 'refused' ? [answer.why] : [])))]
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start" className="row-menu-place">
          <Menu.Popup className="row-menu" finalFocus={home} aria-label={title}>
            <div className="row-menu-title">{title}</div>
            {items.map(({ label, answer }) => (
              <Menu.Item
                key={label}
                className="row-menu-item"
                disabled={answer.kind === 'refused'}
                onClick={() => onChoose(label)}
              >
                {label}
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
