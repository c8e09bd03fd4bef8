/** The log of public prints: nothing is lost or shown twice, and every place where prints may be missing is in the list. */

import { expect, it, test } from 'vitest'
import fc from 'fast-check'
import {
  EMPTY_LOG,
  SALES_HELD,
  isKnownEmpty,
  linkLost,
  streamBack,
  streamLost,
  withPrints,
  withSnapshot,
  type SalesLog,
} from '../../../renderer/live/salesLog.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { MARKET_TRADES_KEPT } from '../../../shared/contract/contract.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import type { SalesTrade } from '../../../shared/domain/marketTrade.ts'

const print = (n: number, code: string | null = `t${n}`): SalesTrade => ({
  symbol: 'BTCUSDC_PERP' as Symbol,
  price: '62000' as DecimalText,
  amount: '1' as DecimalText,
  side: 'buy',
  createdAt: n,
  code,
  afterGap: false,
})
const afterGap = (n: number): SalesTrade => ({ ...print(n), afterGap: true })
const prints = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => print(from + n))
const held = ({ items }: SalesLog) =>
  items.map((item) => (item.kind === 'print' ? item.trade.createdAt : item.cause))

test('a snapshot after a cut shows every print once, and a gap only where prints may be missing', () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('prints' as const), count: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ does: fc.constant('cut' as const), missed: fc.integer({ min: 0, max: 60 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 50 }), (steps, reach) => {
      let made = 10
      let log = withSnapshot(EMPTY_LOG, prints(0, made), 0)
      let gaps = 0
      for (const { does, ...more } of steps) {
        const count = 'count' in more ? more.count : more.missed
        made += count
        if (does === 'prints') log = withPrints(log, prints(made - count, made))
        else {
          // The core holds the newest `reach` prints: the newest known print is among them unless more came meanwhile.
          log = withSnapshot(linkLost(log, 1), prints(Math.max(0, made - reach), made), 2)
          if (count >= reach) gaps++
        }
      }
      const times = held(log).filter((item) => typeof item === 'number')
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
      expect(times.at(-1)).toBe(made - 1)
      expect(held(log).filter((item) => item === 'link')).toHaveLength(gaps)
      expect(new Set(log.items.map(({ id }) => id)).size).toBe(log.items.length)
      expect(gaps > 0 || times.length === made).toBe(true)
    }),
  )
})

it('older prints that the core finds later go into their place, and known ones keep their id', () => {
  const log = withPrints(withSnapshot(EMPTY_LOG, [print(5), print(6)], 0), [print(9)])
  const ids = new Map(log.items.map((item) => [item.kind === 'print' && item.trade.createdAt, item.id]))
  const filled = withSnapshot(log, [print(1), print(5), print(6), print(7), print(9), print(10)], 0)
  expect(held(filled)).toEqual([1, 5, 6, 7, 9, 10])
  const kept = filled.items.filter((item) => ids.has(item.kind === 'print' && item.trade.createdAt))
  expect(kept.map(({ id }) => id)).toEqual(log.items.map(({ id }) => id))
  expect(filled.arrived).toBe(log.arrived + 1)
})

it('a gap of the stream keeps its place when older prints are found, and closes when the stream is back', () => {
  let log = withSnapshot(EMPTY_LOG, [print(5), print(6)], 0)
  log = streamLost(streamLost(log, 100), 120)
  expect(log.items.at(-1)).toMatchObject({ cause: 'stream', from: 100, to: null })
  log = withPrints(streamBack(log, 160), [print(9)])
  expect(log.items[2]).toMatchObject({ cause: 'stream', from: 100, to: 160 })
  const gap = log.items[2]
  const filled = withSnapshot(log, [print(4), print(5), print(6), afterGap(9)], 0)
  expect(held(filled)).toEqual([4, 5, 6, 'stream', 9])
  expect(filled.items[3]).toBe(gap)
})

it('a print that the core marks stands behind a gap: at the start, behind a known print, and in the stream', () => {
  expect(held(withSnapshot(EMPTY_LOG, [afterGap(1), print(2), afterGap(50)], 0))).toEqual([
    1,
    2,
    'unread',
    50,
  ])
  const log = linkLost(withSnapshot(EMPTY_LOG, [print(1), print(2)], 0), 100)
  // The core’s stream was down while this window was without the core, which still holds the newest known print.
  const back = withSnapshot(log, [print(1), print(2), afterGap(50)], 200)
  expect(held(back)).toEqual([1, 2, 'unread', 50])
  expect(held(withPrints(back, [print(51), afterGap(60)]))).toEqual([1, 2, 'unread', 50, 51, 'unread', 60])
  const again = withSnapshot(back, [print(2), afterGap(50)], 300)
  expect(again.items).toEqual(back.items)
})

it('a gap goes once the core has read that nothing is missing there', () => {
  let log = withSnapshot(EMPTY_LOG, [print(5), print(6)], 0)
  log = withPrints(streamBack(streamLost(log, 100), 160), [afterGap(9), afterGap(12)])
  expect(held(log)).toEqual([5, 6, 'stream', 9, 'unread', 12])
  const filled = withSnapshot(log, [5, 6, 7, 8, 9].map((n) => print(n)).concat(afterGap(12)), 0)
  expect(held(filled)).toEqual([5, 6, 7, 8, 9, 'unread', 12])
})

it('a stream that is down stays said behind the newest print', () => {
  const log = streamLost(withSnapshot(EMPTY_LOG, [print(5), print(6)], 0), 100)
  expect(held(withSnapshot(log, [print(4), print(5), print(6)], 0))).toEqual([4, 5, 6, 'stream'])
})

it('as many prints as a window takes at once may be the rest of more', () => {
  const log = withPrints(withSnapshot(EMPTY_LOG, [print(0)], 0), prints(1, 1 + MARKET_TRADES_KEPT))
  expect(held(log).slice(0, 3)).toEqual([0, 'overflow', 1])
})

it('equal prints without a code are two prints, also after a snapshot', () => {
  const twice = [print(5, null), print(5, null)]
  const log = withSnapshot(withSnapshot(EMPTY_LOG, twice, 0), twice, 0)
  expect(held(log)).toEqual([5, 5])
  expect(log.arrived).toBe(2)
})

it('begins anew while nobody is signed in: the next prints may be of another venue', () => {
  const log = withSnapshot(withSnapshot(EMPTY_LOG, prints(0, 5), 0), null, 0)
  expect([log.items, log.arrived, isKnownEmpty(log)]).toEqual([[], 0, false])
  expect(held(withSnapshot(log, [print(9)], 0))).toEqual([9])
})

it('says that there was no print only while that was read, and nothing can be missing since', () => {
  expect(isKnownEmpty(EMPTY_LOG)).toBe(false)
  const log = withSnapshot(EMPTY_LOG, [], 0)
  expect(isKnownEmpty(log)).toBe(true)
  expect(isKnownEmpty(linkLost(log, 100))).toBe(false)
  const cut = streamBack(streamLost(log, 100), 160)
  expect(isKnownEmpty(cut)).toBe(false)
  expect(isKnownEmpty(withSnapshot(cut, [], 200))).toBe(true)
})

it('keeps the prints that it holds, with one gap, where the venue says later that it has none', () => {
  const log = withSnapshot(withSnapshot(EMPTY_LOG, prints(0, 3), 0), [], 0)
  expect(held(log)).toEqual([0, 1, 2, 'unread'])
  expect(held(withSnapshot(log, [], 0))).toEqual([0, 1, 2, 'unread'])
})

it('holds the newest items only', () => {
  let log = EMPTY_LOG
  for (let n = 0; n < SALES_HELD + 50; n += 10) log = withPrints(log, prints(n, n + 10))
  expect([log.items.length, held(log)[0], log.arrived]).toEqual([SALES_HELD, 50, SALES_HELD + 50])
})
