/** The size presets of one instrument: one field, up to six sizes in contracts. Saves on Enter. */

import { useState } from 'react'
import { toText } from '../../../shared/base/decimal.ts'
import { instrumentSizes } from '../../../shared/domain/settings/settingList.ts'
import { readTyped } from '../../format/numbers.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import type { ChangeOutcome } from './useSettingsChange.ts'

interface SizesEditorProps {
  readonly own: string
  readonly sizes: Readonly<Record<string, readonly string[]>>
  readonly change: ChangeOutcome['change']
}

const WRITE = 'Write one to six sizes above zero with spaces between them, such as 0.1 0.5 1 2.5k.'

/** The sizes in a text, in canonical form; null where one is not a size. */
export function readSizes(text: string): readonly string[] | null {
  const words = text.trim() === '' ? [] : text.trim().split(/\s+/)
  const read = words.flatMap((word) => {
    const size = readTyped(word)
    return size.ok ? [toText(size.value)] : []
  })
  return read.length === words.length && instrumentSizes.safeParse(read).success ? read : null
}

export function SizesEditor({ own, sizes, change }: SizesEditorProps) {
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
    const read = readSizes(text)
    if (text.trim() !== '' && read === null) return setProblem(WRITE)
    setProblem(null)
    const isSaved = await change({
      values: { 'ladder.sizes': { [symbol]: read === null ? null : [...read] } },
    })
    if (isSaved) setTyped(null)
  }
  return (
    <div className="setting-sizes">
      <select
        className="field"
        aria-label="Instrument of the sizes"
        value={symbol}
        onChange={(event) => {
          setChosen(event.target.value)
          setTyped(null)
          setProblem(null)
        }}
      >
        {symbols.map((name) => (
          <option key={name} value={name}>
            {name}
            {sizes[name] ? ' · own' : ''}
          </option>
        ))}
      </select>
      <input
        id={own}
        className="field"
        autoComplete="off"
        spellCheck={false}
        placeholder="the usual sizes"
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
        Save sizes
      </button>
      {problem !== null && <span className="problem">{problem}</span>}
    </div>
  )
}
