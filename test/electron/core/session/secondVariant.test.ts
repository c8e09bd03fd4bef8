/** The whole core on a venue of the second API variant, with a profile that lacks the words of direction. */

import { expect, test, vi } from 'vitest'
import { add, decimal, toText, ZERO } from '../../../../shared/base/decimal.ts'
import { SECOND_VARIANT } from '../../../fakes/venue/secondVariant.ts'
import { draftOf, text } from '../deskHarness.ts'
import { caller, openCoreOnPaper } from '../coreOnPaper.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { NO_CHANGES } from '../../../../shared/domain/orders/order.ts'

test('deals, says what this venue cannot do, and learns which way money went [gap.17 gap.10 gap.11 gap.13]', async () => {
  const unknowing = { directions: { in: ['in'], out: ['out'] } }
  const { handlers, now, customer } = await openCoreOnPaper(SECOND_VARIANT, unknowing)
  const said = () => now('notices').map(({ message }) => message)
  await vi.waitFor(() => expect(said().join('\n')).toMatch(/no list of open orders/))
  expect(said().join('\n')).toMatch(/direction that Openpit does not know \(incoming\).*left out of sums/)
  const rows = () => now('ledger').filter((row) => row.customerCode === customer)
  expect(rows().length).toBeGreaterThan(0)
  expect(rows().map((row) => row.signedAmount)).toEqual(rows().map(() => null))
  expect(now('balances').find((balance) => balance.customerCode === customer)?.amount).toBeNull()

  // A resting order under a status word that nobody has heard of is live, and can be cancelled.
  const order = draftOf({ customerCode: customer, amount: text('0.01'), limitPrice: text('100') })
  const sent = await handlers['order.submit']({ intentId: 'intent-1', draft: order, typed: null }, caller)
  const referenceId = takenId(sent)
  const shown = () => now('orders').find((balance) => balance.referenceId === referenceId)
  await vi.waitFor(() => expect(shown()).toMatchObject({ phase: 'working', status: 'working' }))
  expect(
    await handlers['order.amend'](
      {
        customerCode: customer,
        referenceId,
        changes: { ...NO_CHANGES, amount: text('0.02') },
      },
      caller,
    ),
  ).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/no amend\. Cancel/) as string } })
  await handlers['order.cancel']({ customerCode: customer, referenceId }, caller)
  await vi.waitFor(() => expect(shown()).toMatchObject({ phase: 'closed', status: 'canceled' }))

  // Two movements each way, reported by list and stream, explain the words of all the others.
  for (const [n, kind] of (['deposit', 'withdrawal', 'deposit', 'withdrawal'] as const).entries())
    expect(
      await handlers['transfer.submit'](
        {
          intentId: `transfer-${n}`,
          transfer: { customerCode: customer, kind, amount: text('1.5'), asset: 'USDC' },
        },
        caller,
      ),
    ).toMatchObject({ ok: true })
  await vi.waitFor(
    () => {
      expect(rows().every((row) => row.status === 'completed' && row.signedAmount !== null)).toBe(true)
      expect(said().filter((message) => message.includes('is read as money'))).toHaveLength(2)
    },
    { interval: 50 },
  )
  const sum = rows().reduce((total, row) => add(total, decimal(row.signedAmount ?? '')), ZERO)
  expect(now('balances').find((balance) => balance.customerCode === customer)?.amount).toBe(toText(sum))
}, 30_000)
