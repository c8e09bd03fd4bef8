/** A sheet above the workspace: has a title, closes by Esc or its button, and returns the focus. No domain words. */

import { Dialog } from '@base-ui/react/dialog'
import { createContext, useContext, useRef, useState, type ReactNode } from 'react'

/** Whether a sheet that closes gives the focus back; not while it is on its way to another place. */
export const GivesFocusBack = createContext<() => boolean>(() => true)

export interface SheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
}

/** The first field to write in takes the focus, else the first main button, else the page of the sheet that is shown, else the button that closes. */
const FIRST = ['input:enabled:not([readonly]), .button.primary', '[role=radio][aria-checked=true]', 'button']

/** Of a panel: its rows or its canvas, else its first field. */
const TAKES_FOCUS = ':is([role=grid], [role=application], input, select, textarea):not(:disabled)'

export function Sheet({ title, onClose, children, wide }: SheetProps) {
  const popup = useRef<HTMLDivElement>(null)
  /** At once: what is typed right behind the key that opened the sheet lands in it. The library by itself waits for a frame. */
  const focusFirst = (): boolean => {
    const found = FIRST.map((selector) => popup.current?.querySelector<HTMLElement>(selector))
    found.find((element) => element)?.focus()
    return false
  }
  const givesFocusBack = useContext(GivesFocusBack)
  const [before] = useState(() => document.activeElement)
  const [panel] = useState(() => before?.closest('[data-instance]') ?? null)
  /**
   * The library gives the focus to the element that had it, else to the one before that. A panel that is drawn anew as the sheet closes, as for another
   * instrument, has another element in its place: the focus must not go to the panel before.
   */
  const focusBack = (): boolean => {
    if (!givesFocusBack()) return false
    const correct = () => {
      const isElsewhere = document.activeElement?.closest('[role=dialog]') ?? null
      if (before?.isConnected !== false || isElsewhere !== null || !givesFocusBack()) return
      panel?.querySelector<HTMLElement>(TAKES_FOCUS)?.focus()
    }
    // Behind the library, which gives the focus back in a microtask.
    queueMicrotask(() => queueMicrotask(correct))
    return true
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          ref={popup}
          className={wide ? 'sheet wide' : 'sheet'}
          initialFocus={focusFirst}
          finalFocus={focusBack}
        >
          <div className="sheet-head">
            <Dialog.Title className="sheet-title">{title}</Dialog.Title>
            <Dialog.Close className="key-cap button-quiet">Esc closes</Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
