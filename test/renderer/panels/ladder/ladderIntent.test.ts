import { afterEach, describe, expect, test } from 'vitest'
import { setMovedCaps } from '../../../../renderer/keys/caps.ts'
import {
  ghostOf,
  intentOfRequest,
  type LadderTarget,
} from '../../../../renderer/panels/ladder/ladderIntent.ts'
import { decimal } from '../../../../shared/base/decimal.ts'
import { NO_CHANGES, type Order } from '../../../../shared/domain/orders/order.ts'
import { code, instrumentOf, orderOf, reference } from '../../../fakes/window/scriptedCore.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'

const text = (value: string) => decimalText.parse(value)
const target: LadderTarget = {
  customerCode: code('C1042'),
  instrument: instrumentOf('BTC', '0.5', '0.001'),
  position: decimal('2.5'),
  mark: decimal('62150.2'),
  offset: decimal('1'),
  waiting: null,
}
const own = orderOf({ referenceId: reference('v1-own'), limitPrice: text('62000') })
const combo = orderOf({
  referenceId: reference('v1-combo'),
  type: 'take_profit_stop_loss',
  limitPrice: null,
  takeProfitPrice: text('66000'),
  stopLossPrice: text('60500'),
})

const made = (request: Parameters<typeof intentOfRequest>[0], more: Partial<LadderTarget> = {}) => {
  const intent = intentOfRequest(request, { ...target, ...more })
  if (!intent.ok) throw new Error(intent.failure)
  return intent.value
}
const move = (order: Order, ticks: 1 | -1, both = false) => ({ kind: 'move', order, ticks, both }) as const

afterEach(() => setMovedCaps(new Map()))

describe('moving an order', () => {
  test('a refusal names the key of the orders that the dealer has now', () => {
    setMovedCaps(new Map([['orders: A', 'M']]))
    expect(intentOfRequest(move(combo, 1), target)).toMatchObject({
      failure: expect.stringMatching(/, M in the orders changes one/),
    })
  })

  test('each press moves what waits by a further tick, up and down', () => {
    const first = made(move(own, 1))
    expect(first).toMatchObject({ kind: 'amend', changes: { ...NO_CHANGES, limitPrice: '62000.5' } })
    const second = made(move(own, 1), { waiting: first })
    expect(second).toMatchObject({ changes: { limitPrice: '62001' } })
    expect(ghostOf(second)).toMatchObject({ referenceId: own.referenceId, limitPrice: '62001' })
    expect(made(move(own, -1), { waiting: second })).toMatchObject({ changes: { limitPrice: '62000.5' } })
  })

  test('dragging a leg of a combo changes that leg alone; both at one row or another key say what to do', () => {
    const drag = (leg?: 'TP' | 'SL' | 'OCO') =>
      ({ kind: 'moveTo', order: combo, price: text('65000'), leg }) as const
    const moved = made(drag('TP'))
    expect(moved).toMatchObject({ changes: { ...NO_CHANGES, takeProfitPrice: '65000' } })
    expect(ghostOf(moved)).toMatchObject({ takeProfitPrice: '65000', stopLossPrice: null })
    expect(made(drag('SL'))).toMatchObject({ changes: { ...NO_CHANGES, stopLossPrice: '65000' } })
    for (const leg of ['OCO', undefined] as const)
      expect(intentOfRequest(drag(leg), target)).toMatchObject({
        failure: expect.stringContaining('two prices'),
      })
  })

  test('a change of another order that waits counts for nothing', () => {
    const other = made(move(orderOf({ referenceId: reference('v1-other'), limitPrice: text('61000') }), 1))
    expect(made(move(own, 1), { waiting: other })).toMatchObject({ changes: { limitPrice: '62000.5' } })
  })

  test('a change that waits for the order at another price counts for nothing: the order moved meanwhile', () => {
    const waiting = made(move(own, 1))
    const lower = { ...own, limitPrice: text('61000') }
    expect(made(move(lower, -1), { waiting })).toMatchObject({ changes: { limitPrice: '60999.5' } })
  })

  test('Alt moves both prices of a combo, and each refuses the other kind', () => {
    expect(made(move(combo, -1, true))).toMatchObject({
      changes: { ...NO_CHANGES, takeProfitPrice: '65999.5', stopLossPrice: '60499.5' },
    })
    expect(intentOfRequest(move(combo, 1), target)).toMatchObject({
      failure: expect.stringMatching(/two prices/),
    })
    expect(intentOfRequest(move(own, 1, true), target)).toMatchObject({
      failure: expect.stringMatching(/no combo/),
    })
  })
})

describe('orders on the position', () => {
  test('R is one market order of twice the position against it', () => {
    expect(made({ kind: 'reverse' })).toMatchObject({ draft: { side: 'sell', type: 'market', amount: '5' } })
    expect(made({ kind: 'reverse' }, { position: decimal('-0.4') })).toMatchObject({
      draft: { side: 'buy', amount: '0.8' },
    })
  })

  test('O puts take profit and stop loss around the mark price, on the right sides, on ticks', () => {
    expect(made({ kind: 'protect' })).toMatchObject({
      draft: {
        side: 'sell',
        type: 'take_profit_stop_loss',
        amount: '2.5',
        takeProfitPrice: '62772',
        stopLossPrice: '61528.5',
        triggerPriceType: 'mark_price',
      },
    })
    expect(made({ kind: 'protect' }, { position: decimal('-1') })).toMatchObject({
      draft: { side: 'buy', takeProfitPrice: '61528.5', stopLossPrice: '62772' },
    })
  })

  test.each([
    ['reverse', { position: null }, /not known for certain/],
    ['reverse', { position: decimal('0') }, /is flat/],
    ['protect', { position: null }, /not known for certain/],
    ['protect', { mark: null }, /mark price .* not known or is old/],
  ] as const)('%s proposes nothing with %o', (kind, more, why) => {
    expect(intentOfRequest({ kind }, { ...target, ...more })).toMatchObject({
      ok: false,
      failure: expect.stringMatching(why),
    })
  })
})
