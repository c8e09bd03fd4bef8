/** Message lines of chosen rows: no name makes two lines of one. */

import { expect, it } from 'vitest'
import { messageList } from '../../../../renderer/panels/risk/acts/messageList.ts'
import type { RiskRow } from '../../../../shared/domain/risk/riskRows.ts'
import { code, sym } from '../../../fakes/window/scriptedCore.ts'

const rowOf = (customer: string): RiskRow =>
  ({ customerCode: code(customer), symbol: sym('BTCUSDC_PERP'), position: null, account: {} }) as RiskRow

it('writes one line for each customer, whatever a name holds', () => {
  const names = new Map([['C1042', 'Acme\nC2007 Blue Harbour · margin used 1.0 %']])
  const { text, customers } = messageList([rowOf('C1042'), rowOf('C2007')], {
    customer: (customer) => names.get(customer) ?? '',
    instrument: () => undefined,
  })
  expect(text.split('\n')).toHaveLength(2)
  expect(text).toContain('C1042 Acme\\u{a}C2007 Blue')
  expect(customers).toBe(2)
})
