/** The orders that a customer's figures are made of: read once for each change of them, however often marks change. */

import { expect, it } from 'vitest'
import { figureInputs } from '../../../../renderer/state/accounts/useCustomerFigures.ts'
import { decimal } from '../../../../shared/base/decimal.ts'
import { restingValues } from '../../../../shared/domain/accounts/restingValue.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import {
  NOW,
  ScriptedCore,
  code,
  orderOf,
  positionOf,
  reference,
  sym,
  tickerOf,
} from '../../../fakes/window/scriptedCore.ts'
import { openWindow } from '../openWindow.ts'

const text = (value: string) => decimalText.parse(value)
const C1 = code('C1042')
const resting = (id: string, amount: string) =>
  orderOf({
    referenceId: reference(id),
    amount: text(amount),
    filledAmount: text('0'),
    limitPrice: text('60000'),
  })

it('a new mark makes no new list of orders, and an order makes one with every change', () => {
  const core = new ScriptedCore()
  core.startWith('orders', [resting('a', '1')])
  core.startWith('positions', [positionOf('C1042', 'BTC', '1', '60000')])
  const { session } = openWindow(core)
  const { server } = session
  const orders = () => figureInputs(server, C1, NOW).orders
  const before = orders()
  expect(before.map(({ referenceId }) => referenceId)).toEqual(['a'])
  core.delta('tickers', [tickerOf('BTC', '61000', '61001')])
  expect(orders()).toBe(before)
  core.delta('orders', [resting('b', '2')])
  expect(
    orders()
      .map(({ referenceId }) => referenceId)
      .toSorted(),
  ).toEqual(['a', 'b'])
  const used = () => restingValues(orders()).get(sym('BTCUSDC_PERP'))?.buys
  expect(used()).toBe(decimal('180000'))
  core.delta('orders', [{ ...resting('b', '2'), phase: 'closed', status: 'canceled' }])
  expect(orders().map(({ referenceId }) => referenceId)).toEqual(['a'])
  expect(used()).toBe(decimal('60000'))
  session.close()
})
