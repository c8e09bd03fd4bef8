import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Reply } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { HaltState } from '../../../shared/domain/orders/halt.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import { orderKey, type Order } from '../../../shared/domain/orders/order.ts'
import {
  NOW,
  type ScriptedCore,
  code,
  orderOf,
  positionOf,
  reference,
  wholeReading,
} from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const first = orderOf({ referenceId: reference('v1-a') })
const second = orderOf({ referenceId: reference('v1-b') })
const twoOrders = (desk: ScriptedCore) => desk.startWith('orders', [first, second])

const openKill = () => keys('{Control>}{Shift>}{F12}{/Shift}{/Control}')

it('the kill switch has nothing chosen: Enter, arrows and half a word halt nothing', async () => {
  const { desk, session, screen } = await stage(twoOrders)
  chooseCustomer(session.workspace, code('C1042'))
  await openKill()
  const word = screen.getByRole('dialog').getByRole('textbox', { name: /^Type KILL/ })
  await expect.element(word).toHaveFocus()
  await keys('{Enter}')
  await keys('{ArrowDown}{Enter}')
  await keys('KIL{Enter}')
  await keys('{Tab}{Enter}')
  await expect
    .element(screen.getByRole('dialog').getByRole('alert'))
    .toMatchTextContent('NOT halted: type KILL, or one of the words in the list.')
  expect(desk.callsOf('halt.start')).toEqual([])
})

it.each([
  ['KILL', /HALT the whole desk and cancel 2 live orders/, { kind: 'desk' }],
  ['kill', /HALT the whole desk and cancel 2 live orders/, { kind: 'desk' }],
  [
    'C1042',
    /HALT customer C1042 and cancel 2 live orders/,
    { kind: 'customer', customerCode: code('C1042') },
  ],
  ['BTCUSDC_PERP', /HALT BTCUSDC_PERP and cancel/, { kind: 'instrument', symbol: 'BTCUSDC_PERP' }],
])('the word %s decides what is halted', async (word, says, scope) => {
  const { desk, session, screen } = await stage(twoOrders)
  chooseCustomer(session.workspace, code('C1042'))
  await openKill()
  await keys(word)
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: says })).toBeVisible()
  expect(desk.callsOf('halt.start')).toEqual([])
  await keys('{Enter}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  expect(desk.callsOf('halt.start')).toEqual([{ scope, mode: 'halted' }])
})

it('halt C1042 on the command line fills in the word', async () => {
  const { desk, clock, screen } = await stage(twoOrders)
  await keys('{Control>}k{/Control}halt C2007{Enter}')
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveValue('C2007')
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveFocus()
  clock.advance(150)
  await keys('{Enter}')
  await expect
    .poll(() => desk.callsOf('halt.start'))
    .toMatchObject([{ scope: { kind: 'customer', customerCode: 'C2007' } }])
})

it('halt desk and a double Enter halt nothing before the sheet could be read', async () => {
  const { desk, clock, screen } = await stage(twoOrders)
  await keys('{Control>}k{/Control}halt desk{Enter}')
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveValue('KILL')
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveFocus()
  clock.advance(149)
  await keys('{Enter}')
  expect(desk.callsOf('halt.start')).toEqual([])
  clock.advance(150)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('halt.start')).toEqual([{ scope: { kind: 'desk' }, mode: 'halted' }])
})

it('a word that the dealer types into the kill switch halts at once', async () => {
  const { desk, screen } = await stage(twoOrders)
  await openKill()
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveFocus()
  await keys('KILL{Enter}')
  await expect.poll(() => desk.callsOf('halt.start')).toHaveLength(1)
})

it('a halt that the core refuses is one sentence, and the sheet stays', async () => {
  const { screen } = await stage((desk) =>
    desk.answer('halt.start', () => fail(failureOf('refused', 'The link to the core is down.'))),
  )
  await openKill()
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveFocus()
  await keys('KILL{Enter}')
  await expect
    .element(screen.getByRole('dialog').getByRole('alert'))
    .toMatchTextContent('NOT halted: The link to the core is down.')
})

type Halted = Result<Reply<'halt.start'>, Failure>
const LOST = failureOf('unknown-outcome', 'The link to the core broke before its reply came.')

/** Types KILL and presses Enter; the answer comes when the test says so. */
async function haltOnTheWay() {
  const answered = Promise.withResolvers<Halted>()
  const staged = await stage((desk) => desk.answer('halt.start', () => answered.promise))
  await openKill()
  await expect.element(staged.screen.getByRole('dialog').getByRole('textbox')).toHaveFocus()
  await keys('KILL{Enter}')
  return { ...staged, answer: answered.resolve }
}

it('a halt whose answer was lost is not called not halted', async () => {
  const { screen, answer } = await haltOnTheWay()
  await expect
    .element(screen.getByText(/^The halt is on its way\. Esc closes this sheet and does not/))
    .toBeVisible()
  answer(fail(LOST))
  const problem = screen.getByRole('dialog').getByRole('alert')
  await expect
    .element(problem)
    .toMatchTextContent(
      'It is NOT KNOWN whether the whole desk is halted. The link to the core broke before its reply came. Treat all orders as live. Shift F12 lists every halt. If the whole desk is not listed there, halt it again.',
    )
  await expect.element(problem).not.toMatchTextContent(/NOT halted/)
})

it('the failure of a halt is a notice where its sheet was closed meanwhile', async () => {
  const { screen, answer } = await haltOnTheWay()
  await keys('{Escape}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  answer(fail(failureOf('refused', 'The journal is full.')))
  await expect.element(screen.getByText('NOT halted: The journal is full.').first()).toBeVisible()
})

it('a late answer closes its own sheet alone, never the kill switch that was opened meanwhile', async () => {
  const answered = Promise.withResolvers<Result<Reply<'order.amend'>, Failure>>()
  const { session, desk, clock, screen } = await stage((scriptedCore) => {
    twoOrders(scriptedCore)
    scriptedCore.answer('order.amend', () => answered.promise)
  })
  session.overlay.setState({ open: { kind: 'amend', key: orderKey(first) } })
  await screen.getByRole('dialog').getByLabelText('Limit price').fill('60990')
  await keys('{Control>}{Enter}{/Control}')
  clock.advance(200)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('order.amend')).toHaveLength(1)
  // Out of the review, where Esc waits for the answer.
  await keys('{Shift>}{Tab}{Tab}{/Shift}{Escape}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  await openKill()
  const word = screen.getByRole('dialog', { name: 'Kill switch' }).getByRole('textbox')
  await expect.element(word).toHaveFocus()
  await keys('KI')
  answered.resolve(ok({}))
  await answered.promise
  await keys('LL')
  await expect.element(word).toHaveValue('KILL')
})

it('cancel first signs out once the last order has ended, with one question', async () => {
  const { desk, session, clock, screen } = await stage(twoOrders)
  session.overlay.setState({ open: { kind: 'signOut' } })
  await expect.element(screen.getByRole('button', { name: 'Cancel all 2, then sign out' })).toBeVisible()
  clock.advance(150)
  await screen.getByRole('button', { name: 'Cancel all 2, then sign out' }).click()
  await expect.element(screen.getByText(/signing out follows once each is shown over/)).toBeVisible()
  const over = (order: Order) => desk.delta('orders', [{ ...order, phase: 'closed', status: 'canceled' }])
  over(first)
  await expect.element(screen.getByText(/Cancel it, then sign out/)).toBeVisible()
  expect(desk.callsOf('session.signOut')).toEqual([])
  over(second)
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  expect(desk.callsOf('session.signOut')).toHaveLength(1)
})

const partial: OpenOrderReading = {
  customerCode: code('C1042'),
  state: 'partial',
  readAt: NOW,
  shown: 2,
  reason: 'its cursor leads nowhere',
}
const haltWith = (more: Partial<HaltState>): HaltState => ({
  id: 'h1',
  scope: { kind: 'desk' },
  mode: 'halted',
  cancels: true,
  by: 'ann',
  at: NOW,
  cause: null,
  orders: 2,
  verified: 2,
  unverified: [],
  lists: { customers: 2, cleared: 1, readAt: NOW, unseen: [partial], problem: null },
  ...more,
})

it('halts name the unread lists until every list is whole and empty, by keys', async () => {
  const { desk, screen } = await stage((scriptedCore) => scriptedCore.startWith('halts', [haltWith({})]))
  await keys('{Shift>}{F12}{/Shift}')
  const sheet = screen.getByRole('dialog', { name: 'Halts in force' })
  await expect
    .element(sheet)
    .toMatchTextContent(
      '2 of at least 2 orders confirmed done · the list of C1042 is not complete (2 orders shown): its cursor leads nowhere',
    )
  desk.delta('halts', [haltWith({ orders: 0, verified: 0 })])
  await expect.element(sheet).toMatchTextContent(/No order seen so far · the list of C1042 is not complete/)
  const cleared = { customers: 2, cleared: 2, readAt: NOW, unseen: [], problem: null }
  desk.delta('halts', [haltWith({ orders: 0, verified: 0, lists: cleared })])
  await expect.element(sheet).toMatchTextContent(/No order was live\./)
})

it('lift desk and a held Enter lift nothing; the typed word and one Enter lift once', async () => {
  const answered = Promise.withResolvers<Result<Reply<'halt.lift'>, Failure>>()
  const { desk, clock, screen } = await stage((scriptedCore) => {
    scriptedCore.startWith('halts', [haltWith({})])
    scriptedCore.answer('halt.lift', () => answered.promise)
  })
  await keys('{Control>}k{/Control}lift desk{Enter>3}')
  const word = screen.getByRole('textbox', { name: 'Type DESK to lift' })
  await expect.element(word).toHaveFocus()
  clock.advance(1_000)
  await expect.element(word).toHaveValue('')
  expect(desk.callsOf('halt.lift')).toEqual([])
  await keys('{/Enter}DESK{Enter>3/}{Enter}{Enter}')
  expect(desk.callsOf('halt.lift')).toEqual([{ id: 'h1', typed: 'DESK' }])
  answered.resolve(ok({}))
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
})

it('an Enter within 150 ms of the sheet lifts nothing', async () => {
  const { desk, clock, screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('halts', [haltWith({})]),
  )
  await keys('{Shift>}{F12}{/Shift}')
  await expect.element(screen.getByRole('textbox', { name: 'Type DESK to lift' })).toHaveFocus()
  await keys('DESK')
  clock.advance(149)
  await keys('{Enter}')
  expect(desk.callsOf('halt.lift')).toEqual([])
  clock.advance(150)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('halt.lift')).toEqual([{ id: 'h1', typed: 'DESK' }])
})

it('the kill switch, the status bar and the sign-out sheet count at least what is known', async () => {
  const { session, screen } = await stage((desk) => {
    twoOrders(desk)
    desk.startWith('openOrderReadings', [partial, wholeReading('C2007')])
  })
  await expect
    .element(screen.getByRole('contentinfo', { name: 'Status' }))
    .toMatchTextContent('at least 2 orders stay live at the venue')
  await openKill()
  await expect
    .element(screen.getByRole('dialog'))
    .toMatchTextContent(/HALT the whole desk and cancel at least 2 live orders/)
  await expect
    .element(screen.getByRole('dialog'))
    .toMatchTextContent(/The list of C1042 is not complete .* A halt reads the lists again/)
  await keys('{Escape}')
  session.overlay.setState({ open: { kind: 'signOut' } })
  await expect
    .element(screen.getByRole('dialog', { name: 'Sign out' }))
    .toMatchTextContent(/At least 2 orders stay live .* There may be more: the list of C1042/)
})

it('signing out says which brackets wait for a fill, and that a fill meanwhile has no stop', async () => {
  const bracket = { takeProfitPrice: null, stopLossPrice: '58000' as never, released: '0' as never }
  const { session, screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('orders', [{ ...first, bracket }, second]),
  )
  session.overlay.setState({ open: { kind: 'signOut' } })
  const sheet = screen.getByRole('dialog', { name: 'Sign out' })
  await expect.element(sheet).toMatchTextContent(/1 bracket waits for a fill\. .* has neither until/)
  await expect.element(sheet.getByRole('list', { name: 'Brackets' })).toMatchTextContent(/: stop loss 58000$/)
})

it('signing out never says that no order is live while a list is not read', async () => {
  const { desk, session, screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('openOrderReadings', [wholeReading('C2007')]),
  )
  session.overlay.setState({ open: { kind: 'signOut' } })
  const sheet = screen.getByRole('dialog', { name: 'Sign out' })
  await expect
    .element(sheet)
    .toMatchTextContent(/orders may stay live at the venue: the list of C1042 is not read/)
  await expect.element(screen.getByRole('button', { name: 'Sign out all the same' })).toBeVisible()
  desk.delta('openOrderReadings', [wholeReading('C1042')])
  await expect.element(sheet).toMatchTextContent('No order of this desk is live at the venue.')
})

it('signing out names the positions that stay, and that others may stand while trades are not read', async () => {
  const { session, screen } = await stage((desk) => {
    desk.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '-2.5', '62000')])
    desk.startWith('reads', [{ name: 'trades', readAt: null, why: 'The venue answered with 503.' }])
  })
  session.overlay.setState({ open: { kind: 'signOut' } })
  const sheet = screen.getByRole('dialog', { name: 'Sign out' })
  await expect
    .element(sheet.getByRole('list', { name: 'Positions' }))
    .toMatchTextContent('C1042: BTCUSDC_PERP short 2.5')
  await expect
    .element(sheet)
    .toMatchTextContent(
      /neither closes nor watches them.*There may be other positions: not every trade is read\. The venue answered with 503\./,
    )
  await expect.element(sheet.getByRole('button', { name: 'Sign out and keep the positions' })).toBeVisible()
})

it('an order that fills before its cancel keeps the dealer signed in, to look at the position', async () => {
  const { desk, session, clock, screen } = await stage(twoOrders)
  session.overlay.setState({ open: { kind: 'signOut' } })
  const sheet = screen.getByRole('dialog', { name: 'Sign out' })
  await expect.element(sheet.getByRole('button', { name: 'Cancel all 2, then sign out' })).toHaveFocus()
  clock.advance(150)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('order.cancelAll')).toHaveLength(1)
  const over = { phase: 'closed', status: 'canceled' } as const
  desk.delta('orders', [
    { ...first, ...over, filledAmount: '0.4' as never },
    { ...second, ...over },
  ])
  await expect
    .element(sheet.getByRole('alert'))
    .toMatchTextContent(/Not signed out: an order filled before it was canceled\./)
  const leave = sheet.getByRole('button', { name: 'Sign out and keep the positions' })
  await expect.element(leave).toBeVisible()
  expect(desk.callsOf('session.signOut')).toEqual([])
  clock.advance(150)
  await leave.click()
  await expect.poll(() => desk.callsOf('session.signOut')).toHaveLength(1)
})

it('lifting one of two halts leaves the sheet open on the other', async () => {
  const { desk, clock, screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('halts', [
      haltWith({}),
      haltWith({ id: 'h2', scope: { kind: 'customer', customerCode: code('C2007') } }),
    ]),
  )
  desk.answer('halt.lift', () => {
    // The core publishes the halts that are left before it answers.
    desk.delta('halts', [haltWith({ id: 'h2', scope: { kind: 'customer', customerCode: code('C2007') } })])
    return ok({})
  })
  await keys('{Control>}k{/Control}lift desk{Enter}')
  await expect.element(screen.getByRole('textbox', { name: 'Type DESK to lift' })).toHaveFocus()
  clock.advance(1_000)
  await keys('DESK{Enter}')
  await expect.element(screen.getByRole('region', { name: 'Halt of all customers' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('textbox', { name: 'Type C2007 to lift' })).toBeVisible()
})
