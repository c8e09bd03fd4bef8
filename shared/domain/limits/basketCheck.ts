/** Checks a block against the limits: its orders together as one exposure and one size, and each order for itself. Pure and exact. Knows no time window of a second, because a block waits for it. */

import { ZERO, decimal, type Decimal } from '../../base/decimal.ts'
import { once } from './once.ts'
import type { BlockWarning, LimitFinding } from '../orders/limitDecision.ts'
import type { OrderDraft } from '../orders/order.ts'
import type { RestingOrder } from './crossing.ts'
import { warnedWords, warningsOf } from './basketWarnings.ts'
import { withOpen, type OpenPair } from './exposure.ts'
import {
  checkLimits,
  exposureFindings,
  overBounds,
  worstPerLimit,
  type WeighedFinding,
} from './limitCheck.ts'
import { measuresOf, notionalOf, type CountedConflict, type LimitContext } from './limitMeasures.ts'
import type { LimitName, LimitRule } from './limits.ts'

/** A block waits until these allow its next order. */
export const WAITED_FOR: ReadonlySet<string> = new Set<LimitName>(['ordersInSecond', 'valueInSecond'])

/** What the orders together are measured by; prices and the book are the same for each order. */
const SIZES_OF_WHOLE: ReadonlySet<string> = new Set<LimitName>([
  'amount',
  'notional',
  'ordersInMinute',
  'ordersInDay',
  'valueInMinute',
  'valueInDay',
])

export interface BasketCheck {
  /** Worst first; one per limit, which says whom else it warns of. */
  readonly findings: readonly LimitFinding[]
  /** Every warning, also those that the worst of their limit stands for. */
  readonly warnings: readonly BlockWarning[]
  /** USDC of all orders at most; null where no price is known. */
  readonly notional: Decimal | null
  /** Whether every order only reduces the position of its customer. */
  readonly tradeOut: boolean
}

/** What the orders of one customer need beside what the whole needs. */
export interface BasketContext extends Omit<
  LimitContext,
  'leverage' | 'alike' | 'crossed' | 'passed' | 'first' | 'favored' | 'orders' | 'isPartOfMore' | 'leg'
> {
  readonly alike: (draft: OrderDraft) => number
  readonly crossed: (draft: OrderDraft) => readonly RestingOrder[]
  readonly passed: (draft: OrderDraft) => readonly RestingOrder[]
  readonly favored: (draft: OrderDraft) => CountedConflict | null
  readonly leverage: (draft: OrderDraft) => Decimal | null
}

const pairKey = ({ customerCode, symbol }: Pick<OpenPair, 'customerCode' | 'symbol'>): string =>
  `${customerCode} ${symbol}`

/** The pairs with every order but the first in them. */
function pairsWithOthers(pairs: readonly OpenPair[], orders: readonly OrderDraft[]): readonly OpenPair[] {
  const others = new Map(orders.slice(1).map((order) => [pairKey(order), order]))
  return pairs.map((pair) => {
    const order = others.get(pairKey(pair))
    if (!order) return pair
    return withOpen(pair, order.side, { amount: decimal(order.amount ?? '0'), cash: ZERO })
  })
}

/** `orders`: one a customer. `whole`: all contracts as one order. The limits of the desk and of the instrument bound the whole; those of a customer bound the customer's order. */
export function checkBasket(
  whole: OrderDraft,
  orders: readonly OrderDraft[],
  rules: readonly LimitRule[],
  context: BasketContext,
): BasketCheck {
  const { pairs, sent } = context
  // Orders of a block make no series.
  const common = {
    ...context,
    leg: null,
    first: () => null,
    favored: () => null,
    crossed: () => [],
    passed: () => [],
  }
  const byCustomer = new Map<string, OpenPair[]>()
  for (const pair of pairs)
    byCustomer.set(pair.customerCode, [...(byCustomer.get(pair.customerCode) ?? []), pair])
  const each = orders.map((order) => ({
    customerCode: order.customerCode,
    ...checkLimits(order, rules, {
      ...common,
      // The whole is judged with the pairs of all customers.
      pairs: byCustomer.get(order.customerCode) ?? [],
      // A block waits for the second, so what was sent in it matters to no order.
      sent: (scope, window) => (window === 'second' ? { orders: 0, value: ZERO } : sent(scope, window)),
      alike: context.alike(order),
      crossed: once(() => context.crossed(order)),
      passed: once(() => context.passed(order)),
      favored: once(() => context.favored(order)),
      leverage: context.leverage(order),
    }),
  }))
  const notional = notionalOf(whole, { ...common, alike: 0, leverage: null })
  const [first] = orders
  const tradeOut = first !== undefined && each.every((check) => check.tradeOut)
  // Closing must stay possible: orders that all only reduce positions are bounded one by one.
  const wholeFindings: readonly WeighedFinding[] =
    first === undefined || tradeOut
      ? []
      : findingsOfWhole(
          whole,
          first,
          rules,
          {
            ...common,
            pairs: pairsWithOthers(pairs, orders),
            alike: 0,
            leverage: null,
            orders: orders.length,
          },
          notional,
        )
  const warnings = warningsOf(wholeFindings, each)
  const findings = worstPerLimit([...wholeFindings, ...each.flatMap(({ weighed }) => weighed)])
  return {
    findings: findings.map((finding) => withWarned(finding, warnings, orders.length)),
    warnings,
    notional,
    tradeOut,
  }
}

/** The finding, with the customers whom its warning names. `orders`: how many there are. */
export function withWarned(
  finding: LimitFinding,
  warnings: readonly BlockWarning[],
  orders: number,
): LimitFinding {
  const warning = warnings.find(({ limit }) => limit === finding.limit)
  const words = finding.level === 'warn' && warning ? warnedWords(warning, orders) : null
  return words === null ? finding : { ...finding, sentence: `${finding.sentence} ${words}` }
}

function findingsOfWhole(
  whole: OrderDraft,
  first: OrderDraft,
  rules: readonly LimitRule[],
  context: LimitContext,
  notional: Decimal | null,
): readonly WeighedFinding[] {
  const ofAll = rules.filter(
    ({ customerCode, symbol }) => customerCode === null && (symbol === null || symbol === whole.symbol),
  )
  const measured = Object.entries(measuresOf(whole, context, notional, false)).filter(([name]) =>
    SIZES_OF_WHOLE.has(name),
  )
  return [
    ...exposureFindings(first, context.pairs, ofAll),
    ...overBounds(ofAll, Object.fromEntries(measured)),
  ]
}
