/** Offers the value that fits: the key `=` or a click takes it. No domain words. */

export const SUGGESTED_VALUE_KEY = '='

export interface SuggestedValueProps {
  /** As the dealer reads it. */
  readonly words: string
  readonly onTake: () => void
}

export const SuggestedValue = ({ words, onTake }: SuggestedValueProps) => (
  <button type="button" tabIndex={-1} className="button small offer" onClick={onTake}>
    <span className="key-cap">{SUGGESTED_VALUE_KEY}</span> {words}
  </button>
)
