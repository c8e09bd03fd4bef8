import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TradeHistory } from '../../../electron/market/tradeHistory.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Symbol } from '../../../shared/domain/text.ts'
import type { MarketTrade } from '../../../shared/domain/trade.ts'

const trade = (n: number, code: string | null): MarketTrade => ({
  symbol: 'BTCUSDC_PERP' as Symbol,
  price: String(100 + ((n * 37) % 50)) as DecimalText,
  amount: String(1 + n) as DecimalText,
  side: n % 2 ? 'buy' : 'sell',
  // Several trades share a millisecond.
  createdAt: 1_700_000_000_000 + Math.floor(n / 3) * 700,
  code,
})

describe('TradeHistory', () => {
  it('equals one straight fold, however stream and pages overlap and whenever the pages come', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.nat(80),
        fc.nat(80),
        fc.integer({ min: 1, max: 15 }),
        fc.boolean(),
        fc.nat(80),
        (count, from, overlap, size, coded, when) => {
          const all = Array.from({ length: count }, (_, n) => trade(n, coded ? `c${n}` : null))
          const streamFrom = Math.min(from, count)
          const pagesUpTo = Math.min(streamFrom + overlap, count)
          const history = new TradeHistory()
          const read = () => {
            const newestFirst = all.slice(0, pagesUpTo).toReversed()
            for (let at = 0; at < newestFirst.length; at += size)
              history.addPast(newestFirst.slice(at, at + size))
          }
          const streamed = all.slice(streamFrom)
          const before = Math.min(when, streamed.length)
          for (const one of streamed.slice(0, before)) history.addLive(one)
          read()
          for (const one of streamed.slice(before)) history.addLive(one)

          const straight = new TradeHistory()
          for (const one of all) straight.addLive(one)
          for (const interval of ['5s', '1m'] as const) {
            const withoutTies = (from_: TradeHistory) =>
              from_
                .candles(interval)
                .map(({ openTime, high, low, volume }) => ({ openTime, high, low, volume }))
            expect(withoutTies(history)).toEqual(withoutTies(straight))
          }
          expect(
            history
              .newestTrades()
              .map((one) => one.amount)
              .toSorted(),
          ).toEqual(all.map((one) => one.amount).toSorted())
          // When the pages end where the stream began, opening and closing prices agree to the last tie.
          const meet = pagesUpTo === streamFrom
          expect(meet ? history.candles('5s') : []).toEqual(meet ? straight.candles('5s') : [])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('counts equal trades without a code as two when the stream tells them', () => {
    const history = new TradeHistory()
    expect(history.addLive(trade(1, null))).not.toBeNull()
    expect(history.addLive(trade(1, null))).not.toBeNull()
    expect(history.addLive(trade(1, 'x'))).not.toBeNull()
    expect(history.addLive(trade(1, 'x'))).toBeNull()
    expect(history.newestTrades()).toHaveLength(3)
  })

  it('keeps the newest 500 for the tape', () => {
    const history = new TradeHistory()
    for (let n = 0; n < 2_000; n++) history.addLive(trade(n, `c${n}`))
    expect(history.newestTrades().map((one) => one.code)).toEqual(
      Array.from({ length: 500 }, (_, n) => `c${1500 + n}`),
    )
    history.addPast([trade(-5, 'old')])
    expect(history.newestTrades()).toHaveLength(500)
    expect(history.newestTrades().at(-1)?.code).toBe('c1999')
  })
})
