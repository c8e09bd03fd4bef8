/** A sheet over the workspace: titled, closed by Esc or its button, and focus goes back where it was. No domain words. */

import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

export interface SheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
}

export const Sheet = ({ title, onClose, children, wide }: SheetProps) => (
  <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className={wide ? 'sheet wide' : 'sheet'}>
        <header className="sheet-head">
          <Dialog.Title className="sheet-title">{title}</Dialog.Title>
          <Dialog.Close className="key-cap button-quiet">Esc closes</Dialog.Close>
        </header>
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)
