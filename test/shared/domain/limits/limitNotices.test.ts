/** The notice of an order that a limit blocked: what it tells the dealer to do. */

import { expect, test } from 'vitest'
import { UNCONFIRMED, limitBlockNews } from '../../../../shared/domain/limits/limitNotices.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import { customerCode, decimalText, symbol } from '../../../../shared/domain/scalars.ts'

const draft = plainDraft({
  customerCode: customerCode.parse('C1042'),
  symbol: symbol.parse('BTCUSDC_PERP'),
  side: 'buy',
  type: 'market',
  amount: decimalText.parse('1'),
})

const blockedBy = (limit: string) =>
  limitBlockNews('intent-1', draft, [{ level: 'block', limit, sentence: 'A bound.' }])

test('an order over a bound is sent smaller, or the limit is changed', () => {
  expect(blockedBy('notional').action).toBe('Send a smaller order, or have the limit changed.')
})

test('no size helps while the limits are not confirmed: the notice says where to confirm them', () => {
  expect(blockedBy(UNCONFIRMED).action).toBe('Open the Limits panel, check every bound and confirm.')
})
