/** Offers the value that fits: the key `=` or a click takes it. No domain words. */

export const OFFER_KEY = '='

export interface OfferProps {
  /** As the dealer reads it. */
  readonly words: string
  readonly onTake: () => void
}

export const Offer = ({ words, onTake }: OfferProps) => (
  <button type="button" tabIndex={-1} className="button small offer" onClick={onTake}>
    <span className="key-cap">{OFFER_KEY}</span> {words}
  </button>
)
