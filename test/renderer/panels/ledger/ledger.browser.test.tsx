import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { NOW, code, ledgerRowOf } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const text = (value: string) => decimalText.parse(value)

describe('the status of ledger rows', () => {
  it('is filtered by the venue, and each choice starts from the newest row again [4.transactionsQuery.status]', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('ledger', [ledgerRowOf({ code: 'T9', signedAmount: text('5') })])
      scriptedCore.startWith('balances', [
        { customerCode: code('C1042'), amount: text('90'), source: 'event', asOf: NOW },
      ])
      scriptedCore.answer('ledger.read', ({ status, before }) =>
        ok({
          rows: [ledgerRowOf({ code: `${status} ${before}`, status: status ?? 'completed' })],
          next: 'more',
          missing: null,
        }),
      )
    })
    await keys('{Control>}k{/Control}ledger C1042{Enter}')
    await expect.element(screen.getByText(/✗ Ledger and balance differ/)).toBeVisible()
    await keys('{End}{PageDown}')
    await expect.element(screen.getByRole('grid', { name: 'Ledger rows' })).toMatchTextContent(/null null/)
    const status = screen.getByRole('combobox', { name: 'Status' })
    await status.selectOptions('pending')
    // What is left out of the answer would be missed in the balance: no red where nothing is proved.
    await expect.element(screen.getByText('Not checked: with this filter, rows are missing')).toBeVisible()
    await screen.getByRole('button', { name: 'Older rows' }).click()
    await expect.element(screen.getByRole('grid', { name: 'Ledger rows' })).toMatchTextContent(/pending null/)
    await status.selectOptions('cancelled')
    await screen.getByRole('button', { name: 'Older rows' }).click()
    await expect
      .element(screen.getByRole('grid', { name: 'Ledger rows' }))
      .toMatchTextContent(/cancelled null/)
    expect(desk.callsOf('ledger.read')).toMatchObject([
      { status: null, before: null },
      { status: 'pending', before: null },
      { status: 'cancelled', before: null },
    ])
  })
})
