/** How often a check of a block reads the standing orders of others: a look at a block must not hold up the orders that leave meanwhile. */

import { expect, it } from 'vitest'
import { createTradeBook } from '../../../../../electron/core/accounts/tradeBook.ts'
import { createInstrumentStore } from '../../../../../electron/core/market/instrumentAndTickerStore.ts'
import { createLimitEngine } from '../../../../../electron/core/risk/limits/checkAndCountOrders.ts'
import { blankTicker } from '../../../../../shared/domain/instrument.ts'
import type { LimitRule } from '../../../../../shared/domain/limits/limits.ts'
import type { Order } from '../../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Side } from '../../../../../shared/domain/scalars.ts'
import { BTC, draftOf, ruleOf, text } from '../../../../shared/domain/limitStage.ts'
import { recentOf } from '../../../../fakes/core/recentOrders.ts'
import { venueOrder } from '../../../../fakes/core/venueOrder.ts'
import { idleLimitOptions } from '../../../../fakes/core/idleLimitOptions.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'

const RESTING = 40
const codeOf = (n: number) => `C${1000 + n}` as CustomerCode

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
  const trades = createTradeBook()
  trades.setWhole(true)
  const count = { reads: 0 }
  const orders = [...countedOrders('buy', count), ...countedOrders('sell', count)]
  const limits = createLimitEngine({
    ...idleLimitOptions(),
    clock,
    orderStore: { recent: () => recentOf(orders, clock.now()), newest: () => orders },
    trades,
    instruments,
    startingLimits: rules,
  })
  /** Prices of orders of others that the check of a block of so many rows read, and what the check found. */
  return (rows: number) => {
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
}

it('reads the price of each standing order as often for many rows of a block as for one', () => {
  const look = openDesk([ruleOf({ crosses: { warn: '0' }, ahead: { warn: '0' } })])
  const one = look(1)
  const many = look(30)
  expect(one.limits.toSorted()).toEqual(['ahead', 'crosses'])
  expect(many.limits).toEqual(one.limits)
  // The sentence of each row reads the price that it names.
  expect(many.reads).toBeLessThanOrEqual(one.reads + 2 * 30)
  expect(one.reads).toBeGreaterThanOrEqual(2 * RESTING)
})

it('reads no price of a standing order where no limit is about orders of others', () => {
  expect(openDesk([ruleOf({ amount: { warn: '1000' } })])(30)).toEqual({ reads: 0, limits: [] })
})
