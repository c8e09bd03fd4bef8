/** The command line: type, read back, Enter, Enter again. Never sends on the first Enter, on a held key or on a recalled line alone. */

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useStore } from 'zustand'
import { dropProposal } from '../state/actions/dealing.ts'
import { useNow } from '../state/useNow.ts'
import { useLoadable, useSession, useWorkspace } from '../state/useSession.ts'
import { SUGGESTED_VALUE_KEY } from '../ui/SuggestedValue.tsx'
import { completeLine } from './grammar/completion.ts'
import type { LineContext, LineReading, PanelCommand } from './grammar/lineReading.ts'
import { lineContext } from './lineContext.ts'
import { ReadBack } from './ReadBack.tsx'
import { readLine } from './grammar/grammar.ts'
import { readStatements, statementsOf } from './grammar/statements.ts'
import { useLineEnter } from './useLineEnter.ts'
import { useLineHistory } from './useLineHistory.ts'
import { useStatementQueue } from './useStatementQueue.ts'
import { capOf } from '../keys/caps.ts'

/** `panels`: the panels that a word opens. */
export function CommandLine({ panels }: { readonly panels: readonly PanelCommand[] }) {
  const session = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [line, setLine] = useState('')
  /** How many statements came into the field by themselves. */
  const [arrivals, setArrivals] = useState(0)
  const arrive = useCallback((rest: string) => {
    setLine(rest)
    setArrivals((before) => before + 1)
  }, [])
  // Selected: a key that was meant for the empty field replaces the statement and changes no figure in it.
  useLayoutEffect(() => {
    if (arrivals > 0 && document.activeElement === input.current) input.current?.select()
  }, [arrivals])
  const history = useLineHistory()
  const proposal = useStore(session.proposals, (proposals) => proposals.command)
  // A chosen customer or instrument, and a moving market, change what the line means.
  useWorkspace((workspace) => workspace.customer)
  useWorkspace((workspace) => workspace.instruments['1'])
  useLoadable(session.server.tickers)
  useLoadable(session.server.connection)
  useNow(line !== '')
  const read = () => readStatements(line, lineContext(session, panels))
  const reading = read()
  const { statements, waiting } = useStatementQueue(history, arrive)

  useEffect(() => () => dropProposal(session, 'command'), [session])

  const change = (text: string) => {
    statements.stop('the dealer typed another line')
    setLine(text)
    dropProposal(session, 'command')
  }
  const enter = useLineEnter({
    line,
    proposal: proposal ?? null,
    read,
    readFirst: () => readLine(statementsOf(line).first, lineContext(session, panels)),
    history,
    statements,
    setLine,
  })
  const takeOffer = (start: number, end: number, offer: string) =>
    change(line.slice(0, start) + offer + line.slice(end))
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    switch (event.key) {
      case 'Enter':
        event.preventDefault()
        return event.repeat ? undefined : enter()
      case 'Escape':
        event.preventDefault()
        if (proposal) return dropProposal(session, 'command')
        if (line !== '' || waiting !== '') return change('')
        return input.current?.blur()
      case SUGGESTED_VALUE_KEY:
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
    <div
      className={`commandline${proposal ? ' confirm' : reading.kind === 'dryRun' || reading.kind === 'stat' ? ' dry-run' : ''}`}
      role="search"
      aria-label="Command"
    >
      <TypedLine
        input={input}
        line={line}
        reading={reading}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output id="command-read-back" aria-live="polite" className={reading.kind === 'bad' ? 'wrong' : ''}>
        <ReadBack
          reading={reading}
          panels={panels}
          waiting={proposal ?? null}
          statements={statementsOf(line).count}
          held={waiting}
          completed={completedOf(line, lineContext(session, panels))}
          onOffer={takeOffer}
        />
      </output>
      {line === '' && (
        <span className="key-cap" style={{ marginRight: 8 }}>
          {capOf('Ctrl K')}
        </span>
      )}
    </div>
  )
}

/** What Tab would make of the last word, and what the whole line would then mean; null where Tab completes nothing. */
function completedOf(line: string, context: LineContext) {
  const completed = line.trim() === '' ? line : completeLine(line, context)
  if (completed === line || completed === `${line} `) return null
  const reading = readStatements(completed, context)
  return {
    word:
      completed
        .trim()
        .split(/[\s;]+/)
        .at(-1) ?? '',
    reading,
  }
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
