import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ZERO, add, decimal, decimalOf, toText } from '../../../../shared/base/decimal.ts'
import { SENT_WINDOWS, SentOrders, type SentWindow } from '../../../../shared/domain/limits/sentOrders.ts'
import { BTC, C1, C2, ETH, draftOf, text } from '../limitStage.ts'

const DESK = { customerCode: null, symbol: null }

describe('orders sent lately', () => {
  it.each([
    ['second', 1_000],
    ['minute', 60_000],
    ['day', 86_400_000],
  ] as const)('count for a %s and not a moment longer', (window, ms) => {
    const sent = new SentOrders()
    sent.note(draftOf(), decimal('100'), 5_000)
    expect(sent.total(DESK, window, 5_000 + ms - 1)).toEqual({ orders: 1, value: decimal('100') })
    expect(sent.total(DESK, window, 5_000 + ms)).toEqual({ orders: 0, value: ZERO })
  })

  it('count for the desk, the customer, the instrument and both', () => {
    const sent = new SentOrders()
    sent.note(draftOf(), decimal('1'), 0)
    sent.note(draftOf({ customerCode: C2 }), decimal('2'), 0)
    sent.note(draftOf({ symbol: ETH }), decimal('4'), 0)
    const valueOf = (customerCode: typeof C1 | null, symbol: typeof BTC | null) =>
      toText(sent.total({ customerCode, symbol }, 'day', 0).value)
    expect([valueOf(null, null), valueOf(C1, null), valueOf(null, BTC), valueOf(C1, BTC)]).toEqual([
      '7',
      '5',
      '3',
      '1',
    ])
  })

  it('are alike for 10 s when customer, instrument, side, type, size and prices are', () => {
    const sent = new SentOrders()
    sent.note(draftOf(), ZERO, 0)
    sent.note(draftOf({ leverage: 5 }), ZERO, 0)
    expect(sent.alikeCount(draftOf(), 9_999)).toBe(2)
    expect(sent.alikeCount(draftOf(), 10_000)).toBe(0)
    for (const other of [
      { customerCode: C2 },
      { symbol: ETH },
      { side: 'sell' as const },
      { amount: text('2.1') },
      { limitPrice: text('1001') },
    ])
      expect(sent.alikeCount(draftOf(other), 1)).toBe(0)
  })

  it('add up like a plain list at any time', () => {
    const step = fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 40_000_000 })),
      value: fc.integer({ min: 0, max: 1_000 }),
      ask: fc.constantFrom<SentWindow>('second', 'minute', 'day'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (steps, repeat) => {
        const sent = new SentOrders()
        const plain: { at: number; value: number }[] = []
        let now = 0
        for (const { wait, value, ask } of steps) {
          now += wait
          for (let n = 0; n < repeat; n++) {
            sent.note(draftOf(), decimalOf(value), now)
            plain.push({ at: now, value })
          }
          const within = plain.filter(({ at }) => now - at < SENT_WINDOWS[ask])
          expect(sent.total(DESK, ask, now)).toEqual({
            orders: within.length,
            value: within.reduce((sum, send) => add(sum, decimalOf(send.value)), ZERO),
          })
        }
      }),
      { numRuns: 50 },
    )
  })
})
