/** The sentences of a shock: who would be called or liquidated, from which move and price, and who is not known. Pure. */

import { ZERO, decimal } from '../../../shared/base/decimal.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { markOf, type Instrument } from '../../../shared/domain/instrument.ts'
import type { CustomerAtRisk } from '../../../shared/domain/risk/riskRows.ts'
import { percentOf, shockedMark, smallestMove, type Shock } from '../../../shared/domain/risk/shock.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { counted, grouped, signed } from '../../format/numbers.ts'
import { pricePlaces } from '../../format/priceText.ts'
import type { Board } from './board.ts'

type InstrumentOf = (symbol: Symbol) => Instrument | undefined

type Move = Pick<Shock, 'size' | 'volatilities'>

/** `−7.5 %`, or `−2.5 ×` for multiples of the volatility. */
export const moveText = ({ size, volatilities }: Move): string =>
  `${size === ZERO ? '0' : signed(size, size % decimal('0.1') === 0n ? 1 : 2)} ${volatilities === null ? '%' : '×'}`

const nameOf = (symbol: Symbol, instrumentOf: InstrumentOf) =>
  shownCode(instrumentOf(symbol)?.underlying ?? symbol)

const scopeText = ({ symbol }: Shock, instrumentOf: InstrumentOf): string =>
  symbol === null ? 'all marks' : nameOf(symbol, instrumentOf)

const many = (count: number, one: string, several: string): string =>
  `${counted(count)} ${count === 1 ? one : several}`

/** Instruments whose price a sentence gives; the others are counted. */
const PRICED = 3

/** `C3311 from −6.84 %, BTC 57,902.0, ETH 3,101.5`: the move, and the marks at which it happens. */
function whereText(
  account: CustomerAtRisk,
  shock: Shock,
  wanted: 'called' | 'liquidated',
  instrumentOf: InstrumentOf,
): string {
  const { customerCode, inputs, figures } = account
  const code = shownCode(customerCode)
  const move = smallestMove(account, shock, wanted)
  if (move === null) return code
  const moved = { ...shock, size: move }
  if (move === ZERO) return `${code} now`
  const prices = (shock.symbol === null ? [...figures.positions.keys()] : [shock.symbol]).flatMap(
    (symbol) => {
      const mark = markOf(inputs.ticker(symbol))
      const percent = percentOf(moved, symbol).value
      if (mark === null || percent === null) return []
      const price = grouped(shockedMark(mark, percent), pricePlaces(instrumentOf(symbol)))
      return [`${nameOf(symbol, instrumentOf)} ${price}`]
    },
  )
  const more = prices.length - PRICED
  const rest = more > 0 ? [`${counted(more)} more ${more === 1 ? 'instrument' : 'instruments'}`] : []
  return [`${code} from ${moveText(moved)}`, ...prices.slice(0, PRICED), ...rest].join(', ')
}

/** Customers that a sentence names; the others are counted. */
const NAMED = 6

export interface ShockWords {
  readonly headline: string
  readonly liquidated: string | null
  readonly called: string | null
  /** Who is not known, with the first reason. */
  readonly unknown: string | null
  /** Why there may be customers who are not among the known ones. */
  readonly unread: string | null
}

export function shockWords(board: Board, instrumentOf: InstrumentOf): ShockWords {
  const {
    shock,
    customers,
    all: { counts },
    unread: { rows: unread },
  } = board
  const open = counts.unknown + counts.unsure
  const atLeast = open > 0 || unread !== null ? 'at least ' : ''
  const when =
    shock.size === ZERO
      ? 'At the present marks'
      : `At ${moveText(shock)}${shock.volatilities === null ? '' : ' the volatility of a day'} on ${scopeText(shock, instrumentOf)}`
  const who = `${unread === null ? '' : 'at least '}${many(customers.length, 'customer', 'customers')}`
  const named = (verdict: 'called' | 'liquidated'): string | null => {
    const found = customers.filter(({ outcome }) => outcome.verdict === verdict)
    if (found.length === 0) return null
    const names = found.slice(0, NAMED).map((account) => whereText(account, shock, verdict, instrumentOf))
    const more = found.length > NAMED ? `; and ${counted(found.length - NAMED)} more` : ''
    return `${names.join('; ')}${more}.`
  }
  const doubtful = customers.filter(
    ({ outcome }) => outcome.verdict === 'unknown' || (outcome.verdict === 'holds' && outcome.why !== null),
  )
  const [first] = doubtful
  return {
    headline:
      customers.length === 0 && unread !== null
        ? `${when} it is not known who would be called or liquidated. No position or order is known here, and some may be missing.`
        : `${when}: ${atLeast}${many(counts.called, 'customer called', 'customers called')}, ${atLeast}${counted(counts.liquidated)} liquidated, of ${who} with a position or an order.`,
    liquidated: named('liquidated'),
    called: named('called'),
    unknown: first
      ? `${many(doubtful.length, 'customer is', 'customers are')} not known to be safe: ${shownCode(first.customerCode)}, because ${first.outcome.why ?? 'an input is missing'}.`
      : null,
    // An empty table says the reason itself.
    unread: customers.length === 0 ? null : unread,
  }
}

/** `LIQUIDATED`, `CALLED`, `not known` or nothing; `~` where it may be wrong. */
export const verdictText = ({ outcome: { verdict, why } }: CustomerAtRisk): string => {
  if (verdict === 'unknown') return 'not known'
  const word = verdict === 'holds' ? 'holds' : verdict.toUpperCase()
  return why === null ? word : `~${word}`
}
