/** A field for one line of text with its label, and below it what is wrong. No domain words. */

import type { InputHTMLAttributes, ReactNode } from 'react'

export interface FieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'disabled' | 'inputMode' | 'onBlur' | 'onFocus' | 'placeholder' | 'type'
> {
  readonly id: string
  readonly label: ReactNode
  readonly value: string
  readonly problem?: string | null | undefined
  readonly onText: (text: string) => void
}

export const Field = ({ id, label, problem = null, onText, ...input }: FieldProps) => (
  <div className="labelled">
    <label htmlFor={id}>{label}</label>
    <input
      {...input}
      id={id}
      className="field"
      autoComplete="off"
      spellCheck={false}
      aria-invalid={problem !== null}
      onChange={(event) => onText(event.target.value)}
    />
    {problem !== null && <span className="problem">{problem}</span>}
  </div>
)
