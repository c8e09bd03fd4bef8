/** A menu over a chart. It sends nothing. */

import '../../ladder/mouse/rowMenu.css'
import { Menu } from '@base-ui/react/menu'
import type { FocusEvent, RefObject } from 'react'

export interface ChartMenuItem {
  readonly label: string
  /** Its key on the chart; left out: it has none of its own. */
  readonly cap?: string
  readonly act: () => void
}

export interface ChartMenuProps {
  readonly title: string
  readonly items: readonly ChartMenuItem[]
  /** CSS px from the top left of the page. */
  readonly at: { readonly x: number; readonly y: number }
  /** Takes the focus when the menu closes without a choice. */
  readonly home: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

function ChartMenu({ title, items, at, home, onClose }: ChartMenuProps) {
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
            {items.map(({ label, cap, act }) => (
              <Menu.Item key={label} className="row-menu-item" onClick={act}>
                {label} {cap !== undefined && <span className="key-cap">{cap}</span>}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

export default ChartMenu
