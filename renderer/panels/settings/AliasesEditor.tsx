/** The dealer's own names: adds, replaces and removes one, and says of each whether it is in force here. */

import { useState, type KeyboardEvent } from 'react'
import { aliasWord, namedBy, type Alias, type Aliases } from '../../../shared/domain/settings/aliases.ts'
import { whyNoAlias } from '../../commandline/aliasesInForce.ts'
import { useWindowKeysInForce } from '../../keyboard/keysContext.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import type { ChangeOutcome } from './useSettingsChange.ts'

interface AliasesEditorProps {
  readonly own: string
  readonly aliases: Aliases
  readonly change: ChangeOutcome['change']
}

/** What a typed code or symbol names, exactly as written; null for neither. */
function aliasFor({ server }: WindowSession, names: string): Alias | null {
  const venueId = server.session.getState().value?.venueId
  if (!venueId) return null
  const customer = server.customers.getState().value?.find(({ code }) => code === names)
  if (customer) return { kind: 'customer', customerCode: customer.code, venueId }
  const instrument = server.instruments.getState().value?.find(({ symbol }) => symbol === names)
  return instrument ? { kind: 'instrument', symbol: instrument.symbol, venueId } : null
}

export function AliasesEditor({ own, aliases, change }: AliasesEditorProps) {
  const session = useSession()
  useLoadable(session.server.customers)
  useLoadable(session.server.instruments)
  const { panelWords } = useWindowKeysInForce()
  const [word, setWord] = useState('')
  const [names, setNames] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const put = (text: string, named: Alias | null) => change({ values: { 'line.aliases': { [text]: named } } })
  const save = async () => {
    const text = word.trim().toLowerCase()
    const checked = aliasWord.safeParse(text)
    if (!checked.success) return setProblem(`The word ${checked.error.issues[0]?.message ?? 'does not fit'}.`)
    const named = aliasFor(session, names.trim())
    if (named === null)
      return setProblem('Type the customer code or the whole symbol that the word names, exactly as shown.')
    const why = whyNoAlias(session, panelWords, text, named)
    if (why !== null) return setProblem(why)
    setProblem(null)
    if (!(await put(text, named))) return
    setWord('')
    setNames('')
  }
  const onEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.repeat && !event.nativeEvent.isComposing) void save()
  }
  return (
    <div className="setting-sizes">
      <input
        id={own}
        className="field"
        placeholder="word"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        value={word}
        onChange={(event) => setWord(event.target.value)}
        onKeyDown={onEnter}
      />
      <input
        className="field"
        aria-label="Customer code or symbol that the word names"
        placeholder="C1042 or a symbol"
        autoComplete="off"
        spellCheck={false}
        value={names}
        onChange={(event) => setNames(event.target.value)}
        onKeyDown={onEnter}
      />
      <button
        type="button"
        className="button small"
        disabled={word === '' || names === ''}
        onClick={() => void save()}
      >
        Save name
      </button>
      {problem !== null && (
        <span role="alert" className="problem">
          {problem}
        </span>
      )}
      {Object.entries(aliases).length > 0 && (
        <ul aria-label="Own names in the settings" className="setting-aliases">
          {Object.entries(aliases).map(([text, named]) => {
            const why = whyNoAlias(session, panelWords, text, named)
            return (
              <li key={text}>
                <span className="mono">
                  {text} → {namedBy(named)}
                </span>
                <button
                  type="button"
                  className="button small"
                  aria-label={`Edit ${text}`}
                  onClick={() => {
                    setWord(text)
                    setNames(namedBy(named))
                  }}
                >
                  Edit
                </button>
                <button
                  type="button"
                  className="button small"
                  aria-label={`Remove ${text}`}
                  onClick={() => void put(text, null)}
                >
                  Remove
                </button>
                {why !== null && <span className="amber">{why}</span>}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
