/** Numbers of one instrument in one field: its size presets, or its limits of express. Saves on Enter. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useState } from 'react'
import { toText } from '../../../shared/base/decimal.ts'
import { expressLimits, instrumentSizes } from '../../../shared/domain/settings/settingList.ts'
import { readTyped } from '../../format/numbers.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import type { ChangeOutcome } from './useSettingsChange.ts'

type Of = 'ladder.sizes' | 'express.limits'

interface SizesEditorProps {
  readonly setting: Of
  readonly own: string
  readonly sizes: Readonly<Record<string, readonly string[]>>
  readonly change: ChangeOutcome['change']
}

interface Wording {
  readonly schema: typeof instrumentSizes
  readonly instrument: string
  readonly empty: string
  readonly save: string
  readonly wrong: string
}

const WORDING: Readonly<Record<Of, Wording>> = {
  'ladder.sizes': {
    schema: instrumentSizes,
    instrument: 'Instrument of the sizes',
    empty: 'the usual sizes',
    save: 'Save sizes',
    wrong: 'Write one to six sizes above zero with spaces between them, such as 0.1 0.5 1 2.5k.',
  },
  'express.limits': {
    schema: expressLimits,
    instrument: 'Instrument of the limits',
    empty: 'none: no express',
    save: 'Save limits',
    wrong: 'Write the largest size and the largest notional, above zero, such as 2 150k.',
  },
}

/** The numbers in a text, in canonical form; null where one does not fit. */
export function readSizes(text: string, setting: Of = 'ladder.sizes'): readonly string[] | null {
  const words = text.trim() === '' ? [] : text.trim().split(/\s+/)
  const read = words.flatMap((word) => {
    const size = readTyped(word)
    return size.ok ? [toText(size.value)] : []
  })
  return read.length === words.length && WORDING[setting].schema.safeParse(read).success ? read : null
}

export function SizesEditor({ setting, own, sizes, change }: SizesEditorProps) {
  const wording = WORDING[setting]
  const { server } = useSession()
  const instruments = useLoadable(server.instruments).value ?? []
  const symbols = [...new Set([...instruments.map(({ symbol }) => String(symbol)), ...Object.keys(sizes)])]
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const symbol = chosen === '' ? (symbols[0] ?? '') : chosen
  const saved = (sizes[symbol] ?? []).join(' ')
  const save = async () => {
    const text = typed ?? saved
    const read = readSizes(text, setting)
    if (text.trim() !== '' && read === null) return setProblem(wording.wrong)
    setProblem(null)
    const isSaved = await change({
      values: { [setting]: { [symbol]: read === null ? null : [...read] } },
    })
    if (isSaved) setTyped(null)
  }
  return (
    <div className="setting-sizes">
      <select
        className="field"
        aria-label={wording.instrument}
        value={symbol}
        onChange={(event) => {
          setChosen(event.target.value)
          setTyped(null)
          setProblem(null)
        }}
      >
        {symbols.map((name) => (
          <option key={name} value={name}>
            {shownCode(name)}
            {sizes[name] ? ' · own' : ''}
          </option>
        ))}
      </select>
      <input
        id={own}
        className="field"
        autoComplete="off"
        spellCheck={false}
        placeholder={wording.empty}
        aria-invalid={problem !== null}
        value={typed ?? saved}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat && !event.nativeEvent.isComposing) void save()
        }}
      />
      <button
        type="button"
        className="button small"
        disabled={typed === null || typed === saved}
        onClick={() => void save()}
      >
        {wording.save}
      </button>
      {problem !== null && <span className="problem">{problem}</span>}
    </div>
  )
}
