/** What a dealer does besides orders, from the command to a real paper broker and back. */

import { expect, test, vi } from 'vitest'
import { PLAIN_VARIANT } from '../../../../electron/paper/apiVariants.ts'
import { draftOf, text } from '../deskHarness.ts'
import { caller, openCoreOnPaper } from '../coreOnPaper.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { NO_CHANGES } from '../../../../shared/domain/orders/order.ts'

test('amended orders, written fees, webhook keys and leverages come back from the paper broker [4.orders.amend 4.fees.put 4.webhooks.created 4.rule.5]', async () => {
  const { handlers, now, customer } = await openCoreOnPaper(PLAIN_VARIANT)

  const order = draftOf({
    customerCode: customer,
    amount: text('0.01'),
    limitPrice: text('100'),
    leverage: 4,
  })
  const sent = await handlers['order.submit']({ intentId: 'intent-1', draft: order, typed: null }, caller)
  const referenceId = takenId(sent)
  const shown = () => now('orders').find((item) => item.referenceId === referenceId)
  await vi.waitFor(() => expect(shown()).toMatchObject({ phase: 'working', leverage: 4 }))
  await vi.waitFor(() =>
    expect(now('notices').map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/leverage of .* in BTCUSDC_PERP is 4x now/),
    ),
  )
  const changes = { ...NO_CHANGES, amount: text('0.02'), limitPrice: text('101') }
  expect(await handlers['order.amend']({ customerCode: customer, referenceId, changes }, caller)).toEqual({
    ok: true,
    value: {},
  })
  await vi.waitFor(() =>
    expect(shown()).toMatchObject({ amount: '0.02', limitPrice: '101', pending: null, phase: 'working' }),
  )

  const fees = await handlers['feeProfile.write'](
    {
      intentId: 'intent-2',
      customerCode: customer,
      symbol: null,
      makerFee: text('-0.25'),
      takerFee: text('4'),
      before: [],
    },
    caller,
  )
  expect(new Set(fees.ok ? fees.value.map((fee) => `${fee.makerFee} ${fee.takerFee}`) : [])).toEqual(
    new Set(['-0.25 4']),
  )

  const made = await handlers['webhook.register'](
    { intentId: 'intent-3', url: 'https://desk.example/in', includeAllEvents: true, eventTypes: [] },
    caller,
  )
  const hook = made.ok ? made.value : null
  expect(hook?.publicKey).toEqual(expect.any(String))
  expect(await handlers['webhook.list']({ page: 1 }, caller)).toMatchObject({
    ok: true,
    value: { items: [{ id: hook?.id, publicKey: hook?.publicKey }] },
  })
  const forged = { id: hook?.id ?? '', body: '{}', signature: Buffer.alloc(64).toString('base64') }
  expect(await handlers['webhook.verify'](forged, caller)).toMatchObject({
    ok: true,
    value: { valid: false },
  })
}, 30_000)
