/** The panel of settings: one list that is searched by typing, the keys below it, and export and import. */

import './settings.css'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { chordOfBinding } from '../../keyboard/panelKeys.ts'
import { keysInForce } from '../../keyboard/remapKeys.ts'
import { useWindowKeysInForce } from '../../keyboard/keysContext.ts'
import { closePanel, openPanel } from '../../state/stores/panelStore.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useSession } from '../../state/useSession.ts'
import { Problem } from '../../ui/Problem.tsx'
import { ExportImport } from './ExportImport.tsx'
import { KeyRows } from './KeyRows.tsx'
import { SettingRow } from './SettingRow.tsx'
import { elsewhereFor, settingsFor, type SetElsewhere } from './settingSearch.ts'
import { useSettingsChange } from './useSettingsChange.ts'
import { keyedSentences } from '../../ui/distinctKeys.ts'

export function Settings() {
  const session = useSession()
  const id = usePanelId('settings')
  const { settings, known } = useStore(session.settings)
  const { rows, keys, panels } = useWindowKeysInForce()
  const { change, failure } = useSettingsChange()
  const [query, setQuery] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const found = settingsFor(query)
  const elsewhere = elsewhereFor(query)
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (query === '') closePanel(session.panels, id)
      else setQuery('')
    }
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    body.current?.querySelector<HTMLElement>(':is(select, input, button):not(:disabled)')?.focus()
  }
  return (
    <div className="settings">
      <div className="settings-head">
        <strong>Settings</strong>
        <input
          type="search"
          className="field"
          aria-label="Find a setting or a key"
          placeholder="Type what you look for: time, colors, F5, …"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onSearchKey}
        />
        <button type="button" className="key-cap button-quiet" onClick={() => closePanel(session.panels, id)}>
          Close
        </button>
      </div>
      <div ref={body} className="settings-body">
        {!known && <p className="amber">The settings were not read yet. The usual ones are shown.</p>}
        {keyedSentences([settings.refusal, ...settings.leftOut].filter((each) => each !== null)).map(
          ({ sentence, key }) => (
            <p key={key} className="amber">
              {sentence}
            </p>
          ),
        )}
        <Problem sentence={failure?.message ?? null} />
        {found.length > 0 && (
          <ul aria-label="Settings">
            {found.map((setting) => (
              <SettingRow key={setting} id={setting} settings={settings} change={change} />
            ))}
          </ul>
        )}
        {elsewhere.length > 0 && <Elsewhere rows={elsewhere} />}
        <KeyRows query={query} change={change} />
        <h2>Export and import</h2>
        <ExportImport
          settings={settings}
          change={change}
          fit={(file) => {
            const wanted = Object.fromEntries(
              Object.entries(file).map(([binding, chord]) => [binding, chordOfBinding(binding, chord)]),
            )
            const inForce = keysInForce(rows, { ...settings.keys, ...wanted })
            const stays = new Map([...inForce.keys, ...inForce.panels].map((key) => [key.id, key.chord]))
            const fitting = Object.entries(wanted).filter(([binding, chord]) => stays.get(binding) === chord)
            return { keys: Object.fromEntries(fitting), leftOut: inForce.leftOut }
          }}
          bindings={[...keys, ...panels]}
        />
      </div>
    </div>
  )
}

function Elsewhere({ rows }: { readonly rows: readonly SetElsewhere[] }) {
  const session = useSession()
  return (
    <section aria-label="Set elsewhere">
      <h2>Set elsewhere</h2>
      <ul>
        {rows.map(({ title, does, panel }) => (
          <li key={title} className="setting" aria-label={title}>
            <div className="setting-words">
              <strong>{title}</strong>
              <p>{does}</p>
            </div>
            {panel !== null && (
              <div className="setting-value">
                <button
                  type="button"
                  className="button small"
                  aria-label={`Open ${title}`}
                  onClick={() => openPanel(session.panels, panel)}
                >
                  Open
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
