/** The command line: type, read back, Enter, Enter again. Never sends on the first Enter, on a held key or on a recalled line alone. */

import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { assertNever } from '../../shared/base/result.ts'
import { scopeWords } from '../../shared/domain/orders/halt.ts'
import { isLive } from '../../shared/domain/orders/order.ts'
import { openPanel } from '../state/stores/panelStore.ts'
import {
  customerOf,
  dropProposal,
  propose,
  refusalOf,
  sendProposal,
  sentenceOf,
} from '../state/actions/dealing.ts'
import { positionOf } from '../state/actions/intentSentence.ts'
import { marketOf } from '../state/marketOf.ts'
import { tell } from '../state/stores/noticeStore.ts'
import type { Overlay } from '../state/stores/overlayStore.ts'
import type { Intent, Proposal } from '../state/stores/proposalStore.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { OFFER_KEY, Offer } from '../ui/Offer.tsx'
import { useNow } from '../state/useNow.ts'
import { useLoadable, useSession, useWorkspace } from '../state/useSession.ts'
import { completeLine } from './completion.ts'
import { readLine, type LineContext, type LineReading, type PanelCommand } from './grammar.ts'
import { IntentFacts } from '../dealing/IntentFacts.tsx'

const HISTORY_KEPT = 50

const lineContext = (session: WindowSession, panels: readonly PanelCommand[]): LineContext => {
  const { customer, instruments } = session.workspace.getState()
  const selectedKey = session.panels.getState().selectedOrder
  const selected = selectedKey === null ? undefined : session.server.orders.getState().rows.get(selectedKey)
  return {
    customer,
    instrument: instruments['1'],
    customers: session.server.customers.getState().value ?? [],
    instruments: session.server.instruments.getState().value ?? [],
    marketOf: (symbol) => marketOf(session, symbol),
    rules: session.server.limits.getState().value?.rules ?? [],
    panels,
    positionOf: (of, symbol) => positionOf(session, of, symbol),
    selected: selected && isLive(selected) ? selected : null,
    ordersNamed: (referenceId) => {
      const { rows, openKeys } = session.server.orders.getState()
      return [...openKeys].flatMap((key) => {
        const order = rows.get(key)
        return order?.referenceId === referenceId ? [order] : []
      })
    },
  }
}

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
  const history = useRef<{ readonly lines: string[]; at: number }>({ lines: [], at: 0 })
  const proposal = useStore(session.proposals, (of) => of.command)
  // A chosen customer or instrument, and a moving market, change what the line means.
  useWorkspace((of) => of.customer)
  useWorkspace((of) => of.instruments['1'])
  useLoadable(session.server.tickers)
  useLoadable(session.server.connection)
  useNow(line !== '')
  const reading = readLine(line, lineContext(session, panels))

  useEffect(() => () => dropProposal(session, 'command'), [session])

  const change = (text: string) => {
    setLine(text)
    dropProposal(session, 'command')
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
      remember(line)
      setLine('')
      void sendProposal(session, 'command', intent ? (customerOf(intent) ?? null) : null)
      return
    }
    if (reading.kind === 'help') {
      session.overlay.setState({ open: { kind: 'keys' } })
      return change('')
    }
    if (reading.kind === 'open') {
      remember(line)
      setLine('')
      return openPanel(session.panels, reading.panel, reading.customerCode)
    }
    const sheet = sheetOf(reading)
    if (sheet) {
      remember(line)
      setLine('')
      return session.overlay.setState({ open: sheet })
    }
    if (intent) propose(session, 'command', intent)
  }
  const remember = (text: string) => {
    history.current.lines.push(text)
    if (history.current.lines.length > HISTORY_KEPT) history.current.lines.shift()
    history.current.at = history.current.lines.length
  }
  const recall = (by: number) => {
    const { lines, at } = history.current
    const to = Math.min(Math.max(at + by, 0), lines.length)
    history.current.at = to
    change(lines[to] ?? '')
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
        return recall(event.key === 'ArrowUp' ? -1 : 1)
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
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {reading.kind === 'bad' && (
          <div className="underline" aria-hidden="true">
            <span>{line.slice(0, reading.start)}</span>
            <span className="wrong">{line.slice(reading.start, reading.end)}</span>
          </div>
        )}
      </div>
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

interface ReadBackProps {
  readonly reading: LineReading
  readonly panels: readonly PanelCommand[]
  /** What the next Enter sends; null before the first. */
  readonly waiting: Proposal | null
  readonly onOffer: (start: number, end: number, offer: string) => void
}

function ReadBack({ reading, panels, waiting, onOffer }: ReadBackProps) {
  const session = useSession()
  if (waiting !== null)
    return (
      <>
        <span className="sentence">
          {waiting.sentence}
          <IntentFacts intent={waiting.intent} />
        </span>{' '}
        <span className="key-cap">Enter sends</span> <span className="key-cap">Esc drops</span>
      </>
    )
  if (reading.kind === 'empty') return null
  if (reading.kind === 'bad') {
    const { start, end, reason, offer } = reading
    return (
      <>
        <span>{reason}</span>
        {offer !== null && <Offer words={offer} onTake={() => onOffer(start, end, offer)} />}
      </>
    )
  }
  if (reading.kind === 'unfinished') return <span>next: {reading.next}</span>
  if (reading.kind === 'open')
    return (
      <span>
        Enter opens {panels.find(({ panel }) => panel === reading.panel)?.title}
        {reading.customerCode !== null && ` of ${reading.customerCode}`}
      </span>
    )
  if (reading.kind === 'halt')
    return <span>Enter asks once more to HALT {scopeWords(reading.scope)} and cancel its orders</span>
  if (reading.kind === 'lift')
    return (
      <span>
        Enter shows the halts in force
        {reading.scope !== null && `, to lift that of ${scopeWords(reading.scope)}`}
      </span>
    )
  if (reading.kind === 'signOut') return <span>Enter shows what stays live, and asks</span>
  if (reading.kind === 'help') return <span>Enter shows every key and the grammar</span>
  return (
    <>
      <span className="sentence">
        {sentenceOf(session, reading)}
        <IntentFacts intent={reading} />
      </span>
      {refusalOf(session, reading) === null && <span className="key-cap">Enter</span>}
    </>
  )
}
