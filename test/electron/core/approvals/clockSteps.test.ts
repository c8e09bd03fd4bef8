/** Requests for a second dealer while the clock of the machine is set, or the machine sleeps. */

import { expect, it } from 'vitest'
import { ORDERS_WAIT, OTHERS_WAIT } from '../../../../electron/core/approvals/approvals.ts'
import { draftOf, text } from '../deskHarness.ts'
import { approve, startDesk, withdrawal } from './fourEyesDesk.ts'

const order = { intentId: 'intent-0001', draft: draftOf({ amount: text('1') }), typed: null }

it('a clock that is set back gives a request no more time, on no screen and in no decision', async () => {
  const { desk, call, topic, broker } = await startDesk({ orders: text('0') })
  await call('order.submit', order)
  await desk.clock.run(20_000, 1_000)
  desk.clock.setWall(-600_000)
  await desk.clock.run(2_000, 1_000)
  const left = (topic.now().waiting[0]?.expiresAt ?? 0) - desk.clock.now()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThanOrEqual(ORDERS_WAIT - 22_000)
  await desk.clock.run(ORDERS_WAIT - 22_000, 1_000)
  expect(topic.now()).toMatchObject({ waiting: [], ended: [{ id: 1, outcome: 'expired' }] })
  expect(broker.sent).toEqual([])
})

it('a request that slept longer than it may wait is over, also where the clock was set back afterwards', async () => {
  const { desk, call, topic, broker } = await startDesk({ withdrawals: text('0') })
  await call('transfer.submit', withdrawal('transfer-1'))
  // The monotonic clock stands still during a sleep.
  desk.clock.setWall(2 * OTHERS_WAIT)
  await desk.clock.run(2_000, 1_000)
  desk.clock.setWall(-2 * OTHERS_WAIT)
  await desk.clock.run(2_000, 1_000)
  const decided = await call('approval.decide', approve(1), 'w2')
  expect(decided).toMatchObject({ ok: false, failure: { message: expect.stringContaining('is over') } })
  expect(broker.transfers).toEqual([])
  expect(topic.now().waiting).toEqual([])
})
