/** The bar in which arrows size and split the panel that had the focus last. It has the focus, so no key reaches a ladder meanwhile. */

import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { panelTitle } from '../panels/panelRegistry.tsx'
import type { InstanceId } from '../state/stores/panelInstances.ts'
import { showPanel } from '../state/stores/panelStore.ts'
import { useSession } from '../state/useSession.ts'
import type { Dock } from './dock.ts'
import type { Direction } from './neighbors.ts'
import { sharesOf } from './panelSize.ts'

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export function ArrangePanel({ dock }: { readonly dock: Dock }) {
  const { overlay } = useSession()
  const open = useStore(overlay, (now) => now.open)
  return open?.kind === 'arrangePanel' ? <ArrangeBar key={open.panel} dock={dock} id={open.panel} /> : null
}

function ArrangeBar({ dock, id }: { readonly dock: Dock; readonly id: InstanceId }) {
  const { overlay, panels } = useSession()
  const bar = useRef<HTMLDivElement>(null)
  const model = useStore(dock.shown, (shown) => shown.model)
  const [refusal, setRefusal] = useState('')
  const [, drawAgain] = useState(0)
  useEffect(() => bar.current?.focus(), [])
  const close = () => overlay.setState(({ open }) => (open?.kind === 'arrangePanel' ? { open: null } : {}))
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ARROWS[event.code]
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (direction === undefined && event.code !== 'Escape' && event.code !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (direction === undefined) {
      close()
      return showPanel(panels, id)
    }
    const done = event.shiftKey ? dock.split(id, direction) : dock.resize(id, direction)
    const split = 'It stands alone already: move it with Ctrl Shift and an arrow.'
    setRefusal(done ? '' : event.shiftKey ? split : 'No room is left on that side.')
    drawAgain((times) => times + 1)
  }
  const { width, height } = sharesOf(model, id)
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={`Size of ${panelTitle(id)}`}
      tabIndex={-1}
      className="arrange-bar"
      onKeyDown={onKeyDown}
      onBlur={close}
    >
      <strong>{panelTitle(id)}</strong>
      <span role="status">
        {Math.round(width)} % wide, {Math.round(height)} % high. {refusal}
      </span>
      <span className="muted">
        <kbd className="key-cap">←</kbd> <kbd className="key-cap">→</kbd> narrower, wider
      </span>
      <span className="muted">
        <kbd className="key-cap">↓</kbd> <kbd className="key-cap">↑</kbd> lower, higher
      </span>
      <span className="muted">
        <kbd className="key-cap">Shift</kbd> and an arrow: from its tabs to that side
      </span>
      <span className="muted">
        <kbd className="key-cap">Enter</kbd> or <kbd className="key-cap">Esc</kbd> ends
      </span>
    </div>
  )
}
