/** A sheet of what a chart draws: words add something, the list below changes and removes it. No indicators and no drawings of its own. */

import { useId, useState, type KeyboardEvent } from 'react'
import { Sheet } from '../../../ui/Sheet.tsx'

export interface WordSheetProps<T> {
  readonly title: string
  /** What one is, such as `Indicator`, and what several are. */
  readonly one: string
  readonly several: string
  readonly chosen: readonly T[]
  readonly most: number
  readonly read: (
    text: string,
  ) => { readonly ok: true; readonly choice: T } | { readonly ok: false; readonly problem: string }
  readonly textOf: (choice: T) => string
  readonly wordsOf: (choice: T) => { readonly title: string; readonly name: string }
  readonly examples: readonly { readonly text: string; readonly name: string }[]
  readonly onChange: (chosen: readonly T[]) => void
  readonly onClose: () => void
}

export function WordSheet<T>(props: WordSheetProps<T>) {
  const { title, one, several, chosen: all, most, textOf, wordsOf, examples, onChange, onClose } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  /** The row that the arrow keys went to; null while the field adds. */
  const [marked, setMarked] = useState<number | null>(null)

  const enter = () => {
    const chosen = marked === null ? undefined : all[marked]
    if (chosen && typed === '') return setTyped(textOf(chosen))
    const read = props.read(typed)
    if (!read.ok) return setProblem(read.problem)
    if (!chosen && all.length >= most) return setProblem(`There are ${most} at most. Remove one first.`)
    onChange(chosen ? all.map((before, n) => (n === marked ? read.choice : before)) : [...all, read.choice])
    setTyped('')
    setMarked(null)
    setProblem(null)
  }
  const remove = (place: number) => {
    onChange(all.filter((_, n) => n !== place))
    setMarked(null)
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    const last = all.length - 1
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault()
        if (all.length === 0) return
        setTyped('')
        return setMarked(
          event.key === 'ArrowDown'
            ? Math.min((marked ?? -1) + 1, last)
            : marked === null || marked === 0
              ? null
              : marked - 1,
        )
      case 'Delete':
        if (marked === null || typed !== '') return
        event.preventDefault()
        return event.repeat ? undefined : remove(marked)
      case 'Enter':
        event.preventDefault()
        if (!event.repeat) enter()
    }
  }
  return (
    <Sheet title={title} onClose={onClose}>
      <input
        type="text"
        className="field"
        aria-label={one}
        aria-controls={id}
        aria-activedescendant={marked === null ? undefined : `${id}-${marked}`}
        aria-invalid={problem !== null}
        placeholder={marked === null ? `${examples[0]?.text ?? ''} …` : 'Enter changes it, Delete removes it'}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(null)
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={problem === null ? 'picker-note' : 'picker-note problem'}>
        {problem ??
          (all.length === 0
            ? `No ${one.toLowerCase()} yet.`
            : '↑ ↓ choose one, Enter changes it, Delete removes it.')}
      </p>
      <div id={id} role="listbox" aria-label={several} className="picker-list chart-chosen">
        {all.map((choice, n) => (
          // The keys are heard in the field, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={`${n} ${textOf(choice)}`}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === marked}
            className="picker-item"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => setMarked(n)}
          >
            <span className="strong">{wordsOf(choice).title}</span>{' '}
            <span className="muted">{wordsOf(choice).name}</span>
          </div>
        ))}
      </div>
      <table className="chart-words" aria-label="Words">
        <tbody>
          {examples.map(({ text, name }) => (
            <tr key={text}>
              <td>{text}</td>
              <td>{name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}
