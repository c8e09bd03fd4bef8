/** Keys of a ladder that change or protect what stands: each waits for Enter, and cancels leave at once. */

import { beforeEach, describe, expect, it, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NO_AMEND } from '../../../../renderer/state/actions/dealing.ts'
import { joinLink } from '../../../../renderer/state/actions/joinLinks.ts'
import { closePanel } from '../../../../renderer/state/stores/panelStore.ts'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { ok } from '../../../../shared/base/result.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { code, orderOf, positionOf, reference } from '../../../fakes/window/scriptedCore.ts'
import { stageLadder } from '../../../pixels/stage.tsx'
import { ladder, stage } from '../../workspace/stage.tsx'
import { calm, orderOf as restingOrder } from './scenes.ts'

const keys = (text: string) => userEvent.keyboard(text)
const own = orderOf({
  referenceId: reference('v1-own'),
  side: 'buy',
  limitPrice: decimalText.parse('62000'),
})

async function dealing(...staging: Parameters<typeof stage>) {
  const staged = await stage(...staging)
  chooseCustomer(staged.session.workspace, code('C1042'))
  await expect.poll(() => ladder.props?.customer?.code).toBe('C1042')
  return staged
}

describe('in the window', () => {
  beforeEach(() => page.viewport(1600, 900))

  it('moves an own order with a ghost by the amend path, after Enter and not before', async () => {
    const { desk, clock, screen } = await dealing((scripted) => scripted.startWith('orders', [own]))
    desk.answer('order.amend', () => ok({}))
    const press = (ticks: 1 | -1) => ladder.props?.onRequest({ kind: 'move', order: own, ticks, both: false })
    press(1)
    await expect.poll(() => ladder.props?.ghost?.limitPrice).toBe('62000.5')
    press(1)
    await expect.poll(() => ladder.props?.ghost?.limitPrice).toBe('62001')
    expect(ladder.props?.orders.map(({ limitPrice }) => limitPrice)).toEqual(['62000'])
    expect(desk.callsOf('order.amend')).toEqual([])
    await expect.element(screen.getByText(/62,001/).first()).toBeVisible()
    clock.advance(500)
    ladder.props?.onSend()
    await expect
      .poll(() => desk.callsOf('order.amend'))
      .toMatchObject([{ customerCode: 'C1042', referenceId: 'v1-own', changes: { limitPrice: '62001' } }])
    await expect.poll(() => ladder.props?.ghost).toBeNull()
  })

  it('says what to do where the venue takes no amend', async () => {
    const { desk, session, screen } = await dealing((scripted) => scripted.startWith('orders', [own]))
    const { value } = session.server.session.getState()
    if (value === null) throw new Error('no session')
    desk.delta('session', { ...value, venues: value.venues.map((venue) => ({ ...venue, amend: false })) })
    ladder.props?.onRequest({ kind: 'move', order: own, ticks: 1, both: false })
    await expect.element(screen.getByText(NO_AMEND).first()).toBeVisible()
    expect(ladder.props?.proposal).toBeNull()
  })

  it('reverses and protects the position only after the sentence and Enter', async () => {
    const held = positionOf('C1042', 'BTCUSDC_PERP', '2', '62000')
    const { desk, clock, screen } = await dealing((scripted) => scripted.startWith('positions', [held]))
    ladder.props?.onRequest({ kind: 'reverse' })
    await expect.element(screen.getByText(/^C1042 · SELL 4 BTCUSDC_PERP MARKET/)).toBeVisible()
    ladder.props?.onRequest({ kind: 'protect' })
    await expect.poll(() => ladder.props?.proposal).toMatch(/^C1042 · SELL 2 BTCUSDC_PERP/)
    expect(desk.callsOf('order.submit')).toEqual([])
    clock.advance(500)
    ladder.props?.onSend()
    await expect
      .poll(() => desk.callsOf('order.submit'))
      .toMatchObject([{ draft: { type: 'take_profit_stop_loss', side: 'sell', amount: '2' } }])
  })

  it('Ctrl Shift Delete cancels for the customer of the panel at once, and for nobody without one', async () => {
    const { desk, session, screen } = await stage()
    await keys('{Control>}{Shift>}{Delete}{/Shift}{/Control}')
    await expect.element(screen.getByText('Choose a customer first (F2).')).toBeVisible()
    expect(desk.callsOf('order.cancelAll')).toEqual([])
    chooseCustomer(session.workspace, code('C1042'))
    await keys('{F7}{Control>}{Shift>}{Delete}{/Shift}{/Control}')
    expect(desk.callsOf('order.cancelAll')).toEqual([{ customerCode: 'C1042', symbol: null, side: null }])
    await expect.element(screen.getByText(/^Requested: C1042 · CANCEL ALL of every instrument/)).toBeVisible()
    expect(desk.callsOf('order.cancel')).toEqual([])
  })

  it('Ctrl Shift Delete cancels nothing of another customer once the panel that had the focus is gone', async () => {
    const { desk, session, screen } = await dealing()
    joinLink(session.workspace, 'orders:1', { axis: 'customer', link: 'A' })
    session.workspace.setState({ linkedCustomers: { A: code('C2007') } })
    await keys('{F7}')
    await expect.poll(() => session.workspace.getState().focusedPanel).toBe('orders:1')
    closePanel(session.panels, 'orders:1')
    await expect.poll(() => session.workspace.getState().panels['orders:1']).toBeUndefined()
    await keys('{Control>}{Shift>}{Delete}{/Shift}{/Control}')
    expect(desk.callsOf('order.cancelAll')).toEqual([])
    await expect
      .element(screen.getByText(/^Nothing was canceled: the panel that had the focus was closed/))
      .toBeVisible()
    await keys('{F6}{Control>}{Shift>}{Delete}{/Shift}{/Control}')
    expect(desk.callsOf('order.cancelAll')).toMatchObject([{ customerCode: 'C1042' }])
  })

  it('F10 arms no other ladder once the one that had the focus is gone; F5 goes to it first', async () => {
    const { session, screen } = await dealing()
    await keys('{F5}{Control>}{Shift>}d{/Shift}{/Control}')
    await expect.poll(() => session.workspace.getState().focusedPanel).toBe('ladder:3')
    closePanel(session.panels, 'ladder:3')
    await expect.poll(() => session.workspace.getState().panels['ladder:3']).toBeUndefined()
    await keys('{F10}{Control>}k{/Control}arm{Enter}')
    expect(session.workspace.getState().armed).toEqual({})
    await expect
      .element(screen.getByText(/^Not armed: ladder 3, which had the focus last/).first())
      .toBeVisible()
    await keys('{F5}{F10}')
    await expect.poll(() => Object.keys(session.workspace.getState().armed)).toEqual(['ladder:1'])
  })

  it('numpad + and − change no other ticket once the one that had the focus last is gone', async () => {
    const { session, screen } = await dealing()
    await keys('{F9}{Control>}{Shift>}d{/Shift}{/Control}')
    await expect.poll(() => session.workspace.getState().focusedPanel).toBe('ticket:2')
    closePanel(session.panels, 'ticket:2')
    await expect.poll(() => session.workspace.getState().panels['ticket:2']).toBeUndefined()
    const side = () => session.tickets.of('ticket:1').getState().form.side
    const before = side()
    await keys('{F6}{NumpadAdd}{F6}{NumpadSubtract}')
    await expect
      .element(screen.getByText(/^No side was chosen: ticket 2, which had the focus last/).first())
      .toBeVisible()
    expect(side()).toBe(before)
    await keys('{F9}{F6}{NumpadSubtract}')
    await expect.poll(side).toBe('sell')
  })

  it('numpad + and − open the ticket on its side, never while a text field has the focus', async () => {
    const { session } = await dealing()
    const side = () => session.tickets.of('ticket:1').getState().form.side
    await keys('{F6}')
    await keys('{NumpadSubtract}')
    await expect.poll(side).toBe('sell')
    await keys('{F6}')
    await keys('{NumpadAdd}')
    await expect.poll(side).toBe('buy')
    await expect.poll(() => document.activeElement?.getAttribute('data-field')).toBe('amount')
    await keys('{NumpadSubtract}')
    expect(side()).toBe('buy')
  })

  it('Shift Space recentres every ladder of the window', async () => {
    await dealing()
    const before = ladder.props?.recentres ?? 0
    ladder.props?.onRecentreAll()
    await expect.poll(() => ladder.props?.recentres).toBe(before + 1)
  })
})

test('the ghost stands at its own price beside the order, and says that nothing was sent', async () => {
  const order = restingOrder('buy', '62147.5')
  const staged = await stageLadder(calm(), {
    orders: [order],
    ghost: { ...order, limitPrice: decimalText.parse('62148') },
  })
  await staged.paint.settle()
  await expect
    .element(page.getByRole('gridcell', { name: '0.1 buy limit would move here, not sent' }))
    .toBeInTheDocument()
  await expect.element(page.getByRole('gridcell', { name: /^0.1 buy limit, about/ })).toBeInTheDocument()
})

test('a moved key deals from its new place, and the old place does nothing', async () => {
  const staged = await stageLadder(calm(), {
    movedKeys: new Map([
      ['KeyB', null],
      ['KeyN', 'KeyB'],
    ]),
  })
  const grid = page.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' }).element() as HTMLElement
  grid.focus()
  await keys('{ArrowUp}b')
  const requests = () => staged.calls.filter(({ name }) => name === 'onRequest').map(({ args }) => args[0])
  expect(requests()).toEqual([])
  await keys('n')
  expect(requests()).toMatchObject([{ kind: 'limit', side: 'buy' }])
})

test('a ghost in the row of its order is marked there and is no second order', async () => {
  const order = restingOrder('buy', '62147.5')
  const staged = await stageLadder(calm(), { orders: [order], ghost: order })
  await staged.paint.settle()
  await expect
    .element(page.getByRole('gridcell', { name: /0\.1 buy limit.*would move here, not sent/ }))
    .toBeInTheDocument()
})
