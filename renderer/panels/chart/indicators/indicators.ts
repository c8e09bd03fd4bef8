/** The indicators that a chart can draw: the words that choose them, their folds, and their lines. Pure. */

import { z } from 'zod'
import type { SampledTickers } from '../../../live/tickerSamples.ts'
import type { IndicatorChoice } from '../../../state/stores/chartChoices.ts'
import { dayAndTimeWithZone } from '../../../format/times.ts'
import { bollingerBands, exponentialAverage, simpleAverage } from './averages.ts'
import type { Fold } from './fold.ts'
import { momentOf, momentText } from './moments.ts'
import { averageTrueRange, convergence, relativeStrength } from './momentum.ts'
import { sampledFigure } from './sampled.ts'
import { anchoredVwap, dayOf, sessionVwap } from './volumeAverage.ts'

export interface IndicatorLine {
  /** Behind the title of the indicator; empty for its main line. */
  readonly name: string
  readonly style: 'solid' | 'dotted' | 'columns'
}

/** An indicator with its numbers. */
export interface Indicator {
  /** `EMA 21` */
  readonly title: string
  /** In the pane of the prices, or in its own. */
  readonly pane: 'price' | 'own'
  readonly lines: readonly IndicatorLine[]
  /** The values between which the pane reaches whatever the figures are, with a dotted level each. */
  readonly levels: readonly number[]
  /** Decimals of its figures; null: those of the instrument. */
  readonly places: number | null
  /** Why a figure may be unknown. */
  readonly needs: string
  /** The moment (ms) from which it needs every candle, at the newest candle's open time; left out: it needs a number of candles. */
  readonly since?: (newest: number) => number
  /** `length`: of a candle, ms. `samples`: of the instrument's ticker, as the window took them. */
  readonly fold: (length: number, samples: SampledTickers) => Fold<unknown>
}

interface Kind {
  /** What the dealer types. */
  readonly word: string
  readonly name: string
  /** The name of each number, its usual value and its bounds. */
  readonly numbers: readonly {
    readonly name: string
    readonly usual: number
    readonly least: number
    readonly most: number
    readonly fraction?: true
  }[]
  make(numbers: readonly number[]): Omit<Indicator, 'title'> & { readonly title?: string }
}

const period = (usual: number, name = 'period') => ({ name, usual, least: 1, most: 1_000 })
const line = (name: string, style: IndicatorLine['style'] = 'solid'): IndicatorLine => ({ name, style })
const inPrices = { pane: 'price', levels: [], places: null } as const
/** The API has no past of marks and funding rates, and a window stores six hours of its own. */
const NEEDS_SAMPLES = 'not sampled then: this window samples while it shows the instrument, for six hours'
const needsCandles = (count: number): string => `needs ${count} candles without an unread time among them`

export const INDICATOR_KINDS: readonly Kind[] = [
  {
    word: 'sma',
    name: 'Simple moving average',
    numbers: [period(20)],
    make: ([n = 20]) => ({
      ...inPrices,
      lines: [line('')],
      needs: needsCandles(n),
      fold: () => simpleAverage(n),
    }),
  },
  {
    word: 'ema',
    name: 'Exponential moving average',
    numbers: [period(21)],
    make: ([n = 21]) => ({
      ...inPrices,
      lines: [line('')],
      needs: needsCandles(n),
      fold: () => exponentialAverage(n),
    }),
  },
  {
    word: 'vwap',
    name: 'Volume-weighted average price since 00:00 UTC',
    numbers: [],
    make: () => ({
      ...inPrices,
      lines: [line('', 'dotted')],
      needs: 'needs every candle since 00:00 UTC, of a day at most',
      since: dayOf,
      fold: (length) => sessionVwap(length),
    }),
  },
  {
    word: 'avwap',
    name: 'Volume-weighted average price since a moment',
    numbers: [{ name: 'moment', usual: 0, least: 0, most: 8.64e15 }],
    make: ([at = 0]) => ({
      ...inPrices,
      title: `AVWAP ${dayAndTimeWithZone(at)}`,
      lines: [line('', 'dotted')],
      needs: 'needs every candle from exactly then on',
      since: () => at,
      fold: (length) => anchoredVwap(at, length),
    }),
  },
  {
    word: 'boll',
    name: 'Bollinger bands',
    numbers: [period(20), { name: 'deviations', usual: 2, least: 0.1, most: 10, fraction: true }],
    make: ([n = 20, width = 2]) => ({
      ...inPrices,
      lines: [line('', 'dotted'), line('upper'), line('lower')],
      needs: needsCandles(n),
      fold: () => bollingerBands(n, width),
    }),
  },
  {
    word: 'rsi',
    name: 'Relative strength index',
    numbers: [period(14)],
    make: ([n = 14]) => ({
      pane: 'own',
      levels: [30, 70],
      places: 1,
      lines: [line('')],
      needs: needsCandles(n + 1),
      fold: () => relativeStrength(n),
    }),
  },
  {
    word: 'macd',
    name: 'Moving average convergence and divergence',
    numbers: [period(12, 'fast'), period(26, 'slow'), period(9, 'signal')],
    make: ([fast = 12, slow = 26, signal = 9]) => ({
      pane: 'own',
      levels: [0],
      places: null,
      lines: [line(''), line('signal', 'dotted'), line('difference', 'columns')],
      needs: needsCandles(Math.max(fast, slow) + signal - 1),
      fold: () => convergence(fast, slow, signal),
    }),
  },
  {
    word: 'atr',
    name: 'Average true range',
    numbers: [period(14)],
    make: ([n = 14]) => ({
      pane: 'own',
      levels: [],
      places: null,
      lines: [line('')],
      needs: needsCandles(n),
      fold: () => averageTrueRange(n),
    }),
  },
  {
    word: 'mark',
    name: 'Mark price, since a chart of this window showed the instrument',
    numbers: [],
    make: () => ({
      ...inPrices,
      lines: [line('', 'dotted')],
      needs: NEEDS_SAMPLES,
      fold: (length, samples) => sampledFigure('mark', samples, length),
    }),
  },
  {
    word: 'funding',
    name: 'Funding rate in percent, since a chart of this window showed the instrument',
    numbers: [],
    make: () => ({
      pane: 'own',
      levels: [0],
      places: 4,
      lines: [line('')],
      needs: NEEDS_SAMPLES,
      fold: (length, samples) => sampledFigure('funding', samples, length),
    }),
  },
]

const kindOfWord = (word: string): Kind | undefined => INDICATOR_KINDS.find((kind) => kind.word === word)

/** Which numbers a kind takes, one sentence. */
const takes = ({ name, numbers }: Kind): string =>
  `${name} takes ${numbers.length === 0 ? 'no number' : numbers.map((taken) => taken.name).join(', ')}.`

/** Why the numbers do not fit the kind, one sentence; null where they do. */
function problemOf(kind: Kind, given: readonly number[]): string | null {
  const { name, numbers } = kind
  if (given.length !== numbers.length) return takes(kind)
  for (const [n, { name: what, least, most, fraction }] of numbers.entries()) {
    const value = given[n] ?? NaN
    if (!(value >= least && value <= most) || (!fraction && !Number.isInteger(value)))
      return `${name}: the ${what} is ${fraction ? 'a' : 'a whole'} number from ${least} to ${most}.`
  }
  return null
}

/** The indicator of a stored choice; null for a choice that this release cannot draw. */
export function indicatorOf({ kind: word, numbers }: IndicatorChoice): Indicator | null {
  const kind = kindOfWord(word)
  if (!kind || problemOf(kind, numbers) !== null) return null
  return { title: [word.toUpperCase(), ...numbers].join(' '), ...kind.make(numbers) }
}

const number = z.coerce.number()

export type TypedIndicator =
  | { readonly ok: true; readonly choice: IndicatorChoice }
  | { readonly ok: false; readonly problem: string }

const bad = (problem: string): TypedIndicator => ({ ok: false, problem })

/** Reads `ema 21`, `boll 20 2`, `avwap 09:30`. Numbers left out have their usual values. `newest`: open time of the newest candle, ms; null before the first. */
export function readIndicator(text: string, newest: number | null): TypedIndicator {
  const [word = '', ...rest] = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)
  const kind = kindOfWord(word)
  if (!kind) return bad(`Type one of ${INDICATOR_KINDS.map((known) => known.word).join(', ')}.`)
  if (word === 'avwap') {
    const at = momentOf(rest.join(' '), newest)
    return at === null
      ? bad('Type the moment in UTC: avwap 09:30, or avwap 2026-01-05 09:30.')
      : { ok: true, choice: { kind: word, numbers: [at] } }
  }
  if (rest.length > kind.numbers.length) return bad(takes(kind))
  const numbers = kind.numbers.map(({ usual }, n) => {
    const typed = rest[n]
    return typed === undefined ? usual : (number.safeParse(typed).data ?? NaN)
  })
  const problem = problemOf(kind, numbers)
  return problem === null ? { ok: true, choice: { kind: word, numbers } } : bad(problem)
}

/** The text that `readIndicator` reads as this choice. */
export const indicatorText = ({ kind, numbers }: IndicatorChoice): string =>
  kind === 'avwap' ? `avwap ${momentText(numbers[0] ?? 0)}` : [kind, ...numbers].join(' ')
