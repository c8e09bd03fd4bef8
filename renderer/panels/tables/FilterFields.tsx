/** The fields of a table's filter bar: a choice from a list, a time. Draws the typed values. */

import type { ReactNode } from 'react'

interface ChoiceProps {
  readonly label: string
  readonly value: string
  /** Value and words of each choice; the first does not filter. */
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onChoose: (value: string) => void
}

const Labeled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <label className="bar-field">
    <span className="muted">{label}</span>
    {children}
  </label>
)

export const FilterChoice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <Labeled label={label}>
    <select className="field" value={value} onChange={(event) => onChoose(event.target.value)}>
      {options.map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </select>
  </Labeled>
)

interface MomentProps {
  readonly edge: 'from' | 'to'
  readonly value: string
  readonly invalid: boolean
  readonly onType: (text: string) => void
}

export const FilterMoment = ({ edge, value, invalid, onType }: MomentProps) => (
  <Labeled label={edge === 'from' ? 'From' : 'To'}>
    <input
      className="field moment"
      placeholder={edge === 'from' ? '2026-11-20' : '2026-11-20 14:30'}
      autoComplete="off"
      value={value}
      aria-invalid={invalid}
      onChange={(event) => onType(event.target.value)}
    />
  </Labeled>
)
