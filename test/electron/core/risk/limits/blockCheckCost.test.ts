/** How often a check of a block reads the standing orders of others: a look at a block must not hold up the orders that leave meanwhile. */

import { expect, it } from 'vitest'
import { createTradeBook } from '../../../../../electron/core/accounts/tradeBook.ts'
import { createInstrumentStore } from '../../../../../electron/core/market/instrumentAndTickerStore.ts'
import { createLimitEngine } from '../../../../../electron/core/risk/limits/checkAndCountOrders.ts'
import { decimalOf } from '../../../../../shared/base/decimal.ts'
import { blankTicker } from '../../../../../shared/domain/instrument.ts'
import type { LimitRule } from '../../../../../shared/domain/limits/limits.ts'
import { NO_CHANGES, type Order } from '../../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Side } from '../../../../../shared/domain/scalars.ts'
import { BTC, draftOf, ruleOf, text } from '../../../../shared/domain/limitStage.ts'
import { recentOf } from '../../../../fakes/core/recentOrders.ts'
import { venueOrder } from '../../../../fakes/core/venueOrder.ts'
import { idleLimitOptions } from '../../../../fakes/core/idleLimitOptions.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'

const RESTING = 40
const codeOf = (n: number) => `C${1000 + n}` as CustomerCode

/** The block that is amended: an order a customer, each at 900. */
const BLOCK = 30
const blockOrders: readonly Order[] = Array.from({ length: BLOCK }, (_, n) =>
  venueOrder(
    draftOf({ customerCode: codeOf(100 + n), amount: text('2'), limitPrice: text('900') }),
    `block${n}`,
    1,
    { phase: 'working', status: 'open', block: { id: 'B1', row: n + 1, count: BLOCK, attempt: 1 } },
  ),
)

/** Resting orders of one side, each of another customer, and how often their prices were read. */
function countedOrders(side: Side, count: { reads: number }): readonly Order[] {
  return Array.from({ length: RESTING }, (_, n) => {
    const price = text(String(side === 'buy' ? 990 - n : 1010 + n))
    const order = venueOrder(
      draftOf({ customerCode: codeOf(n), side, limitPrice: price }),
      `${side}${n}`,
      1,
      {
        phase: 'working',
        status: 'open',
      },
    )
    return Object.defineProperty({ ...order }, 'limitPrice', {
      enumerable: true,
      get: () => {
        count.reads++
        return price
      },
    })
  })
}

function openDesk(rules: readonly LimitRule[]) {
  const clock = new FakeClock()
  const instruments = createInstrumentStore(clock)
  instruments.takeTickers([
    {
      ...blankTicker(BTC, clock.now()),
      markPrice: text('1000'),
      bestBid: text('999'),
      bestAsk: text('1001'),
    },
  ])
  const book = createTradeBook()
  book.setWhole(true)
  const count = { reads: 0, looks: 0 }
  const trades = {
    ...book,
    filledBy: (...given: Parameters<typeof book.filledBy>) => {
      count.looks++
      return book.filledBy(...given)
    },
  }
  const orders = [...countedOrders('buy', count), ...countedOrders('sell', count), ...blockOrders]
  const limits = createLimitEngine({
    ...idleLimitOptions(),
    clock,
    orderStore: { recent: () => recentOf(orders, clock.now()), newest: () => orders },
    trades,
    instruments,
    startingLimits: rules,
  })
  /** How often the check of an amend of so many orders of the block read prices of standing orders and fills of live ones, and what it found. */
  const lookAtAmend = (amended: number, limitPrice: string | null, amount: string | null) => {
    Object.assign(count, { reads: 0, looks: 0 })
    const changes = {
      ...NO_CHANGES,
      limitPrice: limitPrice === null ? null : text(limitPrice),
      amount: amount === null ? null : text(amount),
    }
    const { findings } = limits.previewBlockAmend({
      blockId: 'B1',
      prices: changes,
      total: amount === null ? null : text(String(2 * BLOCK)),
      contracts: decimalOf(2 * BLOCK),
      orders: blockOrders.slice(0, amended).map((order) => [order, changes] as const),
    })
    return { ...count, findings }
  }
  /** Prices of orders of others that the check of a block of so many rows read, and what the check found. */
  const look = (rows: number) => {
    count.reads = 0
    const draft = draftOf({ limitPrice: text('1015') })
    const { findings } = limits.previewBlock({
      whole: { ...draft, amount: text(String(rows)) },
      orders: Array.from({ length: rows }, (_, n) => ({
        ...draft,
        customerCode: codeOf(n),
        amount: text('1'),
      })),
      walk: null,
    })
    return { reads: count.reads, limits: findings.map(({ limit }) => limit) }
  }
  return { look, lookAtAmend }
}

it('reads the price of each standing order as often for many rows of a block as for one', () => {
  const { look } = openDesk([ruleOf({ crosses: { warn: '0' }, ahead: { warn: '0' } })])
  const one = look(1)
  const many = look(30)
  expect(one.limits.toSorted()).toEqual(['ahead', 'crosses'])
  expect(many.limits).toEqual(one.limits)
  // The sentence of each row reads the price that it names.
  expect(many.reads).toBeLessThanOrEqual(one.reads + 2 * 30)
  expect(one.reads).toBeGreaterThanOrEqual(2 * RESTING)
})

it('reads no price of a standing order where no limit is about orders of others', () => {
  expect(openDesk([ruleOf({ amount: { warn: '1000' } })]).look(30)).toEqual({ reads: 0, limits: [] })
})

it('gathers the desk as often for an amend of many orders of a block as for one', () => {
  const { lookAtAmend } = openDesk([
    ruleOf({ crosses: { warn: '0' }, ahead: { warn: '0' }, exposure: { warn: '1' } }),
  ])
  const one = lookAtAmend(1, '1015', null)
  const many = lookAtAmend(BLOCK, '1015', null)
  for (const { findings } of [one, many])
    expect(findings.map(({ limit }) => limit).toSorted()).toEqual(['ahead', 'crosses', 'exposure'])
  // The sentence of each order reads the prices that it names, and its customer has one order.
  expect(many.reads).toBeLessThanOrEqual(one.reads + 4 * BLOCK)
  expect(many.looks).toBeLessThanOrEqual(one.looks + 2 * BLOCK)
  expect(one.looks).toBeGreaterThanOrEqual(2 * RESTING + BLOCK)
})

it('counts the exposure of all customers for each amended order, at its amount after the change', () => {
  const { lookAtAmend } = openDesk([ruleOf({ exposure: { block: '1' } })])
  // Of each of the 40 other customers the buy of two contracts counts. The block has 60, one of them less.
  const [finding] = lookAtAmend(1, null, '1').findings
  expect(finding?.sentence).toContain('139,000')
})
