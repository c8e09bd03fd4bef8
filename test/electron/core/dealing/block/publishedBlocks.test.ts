/** How often windows get a block that is being sent: a large one seldom, and its end at once. */

import { expect, it } from 'vitest'
import { answerAll, blockOf, startDesk } from './blockStage.ts'

it('publishes a large block at most ten times a second while it is sent, and its last state at once', async () => {
  const { desk, broker, block, submit } = await startDesk()
  const followed = desk.follow('blocks')
  const began = desk.clock.monotonic()
  await submit(blockOf(60, { inFlight: 4 }))
  await answerAll(desk, broker)
  const requested = () => block().rows.filter(({ state }) => state === 'requested').length
  const tenthsOfSecond = (desk.clock.monotonic() - began) / 100
  expect(tenthsOfSecond).toBeLessThan(30)
  expect(followed.deltas.length).toBeLessThan(tenthsOfSecond + 6)
  expect(block().state).toBe('sent')
  expect(requested()).toBe(60)
})

it('brings windows up to date within a tenth of a second where no further row leaves', async () => {
  const { desk, broker, block, submit } = await startDesk()
  await submit(blockOf(60, { inFlight: 4 }))
  await answerAll(desk, broker, 0, (n) => (n < 20 ? 'open' : 'unknown'))
  desk.clock.advance(100)
  await desk.settle()
  expect(block().rows.filter(({ state }) => state === 'requested').length).toBe(broker.sent.length)
})
