/** Slippage against the arrival, the times of fills and the share of the market's volume: exact, signed for the customer, unknown with a reason. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, decimalOf, multiply, toText, type Decimal } from '../../../../shared/base/decimal.ts'
import { blockQuality, executionQuality } from '../../../../shared/domain/execution/executionQuality.ts'
import type { OrderExecution } from '../../../../shared/domain/orders/execution/orderExecution.ts'
import { secondsOf, volumeShare } from '../../../../shared/domain/execution/volumeShare.ts'
import { applyOrderEvent, type OrderEvent } from '../../../../shared/domain/orders/orderLife.ts'
import { plainDraft, type Order } from '../../../../shared/domain/orders/order.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { intentOf, reportTelling, sendingUntil } from '../../../fakes/core/orderEvents.ts'
import { code, orderOf, reference, sym } from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)

const executed = (mid: string | null, more: Partial<OrderExecution> = {}): OrderExecution => ({
  arrival: mid === null ? { mid, why: 'the book was 7 s old' } : { mid: text(mid), why: null },
  sentAt: 1_000,
  firstFillAt: 1_250,
  lastFillAt: 4_000,
  ...more,
})

const order = (side: 'buy' | 'sell', amount: string, quote: string, execution?: OrderExecution): Order =>
  orderOf({
    referenceId: reference('op-1'),
    side,
    filledAmount: text(amount),
    filledQuote: text(quote),
    ...(execution && { execution }),
  })

const bps = ({ slippage }: ReturnType<typeof executionQuality>) => slippage.value && toText(slippage.value)

describe('slippage', () => {
  it('is above zero where the customer bought dearer or sold cheaper than the middle at its arrival', () => {
    // 2 contracts at 100.1 against 100: 10 bps.
    expect(bps(executionQuality(order('buy', '2', '200.2', executed('100'))))).toBe('10')
    expect(bps(executionQuality(order('sell', '2', '200.2', executed('100'))))).toBe('-10')
    expect(bps(executionQuality(order('sell', '2', '199.8', executed('100'))))).toBe('10')
  })

  it('is unknown with the reason where the arrival or a fill is', () => {
    expect(executionQuality(order('buy', '2', '200', executed(null))).slippage).toEqual({
      value: null,
      why: 'its arrival is not known: the book was 7 s old',
    })
    expect(executionQuality(order('buy', '0', '0', executed('100'))).slippage.why).toBe('nothing is filled')
    expect(executionQuality(order('buy', '2', '200')).arrival.why).toBe('it was not recorded with the order')
  })

  it('of a block is that of one order of all fills, whatever their split, and unknown if one arrival is', () => {
    const fill = fc.record({
      lots: fc.integer({ min: 1, max: 500 }),
      ticks: fc.integer({ min: -300, max: 300 }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.array(fill, { minLength: 1 }),
        (side, fills) => {
          const mid = decimal('62150.05')
          const price = (ticks: number) => (mid + decimal('0.1') * BigInt(ticks)) as Decimal
          const value = fills.reduce(
            (sum, { lots, ticks }) => (sum + price(ticks) * BigInt(lots)) as Decimal,
            0n,
          )
          const amount = fills.reduce((sum, { lots }) => sum + lots, 0)
          const whole = order(side, String(amount), toText(value as Decimal), executed('62150.05'))
          const parts = fills.map(({ lots, ticks }) =>
            order(side, String(lots), toText(multiply(price(ticks), decimalOf(lots))), executed('62150.05')),
          )
          const block = blockQuality(parts, decimalOf(amount))
          expect(block.slippage).toEqual(executionQuality(whole).slippage)
          const more = [...parts, order(side, '1', '62150', executed(null))]
          expect(blockQuality(more, decimalOf(amount + 1)).slippage).toEqual({
            value: null,
            why: `the arrival of 1 of ${parts.length + 1} filled orders is not known`,
          })
          expect(blockQuality(parts, decimalOf(amount + 1)).slippage.why).toMatch(/not known here any more/)
        },
      ),
    )
  })
})

describe('the times of fills', () => {
  const draft = plainDraft({
    customerCode: code('C1042'),
    symbol: sym('BTCUSDC_PERP'),
    side: 'buy',
    type: 'limit',
    amount: text('3'),
  })
  const id = reference('op-1')
  const seen = reportTelling(draft, id)
  const lifeOf = (events: readonly OrderEvent[]) =>
    events.reduce<Order | undefined>(
      (known, event) => applyOrderEvent(known, draft.customerCode, id, event),
      undefined,
    )
  const intent = { ...intentOf(draft), arrival: { mid: text('60000'), why: null } } as OrderEvent
  const shown = (
    at: number,
    filled: number,
    by: 'stream' | 'look-up' = 'stream',
    stale = false,
  ): OrderEvent => ({
    kind: 'shown',
    at,
    by,
    stale,
    report: seen(filled === 3 ? 'filled' : 'open', filled),
  })
  const timesOf = (...events: readonly OrderEvent[]) => {
    const { firstFill, lastFill } = executionQuality(lifeOf([intent, sendingUntil(null), ...events]) as Order)
    return [firstFill.ms ?? firstFill.why, lastFill.ms ?? lastFill.why]
  }

  it('run from the request to the first and to the newest fill that the stream showed', () => {
    expect(timesOf(shown(10, 0), shown(102, 1), shown(502, 1), shown(1_002, 3))).toEqual([100, 1_000])
    expect(timesOf(shown(10, 0))).toEqual(['nothing is filled', 'nothing is filled'])
  })

  it('are not known where a look-up showed the fill, for it may be older', () => {
    const late = 'a list or a look-up showed the fill some time afterwards'
    expect(timesOf(shown(102, 1, 'look-up'), shown(202, 3))).toEqual([late, 200])
    expect(timesOf(shown(102, 1), shown(900, 3, 'look-up'))).toEqual([100, late])
  })

  it('are not known of an order whose journal entry has no arrival', () => {
    const old = lifeOf([intentOf(draft), sendingUntil(null), shown(102, 3)]) as Order
    expect(old.execution).toBeUndefined()
    expect(executionQuality(old).firstFill.why).toBe('it was not recorded with the order')
  })
})

describe("the share of the market's volume", () => {
  const candle = (openTime: number, volume: string) => {
    const price = text('1')
    return { openTime, open: price, high: price, low: price, close: price, volume: text(volume) }
  }
  const candles = [candle(1_000, '3'), candle(2_000, '5'), candle(4_000, '90')]

  it('counts the whole seconds from the request to the newest fill', () => {
    const seconds = secondsOf(1_900, 2_001)
    expect(seconds).toEqual({ from: 1_000, to: 3_000, count: 2 })
    if (!seconds) throw new Error('no seconds')
    expect(volumeShare(decimal('2'), seconds, { candles, gaps: [] }).value).toBe(decimal('0.25'))
  })

  it('is unknown in a gap, where less was printed than filled, and over more seconds than one reading has', () => {
    const seconds = { from: 1_000, to: 3_000 }
    expect(volumeShare(decimal('2'), seconds, { candles, gaps: [{ from: 0, to: 1_001 }] }).value).toBeNull()
    expect(
      volumeShare(decimal('2'), seconds, { candles, gaps: [{ from: 3_000, to: 4_000 }] }).value,
    ).not.toBeNull()
    expect(volumeShare(decimal('9'), seconds, { candles, gaps: [] }).why).toMatch(/fewer market trades/)
    expect(secondsOf(0, 3_000_000)).toBeNull()
  })
})
