/** Equity, margin used, free margin, PnL and leverage of each customer in Customers. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startAccount } from '../../../fakes/window/accounts.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1920, 1080))

/** The cells of a row as a dealer sees them, without the reasons under the pointer. */
function shown(row: Element): readonly (string | null)[] {
  return [...row.querySelectorAll('[role=gridcell]')].slice(1).map((cell) => {
    const copy = cell.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('.hidden-visually')) hidden.remove()
    return copy.textContent
  })
}

/** Gives the table of customers this much room, in px. */
const room = (width: number) => {
  document.querySelector<HTMLElement>('[data-panel=customers] .fill')!.style.width = `${width}px`
}

/** Group, tags, ratio and own limits of a customer that has none. */
const NO_ENTRY = ['', '', '', '']

it('stand beside each customer, and are no 0 where nothing is known', async () => {
  const { screen } = await stage(startAccount, { width: 1920, height: 1080 })
  const grid = screen.getByRole('grid', { name: 'Customers' })
  await expect.element(grid.getByRole('row', { name: /C2007/ })).toBeVisible()
  const row = (name: RegExp) => grid.getByRole('row', { name }).element()
  room(180)
  await expect.poll(() => shown(row(/C1042/))).toEqual(['22,000'])
  room(220)
  await expect.poll(() => shown(row(/C1042/))).toEqual(['22,000', '+2,000'])
  room(900)
  // 34 % of 62,149.50; cash of the day −12.40; 62,149.50 of position by 22,000 of equity.
  await expect
    .poll(() => shown(row(/C1042/)))
    .toEqual(['22,000', '+2,000', '869', '96.0 %', '-12', '2.8×', '20,000', ...NO_ENTRY])
  expect(shown(row(/C2007/))).toEqual(['—', '~0', '—', '—', '—', '—', '—', ...NO_ENTRY])
})

it('sort the customers, those without a figure last', async () => {
  const { screen } = await stage(startAccount, { width: 1920, height: 1080 })
  await userEvent.keyboard('{F4}')
  const grid = screen.getByRole('grid', { name: 'Customers' })
  await expect.element(grid).toHaveFocus()
  await grid.getByRole('button', { name: 'Equity' }).click()
  await expect.element(grid.getByRole('columnheader', { name: 'Equity' })).toHaveAttribute('aria-sort')
  const first = () => grid.getByRole('row').elements()[1]?.textContent ?? ''
  await expect.poll(first).toMatch(/^C1042/)
})
