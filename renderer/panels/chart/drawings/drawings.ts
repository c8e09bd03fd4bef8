/** Drawings on a chart as words: `level 62100`, `trend 09:30 62000 11:00 62150`. Pure. Prices stay exact text. */

import { canonical, decimal, signOf } from '../../../../shared/base/decimal.ts'
import { MOST_DRAWINGS, type Drawing } from '../../../state/stores/chartChoices.ts'
import { momentOf, momentText } from '../indicators/moments.ts'

/** The words and how many points each takes. A level has a price alone. */
export const DRAWING_KINDS = [
  { word: 'level', name: 'Horizontal line', points: 1, example: 'level 62100' },
  { word: 'trend', name: 'Trend line', points: 2, example: 'trend 09:30 62000 11:00 62150' },
  { word: 'ray', name: 'Ray', points: 2, example: 'ray 09:30 62000 11:00 62150' },
  { word: 'box', name: 'Rectangle', points: 2, example: 'box 09:30 62000 11:00 62150' },
  { word: 'fib', name: 'Fibonacci retracement', points: 2, example: 'fib 09:30 62000 11:00 62150' },
  {
    word: 'measure',
    name: 'Measure: change in price, percent and time',
    points: 2,
    example: 'measure 09:30 62000 11:00 62150',
  },
] as const

export type DrawingKind = (typeof DRAWING_KINDS)[number]['word']

/** What a drawing is, for a dealer. */
export const drawingName = ({ kind }: Pick<Drawing, 'kind'>): string =>
  DRAWING_KINDS.find(({ word }) => word === kind)?.name ?? 'Unknown to this release, not drawn'

export const TOO_MANY = `There are ${MOST_DRAWINGS} at most. Remove one first.`
export const NO_WIDTH = 'The two times must differ.'

/** The shares of a Fibonacci retracement, counted back from its second point. */
export const FIBONACCI = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const

export type TypedDrawing =
  | { readonly ok: true; readonly choice: Drawing }
  | { readonly ok: false; readonly problem: string }

const bad = (problem: string): TypedDrawing => ({ ok: false, problem })

/** `newest`: open time of the newest candle, ms, null before the first; a time without a date is of its day. */
export function readDrawing(text: string, newest: number | null): TypedDrawing {
  const [word = '', ...rest] = text.trim().toLowerCase().split(/\s+/)
  const kind = DRAWING_KINDS.find((known) => known.word === word)
  if (!kind) return bad(`Type one of ${DRAWING_KINDS.map((known) => known.word).join(', ')}.`)
  const usage = `Type it like this: ${kind.example}. Times are UTC.`
  const points: { at: number; price: Drawing['points'][number]['price'] }[] = []
  while (rest.length > 0 && points.length < kind.points) {
    // A date is a word of its own.
    const moment = /^\d{4}-/.test(rest[0] ?? '')
      ? rest.splice(0, 2).join(' ')
      : word === 'level'
        ? null
        : rest.shift()
    const at = moment === null ? (newest ?? 0) : momentOf(moment ?? '', newest)
    const price = canonical((rest.shift() ?? '').replaceAll(',', ''))
    if (at === null || !price.ok || signOf(decimal(price.value)) <= 0) return bad(usage)
    points.push({ at, price: price.value })
  }
  if (rest.length > 0 || points.length < kind.points) return bad(usage)
  if (points.length === 2 && points[0]?.at === points[1]?.at) return bad(NO_WIDTH)
  return { ok: true, choice: { kind: word, points } }
}

/** The text that `readDrawing` reads as this drawing. */
export const drawingText = ({ kind, points }: Drawing): string =>
  [kind, ...points.map(({ at, price }) => (kind === 'level' ? price : `${momentText(at)} ${price}`))].join(
    ' ',
  )
