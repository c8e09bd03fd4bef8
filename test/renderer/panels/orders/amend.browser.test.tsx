import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import { NO_CHANGES } from '../../../../shared/domain/orders/order.ts'
import { WRITTEN_OFF } from '../../../../shared/domain/orders/orderLife.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { orderOf, positionOf, reference } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)

async function open() {
  const staged = await stage((desk) => {
    desk.startWith('orders', [orderOf({ referenceId: reference('r1'), amount: decimalText.parse('1') })])
    desk.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '-0.0015', '61000')])
    desk.answer('order.amend', () => ok({}))
  })
  await keys('{F7}{Home}a')
  await expect.element(staged.screen.getByRole('form', { name: 'Change the order' })).toBeVisible()
  return staged
}

it('a limit price that the limits block is marked at its field, and not reviewed', async () => {
  const { screen, desk } = await open()
  const price = screen.getByRole('dialog').getByLabelText('Limit price')
  await price.fill('620000')
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(price).toHaveAttribute('aria-invalid', 'true')
  await expect.element(screen.getByText(/over the limit of/).first()).toBeVisible()
  await expect.element(screen.getByRole('group', { name: 'Review' })).not.toBeInTheDocument()
  expect(desk.callsOf('order.amend')).toEqual([])
})

it('an amount that closes the exact position is reviewed, whatever the lot', async () => {
  const { screen } = await open()
  await screen.getByRole('dialog').getByLabelText('Amount').fill('0.0015')
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByRole('group', { name: 'Review' })).toBeVisible()
})

it('a change that a second dealer must approve says so before it is reviewed', async () => {
  const { screen, desk } = await open()
  const sentence = 'This change will wait for a second dealer.'
  desk.answer('approval.foretell', () => ok({ sentence }))
  const form = screen.getByRole('form', { name: 'Change the order' })
  await expect.element(form.getByText(sentence)).not.toBeInTheDocument()
  await form.getByLabelText('Amount').fill('0.9')
  await expect.element(form.getByText(sentence)).toBeVisible()
  expect(desk.callsOf('approval.foretell').at(-1)).toEqual({
    act: {
      kind: 'amend',
      customerCode: 'C1042',
      referenceId: 'r1',
      changes: { ...NO_CHANGES, amount: '0.9' },
    },
  })
})

it('an order that is over meanwhile says so, and one that was written off is not called done', async () => {
  const { screen, desk } = await open()
  const order = orderOf({ referenceId: reference('r1'), amount: decimalText.parse('1') })
  const refusal = { code: WRITTEN_OFF, message: 'dealer declared this order done.' }
  desk.delta('orders', [{ ...order, phase: 'dead', status: 'open', refusal }])
  const sheet = screen.getByRole('dialog')
  await expect
    .element(sheet.getByText(/^This order was written off here, which proves nothing about the venue/))
    .toBeVisible()
  desk.delta('orders', [{ ...order, phase: 'dead', status: 'open' }])
  await expect
    .element(
      sheet.getByText('This order is done (unknown to the venue), so there is nothing left to change.'),
    )
    .toBeVisible()
})

it('the command line refuses a price that the limits block', async () => {
  const { screen, desk } = await open()
  await keys('{Escape}')
  await keys('{Control>}k{/Control}am r1 px 620000')
  await expect
    .element(screen.getByRole('search', { name: 'Command' }))
    .toMatchTextContent(/over the limit of/)
  await keys('{Enter}')
  expect(desk.callsOf('order.amend')).toEqual([])
})
