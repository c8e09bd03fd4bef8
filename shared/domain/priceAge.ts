/** How old a price may be. Compares no prices. */

/** Ms after which a price is too old to check an order against (docs/limits.md#price-age). */
export const MAX_PRICE_AGE = 5_000
