import { expect, it } from 'vitest'
import { transferNews } from '../../../../shared/domain/accounts/accountNotices.ts'
import { ledgerRowOf } from '../../../fakes/window/scriptedCore.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'

const newsOf = (status: string) =>
  transferNews(
    ledgerRowOf({ code: 'T1', transactionType: 'deposit', status, totalAmount: decimalText.parse('25') }),
    null,
  )

it('the notice of a transfer with an unknown status says not to repeat it', () => {
  expect(newsOf('processing')).toMatchObject({
    level: 'warning',
    message: 'Deposit of 25 USDC has the status "processing".',
    detail: 'What became of the money is not known.',
    action: 'Do not repeat the transfer. Ask the broker.',
  })
  expect(newsOf('completed')).toMatchObject({ level: 'info', detail: null, action: null })
})
