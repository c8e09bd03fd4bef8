import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../renderer/state/workspaceActions.ts'
import { fail } from '../../../shared/base/result.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import type { Order } from '../../../shared/domain/order.ts'
import { type ScriptedDesk, code, orderOf, reference } from '../../fakes/scriptedDesk.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const first = orderOf({ referenceId: reference('v1-a') })
const second = orderOf({ referenceId: reference('v1-b') })
const twoOrders = (desk: ScriptedDesk) => desk.startWith('orders', [first, second])

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

it('halt C1042 on the command line has typed the word already', async () => {
  const { desk, screen } = await stage(twoOrders)
  await keys('{Control>}k{/Control}halt C2007{Enter}')
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveValue('C2007')
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveFocus()
  await keys('{Enter}')
  await expect
    .poll(() => desk.callsOf('halt.start'))
    .toMatchObject([{ scope: { kind: 'customer', customerCode: 'C2007' } }])
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

it('cancel first, then sign out: asked once, when the last order is over', async () => {
  const { desk, session, screen } = await stage(twoOrders)
  session.overlay.setState({ open: { kind: 'signOut' } })
  await screen.getByRole('button', { name: 'Cancel all 2, then sign out' }).click()
  await expect.element(screen.getByText(/signing out follows once each is shown over/)).toBeVisible()
  const over = (of: Order) => desk.delta('orders', [{ ...of, phase: 'closed', status: 'canceled' }])
  over(first)
  await expect.element(screen.getByText(/Cancel it, then sign out/)).toBeVisible()
  expect(desk.callsOf('session.signOut')).toEqual([])
  over(second)
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  expect(desk.callsOf('session.signOut')).toHaveLength(1)
})
