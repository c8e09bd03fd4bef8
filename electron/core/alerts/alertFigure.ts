/** A figure that an alert watches, and where the core reads it from. Types, and the choice of the figure to show. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { Decimal } from '../../../shared/base/decimal.ts'
import type { Connection } from '../../../shared/contract/status.ts'
import type { FigureInputs } from '../../../shared/domain/accounts/customerFigures.ts'
import { directionOf, type AlertWatch } from '../../../shared/domain/alerts/alertRule.ts'
import type { Instrument, Ticker } from '../../../shared/domain/instrument.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'

/** One figure that an alert watches. */
export interface AlertFigure {
  /** Names what the figure is of, among the figures of one alert. */
  readonly subject: string
  readonly value: Decimal
  /** The subject in words; null where the alert has one subject. */
  readonly owner: string | null
  readonly customerCode: CustomerCode | null
  readonly symbol: Symbol | null
  readonly referenceId: ReferenceId | null
  /** Why the value may be wrong: a clause without a full stop. Null: it is as the venue shows it. */
  readonly doubt: string | null
  /** Core's wall clock of the figure's source, ms. */
  readonly at: EpochMs
}

export interface AlertFigures {
  readonly figures: readonly AlertFigure[]
  /** Why a figure is missing or may be wrong: a clause without a full stop. Null: everything that the alert watches is read. */
  readonly why: string | null
  /** Whether a subject without a figure is known to be over: its position is closed, its order is not live. */
  readonly isOver: (subject: string) => boolean
}

export interface AlertSources {
  readonly clock: Clock
  readonly isSignedIn: () => boolean
  readonly instrument: (symbol: Symbol) => Instrument | undefined
  readonly ticker: (symbol: Symbol) => Ticker | undefined
  readonly customers: () => readonly CustomerCode[]
  /** Why there may be customers that are not known: a clause. Null: all are known. */
  readonly whyCustomersUnknown: () => string | null
  /** Why every record may be old: a clause. Null while the records follow the venue. */
  readonly whyRecordsOld: () => string | null
  readonly liveOrders: () => readonly Order[]
  readonly reading: (customer: CustomerCode) => OpenOrderReading
  /** Everything that account figures are computed from, besides orders, instruments and tickers. */
  readonly account: (
    customer: CustomerCode,
  ) => Pick<FigureInputs, 'balance' | 'cashSums' | 'positions' | 'margin' | 'reconciliation'>
  /** Null while nobody is signed in, and before the venue answered the sign-in. */
  readonly connection: () => Connection | null
}

export const NONE_IS_OVER = (): boolean => false

export const missing = (why: string): AlertFigures => ({ figures: [], why, isOver: NONE_IS_OVER })

/** Several reasons as one clause; null for none. */
export function joinedReasons(clauses: readonly string[]): string | null {
  const [first] = clauses
  if (first === undefined) return null
  return clauses.length === 1 ? first : `${first}; and ${clauses.length - 1} more`
}

/** The figure nearest to the level, or farthest beyond it; null without figures. */
export function nearestOf(watch: AlertWatch, figures: readonly AlertFigure[]): AlertFigure | null {
  const wantsLow = directionOf(watch) === 'below'
  return figures.reduce<AlertFigure | null>((nearest, figure) => {
    if (nearest === null) return figure
    const isNearer = wantsLow ? figure.value < nearest.value : figure.value > nearest.value
    return isNearer ? figure : nearest
  }, null)
}
