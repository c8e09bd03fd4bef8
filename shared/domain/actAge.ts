/** How old a dealer's act may be. Compares no times. */

/** Ms from the key press after which an order, amend or other expiring command never leaves (docs/order-lifecycle.md#timings). */
export const MAX_ACT_AGE = 5_000
