/** Prices and clocks: what was read before the clock was set back is not fresh for as long as the clock was set back. */

import { describe, expect, it } from 'vitest'
import { decimal } from '../../../shared/base/decimal.ts'
import { touchOf, mergeTicker } from '../../../electron/core/market/mergeListedAndStreamedTicker.ts'
import { freshPrices } from '../../../shared/domain/limits/limitMeasures.ts'
import { triggerPricesOf } from '../../../shared/domain/orders/triggerFit.ts'
import { isYoung } from '../../../shared/domain/priceAge.ts'
import { BTC, text, tickerOf } from '../../electron/core/deskHarness.ts'

const NOW = 1_700_000_000_000
/** A time of our clock from before it was set back by ten minutes. */
const AHEAD = NOW + 600_000

describe('a price from before the clock was set back', () => {
  it.each([
    [NOW - 4_999, true],
    [NOW - 5_000, false],
    [NOW + 4_999, true],
    [NOW + 5_000, false],
    [AHEAD, false],
  ])('of the time %d is young: %s', (at, young) => {
    expect(isYoung(at, NOW)).toBe(young)
  })

  it('checks no order against the limits', () => {
    const price = decimal('60000')
    const prices = { bid: price, ask: price, touchAt: AHEAD, mark: price, markAt: AHEAD }
    expect(freshPrices({ prices, now: NOW })).toEqual({ bid: null, ask: null, mark: null })
    expect(freshPrices({ prices: { ...prices, touchAt: NOW, markAt: NOW }, now: NOW }).mark).toBe(price)
  })

  it('refuses no trigger, and a newer list takes its place', () => {
    const ticker = { ...tickerOf(BTC, AHEAD), lastAt: AHEAD, listedAt: AHEAD }
    expect(triggerPricesOf(ticker, NOW)).toEqual({ trade_price: null, mark_price: null })
    expect(triggerPricesOf({ ...ticker, listedAt: NOW }, NOW).trade_price).toBe(decimal('60000'))
  })

  it('of a streamed book gives way to the list, and to the time of a list with the same prices', () => {
    const top = {
      symbol: BTC,
      bestBid: text('50000'),
      bestAsk: text('50001'),
      bookAt: AHEAD,
      lastPrice: text('50000'),
      lastAt: AHEAD,
      lastReceivedAt: AHEAD,
      receivedAt: AHEAD,
    } as unknown as Parameters<typeof touchOf>[1]
    const listed = tickerOf(BTC, NOW)
    expect(touchOf(listed, top, NOW)).toEqual({ bestBid: '60000', bestAsk: '60000', touchAt: NOW })
    expect(mergeTicker(listed, top, BTC, NOW)).toMatchObject({ lastPrice: '60000', receivedAt: NOW })
    const same = { ...listed, bestBid: text('50000'), bestAsk: text('50001') }
    expect(touchOf(same, top, NOW)).toMatchObject({ touchAt: NOW })
  })
})
