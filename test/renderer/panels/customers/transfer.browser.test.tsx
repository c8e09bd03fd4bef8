import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TransferKind } from '../../../../shared/domain/accounts/ledger.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { NOW, code, ledgerRowOf } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

async function open(transfer: TransferKind) {
  const staged = await stage((desk) =>
    desk.startWith('balances', [
      { customerCode: code('C1042'), amount: decimalText.parse('1000'), source: 'event', asOf: NOW },
    ]),
  )
  staged.session.overlay.setState({ open: { kind: 'transfer', code: code('C1042'), transfer } })
  const form = staged.screen.getByRole('dialog')
  return { ...staged, form, review: form.getByRole('group', { name: 'Review' }) }
}

const reviewed = () => userEvent.keyboard('{Control>}{Enter}{/Control}')

it.each([
  ['deposit', '999999999', /999,999 times the present balance of 1,000 USDC/],
  ['withdrawal', '1200', /more than the present balance of 1,000 USDC/],
] as const)('the review of a %s of %s warns', async (kind, amount, words) => {
  const { form, review } = await open(kind)
  await form.getByLabelText('Amount').fill(amount)
  await reviewed()
  await expect.element(review.getByText(words)).toBeVisible()
})

it('a deposit in BTC is not added to a balance in USDC', async () => {
  const { form, review } = await open('deposit')
  await form.getByLabelText('Amount').fill('2')
  await expect.element(form.getByText(/1,000 → 1,002 USDC/)).toBeVisible()
  await form.getByLabelText('Asset').fill('BTC')
  await expect.element(form.getByText('1,000 USDC now; the balance in BTC is not known')).toBeVisible()
  await reviewed()
  await expect.element(review.getByText(/balances in USDC only/)).toBeVisible()
})

it('the label of the sheet names its own field while the Collateral panel shows the same form', async () => {
  const { screen, session } = await stage()
  await userEvent.keyboard('{Control>}k{/Control}coll C1042{Enter}')
  await expect.element(screen.getByRole('form', { name: 'Deposit' })).toBeVisible()
  session.overlay.setState({ open: { kind: 'transfer', code: code('C1042'), transfer: 'deposit' } })
  await expect.element(screen.getByRole('dialog').getByLabelText('Amount')).toBeVisible()
})

it('the sheet says what became of the money only where venue and balance say so', async () => {
  const { form, review, desk, clock } = await open('deposit')
  await form.getByLabelText('Amount').fill('2')
  await reviewed()
  await expect.element(review).toBeVisible()
  clock.advance(200)
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByText(/The ledger does not show it/)).toBeVisible()
  const show = (status: string, asset = 'USDC') =>
    desk.delta('ledger', [ledgerRowOf({ code: 'T1', transactionType: 'deposit', status, asset })])
  show('processing')
  await expect.element(form.getByText(/The venue calls it "processing".* Do not repeat it/)).toBeVisible()
  await expect.element(form.getByText(/unchanged|did not settle/)).not.toBeInTheDocument()
  show('completed')
  await expect.element(form.getByText('Settled. The balance includes it.')).toBeVisible()
  desk.delta('balances', [{ customerCode: code('C1042'), amount: null, source: 'unknown', asOf: null }])
  await expect.element(form.getByText('Settled. The balance is not known yet.')).toBeVisible()
  show('completed', 'BTC')
  await expect.element(form.getByText(/^Settled\. .* no balance here includes it\.$/)).toBeVisible()
})
