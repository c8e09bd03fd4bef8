/** The canvases of the ladder and the chart with every payload in each text of an order, a customer and an instrument: what they paint, and what stands beside them. */

import '../../renderer/live/jitless.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ChartProps } from '../../renderer/panels/chart/chartProps.ts'
import { PriceChart } from '../../renderer/panels/chart/PriceChart.tsx'
import { DEFAULT_CHART } from '../../renderer/state/stores/chartChoices.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import { topics } from '../../shared/contract/contract.ts'
import type { Order } from '../../shared/domain/orders/order.ts'
import { coreWith } from '../pixels/chartStage.tsx'
import { loadFonts, stageLadder } from '../pixels/stage.tsx'
import { candlesOf, newsOf } from '../renderer/panels/chart/candles.ts'
import { calm, instrument, text } from '../renderer/panels/ladder/scenes.ts'
import { customerAt, FIRST_SYMBOLS, rowsOf } from './hostileDesk.ts'
import { payloadAt } from './hostileOwnLists.ts'
import { hostileValue } from './hostileValues.ts'
import {
  brokenIn,
  enforcePolicy,
  expectNothingRan,
  faultsOf,
  faultsOfText,
  textsOn,
  violations,
} from './pageFaults.ts'
import { paintOnPage, recordPaintedTexts } from './paintedTexts.ts'

beforeAll(enforcePolicy)
beforeEach(() => void (violations.length = 0))

const { element } = topics.orders.snapshot
/** Orders of one step, and the rows in view on which they rest. */
const AT_ONCE = 20
const ROWS = 8
const priced = (order: object, n: number): Order => ({
  ...(order as Order),
  side: 'buy',
  amount: text('1.5'),
  filledAmount: text('0'),
  limitPrice: text(String(62_148.5 - (n % ROWS) * 0.5)),
})
const ORDERS = rowsOf('orders', element).map(priced)
/** The same orders without a payload. */
const PLAIN = ORDERS.map(({ referenceId }, n) => {
  const plain = hostileValue(element, 'BTC', new Map()) as object
  return priced({ ...plain, customerCode: 'C1042', symbol: 'BTCUSDC_PERP', referenceId }, n)
})
const stepsOf = (orders: readonly Order[]): readonly (readonly Order[])[] =>
  Array.from({ length: Math.ceil(orders.length / AT_ONCE) }, (_, step) =>
    orders.slice(step * AT_ONCE, (step + 1) * AT_ONCE),
  )

const stageNow = () => document.querySelector<HTMLElement>('[data-testid=stage]')!
const textNow = () => [...textsOn(stageNow())].map(([, shown]) => shown).join('\n')
const lookNow = () => [...faultsOf(stageNow()), ...brokenIn(stageNow())]

/** The longest code that a label of the chart names: a longer one is on the chart without its code, and in the list of lines. */
const LABELLED = 30

it('the chart paints each code as it may be shown, on its labels and over its picture', async () => {
  const painted = recordPaintedTexts()
  await loadFonts()
  const client = coreWith(newsOf(candlesOf(80)))
  let pictures = 0
  const props = (step: number, orders: readonly Order[]): ChartProps => ({
    client,
    instrument: { ...instrument, symbol: FIRST_SYMBOLS[step % FIRST_SYMBOLS.length] as never },
    interval: '5m',
    choices: DEFAULT_CHART,
    orders: orders.map((order, n) => ({ ...order, limitPrice: text(String(61_900 + n * 15)) })),
    position: null,
    unrealised: null,
    onInterval: () => {},
    onChoices: () => {},
    onPicture: () => void pictures++,
  })
  const view = (step: number, orders: readonly Order[]) => (
    <div data-testid="stage" style={{ width: 1200, height: 800 }}>
      <PriceChart {...props(step, orders)} />
    </div>
  )
  const steps = stepsOf(ORDERS)
  const screen = await render(view(0, []))
  const faults = new Set<string>()
  for (let step = 0; step < Math.max(steps.length, FIRST_SYMBOLS.length); step++) {
    const some = steps[step % steps.length]!
    await screen.rerender(view(step, some))
    const codes = some.map(({ customerCode }) => shownCode(customerCode))
    const labels = codes.filter((code) => code.length <= LABELLED)
    await expect
      .poll(() => labels.filter((code) => ![...painted.texts].some((words) => words.includes(code))))
      .toEqual([])
    const words = textNow()
    codes.filter((code) => !words.includes(code)).forEach((code) => faults.add(`not in words: ${code}`))
    await userEvent.click(screen.getByRole('button', { name: 'Picture' }))
    const symbol = shownCode(props(step, some).instrument.symbol)
    if (![...painted.texts].some((title) => title.startsWith(symbol))) faults.add(`no picture of ${symbol}`)
    lookNow().forEach((fault) => faults.add(fault))
  }
  for (const words of painted.texts) faultsOfText('canvas', words).forEach((fault) => faults.add(fault))
  for (const words of painted.cut) if (/K[CS]/.test(words)) faults.add(`leaves its canvas: ${words}`)
  expect([...faults]).toEqual([])
  expect(pictures).toBeGreaterThanOrEqual(FIRST_SYMBOLS.length)
  expectNothingRan()
})

/** What the grid of the ladder says of an order's type. */
const typeWords = (type: string): string => type.replaceAll('_', ' ')

it('the ladder paints no text of a venue, and shows each in words', async () => {
  const painted = recordPaintedTexts()
  paintOnPage()
  const staged = await stageLadder(calm(), { armed: true }, { width: 800, height: 700 })
  const faults = new Set<string>()
  /** Shows orders until the grid names the last of them, which the slow turns of the clock write. */
  const show = async (orders: readonly Order[], step: number, says: string) => {
    await staged.change({
      orders,
      customer: { code: customerAt(step), name: says, closed: says },
      proposal: says,
    })
    const last = typeWords(orders.at(-1)!.type)
    await expect
      .poll(async () => {
        staged.clock.advance(1_000)
        await staged.paint.settle()
        return textNow().includes(last)
      })
      .toBe(true)
    return textNow()
  }
  const listed = async (symbol: string) => {
    await staged.change({ instrument: { ...instrument, symbol: symbol as never } })
    lookNow().forEach((fault) => faults.add(fault))
  }
  for (const [step, orders] of stepsOf(PLAIN).entries()) await show(orders, step, 'Limits of the desk')
  await listed('ETHUSDC_PERP')
  await listed('BTCUSDC_PERP')
  // A new ladder may draw before its book arrives.
  const own = new Set([...painted.texts, 'Waiting for the book'])
  expect(own.size).toBeGreaterThan(20)

  const seen = new Set<string>()
  for (const [step, orders] of stepsOf(ORDERS).entries()) {
    const words = await show(orders, step, payloadAt(step))
    for (const { type } of orders) if (words.includes(typeWords(type))) seen.add(type)
    lookNow().forEach((fault) => faults.add(fault))
  }
  for (const symbol of FIRST_SYMBOLS) await listed(symbol)
  expect([...faults]).toEqual([])
  expect([...painted.texts].filter((words) => !own.has(words))).toEqual([])
  expect(seen.size).toBeGreaterThan(480)
  await page.viewport(1600, 900)
  expectNothingRan()
})
