/** The orders that a customer's figures are made of: listed once for each change of them, and summed without the list. */

import fc from 'fast-check'
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
  const used = () => figureInputs(server, C1, NOW).resting?.get(sym('BTCUSDC_PERP'))?.buys
  expect(used()).toBe(decimal('180000'))
  core.delta('orders', [{ ...resting('b', '2'), phase: 'closed', status: 'canceled' }])
  expect(orders().map(({ referenceId }) => referenceId)).toEqual(['a'])
  expect(used()).toBe(decimal('60000'))
  session.close()
})

const anOrder = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  customer: fc.constantFrom('C1042', 'C2007'),
  symbol: fc.constantFrom('BTCUSDC_PERP', 'ETHUSDC_PERP'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  amount: fc.constantFrom('1', '2.5', '0.001'),
  price: fc.constantFrom('60000', '0.1', null),
  state: fc.constantFrom('working', 'untriggered', 'unresolved', 'over'),
})

it('the sums kept up with every change are those of the orders listed now', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anOrder, { maxLength: 4 }), { maxLength: 12 }), (turns) => {
      const core = new ScriptedCore()
      core.startWith('orders', [])
      const { session } = openWindow(core)
      const { server } = session
      for (const turn of turns) {
        core.delta(
          'orders',
          turn.map(({ id, customer, symbol, side, amount, price, state }) => ({
            ...resting(`${customer}-${id}`, amount),
            customerCode: code(customer),
            symbol: sym(symbol),
            side,
            limitPrice: price === null ? null : text(price),
            ...(state === 'over' ? { phase: 'closed' as const, status: 'canceled' } : {}),
            ...(state === 'untriggered' ? { status: 'untriggered' } : {}),
            ...(state === 'unresolved' ? { phase: 'unresolved' as const } : {}),
          })),
        )
        for (const customer of [C1, code('C2007')]) {
          const inputs = figureInputs(server, customer, NOW)
          const [kept, anew] = [inputs.resting ?? new Map<never, never>(), restingValues(inputs.orders)]
          const sums = (values: typeof anew) =>
            [...values]
              .map(([symbol, { buys, sells, caution }]) => [symbol, buys, sells, caution !== null] as const)
              .toSorted(([a], [b]) => a.localeCompare(b))
          expect(sums(kept)).toEqual(sums(anew))
        }
      }
      session.close()
    }),
    { numRuns: 60 },
  )
})
