/** A desk as large as any: two hundred customers with positions, five hundred live orders, a day of orders behind it. Times its checks. */

import { createInstrumentStore } from '../../../../../electron/core/market/instrumentAndTickerStore.ts'
import { createLimitEngine } from '../../../../../electron/core/risk/limits/checkAndCountOrders.ts'
import { createTradeBook } from '../../../../../electron/core/accounts/tradeBook.ts'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import { blankTicker } from '../../../../../shared/domain/instrument.ts'
import { DEFAULT_RULES, type LimitRule } from '../../../../../shared/domain/limits/limits.ts'
import type { Order } from '../../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'
import { BTC, ETH, draftOf, text } from '../../../../shared/domain/limitStage.ts'
import { venueOrder } from '../../../../fakes/core/venueOrder.ts'
import { idleLimitOptions } from '../../../../fakes/core/idleLimitOptions.ts'
import { recentOf } from '../../../../fakes/core/recentOrders.ts'

const CUSTOMERS = Array.from({ length: 200 }, (_, n) => `C${1000 + n}` as CustomerCode)
const SYMBOLS = [BTC, ETH]

export interface CheckTimes {
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

/** Ms of each of `count` checks, after as many to warm up. */
export async function timedChecks(count: number): Promise<CheckTimes> {
  const clock = new FakeClock()
  const instruments = createInstrumentStore(clock)
  const trades = createTradeBook()
  const orders: Order[] = []
  const tell = () =>
    instruments.takeTickers(
      SYMBOLS.map((symbol) => ({
        ...blankTicker(symbol, clock.now()),
        lastPrice: text('1000'),
        markPrice: text('1000'),
        bestBid: text('999'),
        bestAsk: text('1001'),
      })),
    )
  trades.setWhole(true)
  for (const [n, customerCode] of CUSTOMERS.entries())
    for (const symbol of SYMBOLS)
      trades.take([
        {
          code: `t${n}${symbol}`,
          customerCode,
          type: 'trade',
          symbol,
          referenceId: `r${n}` as ReferenceId,
          side: 'buy',
          price: text('1000'),
          amount: text('1.25'),
          quote: null,
          fee: null,
          realisedPnl: null,
          liquidity: null,
          createdAt: 1,
        },
      ])
  for (let n = 0; n < 5_500; n++)
    orders.push(
      venueOrder(
        draftOf({ customerCode: CUSTOMERS[n % 200] as CustomerCode, amount: text('0.5') }),
        `o${n}`,
        1,
        { phase: n < 500 ? (n % 10 === 0 ? 'unknown' : 'working') : 'closed', status: null },
      ),
    )
  const settings = memorySettings()
  const desk = DEFAULT_RULES[0]?.bounds ?? {}
  const { ordersInSecond: _, ...withoutSecond } = desk
  const own = Object.fromEntries(
    Object.entries(desk).filter(([name]) => name === 'notional' || name === 'exposure'),
  )
  const rules: LimitRule[] = [
    { customerCode: null, symbol: null, instruments: null, bounds: withoutSecond },
    ...CUSTOMERS.map((customerCode) => ({ customerCode, symbol: null, instruments: null, bounds: own })),
  ]
  const limits = createLimitEngine({
    ...idleLimitOptions(),
    clock,
    settings,
    orderStore: { recent: () => recentOf(orders, clock.now()), newest: () => orders },
    trades,
    instruments,
    startingLimits: rules,
  })
  const times: number[] = []
  for (let n = 0; n < 2 * count; n++) {
    clock.advance(250)
    tell()
    const draft = draftOf({
      customerCode: CUSTOMERS[n % 200] as CustomerCode,
      amount: text(`0.${(n % 97) + 1}1`),
    })
    const from = performance.now()
    const walk = await limits.walk(draft)
    const verdict = limits.check(`intent-${n}`, draft, { typed: null, walk, confirmed: false })
    const took = performance.now() - from
    if (verdict.kind !== 'pass') throw new Error(`the large desk: ${JSON.stringify(verdict)}`)
    if (n >= count) times.push(took)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(3))
  return { p50: at(0.5), p99: at(0.99), worst: at(1) }
}
