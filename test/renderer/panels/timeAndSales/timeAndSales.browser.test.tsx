/** Time and sales in a window: runs, sizes, pause and gaps, by keyboard and under the pointer. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LinkState } from '../../../../shared/contract/status.ts'
import type { SalesTrade } from '../../../../shared/domain/marketTrade.ts'
import { NOW, liveConnection, sym, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { chooseInstrument } from '../../../../renderer/state/actions/workspaceActions.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const print = (
  n: number,
  side: 'buy' | 'sell',
  more: Partial<Record<'amount' | 'at', number>> = {},
): SalesTrade => ({
  symbol: sym('BTCUSDC_PERP'),
  price: String(62_000 + n) as never,
  amount: String(more.amount ?? 0.25) as never,
  side,
  createdAt: NOW + (more.at ?? n * 1_000),
  code: `t${n}`,
  afterGap: false,
})
const START = [print(1, 'buy'), print(2, 'sell')]

async function openSales(prepare: (core: ScriptedCore) => void = () => {}) {
  const staged = await stage((core) => {
    core.startWith('marketTrades', START)
    prepare(core)
  })
  // The pointer of an earlier test would hold the list.
  await userEvent.hover(staged.screen.getByRole('textbox', { name: 'Command line' }))
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('tape{Enter}')
  const grid = staged.screen.getByRole('grid', { name: 'Time and sales' })
  await expect.element(grid).toHaveFocus()
  const rows = () =>
    grid
      .getByRole('row')
      .elements()
      .slice(1)
      .map((element) => element.textContent)
  /** Prints come, and the next reading draws them. */
  const come = (...trades: readonly SalesTrade[]) => {
    staged.desk.delta('marketTrades', [...trades])
    staged.clock.advance(250)
  }
  return {
    ...staged,
    grid,
    rows,
    come,
    region: staged.screen.getByRole('region', { name: 'Time and sales' }),
  }
}

it('shows the public trades of the instrument, newest first, and takes news as it is looked at [6.marketTrades]', async () => {
  const { desk, clock, grid, rows, come, region } = await openSales()
  await expect.poll(rows).toEqual(['09:00:02.000S62,002.00.25015,501', '09:00:01.000B62,001.00.25015,500'])
  const opened = () => desk.openOf('marketTrades').find((item) => item.painted > 0)
  expect(opened()?.key).toEqual({ symbol: 'BTCUSDC_PERP' })
  come(print(3, 'buy'))
  await expect.poll(() => rows()[0]).toBe('09:00:03.000B62,003.00.25015,501')
  expect(rows()).toHaveLength(3)
  await expect
    .element(region.getByTitle(/^Sizes of the 3 prints/))
    .toMatchTextContent('B 0.5 S 0.25 Δ +0.250')
  desk.stale('marketTrades')
  clock.advance(250)
  await expect.element(grid).toHaveClass(/stale/)
  region.getByRole('combobox', { name: 'Instrument' }).element().focus()
  await region.getByRole('combobox', { name: 'Instrument' }).selectOptions('ETHUSDC_PERP')
  await expect
    .poll(() =>
      desk.openOf('marketTrades').some((item) => (item.key as { symbol: string }).symbol === 'ETHUSDC_PERP'),
    )
    .toBe(true)
  await expect.element(region.getByRole('combobox', { name: 'Instrument' })).toHaveFocus()
})

it('joins one aggressor’s prints of an instant, and J and the choice change what is joined', async () => {
  const { session, rows, come } = await openSales()
  come(print(3, 'buy', { at: 5_000 }), print(4, 'buy', { at: 5_000 }), print(5, 'buy', { at: 5_030 }))
  await expect
    .poll(() => rows().slice(0, 2))
    .toEqual(['09:00:05.030B62,005.00.25015,501', '09:00:05.000B62,004.00.50031,0022 prints from 62,003.0'])
  await userEvent.keyboard('jj')
  expect(session.workspace.getState().sales.bound).toBe(50)
  await expect.poll(() => rows()[0]).toBe('09:00:05.000B62,005.00.75046,5033 prints from 62,003.0 in 30 ms')
})

it('leaves out small rows and marks big ones, for each instrument by itself, saved with the window', async () => {
  const { session, rows, come, screen, region } = await openSales()
  come(print(3, 'sell', { amount: 8 }))
  await userEvent.keyboard('b5{Enter}')
  const big = () => region.getByRole('row', { name: /◆/ })
  await expect.element(big()).toMatchTextContent('◆ 8.000')
  await expect.element(big()).toHaveClass(/sales-big/)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => getComputedStyle(big().element()).outlineStyle).toBe('solid')
  await userEvent.keyboard('{Escape}m1{Enter}')
  await expect.poll(rows).toEqual(['09:00:03.000S62,003.0◆ 8.000496,024'])
  await expect.element(region.getByText('▼ from 1')).toBeVisible()
  expect(session.workspace.getState().sales.sizes).toEqual({ BTCUSDC_PERP: { minimum: '1', big: '5' } })
  await userEvent.keyboard('m{Control>}a{/Control}1x')
  await expect.element(screen.getByRole('textbox', { name: /^From/ })).toHaveAttribute('aria-invalid', 'true')
  await userEvent.keyboard('{Control>}a{/Control}9{Enter}')
  await expect
    .element(region.getByText(/^None of the 3 prints held makes a row of 9 BTC or more/))
    .toBeVisible()
})

it('Space stops the list and counts what waits; Space again shows it', async () => {
  const { rows, come, region } = await openSales()
  await expect.poll(rows).toHaveLength(2)
  await userEvent.keyboard(' ')
  await expect.element(region.getByText('Paused.')).toBeVisible()
  come(print(3, 'buy'), print(4, 'sell'))
  await expect.element(region.getByText('prints wait.', { exact: false })).toMatchTextContent('2 prints wait')
  expect(rows()).toHaveLength(2)
  await userEvent.keyboard(' ')
  come(print(5, 'sell'))
  await expect.poll(rows).toHaveLength(5)
  await expect.element(region.getByText('Paused.')).not.toBeInTheDocument()
})

it('the list stands still under the pointer and while a row is selected', async () => {
  const { rows, come, region, grid, screen } = await openSales()
  await expect.poll(rows).toHaveLength(2)
  await userEvent.hover(grid)
  await expect.element(region.getByText('Paused under the pointer.')).toBeVisible()
  come(print(3, 'buy'))
  await expect.element(region.getByText('print waits.', { exact: false })).toMatchTextContent('1 print waits')
  expect(rows()).toHaveLength(2)
  await userEvent.hover(screen.getByRole('textbox', { name: 'Command line' }))
  come()
  await expect.poll(rows).toHaveLength(3)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(region.getByText('Paused while a row is selected.')).toBeVisible()
  come(print(4, 'buy'))
  expect(rows()).toHaveLength(3)
  await userEvent.keyboard('{Escape}')
  come()
  await expect.poll(rows).toHaveLength(4)
})

it('another instrument is not held by a row of the one before', async () => {
  const { session, rows, come, region } = await openSales()
  await expect.poll(rows).toHaveLength(2)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(region.getByText('Paused while a row is selected.')).toBeVisible()
  chooseInstrument(session.workspace, '1', sym('ETHUSDC_PERP'))
  await expect.element(region.getByText('Paused while a row is selected.')).not.toBeInTheDocument()
  come(print(3, 'buy'))
  await expect.poll(rows).toHaveLength(3)
})

it('says in its place where prints may be missing, and why none come', async () => {
  const stream = (state: LinkState) => ({
    ...liveConnection,
    streams: [{ channel: 'market-trades:BTCUSDC_PERP', state, lastAt: NOW, message: null }],
  })
  const { desk, clock, rows, come, region } = await openSales((core) =>
    core.startWith('connection', stream('live')),
  )
  desk.delta('connection', stream('down'))
  clock.advance(250)
  await expect.element(region.getByText('The stream is down: no new prints.')).toBeVisible()
  await expect.poll(() => rows()[0]).toBe('No prints since 09:00:00 UTC: the venue’s stream is down.')
  clock.advance(7_000)
  desk.delta('connection', stream('live'))
  come(print(20, 'buy'))
  await expect
    .poll(() => rows().slice(0, 2))
    .toEqual([
      '09:00:20.000B62,020.00.25015,505',
      'Prints may be missing from 09:00:00 to 09:00:07 UTC: the venue’s stream was down.',
    ])
  expect(rows()).toHaveLength(4)
  await expect.element(region.getByText('The stream is down: no new prints.')).not.toBeInTheDocument()
})

it('says that prints are missing on an ended stream, and late on a quiet one', async () => {
  const stream = (state: LinkState, message: string | null) => ({
    ...liveConnection,
    streams: [{ channel: 'market-trades:BTCUSDC_PERP', state, lastAt: NOW, message }],
  })
  const { desk, clock, rows, region } = await openSales((core) =>
    core.startWith('connection', stream('live', null)),
  )
  desk.delta('connection', stream('suspect', null))
  clock.advance(250)
  await expect.element(region.getByText('The stream is silent: prints may be late.')).toBeVisible()
  expect(rows()).toHaveLength(2)
  desk.delta('connection', stream('suspect', 'The venue lost its own trade feed. Openpit subscribes again.'))
  clock.advance(250)
  await expect
    .element(region.getByText('The stream ended: prints are missing until it is back.', { exact: false }))
    .toBeVisible()
  await expect.poll(() => rows()[0]).toMatch(/^No prints since 09:00:00 UTC/)
})

it('draws a gap where the core says that prints may be missing, also in a list that opens afterwards', async () => {
  const gap = 'Prints may be missing here: the terminal did not receive them all, or could not read one.'
  const { rows, come } = await openSales((core) =>
    core.startWith('marketTrades', [print(1, 'buy'), { ...print(9, 'sell'), afterGap: true }]),
  )
  await expect.poll(() => rows()[1]).toBe(gap)
  expect(rows()).toHaveLength(3)
  come({ ...print(20, 'buy'), afterGap: true })
  await expect.poll(rows).toHaveLength(5)
  expect(rows()[1]).toBe(gap)
})

it('an instrument without prints says so once it was read, and not before', async () => {
  const { desk, region, clock } = await openSales((core) => core.startWith('marketTrades', []))
  await expect.element(region.getByText('No market trade of BTCUSDC_PERP yet.')).toBeVisible()
  desk.delta('marketTrades', START)
  clock.advance(250)
  await expect.element(region.getByRole('row', { name: /62,002/ })).toBeVisible()
})

it('does not say that an instrument never traded where nobody read it', async () => {
  const { desk, region, clock, rows } = await openSales((core) => core.startWith('marketTrades', null))
  await expect
    .element(region.getByText('No trades read yet. Whether BTCUSDC_PERP traded is not known.'))
    .toBeVisible()
  await expect
    .element(region.getByTitle('Waiting for the market trades.'))
    .toMatchTextContent('— prints B — S — Δ —')
  desk.delta('marketTrades', START)
  clock.advance(250)
  await expect.poll(rows).toHaveLength(2)
})

it('says — and not 0 prints while none was read', async () => {
  const { screen } = await stage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('tape{Enter}')
  const region = screen.getByRole('region', { name: 'Time and sales' })
  await expect
    .element(region.getByTitle('Waiting for the market trades.'))
    .toMatchTextContent('— prints B — S — Δ —')
})
