/** Slippage and time to fill in the trades: off at first, exact once shown, and a reason where they are not known. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { decimal } from '../../../../shared/base/decimal.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { slippageOfTrade, timeToFill } from '../../../../renderer/panels/trades/executionColumns.tsx'
import { NOW, orderOf, reference, tradeOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1920, 1080))

const text = (value: string) => decimalText.parse(value)
/** Admitted at a middle of 62,000, sent at NOW; two fills, 400 and 2,500 ms later. */
const ORDER = orderOf({
  referenceId: reference('op-1'),
  filledAmount: text('1'),
  filledQuote: text('62031'),
  execution: {
    arrival: { mid: text('62000'), why: null },
    sentAt: NOW,
    firstFillAt: NOW + 400,
    lastFillAt: NOW + 2_500,
  },
})
/** Bought 31 USDC a contract dearer than the middle: 5 bps. */
const TRADE = tradeOf({
  code: 'T1',
  referenceId: reference('op-1'),
  price: text('62031'),
  amount: text('0.5'),
  quote: text('31015.5'),
})

it('is the trade against the middle at the arrival of its order, and worse is above 0 on both sides', () => {
  expect(slippageOfTrade(TRADE, ORDER).value).toBe(decimal('5'))
  expect(slippageOfTrade({ ...TRADE, side: 'sell' }, ORDER).value).toBe(decimal('-5'))
  // Each trade of an order for itself.
  const better = { ...TRADE, price: text('61969'), quote: null }
  expect(slippageOfTrade(better, ORDER).value).toBe(decimal('-5'))
  expect(timeToFill(TRADE, ORDER)).toEqual({ ms: 2_500, why: null })
})

it.each<[string, Order | undefined, RegExp]>([
  ['its order is not known here', undefined, /not known here any more/],
  ['its order is from elsewhere', { ...ORDER, origin: 'external' }, /came from elsewhere/],
  [
    'the book was old at the arrival',
    { ...ORDER, execution: { ...ORDER.execution!, arrival: { mid: null, why: 'the book was 7 s old' } } },
    /the book was 7 s old/,
  ],
])('is not known where %s', (_, order, why) => {
  expect(slippageOfTrade(TRADE, order).value).toBeNull()
  expect(slippageOfTrade(TRADE, order).why).toMatch(why)
})

it('stands in the table once C shows the columns, and sorts the trades', async () => {
  const { screen } = await stage((desk: ScriptedCore) => {
    desk.startWith('orders', [ORDER])
    desk.startWith('trades', [TRADE, tradeOf({ code: 'T2', referenceId: null })])
  })
  await userEvent.keyboard('{F8}')
  const grid = screen.getByRole('grid', { name: 'Trades' })
  await expect.element(grid.getByText('op-1')).toBeVisible()
  await expect.element(grid.getByRole('columnheader', { name: /Slippage/ })).not.toBeInTheDocument()
  await userEvent.keyboard('c')
  for (const name of ['Slippage, bps', 'Time to fill']) await screen.getByRole('checkbox', { name }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(grid.getByText('+5.00')).toBeVisible()
  await expect.element(grid.getByText('2.50 s')).toBeVisible()
  await expect
    .element(grid.getByTitle('not known: the venue names no order for this trade').first())
    .toBeVisible()
  const head = grid.getByRole('columnheader', { name: /Slippage/ })
  await head.getByRole('button').click()
  await expect.element(head).toHaveAttribute('aria-sort')
})
