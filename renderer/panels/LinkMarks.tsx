/** The marks of a panel's links in its head: digit on the color of the instrument link, letter in the outline of the customer link. A click offers the links. */

import { useContext } from 'react'
import { DragPanelContext } from './dragPanel.ts'
import type { InstanceId } from '../state/stores/panelInstances.ts'
import { useLinkedCustomer, usePanelState, usePanelSymbol } from '../state/usePanel.ts'
import { useSession } from '../state/useSession.ts'
import { capOf } from '../keys/caps.ts'

/** In the head that a panel draws itself: a grip to drag the panel, then its links. */
export function OwnHeadMarks({ id }: { readonly id: InstanceId }) {
  const drag = useContext(DragPanelContext)
  return (
    <span className="own-head-marks">
      <span
        className="drag-grip"
        draggable
        aria-hidden="true"
        title="Drag the panel to another place. Keys: Ctrl Shift and an arrow."
        onDragStart={(event) => drag?.(id, event.nativeEvent)}
      >
        ⠿
      </span>
      <LinkMarks id={id} />
    </span>
  )
}

/** The marks of the links that a panel of this kind can join. */
export function LinkMarks({ id }: { readonly id: InstanceId }) {
  const { follows } = useSession().panels.getState().describe(id)
  return (
    <span className="link-marks">
      {follows.includes('instrument') && <InstrumentMark id={id} />}
      {follows.includes('customer') && <CustomerMark id={id} />}
    </span>
  )
}

function InstrumentMark({ id }: { readonly id: InstanceId }) {
  const { overlay } = useSession()
  const { instrumentLink: link } = usePanelState(id)
  const symbol = usePanelSymbol(id)
  const words =
    link === null
      ? `No instrument link: shows ${symbol ?? 'none'} of its own. Ctrl Shift 1 to 8 joins.`
      : `Instrument link ${link}: shows ${symbol ?? 'none'} in every panel of the link. ${capOf('Ctrl Shift 0')} leaves.`
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`link-digit link-${link ?? 'none'}`}
      title={words}
      aria-label={link === null ? 'No instrument link' : `Instrument link ${link}`}
      onClick={() => overlay.setState({ open: { kind: 'pickLink', axis: 'instrument', panel: id } })}
    >
      {link ?? '–'}
    </button>
  )
}

function CustomerMark({ id }: { readonly id: InstanceId }) {
  const { overlay } = useSession()
  const { customerLink: link } = usePanelState(id)
  const customer = useLinkedCustomer(id)
  const words =
    link === null
      ? `No customer link: follows the customer of this window. ${capOf('Ctrl Shift 9')} joins.`
      : `Customer link ${link}: ${customer ?? 'no customer'} in every panel of the link. ${capOf('Shift F2')} chooses, ${capOf('Ctrl Shift 9')} leaves.`
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`link-letter${link === null ? ' link-none' : ''}`}
      title={words}
      aria-label={link === null ? 'No customer link' : `Customer link ${link}`}
      onClick={() => overlay.setState({ open: { kind: 'pickLink', axis: 'customer', panel: id } })}
    >
      {link ?? '–'}
    </button>
  )
}
