import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BrokerListener } from '../../../electron/core/ports/broker.ts'
import type { ReferenceId } from '../../../shared/domain/scalars.ts'
import { C1, C2, Desk, reportOf, rowOf, text, tradeOf } from './deskHarness.ts'

const customer = fc.constantFrom(C1, C2)
const few = fc.integer({ min: 0, max: 5 })

/** Something the private streams may say, in any order and more than once. */
const news = fc.oneof(
  fc
    .record({
      customer,
      n: few,
      filled: fc.integer({ min: 0, max: 2 }),
      status: fc.constantFrom('open', 'partially_filled', 'canceled', 'filled', 'odd'),
    })
    .map(
      ({ customer: code, n, filled, status }) =>
        (to: BrokerListener) =>
          to.order(
            reportOf(`o${n}-${code}`, status, {
              customerCode: code,
              filledAmount: text(String(filled)),
              referenceId: `o${n}-${code}` as ReferenceId,
            }),
          ),
    ),
  fc
    .record({
      customer,
      n: few,
      side: fc.constantFrom('buy' as const, 'sell' as const, null),
      type: fc.constantFrom('trade', 'liquidation'),
    })
    .map(
      ({ customer: code, n, side, type }) =>
        (to: BrokerListener) =>
          to.trade(tradeOf(`t${n}-${code}`, { customerCode: code, side, type, createdAt: 1_000 + n })),
    ),
  fc
    .record({
      customer,
      n: few,
      status: fc.constantFrom('pending', 'completed', 'cancelled'),
      balance: fc.option(fc.nat(100)),
    })
    .map(
      ({ customer: code, n, status, balance }) =>
        (to: BrokerListener) =>
          to.balanceChange({
            row: rowOf(`m${n}-${code}`, { customerCode: code, status }),
            balance: balance === null ? null : text(String(balance)),
            balanceAsOf: balance === null ? null : 1_000 + n,
          }),
    ),
  fc
    .constantFrom('orders' as const, 'trades' as const, 'balance-changes' as const)
    .map((channel) => (to: BrokerListener) => to.resumed(channel)),
)

const sorted = (records: Iterable<unknown>) => [...records].map((record) => JSON.stringify(record)).toSorted()

it('C2: a window with every delta equals a window that opens now', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(news, { maxLength: 40 }), async (all) => {
      const desk = new Desk()
      const views = () => [
        desk.mirror('orders', (order) => `${order.customerCode} ${order.referenceId}`),
        desk.mirror('trades', (trade) => `${trade.customerCode} ${trade.code}`),
        desk.mirror('ledger', (code) => `${code.customerCode} ${code.code}`),
        desk.mirror('positions', (position) => `${position.customerCode} ${position.symbol}`),
        desk.mirror('balances', (balance) => balance.customerCode),
      ]
      const early = views()
      const broker = await desk.ready()
      for (const [n, tell] of all.entries()) {
        desk.clock.advance(n)
        if (broker.listener) tell(broker.listener)
        if (n % 7 === 0) await desk.settle()
      }
      await desk.settle()
      const late = views()
      for (const [n, mirror] of early.entries())
        expect(sorted(mirror.values())).toEqual(sorted(late[n]!.values()))
    }),
    { seed: 3, numRuns: 60 },
  )
})
