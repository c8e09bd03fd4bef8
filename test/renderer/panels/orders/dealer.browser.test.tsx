/** The column "Dealer" of orders and trades: who dealt, sorted and filtered as every column, and why where nobody is named. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { orderOf, reference, tradeOf, type ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const order = (id: string, more: Partial<Order>) => orderOf({ referenceId: reference(id), ...more })
const ORDERS: readonly Order[] = [
  order('op-1', { dealer: 'J. Smith, senior dealer' }),
  order('op-2', { dealer: 'A. Okafor' }),
  order('op-3', { dealer: null }),
  order('op-4', {}),
  order('x-5', { origin: 'external' }),
]

const withOrders = (desk: ScriptedCore) => desk.startWith('orders', [...ORDERS])

/** The rows from above: reference and dealer, as a dealer sees them. */
const rows = (name: string) => {
  const grid = document.querySelector(`[aria-label="${name}"][role=grid]`)
  const titles = [...(grid?.querySelectorAll('[role=columnheader]') ?? [])].map(
    (head) => head.textContent?.replace(/ [▲▼]$/, '') ?? '',
  )
  return [...(grid?.querySelectorAll('.line') ?? [])]
    .toSorted((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
    .map((line) => {
      const cells = [...line.querySelectorAll('[role=gridcell]')]
      const dealer = cells[titles.indexOf('Dealer')]
      return [
        cells[titles.indexOf('Reference')]?.textContent,
        dealer?.querySelector('[title]')?.getAttribute('title'),
      ]
    })
}

it('names the dealer of each order, and says why nobody is named', async () => {
  await stage(withOrders)
  await userEvent.keyboard('{F7}')
  await expect
    .poll(() => Object.fromEntries(rows('Orders')))
    .toEqual({
      'op-1': 'J. Smith, senior dealer',
      'op-2': 'A. Okafor',
      'op-3': 'Nobody was named as the dealer.',
      'op-4': 'The journal does not say who dealt this order.',
      'x-5': 'No entry of the order journal names the order: it came from elsewhere, or the journal lost it.',
    })
})

it('sorts orders by dealer, those without one last both ways, and filters by a part of the name', async () => {
  const { screen } = await stage(withOrders)
  await userEvent.keyboard('{F7}')
  const head = screen
    .getByRole('grid', { name: 'Orders', exact: true })
    .getByRole('columnheader', { name: /^Dealer/ })
    .getByRole('button')
  const named = () =>
    rows('Orders')
      .slice(0, 2)
      .map(([id]) => id)
  await head.click()
  await expect.poll(named).toEqual(['op-2', 'op-1'])
  await head.click()
  await expect.poll(named).toEqual(['op-1', 'op-2'])
  await userEvent.keyboard('{F7}{Control>}f{/Control}okaf')
  await expect.poll(() => rows('Orders')).toEqual([['op-2', 'A. Okafor']])
})

it('names the dealer of the order of each trade, as soon as the order is known', async () => {
  const { desk } = await stage((core) => {
    withOrders(core)
    core.startWith('trades', [
      tradeOf({ code: 'T1', referenceId: reference('op-1') }),
      tradeOf({ code: 'T2', referenceId: reference('op-9') }),
      tradeOf({ code: 'T3', referenceId: null }),
    ])
  })
  await userEvent.keyboard('{F8}')
  await expect
    .poll(() => Object.fromEntries(rows('Trades')))
    .toEqual({
      'op-1': 'J. Smith, senior dealer',
      'op-9': 'The order of this trade is not known here any more.',
      '': 'The venue names no order for this trade.',
    })
  desk.delta('orders', [order('op-9', { dealer: 'A. Okafor' })])
  await expect.poll(() => Object.fromEntries(rows('Trades'))['op-9']).toBe('A. Okafor')
  await userEvent.keyboard('{F8}{Control>}f{/Control}smith')
  await expect.poll(() => rows('Trades')).toEqual([['op-1', 'J. Smith, senior dealer']])
})
