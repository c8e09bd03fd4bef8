/** When the rows of a block start: one after the other, so that a single order never waits for several of them. */

import { expect, it } from 'vitest'
import { text } from '../../deskHarness.ts'
import { limited } from '../scale/scaleStage.ts'
import { blockOf, startDesk } from './blockStage.ts'

it('starts no two rows in the same moment, neither at the start nor after their answers', async () => {
  const { desk, broker } = await startDesk()
  await desk.call('order.submitBlock', blockOf(6, { inFlight: 2 }))
  await desk.settle()
  expect(broker.sent).toHaveLength(1)
  desk.clock.advance(2)
  await desk.settle()
  expect(broker.sent).toHaveLength(1)
  desk.clock.advance(1)
  await desk.settle()
  expect(broker.sent).toHaveLength(2)
  desk.clock.advance(20)
  for (const { answer } of broker.sent)
    answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: 'need 40' })
  await desk.settle()
  expect(broker.sent).toHaveLength(3)
  desk.clock.advance(3)
  await desk.settle()
  expect(broker.sent).toHaveLength(4)
})

it('asks about a row that the limits of a second keep back ten times a second, not at every start', async () => {
  const { desk, broker, submit } = await startDesk({
    limits: limited({ ordersInSecond: { warn: null, block: text('1') } }),
  })
  await submit(blockOf(3))
  expect(broker.sent).toHaveLength(1)
  const until = desk.clock.monotonic() + 800
  let timers = 0
  while (desk.clock.monotonic() < until && desk.clock.step()) {
    timers++
    // oxlint-disable-next-line no-await-in-loop -- The next timer is planned by what this one did.
    await desk.settle()
  }
  expect(broker.sent).toHaveLength(1)
  expect(timers).toBeLessThan(40)
})
