/** Reads the line that sets an alert, such as `btc 65000` or `margin 10k C1042 !`, and writes the line of an alert. Pure; never guesses between two. */

import { compare, decimal, toText, type Decimal } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { AlertChoice, AlertDirection, AlertWatch } from '../../../shared/domain/alerts/alertRule.ts'
import { watchWords } from '../../../shared/domain/alerts/alertWords.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { readTyped } from '../../format/numbers.ts'

export interface AlertLineContext {
  readonly instruments: readonly Instrument[]
  readonly customers: readonly CustomerCode[]
  /** The last price; null where none is known that is fresh. */
  readonly last: (symbol: Symbol) => Decimal | null
}

/** Lines that a dealer can begin with, and what each sets. */
export const LINE_EXAMPLES: readonly (readonly [line: string, does: string])[] = [
  ['btc 65000', 'the last price reaches 65,000'],
  ['btc spread 5t', 'the spread is 5 ticks or wider; 2bps for bps'],
  ['btc funding > 0.05', 'the funding rate is 0.05 % or above'],
  ['liq 5', 'a position is within 5 % of its liquidation price'],
  ['margin 10k C1042', 'the free margin of C1042 is 10,000 USDC or below'],
  ['used 80 C1042', 'the margin used of C1042 is 80 % of the equity or above'],
  ['equity 50k C1042', 'the equity of C1042 is 50,000 USDC or below'],
  ['age 5m', 'an order is live for 5 minutes'],
  ['fills C1042', 'fills of C1042; without a customer all'],
  ['rejects !', 'a refused order; ! must be acknowledged'],
  ['connection', 'a link to the venue is lost'],
]

const EVENTS: Readonly<Record<string, 'fill' | 'reject' | 'connection'>> = {
  fill: 'fill',
  fills: 'fill',
  reject: 'reject',
  rejects: 'reject',
  connection: 'connection',
}
const ACCOUNT_FIGURES: Readonly<Record<string, 'liquidation' | 'margin' | 'used' | 'equity'>> = {
  liq: 'liquidation',
  liquidation: 'liquidation',
  margin: 'margin',
  used: 'used',
  equity: 'equity',
}
/** What is missing behind a word of these. */
const FIGURE_LEVELS = {
  liquidation: 'the distance in percent',
  margin: 'the free margin in USDC',
  used: 'the margin used in percent of the equity',
  equity: 'the equity in USDC',
} as const
const DIRECTIONS: Readonly<Record<string, AlertDirection>> = { '>': 'above', '<': 'below' }

/** The words of a line. `>` and `<` stand alone, and a `!` behind a word too. */
const wordsOf = (line: string): string[] =>
  line
    .replaceAll(/([<>])/g, ' $1 ')
    .replaceAll(/!/g, ' ! ')
    .split(/\s+/)
    .filter((word) => word !== '')

function instrumentOf(word: string, instruments: readonly Instrument[]): Result<Symbol, string> {
  const wanted = word.toLowerCase()
  const whole = instruments.filter(({ symbol }) => symbol.toLowerCase() === wanted)
  const fitting =
    whole.length > 0 ? whole : instruments.filter(({ underlying }) => underlying.toLowerCase() === wanted)
  const [first, second] = fitting
  if (first === undefined)
    return fail(
      `“${word}” is no instrument, and none of: liq, margin, used, equity, age, fills, rejects, connection.`,
    )
  return second === undefined
    ? ok(first.symbol)
    : fail(`${fitting.length} instruments fit “${word}”: type the whole symbol.`)
}

/** A level with one of these units behind it. */
function levelWith(word: string, units: readonly string[]): Result<{ level: Decimal; unit: string }, string> {
  const unit =
    units.toSorted((a, b) => b.length - a.length).find((end) => word.toLowerCase().endsWith(end)) ?? ''
  const read = readTyped(unit === '' ? word : word.slice(0, -unit.length))
  return read.ok ? ok({ level: read.value, unit }) : fail(`${read.failure}.`)
}

const SECONDS: Readonly<Record<string, string>> = { '': '1', s: '1', m: '60', h: '3600' }
const seconds = (word: string): Result<Decimal, string> => {
  const read = levelWith(word, ['s', 'm', 'h'])
  if (!read.ok) return read
  const factor = BigInt(SECONDS[read.value.unit] ?? '1')
  return ok((read.value.level * factor) as Decimal)
}

const needLevel = (what: string) => fail(`Type ${what}.`)

/** What follows an instrument: a price, a spread or a funding rate. */
function ofInstrument(
  symbol: Symbol,
  words: readonly string[],
  context: AlertLineContext,
): Result<AlertWatch, string> {
  const [first = '', ...rest] = words
  if (first === 'spread') {
    const [word, more] = rest
    if (word === undefined) return needLevel('the spread: 5t for ticks, 2bps for bps')
    if (more !== undefined) return fail(`“${more}” is not understood.`)
    const read = levelWith(word, ['ticks', 'tick', 't', 'bps', 'bp'])
    if (!read.ok) return read
    if (read.value.unit === '') return needLevel('t for ticks or bps behind the spread')
    const unit = read.value.unit.startsWith('b') ? 'bps' : 'ticks'
    return ok({ kind: 'spread', symbol, unit, level: toText(read.value.level) })
  }
  const isFunding = first === 'funding'
  const [sign, word, more] =
    DIRECTIONS[(isFunding ? rest[0] : first) ?? ''] === undefined
      ? [undefined, ...(isFunding ? rest : words)]
      : isFunding
        ? rest
        : words
  if (word === undefined) return needLevel(isFunding ? '> or < and the rate in percent' : 'the price')
  if (more !== undefined) return fail(`“${more}” is not understood.`)
  const read = levelWith(word, isFunding ? ['%'] : [])
  if (!read.ok) return read
  const level = toText(read.value.level)
  const said = sign === undefined ? null : (DIRECTIONS[sign] ?? null)
  if (isFunding)
    return said === null
      ? needLevel('> or < before the rate')
      : ok({ kind: 'funding', symbol, direction: said, level })
  const last = context.last(symbol)
  if (said === null && last === null)
    return fail('There is no fresh last price: type > or < before the price.')
  if (said === null && last !== null && compare(decimal(level), last) === 0)
    return fail('That is the last price: type > or < before it.')
  const direction = said ?? (compare(decimal(level), last ?? decimal(level)) > 0 ? 'above' : 'below')
  return ok({ kind: 'price', symbol, direction, level })
}

function watchOf(words: readonly string[], context: AlertLineContext): Result<AlertWatch, string> {
  const [first = '', ...rest] = words
  const event = EVENTS[first]
  const [level, more] = rest
  if (event !== undefined)
    return level === undefined ? ok({ kind: event }) : fail(`“${level}” is not understood.`)
  const figure = ACCOUNT_FIGURES[first]
  if (figure !== undefined || first === 'age') {
    if (level === undefined)
      return needLevel(figure === undefined ? 'the age: 30s, 5m, 1h' : FIGURE_LEVELS[figure])
    if (more !== undefined) return fail(`“${more}” is not understood.`)
    if (figure === undefined) {
      const read = seconds(level)
      return read.ok ? ok({ kind: 'orderAge', level: toText(read.value) }) : read
    }
    const read = levelWith(level, figure === 'liquidation' || figure === 'used' ? ['%'] : [])
    return read.ok ? ok({ kind: figure, level: toText(read.value.level) }) : read
  }
  const symbol = instrumentOf(first, context.instruments)
  return symbol.ok ? ofInstrument(symbol.value, rest, context) : symbol
}

/** The alert that a line sets, or what is missing or wrong in one sentence. */
export function readAlertLine(line: string, context: AlertLineContext): Result<AlertChoice, string> {
  const words = wordsOf(line)
  const customers = words.flatMap(
    (word) => context.customers.find((code) => code.toLowerCase() === word.toLowerCase()) ?? [],
  )
  if (customers.length > 1) return fail(`One customer at most: ${customers.map(shownCode).join(', ')}.`)
  const own = words
    .filter((word) => !context.customers.some((code) => code.toLowerCase() === word.toLowerCase()))
    .map((word) => word.toLowerCase())
  const subject = own.filter((word) => word !== '!' && word !== 'once')
  if (subject.length === 0) return fail('')
  const watch = watchOf(subject, context)
  if (!watch.ok) return watch
  if (watch.value.kind === 'connection' && customers.length > 0)
    return fail('The connection is of the whole desk: leave the customer out.')
  return ok({
    watch: watch.value,
    customerCode: customers[0] ?? null,
    mustAcknowledge: own.includes('!'),
    isOnce: own.includes('once'),
  })
}

/** What Enter does with the alert: one sentence. */
export const setSentence = (choice: AlertChoice): string =>
  `Enter sets: ${watchWords(choice)}${choice.mustAcknowledge ? ' · must be acknowledged' : ''}${choice.isOnce ? ' · once' : ''}.`

function watchLine(watch: AlertWatch): string {
  switch (watch.kind) {
    case 'price':
      return `${watch.symbol} ${watch.direction === 'above' ? '>' : '<'} ${watch.level}`
    case 'spread':
      return `${watch.symbol} spread ${watch.level}${watch.unit === 'ticks' ? 't' : 'bps'}`
    case 'funding':
      return `${watch.symbol} funding ${watch.direction === 'above' ? '>' : '<'} ${watch.level}`
    case 'liquidation':
      return `liq ${watch.level}`
    case 'margin':
    case 'used':
    case 'equity':
      return `${watch.kind} ${watch.level}`
    case 'orderAge':
      return `age ${watch.level}s`
    case 'fill':
      return 'fills'
    case 'reject':
      return 'rejects'
    case 'connection':
      return 'connection'
  }
}

/** The line that sets the same alert. */
export const lineOf = ({ watch, customerCode, mustAcknowledge, isOnce }: AlertChoice): string =>
  [watchLine(watch), customerCode, isOnce ? 'once' : null, mustAcknowledge ? '!' : null]
    .filter((part) => part !== null)
    .join(' ')
