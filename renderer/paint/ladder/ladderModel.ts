/** The view state of a ladder: rows in view, cursor, chosen order. A pure fold. Rows move only on request, or while nobody touches the ladder. */

import { fromInteger, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { assertNever } from '../../../shared/base/result.ts'
import {
  HEADER,
  MAX_ROWS,
  middleRow,
  type BookFrame,
  type BookState,
} from '../../../shared/domain/book/bookFrame.ts'
import { isAhead } from '../../../shared/domain/priceAge.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'

export interface RowSize {
  /** Price units per row in the last frame; 0 before the first. */
  readonly rowStep: number
  /** Price = units × 10^-priceScale. */
  readonly priceScale: number
}

export interface LadderState extends RowSize {
  /** Row number (price ÷ rowStep) of the highest row in view; null until a price is known. */
  readonly top: number | null
  /** Rows in view. */
  readonly rows: number
  readonly cursor: number | null
  /** The own order that Tab reached. */
  readonly selected: ReferenceId | null
  /** Monotonic ms of the last move of the rows. */
  readonly movedAt: number
  /** Monotonic ms since when the market is too near an edge or out of view; null while it is not. */
  readonly driftedAt: number | null
}

export const emptyLadder: LadderState = {
  rowStep: 0,
  priceScale: 0,
  top: null,
  rows: 0,
  cursor: null,
  selected: null,
  movedAt: Number.NEGATIVE_INFINITY,
  driftedAt: null,
}

export type LadderEvent =
  /** `held`: the pointer is over the ladder, its cursor is in use or a proposal waits, so the ladder must not recentre by itself. */
  | { readonly kind: 'frame'; readonly frame: BookFrame; readonly held: boolean }
  | { readonly kind: 'resized'; readonly rows: number }
  | { readonly kind: 'recentre'; readonly frame: BookFrame | null }
  /** Puts a row in the middle. */
  | { readonly kind: 'goTo'; readonly row: number }
  /** Rows up (above 0) or down. */
  | { readonly kind: 'scroll'; readonly by: number }
  | { readonly kind: 'moveCursor'; readonly by: number }
  | { readonly kind: 'cursorTo'; readonly row: number }
  | { readonly kind: 'select'; readonly order: ReferenceId; readonly row: number }
  | { readonly kind: 'deselect' }
  /** The focus left the ladder: the next Tab starts at the first own order again. The cursor stays. */
  | { readonly kind: 'leave' }

/** The exact price of a row. */
export const priceOfRow = (row: number, { rowStep, priceScale }: RowSize): DecimalText =>
  toText(fromInteger(row * rowStep, priceScale))

export const inView = (row: number, state: LadderState): boolean =>
  state.top !== null && row <= state.top && row > state.top - state.rows

/** Rows per side that a ladder may request. Each row is read, sent and checked up to sixty times a second. */
const REACHES = [64, 128, 256, MAX_ROWS] as const
export const FEWEST_ROWS = REACHES[0]
/** A ladder requests fewer rows only where they exceed the need by this factor, so that the number does not swing. */
const TO_SPARE = 1.25

const reach = (needed: number): number => REACHES.find((rows) => rows >= needed) ?? MAX_ROWS

/** Rows per side to request in place of `asked`: from the middle of the market to the far end of the view, and one view more for scrolling. */
export function rowsToAsk(asked: number, { top, rows }: LadderState, frame: BookFrame | null): number {
  const middle = frame && middleRow(frame)
  if (middle === null || top === null) return asked
  const needed = Math.max(top - middle, middle - (top - rows + 1)) + rows
  return needed > asked ? reach(needed) : Math.min(asked, reach(TO_SPARE * needed))
}

/** Ms of silence on the book's connection after which the book is stale (docs/market-data.md#resync). */
export const STALE_AFTER = 5_000

export interface BookCondition {
  readonly state: BookState
  /** Ms since the newest change, which may be long in a quiet market. Null before the first frame. */
  readonly age: number | null
  /** Ms since the venue's last message on the book's connection; null before the first frame, and while the clock has been set back since. */
  readonly silence: number | null
  /** Silent for longer than 5 s, or for a time that is not known, so that no order may be based on this book. */
  readonly stale: boolean
}

/** How far a book can be trusted at `now` (wall clock, ms). `state`: the state in `BookMirror`, which is `down` while the link is down. */
export function bookCondition(frame: BookFrame | null, state: BookState, now: number): BookCondition {
  if (frame === null) return { state, age: null, silence: null, stale: false }
  const receivedAt = frame[HEADER.receivedAt] ?? 0
  const since = (at: number) => Math.max(0, now - at)
  const heardAt = Math.max(receivedAt, frame[HEADER.aliveAt] ?? 0)
  if (isAhead(heardAt, now)) return { state, age: since(receivedAt), silence: null, stale: true }
  const silence = since(heardAt)
  return { state, age: since(receivedAt), silence, stale: silence > STALE_AFTER }
}

/** Ms that the market may be outside the middle of the rows before an untouched ladder follows it. */
export const DRIFT_FOR = 3_000

/** Whether a row lies in the middle 60 % of the rows in view. */
const wellInView = (row: number, { top, rows }: LadderState): boolean =>
  top !== null && top - row >= Math.floor(rows * 0.2) && top - row < Math.ceil(rows * 0.8)

const moved = (state: LadderState, top: number, at: number): LadderState =>
  top === state.top ? state : { ...state, top: Math.max(1, top), movedAt: at }

const centred = (state: LadderState, row: number, at: number): LadderState =>
  moved(state, row + Math.floor(state.rows / 2), at)

/** Scrolls by as little as brings the row into view. */
function reveal(state: LadderState, row: number, at: number): LadderState {
  if (state.top === null || state.rows === 0) return state
  if (row > state.top) return moved(state, row, at)
  const bottom = state.top - state.rows + 1
  return row < bottom ? moved(state, row + state.rows - 1, at) : state
}

/** Keeps the middle row in the middle, so that a smaller ladder still shows the touch. */
function resized(state: LadderState, rows: number, at: number): LadderState {
  if (rows === state.rows) return state
  const next = { ...state, rows }
  if (state.top === null || state.rows === 0 || rows === 0) return next
  return moved(next, state.top - Math.floor(state.rows / 2) + Math.floor(rows / 2), at)
}

/** Applies a new row size. The price under the cursor, else in the middle, keeps its place. The cursor stays only where its price is still the price of a row: a key must not deal at another. */
function regrouped(state: LadderState, rowStep: number, priceScale: number, at: number): LadderState {
  if (state.top === null || state.rowStep === 0) return { ...state, rowStep, priceScale }
  const scaleBy = 10 ** (priceScale - state.priceScale)
  const rowIn = (row: number) => Math.max(1, Math.floor((row * state.rowStep * scaleBy) / rowStep))
  const isPriceOfRow = (row: number) => Number.isInteger((row * state.rowStep * scaleBy) / rowStep)
  const pivot =
    state.cursor !== null && inView(state.cursor, state)
      ? state.cursor
      : state.top - Math.floor(state.rows / 2)
  return {
    ...state,
    rowStep,
    priceScale,
    top: Math.max(1, rowIn(pivot) + state.top - pivot),
    cursor: state.cursor !== null && isPriceOfRow(state.cursor) ? rowIn(state.cursor) : null,
    movedAt: at,
  }
}

function withFrame(state: LadderState, frame: BookFrame, held: boolean, at: number): LadderState {
  const rowStep = frame[HEADER.rowStep] ?? 0
  const priceScale = frame[HEADER.priceScale] ?? 0
  if (rowStep <= 0) return state
  const next =
    rowStep === state.rowStep && priceScale === state.priceScale
      ? state
      : regrouped(state, rowStep, priceScale, at)
  const middle = middleRow(frame)
  if (middle === null || next.rows === 0) return next
  if (next.top === null) return centred(next, middle, at)
  const driftedAt = wellInView(middle, next) ? null : (next.driftedAt ?? at)
  const followed = !held && driftedAt !== null && (!inView(middle, next) || at - driftedAt > DRIFT_FOR)
  if (followed) return { ...centred(next, middle, at), driftedAt: null }
  return driftedAt === next.driftedAt ? next : { ...next, driftedAt }
}

/** Whether an event is still valid in these rows. An event that names a row is void once the row size has changed. */
export const meantFor = ({ rowStep, priceScale }: RowSize, event: LadderEvent, state: LadderState): boolean =>
  (event.kind !== 'cursorTo' && event.kind !== 'select' && event.kind !== 'goTo') ||
  (rowStep === state.rowStep && priceScale === state.priceScale)

/** Folds one event; `at` is monotonic ms. Returns the same object when nothing changed. */
export function applyLadder(state: LadderState, event: LadderEvent, at: number): LadderState {
  switch (event.kind) {
    case 'frame':
      return withFrame(state, event.frame, event.held, at)
    case 'resized':
      return resized(state, event.rows, at)
    case 'recentre': {
      const middle = event.frame === null ? null : middleRow(event.frame)
      return middle === null ? state : centred(state, middle, at)
    }
    case 'goTo':
      return state.top === null ? state : centred(state, event.row, at)
    case 'scroll':
      return state.top === null ? state : moved(state, Math.max(1, state.top + event.by), at)
    case 'moveCursor': {
      if (state.top === null) return state
      // The first press puts the cursor in the middle of the view; the next presses move it.
      const row =
        state.cursor === null ? state.top - Math.floor(state.rows / 2) : Math.max(1, state.cursor + event.by)
      return reveal({ ...state, cursor: row, selected: null }, row, at)
    }
    case 'cursorTo':
      return reveal({ ...state, cursor: event.row, selected: null }, event.row, at)
    case 'select':
      return reveal({ ...state, cursor: event.row, selected: event.order }, event.row, at)
    case 'deselect':
      return state.cursor === null && state.selected === null
        ? state
        : { ...state, cursor: null, selected: null }
    case 'leave':
      return state.selected === null ? state : { ...state, selected: null }
    default:
      return assertNever(event)
  }
}
