import { describe, expect, test } from 'vitest'
import { awayLine } from '../../../../../renderer/paint/ladder/away/awayLine.ts'
import { offView, ordersAway } from '../../../../../renderer/paint/ladder/away/offView.ts'
import { applyLadder, emptyLadder } from '../../../../../renderer/paint/ladder/ladderModel.ts'
import { markedRows, type LadderMark } from '../../../../../renderer/paint/ladder/markedRows.ts'
import { unitsText } from '../../../../../renderer/paint/ladder/numberText.ts'
import { noOwnOrders, ownOrders, type DrawnOrder } from '../../../../../renderer/paint/ladder/ownOrders.ts'
import { middleRow } from '../../../../../shared/domain/book/bookFrame.ts'
import { calm, comboOf, orderOf, text } from '../../../panels/ladder/scenes.ts'

const HALF = { rowStep: 5, priceScale: 1 }
const frame = calm()
const sized = applyLadder(emptyLadder, { kind: 'resized', rows: 20 }, 0)
const centred = applyLadder(sized, { kind: 'frame', frame, held: true }, 0)
const scrolled = (by: number) => applyLadder(centred, { kind: 'scroll', by }, 1)

const mark = (kind: LadderMark['kind'], price: string): LadderMark => ({
  kind,
  price: text(price),
  isLong: true,
  priceText: price,
  size: '',
})
const marks = (...made: LadderMark[]) => markedRows(made, HALF)
const none = marks()
const ownOf = (...orders: DrawnOrder[]) => ownOrders(orders, 5, 1)

const line = (orders: readonly DrawnOrder[], marked = none, width = 396, state = centred) => {
  const own = ownOf(...orders)
  const off = offView(state, frame, marked, own)
  const priceText = (row: number) => unitsText(row * 5, 1, 1)
  const metrics = { width, height: 600, rowHeight: 19, digit: 7 }
  return off && awayLine(off, middleRow(frame) ?? 0, state, own, priceText, metrics)
}

describe('what is out of view', () => {
  test('is the market first, then the liquidation, then the entry, then own orders', () => {
    const order = orderOf('sell', '62500')
    const both = marks(mark('average', '61000'), mark('liquidation', '58210'))
    const kindOf = (state: typeof centred, marked = both) => {
      const off = offView(state, frame, marked, ownOf(order))
      return off && [off.where, off.what.kind === 'mark' ? off.what.mark.kind : off.what.kind]
    }
    expect(kindOf(scrolled(-60))).toEqual(['above', 'market'])
    expect(kindOf(centred)).toEqual(['below', 'liquidation'])
    expect(kindOf(centred, marks(mark('average', '61000')))).toEqual(['below', 'average'])
    expect(kindOf(centred, none)).toEqual(['above', 'order'])
  })

  test('is nothing while all is in view, nor without a book', () => {
    const near = ownOf(orderOf('buy', '62147.5'))
    expect(offView(centred, frame, marks(mark('average', '62149')), near)).toBeNull()
    expect(offView(centred, null, marks(mark('average', '100')), near)).toBeNull()
    expect(ordersAway(centred, near)).toEqual({ above: 0, below: 0 })
  })

  test('names the own order nearest to the market with its distance, and how many there are', () => {
    const far = orderOf('sell', '62500', { amount: text('2') })
    const near = orderOf('sell', '62209', { amount: text('1') })
    expect(line([near])?.text).toBe('▲ sell 1 62,209.0 · 0.1 % · 59.5 above market')
    expect(line([far, near])).toMatchObject({
      kind: 'order',
      price: '62,209.0',
      text: '▲ 2 orders above, sell 1 62,209.0 · 0.1 %',
      orders: '',
    })
    expect(line([far, near], none, 252)?.text).toBe('▲ 2 orders 62,209.0 · 0.1 %')
  })

  test('names the leg of a combo, and counts a leg on each side', () => {
    const combo = comboOf({ takeProfitPrice: text('63000'), stopLossPrice: text('62000') })
    expect(line([combo])?.text).toBe('▼ SL 4 62,000.0 · 0.2 % · 149.5 below market')
    expect(ordersAway(centred, ownOf(combo))).toEqual({ above: 1, below: 1 })
  })

  test('counts own orders beside a mark or the market, and no ghost', () => {
    const orders = [
      orderOf('sell', '62500'),
      orderOf('sell', '62600'),
      orderOf('buy', '61000'),
      { ...orderOf('buy', '61000'), isGhost: true as const },
    ]
    const marked = marks(mark('liquidation', '58210'))
    expect(line(orders, marked)).toMatchObject({ kind: 'liquidation', orders: '▲2▼1' })
    expect(line(orders, marked, 252)).toMatchObject({ text: '▼ liq 58210 · 6.3 %', orders: '▲2▼1' })
    expect(line(orders, none, 396, scrolled(60))).toMatchObject({ kind: 'market', orders: '▲2▼1' })
    const ghost = { ...orderOf('buy', '61000'), isGhost: true as const }
    expect(offView(centred, frame, none, ownOf(ghost))).toBeNull()
    expect(offView(centred, frame, none, noOwnOrders)).toBeNull()
  })
})
