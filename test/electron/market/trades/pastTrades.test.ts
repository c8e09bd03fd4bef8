import { describe, expect, it } from 'vitest'
import { PastTrades } from '../../../../electron/market/trades/pastTrades.ts'
import { SpacedTurns } from '../../../../electron/market/pacing/spacedTurns.ts'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { MarketTrade } from '../../../../shared/domain/marketTrade.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

const TURN = 2_000

function open(looked = true) {
  const clock = new FakeClock()
  const asked: (string | null)[] = []
  const past = new PastTrades({
    clock,
    turns: new SpacedTurns(clock, TURN),
    isLookedAt: () => looked,
    ask: (before) => asked.push(before),
    take: ({ items, next }) => (next === null ? null : { before: next, from: items.at(-1)!.createdAt }),
  })
  let n = 0
  /** A page whose oldest trade is so old, a little older each time. */
  const page = (next: string | null, hoursAgo = 0) => {
    const one: MarketTrade = {
      symbol: 'BTCUSDC_PERP' as Symbol,
      price: '1' as DecimalText,
      amount: '1' as DecimalText,
      side: null,
      createdAt: clock.now() - hoursAgo * 3_600_000 - n++,
      code: next,
    }
    past.page({ items: [one], next, isWhole: true })
  }
  return { clock, asked, past, page }
}

describe('PastTrades', () => {
  it('reads backward page by page and stops at the last', () => {
    const { asked, past, page } = open()
    past.read('c9')
    page('c8')
    page('c7')
    page(null)
    expect(asked).toEqual(['c9', 'c8', 'c7'])
    page('c6')
    expect(asked).toHaveLength(3)
  })

  it('pages wait their turn after six hours or sixty pages, and reading ends after three days', () => {
    const far = open()
    far.past.read(null)
    far.page('a', 5)
    far.clock.advance(TURN)
    far.page('b', 6.1)
    // The first turn is free, the second is not.
    far.page('c', 7)
    expect(far.asked).toEqual([null, 'a', 'b'])
    far.clock.advance(TURN)
    expect(far.asked).toEqual([null, 'a', 'b', 'c'])
    far.page('d', 73)
    far.clock.advance(100 * TURN)
    expect(far.asked).toHaveLength(4)

    const long = open()
    long.past.read(null)
    for (let n = 0; n < 70; n++) if (long.asked.length === n + 1) long.page(`c${n}`)
    expect(long.asked).toHaveLength(61)
  })

  it('pages wait their turn while no chart is open; opening one reads the next at once', () => {
    const clock = new FakeClock()
    const turns = new SpacedTurns(clock, TURN)
    const asked: string[] = []
    let looked = false
    const read = (name: string) =>
      new PastTrades({
        clock,
        turns,
        isLookedAt: () => looked,
        ask: () => asked.push(name),
        take: () => ({ before: 'x', from: clock.now() - 1_000 - asked.length }),
      })
    const [one, two] = [read('one'), read('two')]
    one.read('a')
    two.read('b')
    expect(asked).toEqual(['one'])
    clock.advance(TURN)
    expect(asked).toEqual(['one', 'two'])
    one.page({ items: [], next: 'x', isWhole: true })
    expect(asked).toEqual(['one', 'two'])
    looked = true
    one.hurry()
    expect(asked).toEqual(['one', 'two', 'one'])
    clock.advance(10 * TURN)
    expect(asked).toEqual(['one', 'two', 'one'])
  })

  it('a venue that repeats one page for any cursor is asked twice, not forever', () => {
    const clock = new FakeClock()
    let asked = 0
    const past = new PastTrades({
      clock,
      turns: new SpacedTurns(clock, TURN),
      isLookedAt: () => true,
      ask: () => asked++,
      take: () => ({ before: 'same', from: clock.now() }),
    })
    past.read(null)
    for (let n = 0; n < 5; n++) past.page({ items: [], next: 'same', isWhole: true })
    expect(asked).toBe(2)
  })

  it('asks for the same page again, later and later, when it could not be read', () => {
    const { clock, asked, past, page } = open()
    past.read(null)
    page('a')
    past.page(null)
    clock.advance(4_999)
    expect(asked).toEqual([null, 'a'])
    clock.advance(1)
    expect(asked).toEqual([null, 'a', 'a'])
    past.page(null)
    clock.advance(9_999)
    expect(asked).toHaveLength(3)
    past.stop()
    clock.advance(1_000_000)
    expect(asked).toHaveLength(3)
  })

  it('an answer to an abandoned request does not count for the next request', () => {
    const { asked, past, page } = open()
    past.read('c9')
    past.stop()
    past.read(null)
    expect(asked).toEqual(['c9'])
    page('c8')
    expect(asked).toEqual(['c9', null])
    page('c20')
    expect(asked).toEqual(['c9', null, 'c20'])
  })
})
