/** The scene of the model of the money: its customers, its markets and what its actions share. */

import type { Brokerage } from '../../../../electron/paper/brokerage/brokerage.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { Random } from '../../../../shared/base/random.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import type { FakeClock } from '../../../fakes/fakeClock.ts'
import { DRIVEN, type DrivenExchange } from './drivenExchange.ts'

export const CUSTOMERS = ['C1', 'C2', 'C3', 'C4'] as CustomerCode[]
export const [BTC, DOGE] = DRIVEN.map(({ symbol }) => symbol) as [Symbol, Symbol]
export const SYMBOLS = [BTC, DOGE]
export const HOUR = 3_600_000

export interface Scene {
  readonly random: Random
  readonly clock: FakeClock
  readonly exchange: DrivenExchange
  readonly brokerage: Brokerage
  /** Ticks around which each market stands. */
  readonly mids: Map<Symbol, number>
  readonly markOf: (symbol: Symbol) => DecimalText
  /** A line for each thing that happened. */
  readonly log: string[]
}

export const pickFrom = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)] as T
