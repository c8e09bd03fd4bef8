import { describe, expect, it } from 'vitest'
import { PastTrades } from '../../../electron/market/pastTrades.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { Symbol } from '../../../shared/domain/text.ts'
import type { MarketTrade } from '../../../shared/domain/trade.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

function open() {
  const clock = new FakeClock()
  const asked: (string | null)[] = []
  let news = true
  const past = new PastTrades({ clock, ask: (before) => asked.push(before), take: () => news })
  const page = (next: string | null, hoursAgo = 0) => {
    const one: MarketTrade = {
      symbol: 'BTCUSDC_PERP' as Symbol,
      price: '1' as DecimalText,
      amount: '1' as DecimalText,
      side: null,
      createdAt: clock.now() - hoursAgo * 3_600_000,
      code: next,
    }
    past.page({ items: [one], next })
  }
  return { clock, asked, past, page, known: () => (news = false) }
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

  it('stops after six hours, after sixty pages, and where all is known', () => {
    const far = open()
    far.past.read(null)
    far.page('a', 5)
    far.page('b', 6.1)
    expect(far.asked).toEqual([null, 'a'])

    const long = open()
    long.past.read(null)
    for (let n = 0; n < 70; n++) long.page(`c${n}`)
    expect(long.asked).toHaveLength(60)

    const met = open()
    met.past.read(null)
    met.page('a')
    met.known()
    met.page('b')
    expect(met.asked).toEqual([null, 'a'])
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
    past.close()
    clock.advance(1_000_000)
    expect(asked).toHaveLength(3)
  })

  it('closes a gap that opened while it was reading', () => {
    const { asked, past, page } = open()
    past.read('c9')
    past.read(null)
    page(null)
    expect(asked).toEqual(['c9', null])
  })
})
