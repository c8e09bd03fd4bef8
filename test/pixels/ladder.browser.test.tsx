/** What a ladder looks like, pixel by pixel, in a real browser. `vitest run --project browser test/pixels --update` approves anew. */

import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { applyLadder, bookCondition, emptyLadder } from '../../renderer/paint/ladder/ladderModel.ts'
import { digitWidth } from '../../renderer/paint/ladder/brush/ladderBrush.ts'
import { drawLadder } from '../../renderer/paint/ladder/ladderRenderer.ts'
import { ladderView } from '../../renderer/paint/ladder/ladderView.ts'
import { ownOrders } from '../../renderer/paint/ladder/ownOrders.ts'
import type { LadderMark } from '../../renderer/paint/ladder/markedRows.ts'
import { PixelCanvas } from '../../renderer/paint/ladder/brush/pixelCanvas.ts'
import { theme } from '../../renderer/style/theme.ts'
import { calm, comboOf, NOW, orderOf, text, traded } from '../renderer/panels/ladder/scenes.ts'
import { loadFonts, pointAway, stageLadder } from './stage.tsx'

const stage = () => page.getByTestId('stage')
const grid = () => page.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' })

const COMPACT = { isCompact: true, off: [] }
const WALL = { width: 252, height: 520 }

const own = [
  orderOf('sell', '62153', { amount: text('1') }),
  orderOf('buy', '62147.5', { amount: text('2') }),
  orderOf('buy', '62145', { amount: text('5') }),
  orderOf('buy', '62145', { amount: text('0.5') }),
  orderOf('buy', '62144', { amount: text('1'), phase: 'sent' }),
  orderOf('sell', '62154.5', { amount: text('3'), pending: 'cancel' }),
  orderOf('sell', '62155', { amount: text('2'), phase: 'unknown' }),
]

test('a calm book without a customer', async () => {
  await stageLadder(calm(), { customer: null, armed: false, position: null, unrealised: null })
  await expect.element(stage()).toMatchScreenshot('ladder/calm')
})

test('own orders in every state, the cursor on a row, armed', async () => {
  await stageLadder(traded(), { orders: own })
  grid().element().focus()
  await userEvent.keyboard('{BracketLeft}{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(stage()).toMatchScreenshot('ladder/own-orders')
})

test('a book that is six seconds old', async () => {
  const { clock } = await stageLadder(calm(), { orders: own })
  clock.advance(6_000)
  await new Promise(requestAnimationFrame)
  await expect.element(stage()).toMatchScreenshot('ladder/stale')
})

test('a book without changes for six seconds is called quiet, and may be dealt on while heard', async () => {
  const { clock, calls } = await stageLadder(calm({ aliveAt: NOW + 6_000 }), { orders: own })
  const age = () => page.getByTitle('Age of the book').element().textContent
  await expect.poll(age).toMatch(/^0\.\d s$/)
  clock.advance(6_000)
  await expect.poll(age).toMatch(/^quiet 6\.\d s$/)
  expect(calls.at(-1)).toEqual({ name: 'onBookState', args: ['live', false] })
})

test('recent trades, what a position means to the rows, and what of it is out of view', async () => {
  const marks: readonly LadderMark[] = [
    { kind: 'average', price: text('62144'), isLong: true, priceText: '62,144.0', size: '+4.000' },
    { kind: 'breakEven', price: text('62147'), isLong: true, priceText: '~62,147.0', size: '' },
    { kind: 'liquidation', price: text('58210'), isLong: true, priceText: '~58,210.0', size: '' },
  ]
  const prints = [
    [621_490, 1_200, -1, 100],
    [621_485, 310, -1, 1_500],
    [621_500, 50, 1, 1_600],
    [621_505, 700, 1, 3_000],
  ] as const
  await stageLadder(traded({ prints }), { marks })
  await expect.element(stage()).toMatchScreenshot('ladder/marks')
})

test('with room for the queues of own orders', async () => {
  await stageLadder(traded(), { orders: own }, { width: 460, height: 640 })
  await expect.element(stage()).toMatchScreenshot('ladder/queues')
})

test('a proposal waits for Enter', async () => {
  const proposal = 'C1042 · BUY 2.5 BTCUSDC_PERP LIMIT 62,147.5 GTC ≈ 155,369 USDC'
  await stageLadder(calm(), { proposal, spot: { price: text('62147.5'), side: 'buy' } })
  await expect.element(stage()).toMatchScreenshot('ladder/proposal')
})

test('as narrow as it may be', async () => {
  await stageLadder(calm(), { orders: own }, { width: 222, height: 520 })
  await expect.element(stage()).toMatchScreenshot('ladder/narrow')
})

test('own orders out of view, alone and beside the liquidation price', async () => {
  const away = [orderOf('sell', '62500', { amount: text('2') }), orderOf('sell', '62600')]
  const { change } = await stageLadder(calm(), { orders: away })
  await expect.element(stage()).toMatchScreenshot('ladder/away/orders')
  const liquidation: LadderMark = {
    kind: 'liquidation',
    price: text('58210'),
    isLong: true,
    priceText: '~58,210.0',
    size: '',
  }
  await change({ marks: [liquidation] })
  await expect.element(stage()).toMatchScreenshot('ladder/away/beside')
})

test('with columns switched off', async () => {
  await stageLadder(traded({ prints }), { orders: own, shape: { isCompact: false, off: ['volume', 'asks'] } })
  await expect.element(stage()).toMatchScreenshot('ladder/columns-off')
})

const legs = [
  comboOf(),
  orderOf('buy', '62147.5', { amount: text('2'), filledAmount: text('0.5') }),
  orderOf('buy', '62146', { amount: text('12.5'), filledAmount: text('10') }),
]

test('the legs of a combo are joined, and orders began to fill', async () => {
  await stageLadder(traded(), { orders: legs })
  await expect.element(stage()).toMatchScreenshot('ladder/legs/full')
})

test('the legs of a combo on a compact ladder', async () => {
  await stageLadder(traded(), { orders: legs, shape: COMPACT, armed: false }, WALL)
  await expect.element(stage()).toMatchScreenshot('ladder/legs/compact')
})

test('the legs of a combo of a short position beside queues', async () => {
  const short = comboOf({ side: 'buy', takeProfitPrice: text('62144'), stopLossPrice: text('62154') })
  await stageLadder(traded(), { orders: [short, ...legs.slice(1)] }, { width: 460, height: 640 })
  await expect.element(stage()).toMatchScreenshot('ladder/legs/queues')
})

test('the pointer on a row says what a click would do', async () => {
  await stageLadder(calm())
  await grid().hover({ position: { x: 120, y: 19 * 17 + 9 } })
  await expect.element(page.getByText(/Click proposes/)).toBeVisible()
  await expect.element(stage()).toMatchScreenshot('ladder/hover')
  await pointAway()
})

const wall = [
  orderOf('sell', '62152', { amount: text('4') }),
  orderOf('buy', '62147.5', { amount: text('0.5') }),
  orderOf('buy', '62146', { amount: text('1'), phase: 'sent' }),
]
const prints = [
  [621_490, 1_200, -1, 100],
  [621_485, 310, -1, 1_500],
] as const

test('compact, as on a watch wall, without a customer', async () => {
  const frame = traded({ prints })
  await stageLadder(frame, { shape: COMPACT, customer: null, armed: false, position: null }, WALL)
  await expect.element(stage()).toMatchScreenshot('ladder/compact/plain')
})

test('compact, with orders and position of a customer, and armed', async () => {
  const marks: readonly LadderMark[] = [
    { kind: 'average', price: text('62144'), isLong: true, priceText: '62,144.0', size: '+4.000' },
    { kind: 'liquidation', price: text('58210'), isLong: true, priceText: '~58,210.0', size: '' },
  ]
  const { change } = await stageLadder(
    traded({ prints, volumeMissing: true }),
    { shape: COMPACT, orders: wall, marks, armed: false },
    WALL,
  )
  await expect.element(stage()).toMatchScreenshot('ladder/compact/customer')
  await change({ armed: true, sizes: ['100', '500', '1000', '2500', '5000', '10000'].map(text) })
  await expect.element(stage()).toMatchScreenshot('ladder/compact/armed')
})

test('on a screen of twice the density, pixel for pixel', async () => {
  await loadFonts()
  const canvas = document.createElement('canvas')
  canvas.dataset['testid'] = 'stage'
  document.body.append(canvas)
  onTestFinished(() => canvas.remove())
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas in this browser')
  const resized = applyLadder(emptyLadder, { kind: 'resized', rows: 10 }, 0)
  const state = applyLadder(resized, { kind: 'frame', frame: calm(), held: false }, 0)
  const scene = ladderView(
    { state, frame: calm(), own: ownOrders(own, 5, 1), condition: bookCondition(calm(), 'live', NOW) },
    { width: 280, height: 209, rowHeight: 19, digit: digitWidth(theme(), 2) },
  )
  drawLadder(new PixelCanvas(context, 560, 418), scene, theme(), 2)
  await expect.element(stage()).toMatchScreenshot('ladder/dense')
})

test('before the first book', async () => {
  await stageLadder(null)
  await expect.element(stage()).toMatchScreenshot('ladder/waiting')
})
