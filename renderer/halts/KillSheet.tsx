/** The panic sheet: its first Enter halts the desk and cancels everything; arrows or a letter choose less. */

import { useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { sameScope, scopeWords, type HaltScope } from '../../shared/domain/halt.ts'
import { scopeChoices } from '../state/halting.ts'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useSession } from '../useSession.ts'

export interface KillSheetProps {
  /** Where the first Enter goes; null: the desk. */
  readonly scope: HaltScope | null
  readonly onClose: () => void
}

export function KillSheet({ scope: wanted, onClose }: KillSheetProps) {
  const session = useSession()
  useStore(session.server.orders)
  const list = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const choices = scopeChoices(session, wanted)

  const start = async (scope: HaltScope) => {
    if (sending) return
    setSending(true)
    const reply = await session.client.call('halt.start', { scope, mode: 'halted' })
    setSending(false)
    if (reply.ok) onClose()
    else setFailure(`NOT halted: ${reply.failure.message}`)
  }
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    // One press, one act: the repeats of a held key are nobody's wish.
    if (event.key === 'Enter' && event.repeat) return event.preventDefault()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = buttons()
    const at = all.findIndex((of) => of === document.activeElement)
    const to =
      event.key === 'ArrowDown'
        ? at + 1
        : event.key === 'ArrowUp'
          ? at - 1
          : choices.findIndex(({ letter }) => letter === event.key.toUpperCase())
    if (!all[to]) return
    event.preventDefault()
    all[to].focus()
  }
  return (
    <Sheet title="Kill switch" onClose={onClose}>
      <p>
        Enter halts what is chosen in every window and cancels its orders at once, those of unknown fate too.
        A halt stays, also over a restart, until it is lifted.
      </p>
      <div ref={list} className="kill-choices">
        {choices.map(({ letter, scope, count }, at) => (
          <button
            key={letter}
            type="button"
            className={
              (wanted ? sameScope(scope, wanted) : at === 0)
                ? 'kill-choice button primary'
                : 'kill-choice button'
            }
            aria-disabled={sending}
            onKeyDown={onKeyDown}
            onClick={() => void start(scope)}
          >
            <span className="key-cap">{letter}</span>
            <span>
              HALT <b>{scopeWords(scope)}</b> and cancel{' '}
              {count === 1
                ? 'its one live order'
                : count === 0
                  ? 'whatever shows up'
                  : `${count} live orders`}
            </span>
          </button>
        ))}
      </div>
      <Problem sentence={failure} />
      <p className="muted">Positions stay as they are. ↑ ↓ or a letter choose, Esc backs out.</p>
    </Sheet>
  )
}
