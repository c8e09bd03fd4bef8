/** Reads free margin, distance to liquidation and age of live orders for alerts, by customer. Says which customers are not read whole. Fires nothing. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { decimal, decimalOf, multiply } from '../../../shared/base/decimal.ts'
import { customerFigures, type CustomerFigures } from '../../../shared/domain/accounts/customerFigures.ts'
import { shownCode } from '../../../shared/domain/accounts/lookAlike.ts'
import type { AlertRule } from '../../../shared/domain/alerts/alertRule.ts'
import { readingWords } from '../../../shared/domain/orders/openOrderReading.ts'
import { MAX_PRICE_AGE } from '../../../shared/domain/priceAge.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { joinedReasons, type AlertFigure, type AlertFigures, type AlertSources } from './alertFigure.ts'

const HUNDRED = decimal('100')
/** Customers whose figures one turn computes anew, so that a desk of many customers never holds up an order. */
const IN_ONE_TURN = 50

interface Computed {
  readonly at: EpochMs
  readonly figures: CustomerFigures
}

type Scope = Pick<AlertRule, 'customerCode'>

export interface CustomerFigureReader {
  /** Begins a turn: the figures that were computed longest ago are computed anew when they are next read. */
  beginTurn(): void
  freeMargin(scope: Scope): AlertFigures
  distances(scope: Scope): AlertFigures
  orderAges(scope: Scope): AlertFigures
  /** Why there may be customers in the scope that are not known; null: all are known. */
  whyMissing(scope: Scope): string | null
  /** Another account is in use. */
  clear(): void
}

export function createCustomerFigureReader(sources: AlertSources): CustomerFigureReader {
  const { clock } = sources
  const computed = new Map<CustomerCode, Computed>()
  let due = new Set<CustomerCode>()

  const codesOf = ({ customerCode }: Scope) => (customerCode === null ? sources.customers() : [customerCode])
  const whyMissing = ({ customerCode }: Scope): string | null => {
    const why = customerCode === null ? sources.whyCustomersUnknown() : null
    return why === null ? null : `customers may be missing: ${why}`
  }
  const compute = (customer: CustomerCode): Computed => {
    const at = clock.now()
    const figures = customerFigures({
      ...sources.account(customer),
      orders: sources.liveOrders().filter((order) => order.customerCode === customer),
      reading: sources.reading(customer),
      instrument: sources.instrument,
      ticker: sources.ticker,
      isMarkOld: ({ listedAt }) => listedAt !== null && at - listedAt > MAX_PRICE_AGE,
      allOld: null,
    })
    return { at, figures }
  }
  const figuresOf = (customer: CustomerCode): Computed => {
    const known = computed.get(customer)
    if (known && !due.delete(customer)) return known
    const now = compute(customer)
    computed.set(customer, now)
    return now
  }

  /** Reads each customer of the scope; `read` returns its figures, and why they are missing or may be wrong. */
  const each = (
    scope: Scope,
    read: (customer: CustomerCode) => {
      readonly figures: readonly AlertFigure[]
      readonly why: readonly (string | null)[]
    },
  ): AlertFigures => {
    const missing = whyMissing(scope)
    const reasons = missing === null ? [] : [missing]
    const figures: AlertFigure[] = []
    for (const customer of codesOf(scope)) {
      const own = read(customer)
      figures.push(...own.figures)
      for (const why of own.why) if (why !== null) reasons.push(`${shownCode(customer)}: ${why}`)
    }
    return { figures, why: joinedReasons(reasons) }
  }

  return {
    beginTurn() {
      const oldestFirst = [...computed].toSorted(([, a], [, b]) => a.at - b.at)
      due = new Set(oldestFirst.slice(0, IN_ONE_TURN).map(([customer]) => customer))
    },
    freeMargin: (scope) =>
      each(scope, (customer) => {
        const { at, figures } = figuresOf(customer)
        const { value, why } = figures.free
        const owner = shownCode(customer)
        const base = { subject: customer, owner, customerCode: customer, symbol: null, referenceId: null, at }
        return { figures: value === null ? [] : [{ ...base, value }], why: [why] }
      }),
    distances: (scope) =>
      each(scope, (customer) => {
        const { at, figures } = figuresOf(customer)
        const positions = [...figures.positions.values()]
        return {
          why: positions.map(({ distance }) => distance.why),
          figures: positions.flatMap(({ symbol, distance: { value } }) => {
            if (value === null) return []
            const owner = `${shownCode(customer)} in ${shownCode(symbol)}`
            const base = { subject: `${customer} ${symbol}`, owner, customerCode: customer, symbol, at }
            return [{ ...base, referenceId: null, value: multiply(value, HUNDRED) }]
          }),
        }
      }),
    orderAges(scope) {
      const now = clock.now()
      const live = Map.groupBy(sources.liveOrders(), ({ customerCode }) => customerCode)
      return each(scope, (customer) => {
        const reading = sources.reading(customer)
        return {
          why: [reading.state === 'whole' ? null : readingWords(reading)],
          figures: (live.get(customer) ?? []).map(({ symbol, referenceId, createdAt }) => ({
            subject: `${customer} ${referenceId}`,
            owner: `${referenceId} of ${shownCode(customer)} in ${shownCode(symbol)}`,
            value: decimalOf(Math.max(0, Math.floor((now - createdAt) / 1_000))),
            customerCode: customer,
            symbol,
            referenceId,
            at: now,
          })),
        }
      })
    },
    whyMissing,
    clear() {
      computed.clear()
      due.clear()
    },
  }
}
