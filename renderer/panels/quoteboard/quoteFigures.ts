/** The figures of the quote board: the exact value, text and freshness of each column. Pure; reads no clock, and never shows an old value as fresh. */

import {
  compare,
  decimal,
  decimalOf,
  divide,
  isMultiple,
  multiply,
  multiplyDivide,
  signOf,
  subtract,
  add,
  type Decimal,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { Instrument, Ticker } from '../../../shared/domain/instrument.ts'
import { isAhead, isYoung } from '../../../shared/domain/priceAge.ts'
import { UNKNOWN, exact, grouped, percent, tone } from '../../format/numbers.ts'
import { priceText } from '../../format/priceText.ts'
import { clockSpan, span } from '../../format/times.ts'

/** Columns with one number each, in the order of the board. */
export const FIGURE_COLUMNS = [
  'bid',
  'ask',
  'last',
  'spreadTicks',
  'spreadBps',
  'mark',
  'index',
  'change',
  'high',
  'low',
  'volume',
  'turnover',
  'funding',
  'openInterest',
] as const
export type FigureColumn = (typeof FIGURE_COLUMNS)[number]

/** `undated`: the venue gives no time for the value. `none`: nobody has sent the value. */
export type Freshness = 'fresh' | 'old' | 'undated' | 'none'

export interface QuoteFigure {
  readonly text: string
  readonly freshness: Freshness
  readonly tone: 'gain' | 'loss' | 'even' | ''
  /** Words before the number: the age of a last trade. Empty for none. */
  readonly before: string
  /** What the pointer reads: why the figure is marked. Empty for none. */
  readonly title: string
}

/** Ms after which the last trade is shown with its age. The price stays the last one in a quiet market. */
const QUIET_AFTER = 60_000
const BPS_OF_HALF_SUM = decimalOf(20_000)

/** Ask minus bid, in ticks; null while a side or the tick is unknown. Below zero where the book is crossed. */
export function spreadInTicks(
  bid: Decimal | null,
  ask: Decimal | null,
  tick: Decimal | null,
): Decimal | null {
  if (bid === null || ask === null || tick === null || signOf(tick) <= 0) return null
  return divide(subtract(ask, bid), tick)
}

/** Ask minus bid, in bps of their middle; null while a side is unknown or the middle is not above zero. */
export function spreadInBps(bid: Decimal | null, ask: Decimal | null): Decimal | null {
  if (bid === null || ask === null || signOf(add(bid, ask)) <= 0) return null
  return multiplyDivide(subtract(ask, bid), BPS_OF_HALF_SUM, add(bid, ask))
}

const parsed = (text: DecimalText | null | undefined): Decimal | null => (text ? decimal(text) : null)

/** The volume at the last price: an estimate, since the trades of the day had other prices. Null while one of both is unknown. */
const turnoverOf = (volume: Decimal | null, price: Decimal | null): Decimal | null =>
  volume === null || price === null ? null : multiply(volume, price)

/** The exact value of a column; null while it is unknown. Rows are sorted by it. */
export function valueOf(
  column: FigureColumn,
  instrument: Instrument | undefined,
  ticker: Ticker | undefined,
): Decimal | null {
  switch (column) {
    case 'bid':
      return parsed(ticker?.bestBid)
    case 'ask':
      return parsed(ticker?.bestAsk)
    case 'last':
      return parsed(ticker?.lastPrice)
    case 'spreadTicks':
      return spreadInTicks(parsed(ticker?.bestBid), parsed(ticker?.bestAsk), parsed(instrument?.tickSize))
    case 'spreadBps':
      return spreadInBps(parsed(ticker?.bestBid), parsed(ticker?.bestAsk))
    case 'mark':
      return parsed(ticker?.markPrice)
    case 'index':
      return parsed(ticker?.indexPrice)
    case 'change':
      return parsed(ticker?.change24h)
    case 'high':
      return parsed(ticker?.high24h)
    case 'low':
      return parsed(ticker?.low24h)
    case 'volume':
      return parsed(ticker?.volume24h)
    case 'turnover':
      return turnoverOf(parsed(ticker?.volume24h), parsed(ticker?.lastPrice))
    case 'funding':
      return parsed(ticker?.fundingRate)
    case 'openInterest':
      return parsed(ticker?.openInterest)
  }
}

type Source = 'touch' | 'last' | 'list'

const SOURCES: Readonly<Partial<Record<FigureColumn, Source>>> = {
  bid: 'touch',
  ask: 'touch',
  spreadTicks: 'touch',
  spreadBps: 'touch',
  last: 'last',
}
/** Every other column comes with the venue's list of tickers. */
const sourceOf = (column: FigureColumn): Source => SOURCES[column] ?? 'list'

/** When the source of a column was last heard, ms; null where it never was. */
function heardAt(column: FigureColumn, ticker: Ticker | undefined): number | null {
  if (!ticker) return null
  const source = sourceOf(column)
  if (source === 'touch') return ticker.touchAt
  return source === 'list' ? ticker.listedAt : ticker.receivedAt
}

const isOld = (at: number | null, now: number): boolean => at === null || !isYoung(at, now)

const THOUSAND = decimalOf(1_000)
const MILLION = decimalOf(1_000_000)
const TEN_MILLIONS = decimalOf(10_000_000)

/** An amount that fits its column: with all digits, whole from a thousand, in millions from ten millions. */
function amountText(value: Decimal): string {
  if (compare(value, TEN_MILLIONS) >= 0) return `${grouped(divide(value, MILLION), 1)} M`
  return compare(value, THOUSAND) >= 0 ? grouped(value, 0) : exact(value)
}

function textOf(
  column: FigureColumn,
  value: Decimal,
  instrument: Instrument | undefined,
  ticker: Ticker,
  now: number,
): string {
  switch (column) {
    case 'bid':
      return priceText(ticker.bestBid, instrument)
    case 'ask':
      return priceText(ticker.bestAsk, instrument)
    case 'last':
      return priceText(ticker.lastPrice, instrument)
    case 'mark':
      return priceText(ticker.markPrice, instrument)
    case 'index':
      return priceText(ticker.indexPrice, instrument)
    case 'high':
      return priceText(ticker.high24h, instrument)
    case 'low':
      return priceText(ticker.low24h, instrument)
    case 'spreadTicks':
      return isMultiple(value, decimalOf(1)) ? grouped(value, 0) : `~${grouped(value, 1)}`
    case 'spreadBps':
      return grouped(value, 2)
    case 'change':
      return `${percent(value, 2)} %`
    case 'volume':
    case 'openInterest':
      return amountText(value)
    case 'turnover':
      return `~${amountText(value)}`
    case 'funding':
      return `${percent(value, 4)} %${countdown(ticker.nextFundingAt, now)}`
  }
}

/** The time until the next funding, as ` 1:56:53`; ` due` once it has passed, empty where the venue gives no time. */
function countdown(nextAt: number | null, now: number): string {
  if (nextAt === null) return ''
  return nextAt > now ? ` ${clockSpan(nextAt - now)}` : ' due'
}

const NOTHING = { tone: '', before: '' } as const

/** One figure as the board shows it at `now` (wall clock, ms). */
export function figureOf(
  column: FigureColumn,
  instrument: Instrument | undefined,
  ticker: Ticker | undefined,
  now: number,
): QuoteFigure {
  const value = valueOf(column, instrument, ticker)
  if (value === null || !ticker) {
    const title = ticker === undefined ? 'Not read yet' : whyNone(column, instrument, ticker)
    return { ...NOTHING, text: UNKNOWN, freshness: 'none', title }
  }
  const text = textOf(column, value, instrument, ticker, now)
  const at = heardAt(column, ticker)
  if (isOld(at, now)) {
    const age = at === null || isAhead(at, now) ? 'of unknown age' : `${span(now - at)} old`
    return { ...NOTHING, text, freshness: 'old', title: `Old: ${age}. Do not deal on it.` }
  }
  if (column === 'last') return lastFigure(text, ticker.lastAt, now)
  if (sourceOf(column) === 'touch' && isCrossedTouch(ticker))
    return { text, freshness: 'fresh', before: '', tone: 'loss', title: 'Crossed: the bid is above the ask' }
  const isAmount = column === 'volume' || column === 'openInterest'
  return {
    text,
    freshness: 'fresh',
    before: '',
    tone: toneOf(column, text),
    title: isAmount && text !== exact(value) ? `${exact(value)} contracts` : titleOf(column),
  }
}

/** Why a fresh figure is an estimate. */
const titleOf = (column: FigureColumn): string =>
  column === 'turnover' ? 'About: the contracts of 24 hours at the last price' : ''

/** Blue and red mean bid and ask, and gain and loss, as everywhere. */
function toneOf(column: FigureColumn, text: string): QuoteFigure['tone'] {
  if (column === 'bid') return 'gain'
  if (column === 'ask') return 'loss'
  return column === 'change' || column === 'funding' ? tone(text) : ''
}

const isCrossedTouch = ({ bestBid, bestAsk }: Ticker): boolean =>
  bestBid !== null && bestAsk !== null && signOf(subtract(decimal(bestAsk), decimal(bestBid))) < 0

/** A last trade stays the last price in a quiet market, so it is shown with its own age. */
function lastFigure(text: string, lastAt: number | null, now: number): QuoteFigure {
  if (lastAt === null)
    return {
      ...NOTHING,
      text: `~${text}`,
      freshness: 'undated',
      title: 'The venue gives no time for its last trade, so its age is unknown',
    }
  const age = now - lastAt
  return {
    ...NOTHING,
    text,
    freshness: 'fresh',
    before: age >= QUIET_AFTER ? span(age) : '',
    title: age >= QUIET_AFTER ? `The last trade was ${span(age)} ago` : '',
  }
}

function whyNone(column: FigureColumn, instrument: Instrument | undefined, ticker: Ticker): string {
  if (column === 'spreadTicks' && ticker.bestBid !== null && ticker.bestAsk !== null)
    return instrument?.tickSize ? '' : 'The tick is not known yet'
  if (sourceOf(column) === 'touch') return 'No bid or no ask is known now'
  if (column === 'last') return 'No trade is known'
  return ticker.listedAt === null ? 'Not read yet' : 'The venue gave no such value'
}

/** The age of the older of touch and list, for the column Age: `live` while both are fresh. */
export function ageFigure(ticker: Ticker | undefined, now: number): QuoteFigure {
  if (!ticker) return { ...NOTHING, text: 'not read', freshness: 'none', title: 'Not read yet' }
  const sources = [
    { name: 'bid and ask', at: ticker.touchAt },
    { name: 'the list of mark, 24 h and funding', at: ticker.listedAt },
  ]
  const old = sources.filter(({ at }) => isOld(at, now))
  if (old.length === 0) return { ...NOTHING, text: 'live', freshness: 'fresh', title: '' }
  const heard = old.flatMap(({ at }) => (at === null || isAhead(at, now) ? [] : [at]))
  const words = old.map(({ name, at }) =>
    at === null
      ? `${name}: not read`
      : `${name}: ${isAhead(at, now) ? 'of unknown age, because the clock was set back' : `${span(now - at)} old`}`,
  )
  return {
    ...NOTHING,
    text: heard.length === 0 ? 'not read' : span(now - Math.min(...heard)),
    freshness: 'old',
    title: words.join('; '),
  }
}
