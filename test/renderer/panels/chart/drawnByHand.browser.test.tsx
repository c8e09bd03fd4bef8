/** A dealer draws on the chart with the mouse: places, moves, deletes, undoes. An order never moves by it, and an order's line is taken before a drawing. */

import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { changePanel, chooseInstrument } from '../../../../renderer/state/actions/workspaceActions.ts'
import { DEFAULT_CHART } from '../../../../renderer/state/stores/chartChoices.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { orderOf, reference, sym } from '../../../fakes/window/scriptedCore.ts'
import type { handOn } from '../ladder/mouse/hand.ts'
import { candlesOf } from './candles.ts'
import { stageChartPanel } from './panelStage.tsx'

const text = (value: string) => decimalText.parse(value)
const resting = () => orderOf({ referenceId: reference('r1'), limitPrice: text('61980') })

async function stage({ hasOrder = false } = {}) {
  const staged = await stageChartPanel((desk) => desk.startWith('orders', hasOrder ? [resting()] : []))
  const { session, candles, screen, hand } = staged
  const element = candles.element() as HTMLElement
  const drawings = () => session.workspace.getState().panels['chart:1']?.chart?.drawings['BTCUSDC_PERP'] ?? []
  const hint = screen.getByText(/Esc leaves$/)
  /** Takes the tool by its key and its name. */
  const take = async (name: string) => {
    element.focus()
    await userEvent.keyboard('t')
    await userEvent.click(screen.getByRole('menuitem', { name, exact: true }))
    await expect.poll(() => hint.query()?.textContent).toContain(`${name}: press`)
    await expect.poll(() => document.activeElement).toBe(element)
    // Before its first frame a chart has no place for a point.
    await expect.poll(() => hand.isTaken({ x: 150, y: 120 })).toBe(true)
  }
  const drag = (from: { x: number; y: number }, to: { x: number; y: number }) => {
    hand.down(from)
    hand.move(to)
    hand.up()
  }
  return { ...staged, element, drawings, hint, take, drag }
}

/** The height of an order's line: a press on it takes the focus. */
function heightOfLine(element: HTMLElement, hand: ReturnType<typeof handOn>): number {
  for (let y = 10; y < element.clientHeight; y += 2) {
    element.blur()
    hand.down({ x: 300, y })
    hand.cancel()
    if (document.activeElement === element) return y
  }
  return 0
}

const times = new Set(candlesOf(80).map(({ openTime }) => openTime))
const priceOf = (drawing: { points: { price: string }[] } | undefined, n = 0) =>
  Number(drawing?.points[n]?.price)

test('two presses draw a trend line from candle to candle at whole ticks, and the tool is put down', async () => {
  const { drawings, take, hand, hint } = await stage()
  await take('Trend line')
  hand.click({ x: 150, y: 120 })
  await expect.element(hint).toHaveTextContent('Trend line: press the second point · Esc leaves')
  hand.move({ x: 300, y: 160 })
  hand.click({ x: 350, y: 200 })
  await expect.poll(drawings).toHaveLength(1)
  const [line] = drawings()
  expect(line?.kind).toBe('trend')
  expect(line?.points.every(({ at }) => times.has(at))).toBe(true)
  expect(line?.points.every(({ price }) => Number(price) % 0.5 === 0)).toBe(true)
  expect(priceOf(line)).toBeGreaterThan(priceOf(line, 1))
  await expect.element(hint).not.toBeInTheDocument()
})

test('a drag draws at once, and Esc leaves a tool with nothing drawn', async () => {
  const { drawings, take, drag, hint, hand } = await stage()
  await take('Rectangle')
  drag({ x: 150, y: 120 }, { x: 300, y: 220 })
  await expect.poll(() => drawings().map(({ kind }) => kind)).toEqual(['box'])
  await take('Ray')
  hand.click({ x: 150, y: 120 })
  await userEvent.keyboard('{Escape}')
  await expect.element(hint).not.toBeInTheDocument()
  hand.click({ x: 350, y: 200 })
  expect(drawings()).toHaveLength(1)
})

test('a drag moves a drawing, a drag of its point moves the point; undo and redo walk every act', async () => {
  const { drawings, take, drag, screen, hand } = await stage()
  await take('Trend line')
  drag({ x: 150, y: 120 }, { x: 350, y: 220 })
  await expect.poll(drawings).toHaveLength(1)
  const [drawn] = drawings()
  drag({ x: 250, y: 170 }, { x: 250, y: 210 })
  await expect.poll(() => priceOf(drawings()[0])).toBeLessThan(priceOf(drawn))
  const [moved] = drawings()
  expect(moved?.points.map(({ at }) => at)).toEqual(drawn?.points.map(({ at }) => at))
  expect(priceOf(moved) - priceOf(drawn)).toBe(priceOf(moved, 1) - priceOf(drawn, 1))
  drag({ x: 350, y: 260 }, { x: 400, y: 300 })
  await expect.poll(() => priceOf(drawings()[0], 1)).toBeLessThan(priceOf(moved, 1))
  expect(drawings()[0]?.points[0]).toEqual(moved?.points[0])
  await userEvent.keyboard('{Delete}')
  await expect.poll(drawings).toEqual([])
  await userEvent.keyboard('{Control>}zzz{/Control}')
  await expect.poll(drawings).toEqual([drawn])
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(drawings).toEqual([])
  await userEvent.keyboard('{Control>}yy{/Control}')
  await expect.poll(drawings).toEqual([moved])
  hand.click({ x: 250, y: 210 }, 'right')
  hand.up('right')
  await userEvent.click(screen.getByRole('application'), { button: 'right', position: { x: 250, y: 210 } })
  await userEvent.click(screen.getByRole('menuitem', { name: /^Delete: Trend line/ }))
  await expect.poll(drawings).toEqual([])
})

test('undo and redo leave drawings alone that came with another workspace', async () => {
  const { take, drag, drawings, session } = await stage()
  await take('Rectangle')
  drag({ x: 100, y: 60 }, { x: 200, y: 100 })
  await expect.poll(drawings).toHaveLength(1)
  const other = { kind: 'level', points: [{ at: 0, price: text('62000') }] }
  const chart = { ...DEFAULT_CHART, drawings: { BTCUSDC_PERP: [other] } }
  changePanel(session.workspace, 'chart:1', { chart })
  await userEvent.keyboard('{Control>}zy{/Control}')
  expect(drawings()).toEqual([other])
  await take('Ray')
  drag({ x: 100, y: 60 }, { x: 200, y: 100 })
  await expect.poll(drawings).toHaveLength(2)
  await userEvent.keyboard('{Control>}zz{/Control}')
  await expect.poll(drawings).toEqual([other])
})

test('Esc ends the drag of an order before it leaves the selected drawing', async () => {
  const { take, drag, drawings, element, hand, lines, clock, session } = await stage({ hasOrder: true })
  await expect.poll(lines).toEqual(['BUY 1 C1042 at 61,980.0'])
  const lineY = () => heightOfLine(element, hand)
  await expect.poll(lineY).toBeGreaterThan(0)
  const y = lineY() + 3
  await take('Rectangle')
  drag({ x: 100, y: 60 }, { x: 200, y: 100 })
  await expect.poll(drawings).toHaveLength(1)
  clock.advance(1_000)
  hand.down({ x: 300, y })
  hand.move({ x: 300, y: y + 30 })
  await userEvent.keyboard('{Escape}')
  hand.up()
  expect(session.proposals.getState()['chart:1']).toBeUndefined()
  // The drawing is still selected.
  await userEvent.keyboard('{Delete}')
  await expect.poll(drawings).toEqual([])
})

test('the menu at a price closes when the chart shows another instrument', async () => {
  const { screen, session } = await stage()
  await userEvent.click(screen.getByRole('application'), { button: 'right', position: { x: 250, y: 210 } })
  const alert = screen.getByRole('menuitem', { name: /^Price alert at/ })
  await expect.element(alert).toBeVisible()
  chooseInstrument(session.workspace, '1', sym('ETHUSDC_PERP'))
  await expect.element(screen.getByRole('application', { name: /^Candles ETH/ })).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('with a tool in use a drag over an order’s line draws, and the order has no proposal', async () => {
  const { drawings, take, drag, session, element, hand, lines, clock } = await stage({ hasOrder: true })
  await expect.poll(lines).toEqual(['BUY 1 C1042 at 61,980.0'])
  const lineY = () => heightOfLine(element, hand)
  await expect.poll(lineY).toBeGreaterThan(0)
  const y = lineY()
  clock.advance(1_000)
  await take('Trend line')
  drag({ x: 200, y: y + 3 }, { x: 300, y: y + 60 })
  await expect.poll(drawings).toHaveLength(1)
  expect(session.proposals.getState()['chart:1']).toBeUndefined()
  // Without a tool the order is taken first, although the line's point is there.
  drag({ x: 200, y: y + 3 }, { x: 200, y: y + 40 })
  await expect.poll(() => session.proposals.getState()['chart:1']).toBeDefined()
  const [drawn] = drawings()
  await take('Ray')
  expect(session.proposals.getState()['chart:1']).toBeUndefined()
  expect(drawings()).toEqual([drawn])
})
