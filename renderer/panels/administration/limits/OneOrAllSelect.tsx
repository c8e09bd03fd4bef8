/** Chooses one customer or one instrument of a scope, or all of them. */

interface ScopeSelectProps {
  readonly label: string
  /** The label of the empty choice. */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly words: string }[]
  /** Empty: all. */
  readonly value: string
  readonly onChoose: (value: string) => void
}

export const OneOrAllSelect = ({ label, all, options, value, onChoose }: ScopeSelectProps) => (
  <label className="bar-field">
    <span className="muted">{label}</span>
    <select className="field" value={value} onChange={(event) => onChoose(event.target.value)}>
      <option value="">{all}</option>
      {options.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.words}
        </option>
      ))}
    </select>
  </label>
)
