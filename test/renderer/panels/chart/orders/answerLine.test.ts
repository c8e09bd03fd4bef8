import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerDrag,
  answerLineKey,
  type LineDrag,
  type LineSituation,
} from '../../../../../renderer/panels/chart/orders/answerLine.ts'
import { chartLines, tickAt } from '../../../../../renderer/panels/chart/chartModel.ts'
import { decimal, multiply, decimalOf, toText } from '../../../../../shared/base/decimal.ts'
import type { Order } from '../../../../../shared/domain/orders/order.ts'
import { comboOf, instrument, longOne, orderOf, text } from '../../ladder/scenes.ts'

const high = orderOf('sell', '62500')
const low = orderOf('buy', '61900', { amount: text('2') })
const combo = comboOf()

const at = (orders: readonly Order[], more: Partial<LineSituation> = {}): LineSituation => ({
  orders,
  lines: chartLines(instrument, orders, longOne, null),
  old: null,
  selected: null,
  isWaiting: false,
  ...more,
})
const lineOf = (order: Order, leg?: 'TP' | 'SL') =>
  chartLines(instrument, [order], null, null).filter((line) => line.order?.leg === leg)
const dragOf = (more: Partial<LineDrag> = {}): LineDrag => ({
  pressed: lineOf(low),
  calm: 1_000,
  isDrag: true,
  hasScaleMoved: false,
  price: text('61850.5'),
  ...more,
})

describe('a drag', () => {
  test('of an own order asks to move it to the tick under the pointer', () => {
    expect(answerDrag(dragOf(), at([high, low]))).toMatchObject({
      kind: 'request',
      request: { kind: 'moveTo', order: { referenceId: low.referenceId }, price: '61850.5' },
    })
  })

  test('of a leg of a combo names the leg', () => {
    expect(answerDrag(dragOf({ pressed: lineOf(combo, 'SL') }), at([combo]))).toMatchObject({
      request: { kind: 'moveTo', leg: 'SL' },
    })
  })

  test('shorter than a drag selects the order', () => {
    expect(answerDrag(dragOf({ isDrag: false }), at([low]))).toEqual({
      kind: 'select',
      order: low.referenceId,
    })
  })

  test.each<[RegExp, Partial<LineDrag>, Partial<LineSituation>]>([
    [/had just moved/, { calm: 249 }, {}],
    [/2 orders rest there/, { pressed: [...lineOf(low), ...lineOf(high)] }, {}],
    [/price scale moved/, { hasScaleMoved: true }, {}],
    [/at no price/, { price: null }, {}],
    [/chart is old \(no stream of trades\)/, {}, { old: 'no stream of trades' }],
    [/changed or ended/, {}, { orders: [] }],
    [/changed or ended/, {}, { orders: [{ ...low, limitPrice: text('61901') }] }],
    [/changed or ended/, {}, { orders: [{ ...low, pending: 'cancel' }] }],
    [/changed or ended/, {}, { orders: [{ ...low, phase: 'closed', status: 'filled' }] }],
  ])('is refused: %s', (why, drag, situation) => {
    const answer = answerDrag(dragOf(drag), at([high, low], situation))
    expect(answer?.kind === 'refused' ? answer.why : answer).toMatch(why)
  })

  test('of the position, or of where an order would move, means nothing', () => {
    expect(answerDrag(dragOf({ pressed: [] }), at([low]))).toBeNull()
    const lines = chartLines(instrument, [], longOne, null, {
      selected: null,
      ghost: low,
      liquidation: null,
      alerts: [],
    })
    expect(lines.map(({ title }) => title)).toEqual(['BUY 2 C1042 >', 'avg entry +1.000'])
    expect(answerDrag(dragOf({ pressed: lines }), at([low]))).toBeNull()
  })
})

const PLAIN = { shift: false, ctrl: false, alt: false, repeat: false, composing: false }
const key = (code: string, more: Partial<typeof PLAIN> = {}) => ({ ...PLAIN, code, ...more })

describe('a key', () => {
  test('Tab walks own orders from the highest down, a combo once, and leaves the chart behind the last', () => {
    const walked: (string | null)[] = []
    let selected: string | null = null
    for (;;) {
      const answer = answerLineKey(key('Tab'), at([low, combo, high], { selected }))
      if (answer?.kind !== 'select' || walked.length > 5) break
      selected = answer.order
      walked.push(selected)
    }
    expect(walked).toEqual([high.referenceId, combo.referenceId, low.referenceId])
    expect(answerLineKey(key('Tab', { shift: true }), at([low, high], { selected: null }))).toEqual({
      kind: 'select',
      order: low.referenceId,
    })
  })

  test('Shift ↑ moves the selected order by a tick, Alt ↓ both prices of a combo', () => {
    expect(
      answerLineKey(key('ArrowUp', { shift: true }), at([low], { selected: low.referenceId })),
    ).toMatchObject({ request: { kind: 'move', ticks: 1, both: false } })
    expect(
      answerLineKey(key('ArrowDown', { alt: true }), at([combo], { selected: combo.referenceId })),
    ).toMatchObject({ request: { kind: 'move', ticks: -1, both: true } })
  })

  test('that is held down, or finds no order selected or an old chart, moves nothing', () => {
    const up = key('ArrowUp', { shift: true })
    const selected = low.referenceId
    expect(answerLineKey({ ...up, repeat: true }, at([low], { selected }))).toEqual({ kind: 'nothing' })
    expect(answerLineKey(up, at([low]))).toMatchObject({ kind: 'refused' })
    expect(answerLineKey(up, at([high], { selected }))).toMatchObject({ kind: 'refused' })
    expect(answerLineKey(up, at([low], { selected, old: 'no link to the core' }))).toMatchObject({
      kind: 'refused',
    })
  })

  test('Enter sends what waits, but not when held down nor on an old chart; Esc drops it, then deselects', () => {
    const waiting = at([low], { isWaiting: true, selected: low.referenceId })
    expect(answerLineKey(key('Enter'), waiting)).toEqual({ kind: 'send' })
    expect(answerLineKey(key('Enter', { repeat: true }), waiting)).toEqual({ kind: 'nothing' })
    expect(answerLineKey(key('Enter'), { ...waiting, old: 'no stream of trades' })).toMatchObject({
      kind: 'refused',
    })
    expect(answerLineKey(key('Escape'), waiting)).toEqual({ kind: 'drop' })
    expect(answerLineKey(key('Escape'), { ...waiting, isWaiting: false })).toEqual({
      kind: 'select',
      order: null,
    })
    expect(answerLineKey(key('Enter'), at([low]))).toBeNull()
    expect(answerLineKey(key('Escape'), at([low]))).toBeNull()
  })

  test('that moves the view stays with the chart', () => {
    for (const code of ['ArrowUp', 'ArrowLeft', 'Home', 'KeyK'])
      expect(answerLineKey(key(code), at([low], { selected: low.referenceId }))).toBeNull()
  })
})

test('a place on the chart is the nearest whole tick, exactly, and nothing without a tick', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.constantFrom('0.5', '0.1', '0.00001', '25', '1'),
      fc.double({ min: -0.49, max: 0.49, noNaN: true }),
      (ticks, tickSize, off) => {
        const price = tickAt((ticks + off) * Number(tickSize), { ...instrument, tickSize: text(tickSize) })
        expect(price).toBe(toText(multiply(decimalOf(ticks), decimal(text(tickSize)))))
      },
    ),
  )
  expect(tickAt(100, { ...instrument, tickSize: null })).toBeNull()
  expect(tickAt(0.1, instrument)).toBeNull()
})
