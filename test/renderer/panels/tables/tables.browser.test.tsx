import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ScriptedCore, positionOf, tickerOf } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)

const threePositions = (desk: ScriptedCore) =>
  desk.startWith('positions', [
    positionOf('C1042', 'BTCUSDC_PERP', '2.5', '61402.5'),
    positionOf('C2007', 'SOLUSDC_PERP', '-100', '150'),
    { ...positionOf('C2007', 'ETHUSDC_PERP', '10', '3090.6'), complete: false },
  ])

const rowsOf = (name: string) =>
  [...document.querySelectorAll(`[role=grid][aria-label="${name}"] [role=row].line`)]
    .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
    .map((row) => row.querySelectorAll('[role=gridcell]')[1]?.textContent)
const selected = () => document.querySelector('[aria-label="Positions"] [aria-selected=true]')

async function onPositions() {
  const staged = await stage(threePositions)
  const grid = staged.screen.getByRole('grid', { name: 'Positions' })
  await expect.element(grid).toMatchTextContent(/SOLUSDC_PERP/)
  await keys('{F6}{ArrowDown}')
  const head = (name: string) => grid.getByRole('columnheader', { name })
  return { ...staged, grid, head }
}

it('S sorts by the next column, T turns it round, and the selected row stays selected', async () => {
  const { head } = await onPositions()
  await keys('sss')
  await expect.element(head('Position')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => rowsOf('Positions')).toEqual(['ETHUSDC_PERP', 'BTCUSDC_PERP', 'SOLUSDC_PERP'])
  expect(selected()?.textContent).toContain('BTCUSDC_PERP')
  await keys('t')
  await expect.element(head('Position')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => rowsOf('Positions')).toEqual(['SOLUSDC_PERP', 'BTCUSDC_PERP', 'ETHUSDC_PERP'])
  expect(selected()?.textContent).toContain('BTCUSDC_PERP')
  await keys('{Shift>}s{/Shift}')
  await expect.element(head('Instrument')).toHaveAttribute('aria-sort', 'ascending')
})

it('a click on a title sorts by it, and a position of unknown value is last in both directions', async () => {
  const { head, session } = await onPositions()
  await head('Unrealised').getByRole('button').click()
  await expect.poll(() => rowsOf('Positions')).toEqual(['BTCUSDC_PERP', 'SOLUSDC_PERP', 'ETHUSDC_PERP'])
  await head('Unrealised').getByRole('button').click()
  await expect.poll(() => rowsOf('Positions')).toEqual(['SOLUSDC_PERP', 'BTCUSDC_PERP', 'ETHUSDC_PERP'])
  // The panel keeps it with the layout.
  expect(session.workspace.getState().panels['positions:1']).toMatchObject({
    table: { sort: { column: 'unrealised', descending: false } },
  })
  await head('Unrealised').getByRole('button').click()
  await expect.element(head('Unrealised')).not.toHaveAttribute('aria-sort')
})

it('rows follow the market once a second, and stay while the pointer is on one of them', async () => {
  const { desk, clock, head, grid } = await onPositions()
  await head('Unrealised').getByRole('button').click()
  await expect.poll(() => rowsOf('Positions')).toEqual(['BTCUSDC_PERP', 'SOLUSDC_PERP', 'ETHUSDC_PERP'])
  await userEvent.hover(grid.getByText('SOLUSDC_PERP'))
  desk.delta('tickers', [tickerOf('SOLUSDC_PERP', '50', '50.1')])
  clock.advance(1_000)
  await expect.element(grid).toMatchTextContent(/\+10,000/)
  expect(rowsOf('Positions')).toEqual(['BTCUSDC_PERP', 'SOLUSDC_PERP', 'ETHUSDC_PERP'])
  await userEvent.hover(head('Entry'))
  clock.advance(1_000)
  await expect.poll(() => rowsOf('Positions')).toEqual(['SOLUSDC_PERP', 'BTCUSDC_PERP', 'ETHUSDC_PERP'])
})
