/** A tick size that changes under a filled form: the form is judged anew, and nothing is sent or reviewed until the price fits. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { code, instrumentOf, orderOf, reference } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const coarse = instrumentOf('BTC', '20', '0.001')

it('the ticket names the new tick; its button sends nothing until the price is rounded', async () => {
  const { desk, clock, session, screen } = await stage()
  chooseCustomer(session.workspace, code('C1042'))
  await keys('{F9}')
  await expect.element(screen.getByLabelText('Amount')).toHaveFocus()
  await keys('2.5')
  await screen.getByRole('radio', { name: 'BUY' }).click()
  await screen.getByLabelText('Limit', { exact: true }).fill('62150')
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByRole('button', { name: /^C1042 · BUY 2\.5/ })).toHaveFocus()
  clock.advance(200)
  desk.delta('instruments', [coarse])
  await keys('{Enter}')
  const problem = /62,150 is not a multiple of the tick 20: 62,140 is\./
  await expect.element(screen.getByRole('button', { name: problem })).toBeVisible()
  expect(desk.callsOf('order.submit')).toEqual([])
  await screen.getByLabelText('Limit', { exact: true }).fill('62140')
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByRole('button', { name: /^C1042 · BUY 2\.5/ })).toHaveFocus()
  clock.advance(200)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('order.submit')).toMatchObject([{ draft: { limitPrice: '62140' } }])
})

it('the review of an amend ends, and its Enter sends nothing', async () => {
  const { desk, clock, screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('orders', [orderOf({ referenceId: reference('r1') })]),
  )
  await keys('{F7}{Home}a')
  const sheet = screen.getByRole('dialog')
  await sheet.getByLabelText('Limit price').fill('61990')
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByRole('group', { name: 'Review' })).toBeVisible()
  clock.advance(200)
  desk.delta('instruments', [coarse])
  await keys('{Enter}')
  await expect
    .element(sheet.getByText(/61,990 is not a multiple of the tick 20: 61,980 is\./).first())
    .toBeVisible()
  expect(desk.callsOf('order.amend')).toEqual([])
})
