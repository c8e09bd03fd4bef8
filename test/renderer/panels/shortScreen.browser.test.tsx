/** What must stay in sight on the smallest screen that is supported, 1366 × 768. */

import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { customerOf } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

const SIZE = { width: 1366, height: 768 }
beforeEach(() => page.viewport(SIZE.width, SIZE.height))

it.each(['limit', 'stop_loss_limit', 'take_profit_stop_loss'] as const)(
  'every field of a ticket of type %s can be reached, and its button stays in sight',
  async (type) => {
    const { session, screen } = await stage(() => {}, SIZE)
    session.tickets.of('ticket:1').setState((ticket) => ({
      ...ticket,
      form: { ...ticket.form, customerCode: 'C1042', symbol: 'BTCUSDC_PERP', side: 'buy', amount: '1', type },
    }))
    const table = screen.getByRole('table', { name: 'What the order changes' })
    await expect.element(table).toBeInTheDocument()
    const ticket = document.querySelector('.ticket')!
    const button = ticket.querySelector('.send')!
    const types = [...ticket.querySelectorAll('[aria-label=Type] [role=radio]')]
    expect(new Set(types.map((choice) => choice.getBoundingClientRect().top)).size).toBe(1)
    const covered = [
      ...ticket.querySelectorAll<HTMLElement>('input, [role=radio][tabindex="0"], .before-after tr'),
    ].filter((field) => {
      field.focus()
      if (document.activeElement !== field) field.scrollIntoView({ block: 'nearest' })
      const { left, right, top, bottom } = field.getBoundingClientRect()
      const middle = (left + right) / 2
      const seen = [top + 1, bottom - 1].map((y) => document.elementFromPoint(middle, y))
      return !seen.every(
        (element) => element !== null && (field.contains(element) || element.contains(field)),
      )
    })
    expect(covered.map((field) => field.dataset['field'] ?? field.textContent)).toEqual([])
    const panel = ticket.getBoundingClientRect()
    expect(table.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
      button.getBoundingClientRect().top,
    )
    expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(panel.bottom)
    expect(button.getBoundingClientRect().top).toBeGreaterThan(panel.top)
  },
)

it('only customers whose names begin alike show the ends of their names', async () => {
  const names = ['Nord Capital', 'Nord Capital II', 'Nord Capital Partners', 'Concession Bank']
  const { screen } = await stage(
    (desk) =>
      desk.startWith(
        'customers',
        names.map((name, place) => customerOf(`C10${place}`, name)),
      ),
    SIZE,
  )
  const rows = screen.getByRole('grid', { name: 'Customers' })
  for (const name of names)
    await expect.element(rows.getByTitle(name, { exact: true })).toHaveTextContent(name)
  const shown = [...document.querySelectorAll<HTMLElement>('[data-panel=customers] .customer-name')]
  expect(shown.map((name) => name.dataset['end'])).toEqual(['ital', 'II', 'ners', ''])
  for (const name of shown) {
    const cell = name.closest('.cell')!.getBoundingClientRect()
    expect(name.getBoundingClientRect().right).toBeLessThanOrEqual(cell.right)
  }
})
