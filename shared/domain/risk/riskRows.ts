/** The rows of the risk board, one for each customer and instrument, and their totals. Nearest to trouble first; an unknown is never below a safe row. Pure. */

import { shownCode } from '../../base/shownCode.ts'
import { ZERO, add, absolute, compare, decimal, multiply, negate, type Decimal } from '../../base/decimal.ts'
import type { Figure, FigureInputs, PositionFigures } from '../accounts/customerFigures.ts'
import { whyIncomplete } from '../accounts/figureRows.ts'
import { markOf } from '../instrument.ts'
import { isLive } from '../orders/order.ts'
import type { CustomerCode, Symbol } from '../scalars.ts'
import type { ShockedAccount, ShockOutcome, Verdict } from './shock.ts'

/** One customer in one instrument, at the present marks. */
export interface RiskFacts {
  readonly key: string
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  /** Contracts, signed. */
  readonly size: Figure
  readonly entry: Figure
  readonly mark: Figure
  /** USDC, before fees: of what was closed in all known trades. */
  readonly realised: Figure
  readonly realisedToday: Figure
  /** USDC at the next funding, at the present rate and mark: above 0 is received. */
  readonly funding: Figure
  readonly openOrders: number
  /** Null: orders and no position. */
  readonly position: PositionFigures | null
  /** Ms of the wall clock when the mark was read; null: never. */
  readonly markedAt: number | null
}

export interface RiskRow extends RiskFacts {
  readonly account: CustomerAtRisk
}

/** One customer with a position or a live order. */
export interface KnownAccount extends ShockedAccount {
  readonly customerCode: CustomerCode
  readonly inputs: FigureInputs
}

export interface CustomerAtRisk extends KnownAccount {
  readonly outcome: ShockOutcome
}

export const rowKey = ({
  customerCode,
  symbol,
}: {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
}): string => `${customerCode} ${symbol}`

const NONE: Figure = { value: null, why: null }

/** The rows of one customer, nearest to liquidation first. */
export function factsOf(account: KnownAccount): readonly RiskFacts[] {
  const { customerCode, inputs, figures } = account
  const orders = new Map<Symbol, number>()
  for (const order of inputs.orders)
    if (isLive(order)) orders.set(order.symbol, (orders.get(order.symbol) ?? 0) + 1)
  const held = new Map(inputs.positions.map((position) => [position.symbol, position] as const))
  const days = new Map((inputs.cashSums?.instruments ?? []).map((sums) => [sums.symbol, sums.today] as const))
  const symbols = new Set([...figures.positions.keys(), ...orders.keys()])
  const rows = [...symbols].map((symbol): RiskFacts => {
    const position = held.get(symbol)
    const ticker = inputs.ticker(symbol)
    const mark = markOf(ticker)
    const why = position ? whyIncomplete(position) : null
    const old = ticker && inputs.isMarkOld(ticker) ? `the mark of ${shownCode(symbol)} is old` : null
    const size = decimal(position?.size ?? '0')
    const rate = ticker?.fundingRate ?? null
    const today = days.get(symbol)
    return {
      key: rowKey({ customerCode, symbol }),
      customerCode,
      symbol,
      size: { value: size, why },
      entry: { value: position?.averageEntry ? decimal(position.averageEntry) : null, why },
      mark:
        mark === null
          ? { value: null, why: `there is no mark of ${shownCode(symbol)}` }
          : { value: mark, why: old },
      realised: position ? { value: decimal(position.realisedPnl), why } : NONE,
      realisedToday:
        inputs.cashSums === undefined || today === null
          ? { value: null, why: 'the ledger of the day is not known' }
          : {
              value: decimal(today ?? '0'),
              why: inputs.cashSums.whole ? null : 'the ledger is not read to its first row',
            },
      funding:
        size === ZERO
          ? NONE
          : mark === null || rate === null
            ? { value: null, why: `the funding rate of ${shownCode(symbol)} is not known` }
            : { value: negate(multiply(multiply(size, mark), decimal(rate))), why: why ?? old },
      openOrders: orders.get(symbol) ?? 0,
      position: figures.positions.get(symbol) ?? null,
      markedAt: ticker?.listedAt ?? null,
    }
  })
  return rows.toSorted((a, b) => byDistance(a.position?.distance ?? NONE, b.position?.distance ?? NONE))
}

/** Unknown first, then the smallest distance, then none at all. */
export function byDistance(a: Figure, b: Figure): number {
  const rank = ({ value, why }: Figure) => (value !== null ? 1 : why !== null ? 0 : 2)
  return a.value !== null && b.value !== null ? compare(a.value, b.value) : rank(a) - rank(b)
}

const TROUBLE: readonly Verdict[] = ['liquidated', 'called', 'unknown', 'holds']

/** The worst verdict at the shock first, then the nearest liquidation at the present marks. */
export const byTrouble = (a: CustomerAtRisk, b: CustomerAtRisk): number =>
  TROUBLE.indexOf(a.outcome.verdict) - TROUBLE.indexOf(b.outcome.verdict) ||
  byDistance(a.figures.nearest?.distance ?? NONE, b.figures.nearest?.distance ?? NONE) ||
  (a.customerCode < b.customerCode ? -1 : 1)

/** A sum of figures. With `missing` above 0 it is not the whole sum. */
export interface RiskSum {
  readonly value: Decimal
  /** Figures without a value, which are not in the sum. */
  readonly missing: number
  /** Figures in the sum that may be wrong. */
  readonly unsure: number
}

export function sumFigures(figures: Iterable<Figure>): RiskSum {
  let [value, missing, unsure] = [ZERO, 0, 0]
  for (const figure of figures) {
    if (figure.value === null) missing += figure.why === null ? 0 : 1
    else {
      value = add(value, figure.value)
      if (figure.why !== null) unsure++
    }
  }
  return { value, missing, unsure }
}

export interface InstrumentTotal {
  readonly symbol: Symbol
  /** Contracts, signed. */
  readonly net: RiskSum
  /** USDC, without sign. */
  readonly notional: RiskSum
  readonly unrealised: RiskSum
}

/** By instrument, the largest notional first. */
export const instrumentTotals = (rows: readonly RiskFacts[]): readonly InstrumentTotal[] =>
  [...Map.groupBy(rows, ({ symbol }) => symbol)]
    .map(([symbol, own]) => ({
      symbol,
      net: sumFigures(own.map(({ size }) => size)),
      notional: sumFigures(own.map(({ position }) => position?.notional ?? NONE)),
      unrealised: sumFigures(own.map(({ position }) => position?.unrealised ?? NONE)),
    }))
    .toSorted((a, b) => compare(absolute(b.notional.value), absolute(a.notional.value)))

/** How many customers have each verdict. A verdict `holds` that may be wrong does not count as safe: it is in `unsure`. */
export interface VerdictCounts {
  readonly called: number
  readonly liquidated: number
  readonly unknown: number
  /** Of those who hold, those whose figures may be wrong. */
  readonly unsure: number
}

export function countVerdicts(customers: readonly CustomerAtRisk[]): VerdictCounts {
  const counted = (verdict: Verdict) => customers.filter(({ outcome }) => outcome.verdict === verdict)
  return {
    called: counted('called').length,
    liquidated: counted('liquidated').length,
    unknown: counted('unknown').length,
    unsure: counted('holds').filter(({ outcome }) => outcome.why !== null).length,
  }
}
