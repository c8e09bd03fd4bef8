/** Reads free margin, margin used, equity, distance to liquidation and age of live orders for alerts, by customer. Says which customers are not read whole. Fires nothing. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { ZERO, decimal, decimalOf, multiply } from '../../../shared/base/decimal.ts'
import {
  customerFigures,
  type CustomerFigures,
  type Figure,
} from '../../../shared/domain/accounts/customerFigures.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { AlertRule } from '../../../shared/domain/alerts/alertRule.ts'
import { readingWords } from '../../../shared/domain/orders/openOrderReading.ts'
import { isYoung } from '../../../shared/domain/priceAge.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { createOrderAges } from './orderAges.ts'
import { joinedReasons, type AlertFigure, type AlertFigures, type AlertSources } from './alertFigure.ts'

const HUNDRED = decimal('100')
/** Customers whose figures one turn computes anew, so that a desk of many customers never holds up an order. */
const IN_ONE_TURN = 50

interface Computed {
  readonly at: EpochMs
  readonly figures: CustomerFigures
}

/** Percent that stands for the margin used of a customer whose equity is not above zero: beyond every level. */
const NO_SHARE = decimal('9999')

/** Margin used in percent of the equity. An equity of zero or below gives no share, and is never taken for quiet. */
function usedPercent({ usedShare, marginUsed }: CustomerFigures): Figure {
  const { value, why } = usedShare
  if (value !== null) return { value: multiply(value, HUNDRED), why }
  const bound = marginUsed.value
  if (why !== null || bound === null || bound === ZERO) return { value: null, why }
  return { value: NO_SHARE, why: 'the equity is not above zero, so the share has no number' }
}

/** The customer of a subject that is the customer itself, and of a subject that ends with an instrument or an order. */
const itself = (subject: string): string => subject
const firstWord = (subject: string): string => subject.slice(0, subject.lastIndexOf(' '))

type Scope = Pick<AlertRule, 'customerCode'>

export interface CustomerFigureReader {
  /** Begins a turn: the figures that were computed longest ago are computed anew when they are next read. */
  beginTurn(): void
  freeMargin(scope: Scope): AlertFigures
  /** Percent of the equity. */
  marginUsed(scope: Scope): AlertFigures
  equity(scope: Scope): AlertFigures
  distances(scope: Scope): AlertFigures
  orderAges(scope: Scope): AlertFigures
  /** Why records or customers of the scope may be missing; null: all are known. */
  whyMissing(scope: Scope): string | null
  /** Another account is in use. */
  clear(): void
}

function figuresAt(sources: AlertSources, customer: CustomerCode): Computed {
  const at = sources.clock.now()
  const figures = customerFigures({
    ...sources.account(customer),
    orders: sources.liveOrders().filter((order) => order.customerCode === customer),
    reading: sources.reading(customer),
    instrument: sources.instrument,
    ticker: sources.ticker,
    isMarkOld: ({ listedAt }) => listedAt !== null && !isYoung(listedAt, at),
    allOld: null,
  })
  return { at, figures }
}

export function createCustomerFigureReader(sources: AlertSources): CustomerFigureReader {
  const { clock } = sources
  const computed = new Map<CustomerCode, Computed>()
  let due = new Set<CustomerCode>()
  const ages = createOrderAges(clock)

  const codesOf = ({ customerCode }: Scope) => (customerCode === null ? sources.customers() : [customerCode])
  const whyMissing = ({ customerCode }: Scope): string | null => {
    const old = sources.whyRecordsOld()
    if (old !== null) return old
    const why = customerCode === null ? sources.whyCustomersUnknown() : null
    return why === null ? null : `customers may be missing: ${why}`
  }
  const figuresOf = (customer: CustomerCode): Computed => {
    const known = computed.get(customer)
    if (known && !due.delete(customer)) return known
    const now = figuresAt(sources, customer)
    // The map stays in the order in which figures were computed, whatever the wall clock does.
    computed.delete(customer)
    computed.set(customer, now)
    return now
  }

  /** Reads each customer of the scope; `read` returns its figures, and why they are missing or may be wrong. `ownerOf`: the customer of a subject. */
  const each = (
    scope: Scope,
    ownerOf: (subject: string) => string,
    read: (customer: CustomerCode) => {
      readonly figures: readonly AlertFigure[]
      readonly why: readonly (string | null)[]
    },
  ): AlertFigures => {
    const missing = whyMissing(scope)
    const reasons = missing === null ? [] : [missing]
    const figures: AlertFigure[] = []
    const whole = new Set<string>()
    const old = sources.whyRecordsOld()
    for (const customer of codesOf(scope)) {
      const own = read(customer)
      for (const figure of own.figures) figures.push({ ...figure, doubt: figure.doubt ?? old })
      if (old === null && own.why.every((why) => why === null)) whole.add(customer)
      for (const why of own.why) if (why !== null) reasons.push(`${shownCode(customer)}: ${why}`)
    }
    return {
      figures,
      why: joinedReasons(reasons),
      isOver: (subject) => whole.has(ownerOf(subject)),
    }
  }

  /** One figure of each customer. */
  const ofEach = (scope: Scope, figureOf: (figures: CustomerFigures) => Figure): AlertFigures =>
    each(scope, itself, (customer) => {
      const { at, figures } = figuresOf(customer)
      const { value, why } = figureOf(figures)
      const owner = shownCode(customer)
      const base = { subject: customer, owner, customerCode: customer, symbol: null, referenceId: null, at }
      return { figures: value === null ? [] : [{ ...base, value, doubt: why }], why: [why] }
    })

  return {
    beginTurn() {
      due = new Set([...computed.keys()].slice(0, IN_ONE_TURN))
    },
    freeMargin: (scope) => ofEach(scope, ({ free }) => free),
    marginUsed: (scope) => ofEach(scope, usedPercent),
    equity: (scope) => ofEach(scope, ({ equity }) => equity),
    distances: (scope) =>
      each(scope, firstWord, (customer) => {
        const { at, figures } = figuresOf(customer)
        const positions = [...figures.positions.values()]
        return {
          // Without a position the records alone say whether there is none.
          why:
            positions.length === 0 ? [figures.unrealised.why] : positions.map(({ distance }) => distance.why),
          figures: positions.flatMap(({ symbol, distance: { value, why } }) => {
            if (value === null) return []
            const owner = `${shownCode(customer)} in ${shownCode(symbol)}`
            const base = { subject: `${customer} ${symbol}`, owner, customerCode: customer, symbol, at }
            return [{ ...base, referenceId: null, value: multiply(value, HUNDRED), doubt: why }]
          }),
        }
      }),
    orderAges(scope) {
      const now = clock.now()
      const orders = sources.liveOrders()
      ages.follow(orders)
      const live = Map.groupBy(orders, ({ customerCode }) => customerCode)
      return each(scope, firstWord, (customer) => {
        const reading = sources.reading(customer)
        return {
          why: [reading.state === 'whole' ? null : readingWords(reading)],
          figures: (live.get(customer) ?? []).map((order) => ({
            subject: `${customer} ${order.referenceId}`,
            owner: `${order.referenceId} of ${shownCode(customer)} in ${shownCode(order.symbol)}`,
            value: decimalOf(Math.max(0, Math.floor(ages.of(order) / 1_000))),
            customerCode: customer,
            symbol: order.symbol,
            referenceId: order.referenceId,
            doubt: null,
            at: now,
          })),
        }
      })
    },
    whyMissing,
    clear() {
      computed.clear()
      due.clear()
      ages.follow([])
    },
  }
}
