import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ZERO,
  add,
  decimal,
  multiply,
  negate,
  subtract,
  toText,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import {
  applyFill,
  applyTrade,
  flatPosition,
  unrealisedPnl,
} from '../../../../shared/domain/accounts/position.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'

const customer = 'C1042' as CustomerCode
const btc = 'BTCUSDC_PERP' as Symbol
let code = 0
const fill = (side: 'buy' | 'sell', amount: string, price: string, more: Partial<Trade> = {}): Trade => ({
  code: `t${code++}`,
  customerCode: customer,
  type: 'trade',
  symbol: btc,
  referenceId: null,
  side,
  price: price as DecimalText,
  amount: amount as DecimalText,
  quote: null,
  fee: '0.5' as DecimalText,
  realisedPnl: null,
  liquidity: 'taker',
  createdAt: 1,
  ...more,
})
const after = (...trades: Trade[]) => trades.reduce(applyTrade, flatPosition(customer, btc))

describe('position from trades [gap.19]', () => {
  it('opens, adds, closes a part, closes all', () => {
    expect(after(fill('buy', '2', '100'), fill('buy', '1', '130'))).toMatchObject({
      size: '3',
      averageEntry: '110',
      fees: '1',
    })
    const part = after(fill('buy', '2', '100'), fill('sell', '1', '130'))
    expect(part).toMatchObject({ size: '1', averageEntry: '100', realisedPnl: '30' })
    expect(after(fill('buy', '2', '100'), fill('sell', '2', '90'))).toMatchObject({
      size: '0',
      averageEntry: null,
      cost: '0',
      realisedPnl: '-20',
    })
  })

  it('turns from long to short in one trade at the new price', () => {
    expect(after(fill('buy', '1', '100'), fill('sell', '3', '120'))).toMatchObject({
      size: '-2',
      averageEntry: '120',
      realisedPnl: '20',
    })
  })

  it('a short gains when the price falls', () => {
    const short = after(fill('sell', '2', '100'))
    expect(toText(unrealisedPnl(short, decimal('90')))).toBe('20')
  })

  it('a trade without side, price or amount leaves the size, marked as incomplete, never 0', () => {
    const known = after(fill('buy', '2', '100'), fill('buy', '1', '100', { side: null }))
    expect(known).toMatchObject({ size: '2', complete: false, tradeCount: 2 })
  })

  it('cash, cost and realised PnL add up to the last digit over any sequence of fills', () => {
    const lots = fc.integer({ min: -50, max: 50 }).filter((n) => n !== 0)
    const ticks = fc.integer({ min: 1, max: 2_000_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(lots, ticks), { maxLength: 60 }), (fills) => {
        let held = { size: ZERO, cost: ZERO }
        let realised = ZERO
        let paid = ZERO
        for (const [n, t] of fills) {
          const amount = multiply(decimal(String(n)), decimal('0.001'))
          const quote = multiply(amount, multiply(decimal(String(t)), decimal('0.1')))
          const step = applyFill(held, amount, quote)
          held = step.next
          realised = add(realised, step.realised)
          paid = add(paid, quote)
        }
        // What was paid is either still in the position or was realised.
        expect(subtract(held.cost, realised)).toBe(paid)
        expect(held.size === 0n ? held.cost : ZERO).toBe(ZERO)
        expect(
          toText(
            unrealisedPnl(
              { ...flatPosition(customer, btc), size: toText(held.size), cost: toText(held.cost) },
              ZERO,
            ),
          ),
        ).toBe(toText(negate(held.cost)))
      }),
      { numRuns: 2_000 },
    )
  })
})
