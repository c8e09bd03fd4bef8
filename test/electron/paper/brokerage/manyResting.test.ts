import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openPaperCore } from '../../../../electron/paper/paperCore.ts'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

const C1 = 'C1042' as CustomerCode
const ROUNDS = 15
const A_ROUND = 40

/** A broker with one rich customer, who has `count` bids far below the market, a price each. */
function openBroker(count: number) {
  const clock = new FakeClock()
  const core = openPaperCore({
    exchange: simulatedExchange({ seed: 1, clock, historyHours: 1 }),
    clock,
    randomBytes,
    onFault: (error) => {
      throw error
    },
    customers: [{ code: C1, collateral: '100000000' as DecimalText }],
  })
  onTestFinished(() => core.close())
  let sent = 0
  const place = (orders: number) => {
    for (const last = sent + orders; sent < last;) {
      const draft = plainDraft({
        customerCode: C1,
        symbol: 'BTCUSDC_PERP' as Symbol,
        side: 'buy',
        type: 'limit',
        amount: '0.001' as DecimalText,
        limitPrice: String(20_000 + sent) as DecimalText,
        timeInForce: 'GTC',
      })
      expect(core.brokerage.orders.submit(draft, `r${++sent}` as ReferenceId).ok).toBe(true)
    }
  }
  place(count)
  return () => {
    const began = process.cpuUsage()
    place(A_ROUND)
    const { user, system } = process.cpuUsage(began)
    return user + system
  }
}

it('a new order costs no more behind 10,000 resting orders of its instrument than behind 100', () => {
  const few = openBroker(100)
  const many = openBroker(10_000)
  const turns = Array.from({ length: ROUNDS }, () => ({ few: few(), many: many() }))
  // The least of the rounds: other programs and the collection of garbage only ever add to one.
  const least = (side: 'few' | 'many') => Math.min(...turns.map((turn) => turn[side]))
  // Without the sums, placing the 10,000 alone takes minutes.
  expect(least('many') / least('few')).toBeLessThan(2)
})
