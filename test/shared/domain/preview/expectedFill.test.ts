import { describe, expect, it } from 'vitest'
import { averageWords, fillWords, momentWords, rateWords } from '../../../../renderer/format/fillWords.ts'
import { decimal, roundToStep, toText } from '../../../../shared/base/decimal.ts'
import { Book } from '../../../../shared/domain/book/book.ts'
import { HEADER_LENGTH } from '../../../../shared/domain/book/bookFrame.ts'
import { walkBook } from '../../../../shared/domain/book/bookWalk.ts'
import { expectedFee, expectedFill, walkSizeOf } from '../../../../shared/domain/preview/expectedFill.ts'
import { plainDraft, type Order, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { code, instrumentOf, orderOf, reference, sym } from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)
const BTC = instrumentOf('BTC', '0.5', '0.001')
const fees = { symbol: BTC.symbol, makerFee: text('-0.5'), takerFee: text('4') }

/** Asks: 1 at 100, 2 at 100.5, 4 at 102. Bids: 0.5 at 99.5, 10 at 99. */
const frame = (() => {
  const book = new Book()
  const level =
    (type: 'bid' | 'ask') =>
    ([price, amount]: readonly [string, string]) => ({ type, price, amount })
  const asks = [
    ['100', '1'],
    ['100.5', '2'],
    ['102', '4'],
  ] as const
  const bids = [
    ['99.5', '0.5'],
    ['99', '10'],
  ] as const
  book.replace([...asks.map(level('ask')), ...bids.map(level('bid'))])
  const written = new Float64Array(HEADER_LENGTH + 4 * 100)
  book.writeFrame(1, 100, written)
  return written
})()

const draftOf = (more: Partial<OrderDraft>): OrderDraft =>
  plainDraft({
    customerCode: code('C1042'),
    symbol: BTC.symbol,
    side: 'buy',
    type: more.limitPrice ? 'limit' : 'market',
    timeInForce: more.limitPrice ? 'GTC' : null,
    ...more,
  })

function expectedOf(more: Partial<OrderDraft>, orders: readonly Order[] = []) {
  const draft = draftOf(more)
  const size = walkSizeOf(draft, BTC.lotSize)
  const expected = expectedFill({
    draft,
    walk: size && walkBook(frame, draft.side, size),
    lotSize: BTC.lotSize,
    orders,
  })
  if ('why' in expected) return expected.why
  const { fill } = expected
  const fee = expectedFee(fill, fees)
  return [
    fillWords(fill, BTC),
    averageWords(fill, BTC),
    momentWords(fill),
    `${rateWords(fill, fees)} = ${fee === null ? 'unknown' : toText(roundToStep(fee, decimal('0.00001'), 'nearest'))}`,
    ...(fill.caution === null ? [] : [fill.caution]),
  ]
}

describe('the fill that the book shows for an order', () => {
  it('a market order takes level after level and pays the taker fee [2.fees.bps]', () => {
    // 100 + 100.5 + 100.5: 301, of which 4 bps are 0.1204.
    expect(expectedOf({ amount: text('3') })).toEqual([
      'all at once',
      '100.3 · 0.333 % slippage',
      'filled from the book as it is now',
      'taker 4 bps = 0.1204',
    ])
  })

  it('a limit order takes up to its limit, and its rest is a maker’s', () => {
    expect(expectedOf({ amount: text('5'), limitPrice: text('100.5') })).toEqual([
      '3.000 at once, 2.000 rests',
      '100.3 · 0.333 % slippage',
      'once filled in full at the limit',
      // 0.1204 − 0.5 bps of 201.
      'taker 4, maker -0.5 bps = 0.11035',
    ])
    expect(expectedOf({ amount: text('5'), limitPrice: text('99.5') })).toEqual([
      'all rests',
      null,
      'once filled in full at the limit',
      'maker -0.5 bps = -0.02488',
    ])
  })

  it('IOC drops its rest, FOK fills whole or not at all', () => {
    const limit = { amount: text('5'), limitPrice: text('100.5') }
    expect(expectedOf({ ...limit, timeInForce: 'IOC' })).toContain('3.000 at once, 2.000 dropped')
    expect(expectedOf({ ...limit, timeInForce: 'FOK' })).toEqual([
      'all dropped',
      null,
      'it would fill nothing',
      ' = 0',
    ])
    expect(expectedOf({ ...limit, amount: text('3'), timeInForce: 'FOK' })).toContain('all at once')
  })

  it.each([
    ['GTC', '7.000 at once, 1.000 rests', 'once filled in full at the limit'],
    ['IOC', '7.000 at once, 1.000 dropped', 'filled from the book as it is now'],
    ['FOK', 'all dropped', 'it may fill nothing'],
  ] as const)('a limit %s beyond the known levels is in doubt', (timeInForce, fill, moment) => {
    const beyond = { amount: text('8'), limitPrice: text('102.5'), timeInForce }
    const expected = expectedOf(beyond)
    expect(expected).toContain(fill)
    expect(expected).toContain(moment)
    expect(expected).toContain('the known book holds less')
    // No level at all is known to lie between the deepest one and this limit.
    expect(expectedOf({ ...beyond, limitPrice: text('102') })).not.toContain('the known book holds less')
  })

  it('cash buys whole lots, and the price of a broken lot is not counted', () => {
    const draft = draftOf({ cashAmount: text('200.05'), timeInForce: 'IOC' })
    // 100 for the first contract; 0.9955 would cost the rest, 0.995 of it does.
    expect(walkBook(frame, 'buy', walkSizeOf(draft, BTC.lotSize)!)).toMatchObject({
      filled: '1.995',
      quote: '199.9975',
    })
    expect(expectedOf({ cashAmount: text('200.05') })).toContain('all at once')
  })

  it('says what it does not know', () => {
    expect(expectedOf({ amount: text('8') })).toContain('the known book holds less')
    const opposite = orderOf({ referenceId: reference('r1'), side: 'sell', limitPrice: text('100.5') })
    const own = 'an own order stands on the other side, where it takes'
    expect(expectedOf({ amount: text('3') }, [opposite])).toContain(own)
    expect(expectedOf({ amount: text('1') }, [opposite])).not.toContain(own)
    expect(expectedOf({ amount: text('3') }, [{ ...opposite, symbol: sym('ETHUSDC_PERP') }])).not.toContain(
      own,
    )
    const draft = draftOf({ amount: text('1') })
    expect(expectedFill({ draft, walk: null, lotSize: null, orders: [] })).toEqual({
      why: 'there is no live book',
    })
  })

  it('an order that waits fills at its trigger as a taker, or at a limit that is better as a maker', () => {
    const stop = { type: 'stop_loss' as const, amount: text('2'), triggerPrice: text('110') }
    const unsure = 'the book at its trigger is not known yet'
    expect(expectedOf(stop)).toEqual([
      'waits, then takes',
      null,
      'once filled at its trigger',
      'taker 4 bps = 0.088',
      unsure,
    ])
    const limited = { ...stop, type: 'stop_loss_limit' as const }
    expect(expectedOf({ ...limited, limitPrice: text('111') })).toContain('taker 4 bps = 0.088')
    expect(expectedOf({ ...limited, limitPrice: text('109') })).toContain('maker -0.5 bps = -0.0109')
    const combo = { type: 'take_profit_stop_loss' as const, amount: text('2') }
    expect(expectedOf({ ...combo, takeProfitPrice: text('90'), stopLossPrice: text('110') })).toBe(
      'it depends on which of its two prices comes first',
    )
  })

  it('has no fee while the rate is not known', () => {
    const draft = draftOf({ amount: text('1') })
    const expected = expectedFill({
      draft,
      walk: walkBook(frame, 'buy', { amount: text('1') }),
      lotSize: null,
      orders: [],
    })
    if ('why' in expected) throw new Error(expected.why)
    expect(expectedFee(expected.fill, undefined)).toBeNull()
    expect(expectedFee(expected.fill, { ...fees, takerFee: null })).toBeNull()
    expect(rateWords(expected.fill, undefined)).toBe('taker — bps')
  })
})
