/** The messages between the processes of the bench's own venue, and its names. Types and names only. */

/** Symbols of a venue with so many instruments; the first are those that a new window opens with. */
export const symbolsOf = (count: number): readonly string[] =>
  ['BTC', 'ETH', 'SOL', ...Array.from({ length: count }, (_, n) => `SYM${n}`)]
    .slice(0, count)
    .map((underlying) => `${underlying}USDC_PERP`)

/** The instruments of a venue that was not asked for another number. */
export const SYMBOLS = symbolsOf(20)
/** Instruments with books, at most: as many as a desk streams without need. */
export const MOST_BOOKS = 40
/** Ladders that a window looks at. */
export const LADDERS = 9
export const CUSTOMER = 'C1042'
/** The codes of so many customers. */
export const customersOf = (count: number): readonly string[] =>
  count === 0 ? [] : [CUSTOMER, ...Array.from({ length: count - 1 }, (_, n) => `K${n}`)]
/** Trades of each customer that the venue has a past of. */
export const TRADES_EACH = 2

/** Messages a second that the stream paces from now on; 0 rests. */
export interface Pace {
  readonly perSecond: number
}

export interface StreamTold {
  /** Updates sent so far. */
  readonly sent: number
  /** Changes of the books in those. */
  readonly changes: number
  /** Subscriptions to books so far: more than there are books means that one was lost. */
  readonly subscribed: number
}

/** An order whose first byte has arrived. */
export interface ArrivedOrder {
  readonly referenceId: string
  /** `process.hrtime` of this machine, ns as text. */
  readonly at: string
}

export interface Touch {
  readonly bid: string
  readonly ask: string
}
/** Best prices by symbol, where every book begins. */
export type Touches = Readonly<Record<string, Touch>>

export interface StreamStart {
  readonly port: number
  readonly touch: Touches
}
