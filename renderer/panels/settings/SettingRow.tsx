/** One setting: its name, what it does, its default, its value and its reset. */

import { useId, useState, type ReactNode } from 'react'
import {
  IDLE_WITHOUT_WORD,
  LONGER_WORD,
  SETTINGS,
  type SettingId,
} from '../../../shared/domain/settings/settingList.ts'
import type { DealerSettings } from '../../../shared/domain/settings/dealerSettings.ts'
import { valueWords } from './settingSearch.ts'
import { AliasesEditor } from './AliasesEditor.tsx'
import { SizesEditor } from './SizesEditor.tsx'
import { TemplatesEditor } from './TemplatesEditor.tsx'
import type { ChangeOutcome } from './useSettingsChange.ts'

interface SettingRowProps {
  readonly id: SettingId
  readonly settings: DealerSettings
  readonly change: ChangeOutcome['change']
}

export function SettingRow({ id, settings, change }: SettingRowProps) {
  const { title, does, applies, default: usual } = SETTINGS[id]
  const isSet = settings.set.has(id)
  const own = useId()
  return (
    <li className="setting" aria-label={title}>
      <div className="setting-words">
        <label htmlFor={own} className="strong">
          {title}
        </label>
        <p>{does}</p>
        <p className="muted">
          Default: {valueWords(id, usual)}. Applies to {applies}.
        </p>
      </div>
      <div className="setting-value">
        <Value own={own} id={id} settings={settings} change={change} />
        <button
          type="button"
          className="button small"
          aria-label={`Reset ${title}`}
          disabled={!isSet}
          onClick={() => void change({ values: { [id]: null } })}
        >
          Reset
        </button>
      </div>
    </li>
  )
}

function Value({ own, id, settings, change }: SettingRowProps & { readonly own: string }): ReactNode {
  if (id === 'ladder.sizes' || id === 'express.limits')
    return <SizesEditor setting={id} own={own} sizes={settings.values[id]} change={change} />
  if (id === 'line.aliases') return <AliasesEditor own={own} aliases={settings.values[id]} change={change} />
  if (id === 'ticket.templates') return <TemplatesEditor templates={settings.values[id]} change={change} />
  return <ChoiceValue own={own} id={id} settings={settings} change={change} />
}

/** A list of choices. A longer arming time waits for its word. */
function ChoiceValue({ own, id, settings, change }: SettingRowProps & { readonly own: string }) {
  const [waiting, setWaiting] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const choices: readonly { readonly value: string | number; readonly words: string }[] =
    (SETTINGS[id].choices as readonly { readonly value: string | number; readonly words: string }[]) ?? []
  const value = waiting ?? (settings.values[id] as string | number)
  const choose = (text: string) => {
    const chosen = choices.find((choice) => String(choice.value) === text)?.value
    if (chosen === undefined) return
    const isLonger =
      id === 'arming.idleMinutes' &&
      typeof chosen === 'number' &&
      chosen > Math.max(IDLE_WITHOUT_WORD, settings.values[id])
    setWaiting(isLonger ? chosen : null)
    setTyped('')
    if (!isLonger) void change({ values: { [id]: chosen } })
  }
  const confirm = async () => {
    if (waiting !== null && (await change({ values: { [id]: waiting }, typed }))) setWaiting(null)
  }
  return (
    <>
      <select id={own} className="field" value={value} onChange={(event) => choose(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.words}
          </option>
        ))}
      </select>
      {waiting !== null && (
        <div className="setting-word">
          <label htmlFor={`${own}-word`}>
            A ladder then stays armed for {waiting} minutes without an order. Type {LONGER_WORD}, then Enter.
          </label>
          <input
            id={`${own}-word`}
            className="field"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.repeat && !event.nativeEvent.isComposing) void confirm()
            }}
          />
        </div>
      )}
    </>
  )
}
