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

it('the kill switch starts on the desk; arrows and letters choose less, and Enter halts what has the focus', async () => {
  const { desk, session, screen } = await stage(twoOrders)
  chooseCustomer(session.workspace, code('C1042'))
  await keys('{Control>}{Shift>}{F12}{/Shift}{/Control}')
  const choice = (name: RegExp) => screen.getByRole('dialog').getByRole('button', { name })
  await expect.element(choice(/HALT the whole desk and cancel 2 live orders/)).toHaveFocus()
  await keys('{ArrowUp}')
  await expect.element(choice(/HALT the whole desk/)).toHaveFocus()
  await keys('i')
  await expect.element(choice(/BTCUSDC_PERP/)).toHaveFocus()
  await keys('{ArrowUp}')
  await expect.element(choice(/C1042/)).toHaveFocus()
  await keys('{Enter}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  expect(desk.callsOf('halt.start')).toEqual([
    { scope: { kind: 'customer', customerCode: 'C1042' }, mode: 'halted' },
  ])
})

it('a halt that the core refuses is one sentence, and the sheet stays', async () => {
  const { screen } = await stage((desk) =>
    desk.answer('halt.start', () => fail(failureOf('refused', 'The link to the core is down.'))),
  )
  await keys('{Control>}{Shift>}{F12}{/Shift}{/Control}')
  await expect
    .element(screen.getByRole('dialog').getByRole('button', { name: /the whole desk/ }))
    .toHaveFocus()
  await keys('{Enter}')
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
