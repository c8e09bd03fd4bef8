/** The command line: type, read back, Enter, Enter again. Never sends on the first Enter, on a held key or on a recalled line alone. */

import {
  useEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useStore } from 'zustand'
import { assertNever } from '../../shared/base/result.ts'
import { customerOf, dropProposal, propose, sendProposal } from '../state/actions/dealing.ts'
import { tell } from '../state/stores/noticeStore.ts'
import type { Overlay } from '../state/stores/overlayStore.ts'
import { openPanel } from '../state/stores/panelStore.ts'
import type { Intent } from '../state/stores/proposalStore.ts'
import { useNow } from '../state/useNow.ts'
import { useLoadable, useSession, useWorkspace } from '../state/useSession.ts'
import { OFFER_KEY } from '../ui/Offer.tsx'
import { completeLine } from './completion.ts'
import { readLine, type LineReading, type PanelCommand } from './grammar.ts'
import { lineContext } from './lineContext.ts'
import { ReadBack } from './ReadBack.tsx'
import { useLineHistory } from './useLineHistory.ts'

const intentOf = (reading: LineReading): Intent | null => {
  switch (reading.kind) {
    case 'order':
    case 'amend':
    case 'cancelAll':
    case 'flatten':
      return reading
    case 'empty':
    case 'bad':
    case 'unfinished':
    case 'open':
    case 'halt':
    case 'lift':
    case 'signOut':
    case 'help':
      return null
    default:
      return assertNever(reading)
  }
}

/** The sheet that a line asks for. */
const sheetOf = (reading: LineReading): Overlay | null => {
  if (reading.kind === 'halt') return { kind: 'kill', scope: reading.scope }
  if (reading.kind === 'lift') return { kind: 'halts', lift: reading.scope }
  return reading.kind === 'signOut' ? { kind: 'signOut' } : null
}

/** `panels`: the panels that a word opens. */
export function CommandLine({ panels }: { readonly panels: readonly PanelCommand[] }) {
  const session = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [line, setLine] = useState('')
  const history = useLineHistory()
  const proposal = useStore(session.proposals, (proposals) => proposals.command)
  // A chosen customer or instrument, and a moving market, change what the line means.
  useWorkspace((workspace) => workspace.customer)
  useWorkspace((workspace) => workspace.instruments['1'])
  useLoadable(session.server.tickers)
  useLoadable(session.server.connection)
  useNow(line !== '')
  const reading = readLine(line, lineContext(session, panels))

  useEffect(() => () => dropProposal(session, 'command'), [session])

  const change = (text: string) => {
    setLine(text)
    dropProposal(session, 'command')
  }
  /** The line did what it says: it leaves the field, and ↑ brings it back. */
  const done = () => {
    history.remember(line)
    setLine('')
  }
  const enter = (event: KeyboardEvent) => {
    event.preventDefault()
    if (event.repeat) return
    const now = readLine(line, lineContext(session, panels))
    const intent = intentOf(now)
    if (proposal) {
      if (!session.enters.counts(proposal.shownAt)) return
      // A price word is refused once its market is old: the line says no order any more.
      if (now.kind === 'bad') {
        dropProposal(session, 'command')
        return tell(session.notices, session.clock, 'warning', `Nothing was sent: ${now.reason}.`, line)
      }
      done()
      void sendProposal(session, 'command', intent ? (customerOf(intent) ?? null) : null)
      return
    }
    if (reading.kind === 'help') {
      session.overlay.setState({ open: { kind: 'keys' } })
      return change('')
    }
    if (reading.kind === 'open') {
      done()
      return openPanel(session.panels, reading.panel, reading.customerCode)
    }
    const sheet = sheetOf(reading)
    if (sheet) {
      done()
      return session.overlay.setState({ open: sheet })
    }
    if (intent) propose(session, 'command', intent)
  }
  const takeOffer = (start: number, end: number, offer: string) =>
    change(line.slice(0, start) + offer + line.slice(end))
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    switch (event.key) {
      case 'Enter':
        return enter(event)
      case 'Escape':
        event.preventDefault()
        if (proposal) return dropProposal(session, 'command')
        if (line !== '') return change('')
        return input.current?.blur()
      case OFFER_KEY:
        if (reading.kind !== 'bad' || reading.offer === null) return
        event.preventDefault()
        return takeOffer(reading.start, reading.end, reading.offer)
      case 'ArrowUp':
      case 'ArrowDown':
        event.preventDefault()
        return change(history.recall(event.key === 'ArrowUp' ? -1 : 1))
      case 'Tab': {
        if (event.shiftKey || line === '') return
        const completed = completeLine(line, lineContext(session, panels))
        if (completed === line) return
        event.preventDefault()
        return change(completed)
      }
    }
  }

  return (
    <div className={`commandline${proposal ? ' confirm' : ''}`} role="search" aria-label="Command">
      <TypedLine
        input={input}
        line={line}
        reading={reading}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output id="command-read-back" aria-live="polite" className={reading.kind === 'bad' ? 'wrong' : ''}>
        <ReadBack reading={reading} panels={panels} waiting={proposal ?? null} onOffer={takeOffer} />
      </output>
      {line === '' && (
        <span className="key-cap" style={{ marginRight: 8 }}>
          Ctrl K
        </span>
      )}
    </div>
  )
}

interface TypedLineProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onKeyDown'> {
  readonly input: RefObject<HTMLInputElement | null>
  readonly line: string
  readonly reading: LineReading
}

/** The field, with a line under the word that is wrong. */
const TypedLine = ({ input, line, reading, onChange, onKeyDown }: TypedLineProps) => (
  <div className="typing">
    <input
      ref={input}
      id="command-line"
      type="text"
      aria-label="Command line"
      aria-invalid={reading.kind === 'bad'}
      aria-describedby="command-read-back"
      placeholder="C1042 b 2.5 btc @62150 x5"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      value={line}
      onChange={onChange}
      onKeyDown={onKeyDown}
    />
    {reading.kind === 'bad' && (
      <div className="underline" aria-hidden="true">
        <span>{line.slice(0, reading.start)}</span>
        <span className="wrong">{line.slice(reading.start, reading.end)}</span>
      </div>
    )}
  </div>
)
