/** What the menu of a row offers, and what it refuses. */

import { expect, test } from 'vitest'
import { menuItems, menuRow } from '../../../../../renderer/panels/ladder/mouse/rowMenu.ts'
import { longOne, NOW, orderOf } from '../scenes.ts'
import { bid, situation, type Given } from '../situation.ts'

const ROW = 124_295
const offered = (given: Given, later: Given = given) =>
  menuItems(menuRow(ROW, situation(given)), situation(later), String)
const answerOf = (label: RegExp, ...given: Parameters<typeof offered>) =>
  offered(...given).find((item) => label.test(item.label))?.answer

test('every order at the row, with its size, type and price', () => {
  expect(offered({ orders: [bid] }).map(({ label }) => label)).toEqual([
    'Buy 2.5: limit at 62147.5',
    'Sell 2.5: limit at 62147.5',
    'Buy 2.5: take profit at 62147.5',
    'Sell 2.5: stop loss at 62147.5',
    'Position 1: stop loss at 62147.5',
    'Position 1: take profit and stop loss at the offset of the settings',
    'Cancel BUY 0.1 limit',
    'Cursor to 62147.5',
    'Recentre',
    'Columns …',
  ])
})

test('several own orders are canceled one by one or together', () => {
  const orders = [bid, orderOf('buy', '62147.5')]
  expect(answerOf(/^Cancel all 2/, { orders })).toEqual({
    kind: 'request',
    request: { kind: 'cancel', orders },
  })
})

test('without arms only cancels and looks can be chosen', () => {
  const given: Given = { orders: [bid], props: { armed: false } }
  const open = offered(given).filter(({ answer }) => answer.kind !== 'refused')
  expect(open.map(({ label }) => label)).toEqual([
    'Cancel BUY 0.1 limit',
    'Cursor to 62147.5',
    'Recentre',
    'Columns …',
  ])
})

test('what waits for the position needs one', () => {
  const flat = { ...longOne, size: bid.filledAmount }
  for (const position of [null, flat])
    expect(answerOf(/stop loss at the offset/, { props: { position } })).toMatchObject({ kind: 'refused' })
})

test('a choice is judged by what is known then: an old book, an order that ended', () => {
  const given: Given = { orders: [bid] }
  expect(answerOf(/^Buy 2.5: limit/, given, { ...given, now: NOW + 6_000 })).toMatchObject({
    kind: 'refused',
  })
  expect(answerOf(/^Cancel BUY/, given, {})).toBeUndefined()
})

test('an express ladder says that a limit leaves at once', () => {
  expect(offered({ props: { express: true } })[0]?.label).toContain('leaves at once')
})
