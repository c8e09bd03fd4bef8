/** The totals of the risk board by group of customers, and of all. The groups add up to all: a customer is in one group or in none. Pure. */

import { divide, type Decimal } from '../../base/decimal.ts'
import type { Figure } from '../accounts/customerFigures.ts'
import { shownStateOf } from '../accounts/reconciliationRules.ts'
import type { CustomerCode } from '../scalars.ts'
import {
  byDistance,
  countVerdicts,
  sumFigures,
  type CustomerAtRisk,
  type KnownAccount,
  type RiskFacts,
  type RiskSum,
  type VerdictCounts,
} from './riskRows.ts'

/** What no shock changes. */
export interface GroupSums {
  /** Empty: customers without a group. Null: every customer. */
  readonly group: string | null
  readonly customers: number
  readonly rows: number
  /** USDC. */
  readonly unrealised: RiskSum
  readonly realisedToday: RiskSum
  readonly equity: RiskSum
  readonly marginUsed: RiskSum
  readonly free: RiskSum
  readonly funding: RiskSum
  /** Margin used as a fraction of the equity of the whole group; no value where a part is missing or the equity is not above 0. */
  readonly usedShare: Figure
  readonly openOrders: number
  /** The customer whose position is nearest to liquidation, or may be; null: no position can be liquidated. */
  readonly nearest: { readonly customerCode: CustomerCode; readonly distance: Figure } | null
  /** Customers whose records agree with the venue, every part and the list of open orders included. */
  readonly agreeing: number
}

export interface GroupTotal extends GroupSums {
  /** At the shock. */
  readonly counts: VerdictCounts
}

const NONE: Figure = { value: null, why: null }

const figuresWords = (count: number): string => (count === 1 ? '1 figure' : `${count} figures`)

function shareOf(part: RiskSum, whole: RiskSum): Figure {
  const missing = part.missing + whole.missing
  if (missing > 0)
    return {
      value: null,
      why: `${figuresWords(missing)} of the group ${missing === 1 ? 'is' : 'are'} not known`,
    }
  if (whole.value <= 0n) return NONE
  const unsure = part.unsure + whole.unsure
  const value: Decimal = divide(part.value, whole.value)
  return { value, why: unsure === 0 ? null : `${figuresWords(unsure)} of the group may be wrong` }
}

function nearestOf(customers: readonly KnownAccount[]): GroupSums['nearest'] {
  let nearest: GroupSums['nearest'] = null
  for (const { customerCode, figures } of customers) {
    const distance = figures.nearest?.distance ?? NONE
    if (distance.value === null && distance.why === null) continue
    if (nearest === null || byDistance(distance, nearest.distance) < 0) nearest = { customerCode, distance }
  }
  return nearest
}

/** `customers`: all of the group; `rows`: theirs. */
export function groupSums(
  group: string | null,
  customers: readonly KnownAccount[],
  rows: readonly RiskFacts[],
): GroupSums {
  const sum = (figureOf: (account: KnownAccount) => Figure) => sumFigures(customers.map(figureOf))
  const equity = sum(({ figures }) => figures.equity)
  const marginUsed = sum(({ figures }) => figures.marginUsed)
  return {
    group,
    customers: customers.length,
    rows: rows.length,
    unrealised: sum(({ figures }) => figures.unrealised),
    realisedToday: sum(({ figures }) => figures.realisedToday),
    equity,
    marginUsed,
    free: sum(({ figures }) => figures.free),
    funding: sumFigures(rows.map(({ funding }) => funding)),
    usedShare: shareOf(marginUsed, equity),
    openOrders: rows.reduce((count, { openOrders }) => count + openOrders, 0),
    nearest: nearestOf(customers),
    agreeing: customers.filter(
      ({ inputs: { reconciliation, reading } }) =>
        reconciliation !== undefined && shownStateOf(reconciliation, reading) === 'reconciled',
    ).length,
  }
}

/** By name, customers without a group last. `groupOf`: empty for none. */
export function sumsByGroup(
  customers: readonly KnownAccount[],
  rows: readonly RiskFacts[],
  groupOf: (customerCode: CustomerCode) => string,
): readonly GroupSums[] {
  const members = Map.groupBy(customers, ({ customerCode }) => groupOf(customerCode))
  const owned = Map.groupBy(rows, ({ customerCode }) => groupOf(customerCode))
  return [...members]
    .toSorted(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1))
    .map(([group, own]) => groupSums(group, own, owned.get(group) ?? []))
}

/** The sums with the verdicts at a shock. `customers`: all that were judged. */
export function withVerdicts(
  groups: readonly GroupSums[],
  customers: readonly CustomerAtRisk[],
  groupOf: (customerCode: CustomerCode) => string,
): readonly GroupTotal[] {
  const members = Map.groupBy(customers, ({ customerCode }) => groupOf(customerCode))
  return groups.map((sums) => ({
    ...sums,
    counts: countVerdicts(sums.group === null ? customers : (members.get(sums.group) ?? [])),
  }))
}
