import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, decimal, multiply, subtract, toText, ZERO } from '../../../../shared/base/decimal.ts'
import { Book } from '../../../../shared/domain/book/book.ts'
import { HEADER_LENGTH } from '../../../../shared/domain/book/bookFrame.ts'
import { walkBook } from '../../../../shared/domain/book/bookWalk.ts'
import { text } from '../limitStage.ts'

const frameOf = (
  asks: readonly (readonly [string, string])[],
  bids: readonly (readonly [string, string])[] = [],
) => {
  const book = new Book()
  book.replace([
    ...asks.map(([price, amount]) => ({ type: 'ask' as const, price, amount })),
    ...bids.map(([price, amount]) => ({ type: 'bid' as const, price, amount })),
  ])
  const frame = new Float64Array(HEADER_LENGTH + 4 * 100)
  book.writeFrame(1, 100, frame)
  return frame
}
const frame = frameOf(
  [
    ['100', '1'],
    ['100.5', '2'],
    ['102', '4'],
  ],
  [
    ['99.5', '0.5'],
    ['99', '10'],
  ],
)

describe('a walk through the book', () => {
  it('takes level after level, with average and worst price and whether the depth is enough', () => {
    expect(walkBook(frame, 'buy', { amount: text('2') })).toEqual({
      bestPrice: '100',
      averagePrice: '100.25',
      worstPrice: '100.5',
      filled: '2',
      quote: '200.5',
      whole: true,
      ranOut: false,
    })
    expect(walkBook(frame, 'sell', { amount: text('1') })).toMatchObject({
      bestPrice: '99.5',
      averagePrice: '99.25',
      worstPrice: '99',
    })
  })

  it('covers an order as large as the depth, and not an order one step larger', () => {
    expect(walkBook(frame, 'buy', { amount: text('7') })).toMatchObject({ filled: '7', whole: true })
    expect(walkBook(frame, 'buy', { amount: text('7.001') })).toMatchObject({ filled: '7', whole: false })
  })

  it('spends cash, not contracts', () => {
    expect(walkBook(frame, 'buy', { cash: text('200.5') })).toMatchObject({ filled: '2', whole: true })
    expect(walkBook(frame, 'sell', { cash: text('1039.76') })).toMatchObject({ filled: '10.5', whole: false })
  })

  it('spends cash in whole lots, also what a level leaves over', () => {
    // 0.5 at 99.5 cost 49.75; the 0.099 left buy no lot there, and one at 99.
    expect(walkBook(frame, 'sell', { cash: text('49.849'), lot: text('0.001') })).toMatchObject({
      filled: '0.501',
      quote: '49.849',
    })
  })

  it('takes no level beyond its limit, and says so where the limit reaches none', () => {
    expect(walkBook(frame, 'buy', { amount: text('5'), limit: text('100.5') })).toMatchObject({
      filled: '3',
      quote: '301',
      worstPrice: '100.5',
      whole: false,
    })
    expect(walkBook(frame, 'buy', { cash: text('1000'), limit: text('100') })).toMatchObject({ filled: '1' })
    expect(walkBook(frame, 'buy', { cash: text('0.05'), lot: text('0.001') })).toMatchObject({
      filled: '0',
      bestPrice: '100',
    })
    const none = { filled: '0', quote: '0', averagePrice: '99.5', whole: false }
    expect(walkBook(frame, 'buy', { amount: text('5'), limit: text('99.5') })).toMatchObject(none)
    expect(walkBook(frame, 'sell', { amount: text('5'), limit: text('99.5') })).toMatchObject({
      filled: '0.5',
    })
    const empty = frameOf([['100', '1']])
    expect(walkBook(empty, 'sell', { amount: text('1'), limit: text('99.5') })).toMatchObject(none)
  })

  it('tells an end of the known levels from a limit that ends it', () => {
    const ranOut = (size: Parameters<typeof walkBook>[2]) => walkBook(frame, 'buy', size)?.ranOut
    expect(ranOut({ amount: text('8') })).toBe(true)
    expect(ranOut({ amount: text('8'), limit: text('102.5') })).toBe(true)
    // A level beyond the deepest one is worse than the limit too.
    expect(ranOut({ amount: text('8'), limit: text('102') })).toBe(false)
    expect(ranOut({ amount: text('8'), limit: text('101') })).toBe(false)
    expect(ranOut({ amount: text('8'), limit: text('99.5') })).toBe(false)
    expect(ranOut({ amount: text('7'), limit: text('102.5') })).toBe(false)
    expect(ranOut({ cash: text('0.05'), lot: text('0.001') })).toBe(false)
    expect(walkBook(frame, 'sell', { amount: text('11'), limit: text('98.5') })?.ranOut).toBe(true)
    expect(walkBook(frame, 'sell', { amount: text('11'), limit: text('99') })?.ranOut).toBe(false)
    const empty = walkBook(frameOf([['100', '1']]), 'sell', { amount: text('1'), limit: text('99.5') })
    expect(empty?.ranOut).toBe(true)
  })

  it('through an empty side gives nothing', () => {
    expect(walkBook(frameOf([['100', '1']]), 'sell', { amount: text('1') })).toBe(null)
  })

  it('costs the sum of its levels to the last digit', () => {
    const levels = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 99 })),
      {
        selector: ([price]) => price,
        minLength: 1,
        maxLength: 30,
      },
    )
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 3_000 }), (pairs, wanted) => {
        const asks = pairs.map(([price, amount]) => [`${price}.25`, String(amount)] as const)
        const walk = walkBook(frameOf(asks), 'buy', { amount: text(String(wanted)) })
        let left = decimal(String(wanted))
        let cost = ZERO
        for (const [price, amount] of asks.toSorted((a, b) => Number(a[0]) - Number(b[0]))) {
          const taken = left < decimal(amount) ? left : decimal(amount)
          left = subtract(left, taken)
          cost = add(cost, multiply(taken, decimal(price)))
        }
        expect(walk?.whole).toBe(left === 0n)
        expect(walk?.filled).toBe(toText(subtract(decimal(String(wanted)), left)))
        // Rounded up once, at the 18th digit.
        const total = multiply(decimal(walk?.averagePrice ?? '0'), decimal(walk?.filled ?? '0'))
        const rounding = subtract(total, cost)
        expect(rounding >= 0n && rounding < 3_000n).toBe(true)
      }),
    )
  })
})
