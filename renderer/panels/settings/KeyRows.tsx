/** Every key: one by one those that can be moved by pressing the new key, then all keys of the panels. */

import { useState, type KeyboardEvent } from 'react'
import { canonicalChord, capOfChord, chordOf } from '../../../shared/domain/settings/keyChord.ts'
import { KEY_SCOPES, scopeOf } from '../../../shared/domain/settings/keyScope.ts'
import { useWindowKeysInForce } from '../../keyboard/keysContext.ts'
import { KEYS_IN_PANELS, type KeyInPanel } from '../../keyboard/keysInPanels.ts'
import { chordOfBinding } from '../../keyboard/panelKeys.ts'
import { whyNotKey, type Binding } from '../../keyboard/remapKeys.ts'
import { isFound } from './settingSearch.ts'
import type { ChangeOutcome } from './useSettingsChange.ts'
import { keyedSentences } from '../../ui/distinctKeys.ts'

interface KeyRowsProps {
  readonly query: string
  readonly change: ChangeOutcome['change']
}

export function KeyRows({ query, change }: KeyRowsProps) {
  const { keys: ofWindow, panels, leftOut } = useWindowKeysInForce()
  const keys: readonly Binding[] = [...ofWindow, ...panels]
  const [pressed, setPressed] = useState<{ readonly id: string; readonly said: string | null } | null>(null)
  const shown = keys.filter((key) =>
    isFound(query.trim(), nameOf(key), capOfChord(key.chord), 'key shortcut'),
  )
  const areMoved = keys.some((key) => key.chord !== key.own)
  const resetAll = () =>
    void change({
      keys: Object.fromEntries(keys.filter((key) => key.chord !== key.own).map(({ id }) => [id, null])),
    })
  const take = (key: Binding, event: KeyboardEvent) => {
    // The key is the answer, so it must not act: not here, not in the window.
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    const press = chordOf(event)
    if (press === null) return
    const why = whyNotKey(keys, key.id, press)
    if (press === 'Escape') return setPressed({ id: key.id, said: `${why ?? ''} Nothing is changed.` })
    if (why !== null) return setPressed({ id: key.id, said: why })
    setPressed(null)
    const chord = chordOfBinding(key.id, canonicalChord(press))
    void change({ keys: { [key.id]: chord === key.own ? null : chord } })
  }
  if (shown.length === 0) return <PanelKeys query={query} />
  return (
    <section aria-label="Keys of the window">
      <h2>Keys of the window and the panels</h2>
      <p className="muted">
        Press Change, then the new key. A letter names a physical key, and modifiers must fit exactly. Esc,
        Enter, Delete, the kill switch, the trade lock and the browser’s own keys are reserved.
      </p>
      {keyedSentences(leftOut).map(({ sentence, key }) => (
        <p key={key} className="amber">
          {sentence}
        </p>
      ))}
      <div className="row-of-buttons">
        <button type="button" className="button small" disabled={!areMoved} onClick={resetAll}>
          Reset all keys
        </button>
      </div>
      <ul>
        {shown
          .map((binding) => ({ ...binding, name: nameOf(binding) }))
          .map((key) => (
            <KeyRow
              key={key.id}
              binding={key}
              said={pressed?.id === key.id ? pressed.said : undefined}
              onStart={() => setPressed({ id: key.id, said: null })}
              onEnd={() => setPressed((now) => (now?.id === key.id && now.said === null ? null : now))}
              onKey={(event) => take(key, event)}
              onReset={() => void change({ keys: { [key.id]: null } })}
            />
          ))}
      </ul>
      <PanelKeys query={query} />
    </section>
  )
}

/** The name of a binding among all of them. */
function nameOf({ id, name }: Binding): string {
  const scope = scopeOf(id)
  return scope === null ? name : `${KEY_SCOPES[scope]}: ${name}`
}

interface KeyRowProps {
  readonly binding: Binding
  /** Undefined: no key is awaited. Null: the next key is awaited. Else: why the last one was refused. */
  readonly said: string | null | undefined
  readonly onStart: () => void
  readonly onEnd: () => void
  readonly onKey: (event: KeyboardEvent) => void
  readonly onReset: () => void
}

function KeyRow({ binding, said, onStart, onEnd, onKey, onReset }: KeyRowProps) {
  const { name, chord, own, fixed } = binding
  const isAwaited = said !== undefined && !(said ?? '').endsWith('Nothing is changed.')
  return (
    <li className="setting-key" aria-label={name}>
      <span>{name}</span>
      <span>
        <span className="key-cap">{capOfChord(chord)}</span>
        {chord !== own && <span className="muted"> was {capOfChord(own)}</span>}
      </span>
      <button
        type="button"
        className="button small"
        aria-label={isAwaited ? `Press the new key of ${name}` : `Change the key of ${name}`}
        disabled={fixed !== null}
        title={fixed ?? undefined}
        onClick={onStart}
        onBlur={onEnd}
        onKeyDown={(event) => {
          if (isAwaited) onKey(event)
        }}
      >
        {isAwaited ? 'Press the new key' : 'Change'}
      </button>
      <button
        type="button"
        className="button small"
        aria-label={`Reset the key of ${name}`}
        disabled={chord === own}
        onClick={onReset}
      >
        Reset
      </button>
      {fixed !== null && <span className="muted">{fixed}</span>}
      {said !== undefined && said !== null && (
        <span role="alert" className="problem">
          {said}
        </span>
      )}
    </li>
  )
}

/** The keys that panels handle themselves. */
function PanelKeys({ query }: { readonly query: string }) {
  const rows = Object.entries<readonly KeyInPanel[]>(KEYS_IN_PANELS).flatMap(([title, listed]) =>
    listed
      .map((row) => ({ ...row, where: row.where ?? title }))
      .filter(({ cap, does, where }) => isFound(query.trim(), cap, does, where, 'key shortcut')),
  )
  if (rows.length === 0) return null
  return (
    <section aria-label="Keys in panels">
      <h2>Keys in panels</h2>
      <p className="muted">
        As the panels come. The list above has those that can be moved, one by one. Arrows, digits, Enter, Esc
        and Delete stay. No key of the window can take one of these.
      </p>
      <ul>
        {rows.map(({ where, cap, does }) => (
          <li key={`${where} ${cap} ${does}`} className="setting-key">
            <span>
              {where}: {does}
            </span>
            <span className="key-cap">{cap}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
