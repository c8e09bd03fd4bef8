/** Several panels of one kind in a window: each arms, deals and is found by itself. */

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  changePanel,
  chooseCustomer,
  chooseInstrument,
} from '../../../renderer/state/actions/workspaceActions.ts'
import { joinLink } from '../../../renderer/state/actions/joinLinks.ts'
import { UNASKED_CHANGE_MS } from '../../../renderer/state/presses/unaskedChanges.ts'
import { plainPanel, type PanelStates } from '../../../renderer/state/stores/panelInstances.ts'
import { code, sym } from '../../fakes/window/scriptedCore.ts'
import { ladder, stage } from './stage.tsx'

const BTC = sym('BTCUSDC_PERP')
const SOL = sym('SOLUSDC_PERP')
const region = (name: string) => page.getByRole('region', { name, exact: true })
const grid = (name: string, symbol: string) => region(name).getByRole('grid', { name: `Ladder ${symbol}` })

async function openAnother(words: string) {
  await userEvent.keyboard('{Control>}p{/Control}')
  await userEvent.keyboard(words)
  await userEvent.keyboard('{Enter}')
}

/** A window with two ladders of link 1 and one ladder of no link, on BTC. */
async function threeLadders() {
  const staged = await stage()
  const { session } = staged
  chooseCustomer(session.workspace, code('C1042'))
  await openAnother('Ladder, another')
  await expect.element(grid('Ladder 3', BTC)).toBeVisible()
  changePanel(session.workspace, 'ladder:2', { instrumentLink: '1' })
  changePanel(session.workspace, 'ladder:3', { instrumentLink: null, symbol: BTC })
  await expect.element(grid('Ladder 2', BTC)).toBeVisible()
  return staged
}
const armed = ({ session }: Awaited<ReturnType<typeof stage>>) =>
  Object.keys(session.workspace.getState().armed)
async function armAll() {
  for (const name of ['Ladder 1', 'Ladder 2', 'Ladder 3']) {
    ;(grid(name, BTC).element() as HTMLElement).focus()
    await userEvent.keyboard('{F10}')
  }
}

describe('ladders of one link and of none', () => {
  it('a change of the link’s instrument moves and disarms both of the link, and leaves the third', async () => {
    const staged = await threeLadders()
    await armAll()
    expect(armed(staged)).toEqual(['ladder:1', 'ladder:2', 'ladder:3'])
    chooseInstrument(staged.session.workspace, '1', SOL)
    await expect.element(grid('Ladder 1', SOL)).toBeVisible()
    await expect.element(grid('Ladder 2', SOL)).toBeVisible()
    await expect.element(grid('Ladder 3', BTC)).toBeVisible()
    expect(armed(staged)).toEqual(['ladder:3'])
  })

  it('F3 on the ladder of no link changes and disarms that ladder alone', async () => {
    const staged = await threeLadders()
    await armAll()
    await userEvent.keyboard('{F3}')
    await userEvent.keyboard('SOL{Enter}')
    await expect.element(grid('Ladder 3', SOL)).toBeVisible()
    await expect.element(grid('Ladder 1', BTC)).toBeVisible()
    expect(armed(staged)).toEqual(['ladder:1', 'ladder:2'])
    await expect.element(page.getByText(/ARMED C1042/)).toBeVisible()
  })

  it('F5 goes to the ladder that had the focus last, and opens one where none is open', async () => {
    const { session } = await threeLadders()
    ;(grid('Ladder 3', BTC).element() as HTMLElement).focus()
    await userEvent.keyboard('{F7}{F5}')
    await expect.element(grid('Ladder 3', BTC)).toHaveFocus()
    for (const panel of ['ladder:1', 'ladder:2', 'ladder:3'] as const)
      session.panels.setState({ unwanted: { panel } })
    await expect.element(page.getByRole('grid', { name: /^Ladder/ })).not.toBeInTheDocument()
    await userEvent.keyboard('{F10}')
    expect(session.notices.getState().log.at(-1)?.message).toBe(
      'No ladder is open. Open one (F5), then arm it.',
    )
    await userEvent.keyboard('{F5}')
    await expect.element(grid('Ladder 1', BTC)).toHaveFocus()
  })

  it('a closed ladder disarms and says so', async () => {
    const staged = await threeLadders()
    await armAll()
    staged.session.panels.setState({ unwanted: { panel: 'ladder:3' } })
    await expect.element(region('Ladder 3')).not.toBeInTheDocument()
    expect(armed(staged)).toEqual(['ladder:1', 'ladder:2'])
    expect(staged.session.workspace.getState().disarmedBecause).toBe('the ladder was closed')
  })
})

it('two tickets hold two orders for two customers; F9 goes back to the ticket that was used last', async () => {
  const { session } = await stage()
  chooseCustomer(session.workspace, code('C1042'))
  await userEvent.keyboard('{F9}7')
  await openAnother('Ticket, another')
  chooseCustomer(session.workspace, code('C2007'))
  await userEvent.keyboard('{F9}3')
  const amount = (name: string) => region(name).getByRole('textbox', { name: 'Amount' })
  await expect.element(amount('Ticket')).toHaveValue('7')
  await expect.element(amount('Ticket 2')).toHaveValue('3')
  const customers = (['ticket:1', 'ticket:2'] as const).map(
    (id) => session.tickets.of(id).getState().form.customerCode,
  )
  expect(customers).toEqual(['C1042', 'C2007'])
})

it('panels of an unknown kind are named in a notice and stay in the saved workspace', async () => {
  const later = { ...plainPanel('depthMap', '3'), heat: 7 }
  const panels: PanelStates = { 'ladder:1': plainPanel('ladder', '1'), 'depthMap:1': later }
  const saved = {
    version: 2,
    instruments: { '1': BTC },
    sizes: {},
    panels,
    kindsSeen: [],
    onlyCustomer: false,
    layout: null,
  }
  const { desk, session, clock } = await stage((core) =>
    core.startWith('settings', { 'workspace.first': JSON.stringify(saved) }),
  )
  expect(session.notices.getState().log.map(({ message }) => message)).toContain(
    'Panels left out: this release has no depthMap. Their settings are kept, and no order depends on them. Start the release that saved them to see them again.',
  )
  clock.advance(1_000)
  const [last] = (desk.callsOf('setting.save') as { value: string }[]).slice(-1)
  expect(JSON.parse(last?.value ?? '{}')).toMatchObject({ panels: { 'depthMap:1': later } })
})

it('a cancel of all that was on its way when another window moved the link cancels for nobody, and says so', async () => {
  const { desk, clock, session, screen } = await stage()
  joinLink(session.workspace, 'ladder:1', { axis: 'customer', link: 'A' })
  const setCustomer = (customer: string) =>
    desk.setLinks({
      ...desk.links,
      revision: desk.links.revision + 1,
      customers: { ...desk.links.customers, A: code(customer) },
    })
  setCustomer('C1042')
  clock.advance(UNASKED_CHANGE_MS)
  setCustomer('C2007')
  await expect.poll(() => ladder.props?.customer?.code).toBe('C2007')
  const cancelAll = () => ladder.props?.onRequest({ kind: 'cancelAll', side: null })
  clock.advance(UNASKED_CHANGE_MS - 1)
  cancelAll()
  expect(desk.callsOf('order.cancelAll')).toEqual([])
  await expect
    .element(
      screen.getByText(
        /^Nothing was done: just before your press, another window made C2007 the customer of ladder 1\./,
      ),
    )
    .toBeVisible()
  clock.advance(1)
  cancelAll()
  expect(desk.callsOf('order.cancelAll')).toMatchObject([{ customerCode: 'C2007' }])
})
