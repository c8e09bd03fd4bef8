/** What each click of each mouse profile does on a ladder, and what no click may do. */

import { describe, expect, test } from 'vitest'
import {
  answerClick,
  termsOf,
  type LadderClick,
} from '../../../../../renderer/panels/ladder/mouse/answerClick.ts'
import type { LadderSituation } from '../../../../../renderer/panels/ladder/ladderAnswer.ts'
import { priceOfRow } from '../../../../../renderer/paint/ladder/ladderModel.ts'
import type { ColumnName } from '../../../../../renderer/paint/ladder/ladderLayout.ts'
import { ladderView, type PointedCell } from '../../../../../renderer/paint/ladder/ladderView.ts'
import type { DrawnOrder } from '../../../../../renderer/paint/ladder/ownOrders.ts'
import type { Order } from '../../../../../shared/domain/orders/order.ts'
import type { MouseProfile } from '../../../../../shared/domain/settings/settingList.ts'
import { comboOf, NOW, orderOf, text } from '../scenes.ts'
import { bid, situation, type Given } from '../situation.ts'

function cell(given: LadderSituation, price: string, column: ColumnName): PointedCell {
  const scene = ladderView(given, { width: 396, height: 540, rowHeight: 19, digit: 6.9 })
  const record = scene.rows.find(({ row }) => priceOfRow(row, scene) === price)
  if (!record) throw new Error(`No row at ${price}`)
  return { record, column, price: text(price) }
}
type Pressed = Pick<LadderClick, 'press' | 'pressed' | 'released'>
const answerTo = (click: Pressed, now: LadderSituation, pressedAt = 0, hasStrayed = false) =>
  answerClick({ ...click, hasStrayed, pressedAt, terms: termsOf(now) }, now)
const clickAs = (press: string, given: Given, price: string, column: ColumnName, at = 0) => {
  const now = situation(given)
  const pointed = cell(now, price, column)
  return answerTo({ press, pressed: pointed, released: pointed }, now, at)
}
const click = (given: Given, price: string, column: ColumnName, at = 0) =>
  clickAs('left', given, price, column, at)

const limit = (side: 'buy' | 'sell', price: string) => ({ kind: 'limit', side, price, amount: '2.5' })
const waiting = (type: string, side: 'buy' | 'sell', price: string, limitPrice: string | null = null) => ({
  kind: 'trigger',
  type,
  side,
  price,
  limitPrice,
  amount: '2.5',
})

describe('each profile', () => {
  // The last price of the market is 62,149.5.
  test.each<[MouseProfile, string, string, ColumnName, object]>([
    ['tt', 'left', '62147.5', 'bids', limit('buy', '62147.5')],
    ['tt', 'left', '62151', 'asks', limit('sell', '62151')],
    ['tt', 'Shift+left', '62151', 'bids', waiting('stop_loss', 'buy', '62151')],
    ['tt', 'Shift+left', '62147.5', 'bids', waiting('take_profit', 'buy', '62147.5')],
    ['tt', 'Shift+left', '62147.5', 'asks', waiting('stop_loss', 'sell', '62147.5')],
    ['tt', 'Alt+left', '62147.5', 'bids', { kind: 'protect' }],
    ['ninjatrader', 'left', '62147.5', 'bids', limit('buy', '62147.5')],
    ['ninjatrader', 'middle', '62147.5', 'asks', waiting('stop_loss', 'sell', '62147.5')],
    // 5 bps beyond the trigger, away from it to a tick: 62,151 x 1.0005 = 62,182.0755.
    ['ninjatrader', 'Control+middle', '62151', 'bids', waiting('stop_loss', 'buy', '62151', '62182.5')],
    ['ib', 'right', '62151', 'bids', waiting('stop_loss', 'buy', '62151')],
    ['crypto', 'Control+left', '62147.5', 'asks', { kind: 'stopPosition', price: '62147.5' }],
  ])('%s: %s at %s in %s asks for its order when armed, and for none without arms or book', (...row) => {
    const [mouseProfile, press, price, column, request] = row
    const answer = (given: Given) => clickAs(press, given, price, column)
    expect(answer({ props: { mouseProfile } })).toEqual({ kind: 'request', request })
    expect(answer({ props: { mouseProfile, armed: false } })).toMatchObject({ kind: 'refused' })
    expect(answer({ props: { mouseProfile, customer: null } })).toMatchObject({ kind: 'refused' })
    expect(answer({ props: { mouseProfile }, now: NOW + 6_000 })).toMatchObject({ kind: 'refused' })
  })

  test.each<[MouseProfile, string]>([
    ['ninjatrader', 'middle'],
    ['ninjatrader', 'Control+middle'],
    ['ib', 'right'],
  ])('%s: %s never makes a take profit', (mouseProfile, press) => {
    const answer = clickAs(press, { props: { mouseProfile } }, '62147.5', 'bids')
    expect(answer).toMatchObject({ kind: 'refused', why: expect.stringContaining('above the last price') })
  })

  test.each<[MouseProfile, string, ColumnName, object]>([
    ['tt', 'left', 'price', { kind: 'view', event: { kind: 'cursorTo', row: 124_295 } }],
    ['tt', 'middle', 'price', { kind: 'view', event: { kind: 'recentre' } }],
    ['tt', 'middle', 'asks', { kind: 'view', event: { kind: 'recentre' } }],
    ['tt', 'right', 'price', { kind: 'menu', row: 124_295 }],
    ['tt', 'right', 'workBuy', { kind: 'menu', row: 124_295 }],
    ['tt', 'left', 'workBuy', { kind: 'request', request: { kind: 'cancel', orders: [bid] } }],
    ['ib', 'right', 'workBuy', { kind: 'request', request: { kind: 'cancel', orders: [bid] } }],
    ['ib', 'right', 'price', { kind: 'menu' }],
    ['ninjatrader', 'middle', 'price', { kind: 'view', event: { kind: 'recentre' } }],
    ['crypto', 'right', 'price', { kind: 'view', event: { kind: 'recentre' } }],
    ['crypto', 'right', 'bids', { kind: 'menu' }],
  ])('%s: %s in %s works without arms', (mouseProfile, press, column, answer) => {
    const given: Given = { orders: [bid], props: { mouseProfile, armed: false } }
    expect(clickAs(press, given, '62147.5', column)).toMatchObject(answer)
  })

  test.each<[MouseProfile, string, ColumnName]>([
    ['tt', 'Control+left', 'bids'],
    ['tt', 'Shift+middle', 'bids'],
    ['tt', 'Control+Shift+left', 'asks'],
    ['tt', 'Shift+left', 'workBuy'],
    ['crypto', 'Shift+left', 'price'],
  ])('%s: %s in %s means nothing, and says so', (mouseProfile, press, column) => {
    const answer = clickAs(press, { orders: [bid], props: { mouseProfile } }, '62147.5', column)
    expect(answer).toMatchObject({ kind: 'refused', why: expect.stringMatching(/^Nothing was done/) })
  })
})

describe('every click', () => {
  test('on an empty Work cell means nothing', () => {
    expect(click({ orders: [bid] }, '62147.5', 'workSell')).toBeNull()
  })

  test('does nothing when it is released on another cell, or outside', () => {
    const now = situation()
    const from = cell(now, '62147.5', 'bids')
    for (const press of ['left', 'Shift+left', 'right'])
      for (const to of [cell(now, '62147', 'bids'), cell(now, '62147.5', 'asks'), null])
        expect(answerTo({ press, pressed: from, released: to }, now, 0, true)).toBeNull()
    expect(answerTo({ press: 'left', pressed: null, released: from }, now)).toBeNull()
  })

  test('is dropped, with words, where the rows moved under a pointer that stayed', () => {
    const now = situation()
    const moved = {
      press: 'left',
      pressed: cell(now, '62147.5', 'bids'),
      released: cell(now, '62147', 'bids'),
    }
    expect(answerTo(moved, now)).toMatchObject({
      kind: 'refused',
      why: 'The rows moved during the press, so the click was dropped',
    })
  })

  test('is left out within 250 ms of a move of the rows, and says so; recentring is not', () => {
    const moved: Given = { orders: [bid], state: { movedAt: 1_000 } }
    for (const press of ['left', 'Shift+left', 'Alt+left', 'right'])
      expect(clickAs(press, moved, '62147.5', 'bids', 1_249)).toMatchObject({ kind: 'refused' })
    expect(click(moved, '62147.5', 'workBuy', 1_249)).toMatchObject({ kind: 'refused' })
    expect(clickAs('middle', moved, '62147.5', 'bids', 1_249)).toMatchObject({ kind: 'view' })
    expect(click(moved, '62147.5', 'bids', 1_250)).toMatchObject({ kind: 'request' })
  })
})

describe('an own order that is dragged', () => {
  const drag = (given: Given, press = 'left', column: ColumnName = 'workBuy', at = 0) => {
    const now = situation(given)
    const pressed = cell(now, '62147.5', column)
    return answerTo({ press, pressed, released: cell(now, '62146', column) }, now, at, true)
  }

  test('asks to move to the row of the release, when armed', () => {
    const request = { kind: 'moveTo', order: bid, price: '62146' }
    expect(drag({ orders: [bid] })).toEqual({ kind: 'request', request })
    expect(drag({ orders: [bid], props: { armed: false } })).toMatchObject({ kind: 'refused' })
    expect(drag({ orders: [bid], state: { movedAt: 0 } }, 'left', 'workBuy', 249)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('had just moved'),
    })
  })

  test('moves the leg of a combo that was dragged', () => {
    const combo = comboOf({ side: 'buy', takeProfitPrice: text('62147.5') })
    expect(drag({ orders: [combo] })).toEqual({
      kind: 'request',
      request: { kind: 'moveTo', order: combo, price: '62146', leg: 'TP' },
    })
  })

  test('stays where another order rests with it, with other buttons, and where no order was', () => {
    expect(drag({ orders: [bid, orderOf('buy', '62147.5')] })).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('2 orders'),
    })
    expect(drag({ orders: [bid] }, 'right')).toBeNull()
    expect(drag({ orders: [bid] }, 'Shift+left')).toBeNull()
    expect(drag({})).toBeNull()
  })
})

describe('a press whose ladder changed before its release', () => {
  const after = (before: Given, now: Given, column: ColumnName, press = 'left') => {
    const [was, is] = [situation(before), situation(now)]
    const pressed = cell(was, '62147.5', column)
    const released = cell(is, '62147.5', column)
    const rest = { hasStrayed: false, pressedAt: 0, terms: termsOf(was) }
    return answerClick({ press, pressed, released, ...rest }, is)
  }
  const CHANGES: readonly (readonly [string, NonNullable<Given['props']>])[] = [
    ['size', { sizeIndex: 5 }],
    ['express', { express: true }],
    ['customer', { customer: { code: 'C2007', name: 'Beacon', closed: null } }],
    ['mouse profile', { mouseProfile: 'crypto' }],
  ]

  test.each(CHANGES)('deals in nothing: another %s', (_, props) => {
    const answer = after({}, { props }, 'bids')
    expect(answer).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('changed during the press'),
    })
    expect(after({ props }, { props }, 'bids')).toMatchObject({ kind: 'request' })
  })

  test('cancels what it saw and what is still there, without arms too', () => {
    const came = orderOf('buy', '62147.5')
    const canceled = (before: readonly Order[], now: readonly Order[]) =>
      after({ orders: before }, { orders: now, props: { armed: false } }, 'workBuy')
    expect(canceled([bid], [bid, came])).toEqual({
      kind: 'request',
      request: { kind: 'cancel', orders: [bid] },
    })
    expect(canceled([bid], [came])).toMatchObject({ kind: 'refused' })
    expect(canceled([], [came])).toBeNull()
  })

  test('takes no ghost for an order', () => {
    const ghost: DrawnOrder = { ...bid, isGhost: true }
    expect(after({ orders: [ghost] }, { orders: [ghost] }, 'workBuy')).toBeNull()
  })
})

test('a press that left its cell on the way back to it is dropped, and says so', () => {
  const now = situation({ orders: [bid] })
  for (const column of ['bids', 'workBuy'] as const) {
    const pointed = cell(now, '62147.5', column)
    expect(answerTo({ press: 'left', pressed: pointed, released: pointed }, now, 0, true)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('left the cell'),
    })
  }
})
