/**
 * A customer's account figures from what the API gives: balance, positions made of trades, marks, margin profile and open orders. The same rule as
 * the paper broker's (`accountFigures.ts`, docs/money.md#account-figures). Each figure says why it is unknown or may be wrong. Pure.
 */

import { ZERO, absolute, add, decimal, type Decimal } from '../../base/decimal.ts'
import { readingWords, type OpenOrderReading } from '../orders/openOrderReading.ts'
import type { Symbol } from '../scalars.ts'
import {
  equityOf,
  freeForOrders,
  fundsOf,
  maintenanceOf,
  shareOfEquity,
  unrealisedOf,
  valueOf,
} from './accountFigures.ts'
import type { CashSums } from './cashSums.ts'
import { clauses, figureRows, isFlat, type FigureRow, type RowInputs } from './figureRows.ts'
import type { Balance } from './ledger.ts'
import { liquidationPoint } from './liquidation.ts'
import { marginOfNotional, whyProfileOld } from './margin.ts'
import { isReconciled, type CustomerReconciliation } from './reconciliationRules.ts'

/** A value and why it may be wrong, a clause without a full stop. Without a value `why` says what is missing; with neither there is none to have. */
export interface Figure {
  readonly value: Decimal | null
  readonly why: string | null
}

/** What is known of one customer. */
export interface FigureInputs extends RowInputs {
  readonly balance: Balance | undefined
  readonly reading: OpenOrderReading
  readonly reconciliation: CustomerReconciliation | undefined
  /** Why every record may be old: a clause without a full stop. Null while the records follow the venue. */
  readonly allOld: string | null
}

export interface PositionFigures {
  readonly symbol: Symbol
  /** USDC. */
  readonly unrealised: Figure
  readonly notional: Figure
  /** USDC of initial margin of the position alone, without orders. */
  readonly margin: Figure
  /** USDC per contract, an estimate; neither value nor reason where no mark above 0 liquidates. */
  readonly liquidation: Figure
  /** How far the mark may move before, as a fraction of the mark. */
  readonly distance: Figure
  readonly leverage: Figure
  /** USDC: PnL of the day, open profit and loss included. */
  readonly today: Figure
}

export interface CustomerFigures {
  /** USDC: balance and unrealised PnL. */
  readonly equity: Figure
  readonly unrealised: Figure
  /** USDC of initial margin of positions and orders, and the same as a fraction of the equity. */
  readonly marginUsed: Figure
  readonly usedShare: Figure
  /** USDC for new orders: equity less margin used and pending withdrawals. */
  readonly free: Figure
  readonly maintenance: Figure
  /** Notional of all positions by equity. */
  readonly leverage: Figure
  readonly today: Figure
  /** USDC: the cash of the day alone, without what is open (docs/money.md#pnl-of-the-day). */
  readonly realisedToday: Figure
  /** The open position that is nearest to liquidation. */
  readonly nearest: PositionFigures | null
  /** Open positions by instrument. */
  readonly positions: ReadonlyMap<Symbol, PositionFigures>
}

function figure(
  missing: readonly string[],
  cautions: readonly string[],
  value: () => Decimal | null,
): Figure {
  const [first] = missing
  return first === undefined ? { value: value(), why: cautions[0] ?? null } : { value: null, why: first }
}

/** Why every figure may be wrong. */
function generalCautions({ reconciliation, allOld, cashSums }: FigureInputs): string[] {
  const compared =
    reconciliation === undefined
      ? 'the records are not compared with the venue yet'
      : isReconciled(reconciliation)
        ? null
        : (reconciliation.why ?? 'the records are being compared with the venue').replace(/\.$/, '')
  const isShort = cashSums !== undefined && !cashSums.whole
  return clauses(allOld, compared, isShort ? 'the ledger is not read to its first row' : null)
}

/** What the customer holds beside its cash, which no figure values. */
const notValued = (sums: CashSums | undefined): string[] =>
  (sums?.others ?? []).map(({ asset, amount }) =>
    amount === null
      ? `the account holds an unknown amount of ${asset} that is not valued`
      : `the account holds ${amount} ${asset} that is not valued`,
  )

function todayOf(sums: CashSums | undefined, only: Symbol | null): Decimal | null {
  let sum: Decimal | null = ZERO
  for (const { symbol, today } of sums?.instruments ?? [])
    if (only === null || symbol === only)
      sum = sum === null || today === null ? null : add(sum, decimal(today))
  return sum
}

/** Why the PnL of the day is unknown. `only`: of one instrument; null: of all. */
function lacksDay(sums: CashSums | undefined, only: Symbol | null): string[] {
  if (sums === undefined) return [NO_LEDGER]
  if (todayOf(sums, only) !== null) return []
  const isUndated = sums.instruments.some(
    ({ symbol, undated }) => undated !== undefined && (only === null || symbol === only),
  )
  return [
    isUndated
      ? 'a ledger row has no time, so its day is not known'
      : 'a ledger row of today has no known sign',
  ]
}

const NO_LEDGER = 'the ledger is not known'

/** `rows`: those of the inputs, where they are made already. */
export function customerFigures(inputs: FigureInputs, rows = figureRows(inputs)): CustomerFigures {
  const { balance, cashSums, margin, reading } = inputs
  const cash = balance?.amount ? decimal(balance.amount) : null
  const funds = fundsOf(
    cash ?? ZERO,
    decimal(cashSums?.pendingOut ?? '0'),
    rows.map(({ exposure }) => exposure),
  )
  const equity = equityOf(funds)
  const maintenance = rows.reduce(
    (sum, { exposure, maintenanceMargin }) => add(sum, maintenanceOf(exposure, maintenanceMargin)),
    ZERO,
  )
  const notional = rows.reduce((sum, { exposure }) => add(sum, absolute(valueOf(exposure))), ZERO)

  const general = generalCautions(inputs)
  const lacksCash = clauses(cash === null ? 'the balance is not known' : null)
  const lacksValue = rows.flatMap((row) => row.lacksValue)
  const lacksMargin = rows.flatMap((row) => row.lacksMargin)
  const cautions = [...general, ...rows.flatMap((row) => row.cautions)]
  const oldProfile = clauses(rows.length > 0 ? whyProfileOld(margin) : null)
  const orderCautions = [
    ...clauses(reading.state === 'whole' ? null : readingWords(reading)),
    ...rows.flatMap((row) => row.orderCautions),
    ...oldProfile,
  ]
  const beside = notValued(cashSums)
  const today = todayOf(cashSums, null)
  const lacksToday = lacksDay(cashSums, null)

  const positionFigures = (row: FigureRow): PositionFigures => {
    const { symbol, exposure } = row
    const own = [...general, ...row.cautions]
    const point =
      exposure.mark === null
        ? null
        : liquidationPoint({
            health: { equity, maintenance },
            size: exposure.size,
            mark: exposure.mark,
            maintenanceMargin: row.maintenanceMargin,
          })
    // Equity and maintenance margin take every position of the account.
    const lacksPoint = [...row.lacksValue, ...lacksCash, ...lacksValue, ...lacksMargin]
    const ownToday = todayOf(cashSums, symbol)
    return {
      symbol,
      unrealised: figure(row.lacksValue, own, () => unrealisedOf(exposure)),
      notional: figure(row.lacksValue, own, () => absolute(valueOf(exposure))),
      margin: figure([...row.lacksValue, ...row.lacksMargin], [...own, ...oldProfile], () =>
        marginOfNotional(valueOf(exposure), exposure.initialMargin),
      ),
      liquidation: figure(lacksPoint, [...cautions, ...oldProfile], () => point?.price ?? null),
      distance: figure(lacksPoint, [...cautions, ...oldProfile], () => point?.distance ?? null),
      leverage: figure(row.lacksMargin, oldProfile, () => row.leverage),
      today: figure([...row.lacksValue, ...lacksDay(cashSums, symbol)], own, () =>
        add(ownToday ?? ZERO, unrealisedOf(exposure)),
      ),
    }
  }
  const positions = new Map(
    rows
      .filter(({ position }) => !isFlat(position))
      .map((row) => [row.symbol, positionFigures(row)] as const),
  )
  return {
    equity: figure([...lacksCash, ...lacksValue], [...cautions, ...beside], () => equity),
    unrealised: figure(lacksValue, cautions, () => funds.unrealised),
    marginUsed: figure([...lacksValue, ...lacksMargin], [...cautions, ...orderCautions], () => funds.bound),
    usedShare: figure(
      [...lacksCash, ...lacksValue, ...lacksMargin],
      [...cautions, ...orderCautions, ...beside],
      () => shareOfEquity(funds.bound, equity),
    ),
    free: figure(
      [...lacksCash, ...lacksValue, ...lacksMargin],
      [...cautions, ...orderCautions, ...beside, ...clauses(cashSums === undefined ? NO_LEDGER : null)],
      () => freeForOrders(funds),
    ),
    maintenance: figure([...lacksValue, ...lacksMargin], [...cautions, ...oldProfile], () => maintenance),
    leverage: figure([...lacksCash, ...lacksValue], [...cautions, ...beside], () =>
      shareOfEquity(notional, equity),
    ),
    today: figure([...lacksValue, ...lacksToday], cautions, () => add(today ?? ZERO, funds.unrealised)),
    realisedToday: figure(lacksToday, general, () => today),
    nearest: nearestOf([...positions.values()]),
    positions,
  }
}

/** A position whose liquidation is unknown comes first: it may be the nearest. */
function nearestOf(positions: readonly PositionFigures[]): PositionFigures | null {
  const unknown = positions.find(({ distance }) => distance.value === null && distance.why !== null)
  if (unknown) return unknown
  return positions.reduce<PositionFigures | null>((nearest, position) => {
    const { value } = position.distance
    const least = nearest?.distance.value ?? null
    return value !== null && (least === null || value < least) ? position : nearest
  }, null)
}
