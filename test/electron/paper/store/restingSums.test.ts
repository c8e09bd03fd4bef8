import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../../electron/paper/store/store.ts'
import type { OrderRecord } from '../../../../electron/paper/bookkeeping/records.ts'
import {
  ZERO,
  add,
  decimal,
  multiply,
  subtract,
  toText,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'

const C1 = 'C1042' as CustomerCode
const SYMBOLS = ['BTCUSDC_PERP', 'ETHUSDC_PERP'] as const
const text = (value: string) => value as DecimalText

const orderOf = (n: number, more: Partial<OrderRecord>): OrderRecord => ({
  customerCode: C1,
  referenceId: `r${n}` as ReferenceId,
  symbol: SYMBOLS[n % 2] as Symbol,
  side: n % 3 === 0 ? 'sell' : 'buy',
  type: 'limit',
  amount: text('0.5'),
  cashAmount: null,
  limitPrice: text('60000'),
  triggerPrice: null,
  stopLossPrice: null,
  takeProfitPrice: null,
  timeInForce: 'GTC',
  leverage: null,
  status: 'open',
  filledAmount: text('0'),
  filledQuote: text('0'),
  triggeredAt: null,
  createdAt: 1,
  updatedAt: 1,
  ...more,
})

/** The same sums from the stored orders alone. */
function sumsOf(orders: readonly OrderRecord[]): Record<string, readonly [string, string]> {
  return Object.fromEntries(
    SYMBOLS.flatMap((symbol) => {
      const sum = (side: string) =>
        orders
          .filter((order) => order.symbol === symbol && order.side === side && order.status !== 'untriggered')
          .reduce(
            (total, { amount, filledAmount, limitPrice }) =>
              add(
                total,
                multiply(subtract(decimal(amount), decimal(filledAmount)), decimal(limitPrice ?? '0')),
              ),
            ZERO,
          )
      const [buys, sells] = [toText(sum('buy')), toText(sum('sell'))]
      return buys === '0' && sells === '0' ? [] : [[symbol, [buys, sells]]]
    }),
  )
}

const act = fc.record({
  n: fc.integer({ min: 0, max: 11 }),
  status: fc.constantFrom('open', 'partially_filled', 'untriggered', 'filled', 'canceled'),
  amount: fc.constantFrom('0.5', '0.7'),
  filledAmount: fc.constantFrom('0', '0.1', '0.25'),
  limitPrice: fc.constantFrom('60000', '59000.5', null),
  undone: fc.boolean(),
})

describe('what resting orders would cost', () => {
  it('equals the sum over the stored orders after any acts, also undone ones', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const store = openStore(null)
        for (const { n, undone, ...more } of acts) {
          const order = orderOf(n, more as Partial<OrderRecord>)
          const write = () => {
            if (store.orders.find(C1, order.referenceId)) store.orders.update(order)
            else store.orders.insert(order)
            store.orders.restingQuotes(C1)
            if (undone) throw new Error('undone')
          }
          const happens = () => {
            try {
              store.transaction(write)
              return 'stored'
            } catch (error) {
              return (error as Error).message
            }
          }
          expect(happens()).toBe(undone ? 'undone' : 'stored')
          const shown = [...store.orders.restingQuotes(C1)].map(
            ([symbol, { buys, sells }]) => [symbol, [toText(buys), toText(sells)]] as const,
          )
          expect(Object.fromEntries(shown)).toEqual(sumsOf(store.orders.live(C1, null)))
        }
        store.close()
      }),
      { numRuns: 200 },
    )
  })
})
