/** A short text that can be selected and copied, such as a path; one click selects it whole. No domain words. */

interface SelectableTextProps {
  readonly text: string
  /** What the text is, for a screen reader. */
  readonly name: string
}

export const SelectableText = ({ text, name }: SelectableTextProps) => (
  <input
    className="selectable-text"
    aria-label={name}
    title={text}
    value={text}
    readOnly
    onFocus={(event) => event.currentTarget.select()}
  />
)
