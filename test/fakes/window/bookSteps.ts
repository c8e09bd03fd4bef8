/** How the core of painting tests changes its books. */

/** Ms between two steps. */
export const STEP = 4
/** Changes of a step over all books: 5,000 a second. */
export const CHANGES = 20
