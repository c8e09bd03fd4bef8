/** The layout of the depth that a ladder draws: one flat array of numbers, which can be transferred without a copy. */

/**
 * Prices and amounts are integers: price = value × 10^-priceScale, amount = value × 10^-amountScale. −1 means none.
 * After the header come `bidCount` pairs (price, amount) from the best bid down, then `askCount` pairs from the best ask up, then `volumeCount`
 * pairs (price, traded amount) of rows around the touch, highest first, then `printCount` newest trades, newest first, of four numbers each:
 * price, amount, side as in `lastSide`, and when it was received (core's wall clock, ms).
 */
export const HEADER = {
  /** Grows with every change that reached the book; a new snapshot starts a new generation. */
  generation: 0,
  version: 1,
  priceScale: 2,
  amountScale: 3,
  /** Smallest price step seen, in price units. */
  tick: 4,
  /** Price units per row: tick × grouping. A grouped bid is at its row's lower edge, an ask at its upper edge. */
  rowStep: 5,
  bestBid: 6,
  bestAsk: 7,
  lastPrice: 8,
  lastAmount: 9,
  /** +1 the taker bought, −1 sold, 0 unknown. */
  lastSide: 10,
  /** Core's wall clock (ms) when the newest change arrived. */
  receivedAt: 11,
  /** A member of `BOOK_STATES` by index. */
  state: 12,
  bidCount: 13,
  askCount: 14,
  /** Smallest amount step seen, in amount units. */
  lot: 15,
  /** Core's wall clock (ms) at the venue's last message of any kind or pong on the book's connection. */
  aliveAt: 16,
  /** Why the book is suspect, a member of `BOOK_DOUBT_REASONS` by index. */
  doubt: 17,
  /** Venue's time (ms) of the oldest trade in the volumes; 0 before the first. */
  volumeSince: 18,
  /** 1 where trades may be missing in the volumes, else 0. */
  volumeMissing: 19,
  volumeCount: 20,
  printCount: 21,
  /** Core's wall clock (ms) when the oldest change arrived that this frame is the first to bring; 0: it brings none, or is the first frame. */
  changedAt: 22,
  /** µs of the core's monotonic clock from the receipt of that change until it was in the book. */
  foldedIn: 23,
  /** µs of the same clock from then until this frame was sent. */
  waitedFor: 24,
  /** Core's wall clock (ms) when this frame was sent to the window. */
  sentAt: 25,
} as const
export const HEADER_LENGTH = 26
/** Newest trades in a frame. */
export const MAX_PRINTS = 8

/** `waiting` for a snapshot · `live` · `suspect`: a check failed and the channel is subscribed again · `down`: no stream. */
export const BOOK_STATES = ['waiting', 'live', 'suspect', 'down'] as const
export type BookState = (typeof BOOK_STATES)[number]

/**
 * A change contradicted the levels · the best bid reached the best ask · an amount not above zero · a number that cannot be counted ·
 * a message that cannot be read · trades outside the spread · trades at new prices but no book · no sign of life on the connection ·
 * the venue closed the channel or gave no snapshot.
 */
export const BOOK_DOUBT_REASONS = [
  'none',
  'lost',
  'crossed',
  'bad-amount',
  'bad-number',
  'unreadable',
  'outside',
  'book-silent',
  'stream-silent',
  'closed',
] as const
export type BookDoubt = (typeof BOOK_DOUBT_REASONS)[number]

/** Rows of each side that a ladder may ask for. */
export const MAX_ROWS = 400

/** Numbers of the largest frame. Volumes reach `MAX_ROWS` rows to either side of the middle. */
export const LONGEST_FRAME = HEADER_LENGTH + 4 * MAX_ROWS + 2 * (2 * MAX_ROWS + 1) + 4 * MAX_PRINTS

export type BookFrame = Float64Array<ArrayBuffer>

export const bookState = (frame: BookFrame): BookState => BOOK_STATES[frame[HEADER.state] ?? 3] ?? 'down'

export const bookDoubt = (frame: BookFrame): BookDoubt =>
  BOOK_DOUBT_REASONS[frame[HEADER.doubt] ?? 0] ?? 'none'

/** Whether a value from another process is a whole frame: right length, safe integers only. */
export function isBookFrame(value: unknown): value is BookFrame {
  if (!(value instanceof Float64Array) || value.length < HEADER_LENGTH) return false
  const bids = value[HEADER.bidCount] ?? -1
  const asks = value[HEADER.askCount] ?? -1
  const volumes = value[HEADER.volumeCount] ?? -1
  const prints = value[HEADER.printCount] ?? -1
  if (bids < 0 || asks < 0 || volumes < 0 || prints < 0) return false
  if (value.length !== HEADER_LENGTH + 2 * (bids + asks + volumes) + 4 * prints) return false
  // A loop, for speed: each frame of nine ladders has some seven thousand numbers.
  for (const number of value) if (!Number.isSafeInteger(number)) return false
  return true
}

/** Index of the n-th bid's price (its amount follows). */
export const bidAt = (n: number): number => HEADER_LENGTH + 2 * n
/** Index of the n-th ask's price (its amount follows). */
export const askAt = (frame: BookFrame, n: number): number =>
  HEADER_LENGTH + 2 * ((frame[HEADER.bidCount] ?? 0) + n)
/** Index of the n-th volume's price (its amount follows). */
export const volumeAt = (frame: BookFrame, n: number): number =>
  askAt(frame, frame[HEADER.askCount] ?? 0) + 2 * n

/** Index of the n-th newest trade's price. */
export const printAt = (frame: BookFrame, n: number): number =>
  volumeAt(frame, frame[HEADER.volumeCount] ?? 0) + 4 * n

/** Row numbers of best bid and best ask; null where a side is empty. */
export interface Touch {
  readonly bid: number | null
  readonly ask: number | null
}

export function touchOf(frame: BookFrame): Touch {
  const step = frame[HEADER.rowStep] ?? 0
  const bid = frame[HEADER.bestBid] ?? -1
  const ask = frame[HEADER.bestAsk] ?? -1
  return {
    bid: step > 0 && bid > 0 ? Math.floor(bid / step) : null,
    ask: step > 0 && ask > 0 ? Math.ceil(ask / step) : null,
  }
}

/** The row to put in the middle: the mid, else the only side, else the last trade. */
export function middleRow(frame: BookFrame): number | null {
  const { bid, ask } = touchOf(frame)
  if (bid !== null && ask !== null) return Math.ceil((bid + ask) / 2)
  const last = frame[HEADER.lastPrice] ?? -1
  const step = frame[HEADER.rowStep] ?? 0
  return bid ?? ask ?? (last > 0 && step > 0 ? Math.floor(last / step) : null)
}
