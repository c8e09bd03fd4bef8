import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, decimal, fromInteger, toText, ZERO, type Decimal } from '../../../../shared/base/decimal.ts'
import { TradedVolume } from '../../../../shared/domain/book/tradedVolume.ts'
import type { MarketTrade } from '../../../../shared/domain/marketTrade.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'

const trade = (price: string, amount: string, side: MarketTrade['side'] = 'buy', createdAt = 1_000) =>
  ({ symbol: 'BTCUSDC_PERP' as Symbol, price, amount, side, createdAt, code: null }) as MarketTrade

const RECEIVED = 7_000

/** Price of a row and amount, highest row first. */
function rowsOf(volume: TradedVolume, rowStep: number, priceScale = 1, amountScale = 3) {
  const into = new Float64Array(4_000)
  const count = volume.write(into, 0, { priceScale, amountScale, rowStep, lowest: 1, highest: 900 })
  return Array.from({ length: count }, (_, n) => [
    toText(fromInteger(into[2 * n] ?? NaN, priceScale)),
    toText(fromInteger(into[2 * n + 1] ?? NaN, amountScale)),
  ])
}

describe('volume at price', () => {
  test('sums the trades of a price, highest first, since the first that came', () => {
    const volume = new TradedVolume()
    expect(volume.since).toBeNull()
    volume.add(trade('10.5', '1', 'buy', 5_000), RECEIVED)
    volume.add(trade('10.5', '0.004', null, 6_000), RECEIVED)
    volume.add(trade('10', '0.25', 'sell', 5_500), RECEIVED)
    expect(rowsOf(volume, 5)).toEqual([
      ['10.5', '1.004'],
      ['10', '0.25'],
    ])
    expect([volume.since, volume.isMissing]).toEqual([5_000, false])
    volume.miss()
    expect(volume.isMissing).toBe(true)
  })

  test('a late trade from before the first moves neither the sums nor their beginning', () => {
    const volume = new TradedVolume()
    volume.add(trade('10.5', '1', 'buy', 5_000), RECEIVED)
    volume.add(trade('10.5', '2', 'buy', 4_000), RECEIVED)
    expect(rowsOf(volume, 5)).toEqual([['10.5', '1']])
    expect([volume.since, volume.isMissing]).toEqual([5_000, false])
    const into = new Float64Array(8)
    expect(volume.writePrints(into, 0, { priceScale: 1, amountScale: 3 })).toBe(2)
    expect([into[0], into[1]]).toEqual([105, 2_000])
  })

  test('a buy counts at the offer of a coarse row, a sell at the bid', () => {
    const volume = new TradedVolume()
    volume.add(trade('10.5', '1', 'buy'), RECEIVED)
    volume.add(trade('10.5', '2', 'sell'), RECEIVED)
    expect(rowsOf(volume, 50)).toEqual([
      ['15', '1'],
      ['10', '2'],
    ])
  })

  test('a trade that cannot be counted makes the sums incomplete', () => {
    const volume = new TradedVolume()
    volume.add(trade('10', '1'), RECEIVED)
    volume.add(trade('x', '1'), RECEIVED)
    expect(rowsOf(volume, 5)).toEqual([['10', '1']])
    expect(volume.isMissing).toBe(true)
  })

  test('holds the newest trades, newest first, in the units of the frame', () => {
    const volume = new TradedVolume()
    for (let n = 1; n <= 10; n++) volume.add(trade(`${n}`, '0.25', n % 2 === 0 ? 'buy' : 'sell'), n)
    volume.add(trade('0.005', '1', null), 11)
    const into = new Float64Array(4 * 8)
    expect(volume.writePrints(into, 0, { priceScale: 1, amountScale: 3 })).toBe(7)
    expect(into.slice(0, 8)).toEqual(new Float64Array([100, 250, 1, 10, 90, 250, -1, 9]))
  })

  test('the rows of every size add up to the trades, in whatever units they come', () => {
    const anyTrade = fc.record({
      price: fc.integer({ min: 100, max: 4_000 }),
      pricePlaces: fc.constantFrom(0, 1, 2),
      amount: fc.integer({ min: 1, max: 10_000_000 }),
      amountPlaces: fc.constantFrom(0, 1, 3),
      side: fc.constantFrom('buy', 'sell', null),
    })
    fc.assert(
      fc.property(fc.array(anyTrade, { maxLength: 60 }), fc.constantFrom(50, 100, 500), (trades, step) => {
        const volume = new TradedVolume()
        let sum: Decimal = ZERO
        for (const { price, pricePlaces, amount, amountPlaces, side } of trades) {
          const size = toText(fromInteger(amount, amountPlaces))
          volume.add(trade(toText(fromInteger(price, pricePlaces)), size, side), RECEIVED)
          sum = add(sum, decimal(size))
          rowsOf(volume, step, 2)
        }
        const into = new Float64Array(20_000)
        const asked = { priceScale: 2, amountScale: 3, rowStep: step, lowest: 1, highest: 400_000 / step + 1 }
        const count = volume.write(into, 0, asked)
        const rows = Array.from({ length: count }, (_, n) => fromInteger(into[2 * n + 1] ?? NaN, 3))
        // A sell below the first whole row stands in row 0, which no ladder has.
        const below = trades
          .filter(({ price, pricePlaces, side }) => side !== 'buy' && price * 10 ** (2 - pricePlaces) < step)
          .reduce((total, { amount, amountPlaces }) => add(total, fromInteger(amount, amountPlaces)), ZERO)
        expect(toText(add(rows.reduce(add, ZERO), below))).toBe(toText(sum))
      }),
    )
  })
})
