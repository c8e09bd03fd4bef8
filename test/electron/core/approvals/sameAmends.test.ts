/** Two amends of one block that differ only in a customer whom the line of the request does not name. */

import { expect, it } from 'vitest'
import { answerAll, blockOf, customer, letRowsStart } from '../dealing/block/blockStage.ts'
import { draftOf, text } from '../deskHarness.ts'
import { approve, startDesk } from './fourEyesDesk.ts'

/** More than the ten that the line names. */
const COUNT = 12

it('are two acts: the second dealer approves the newer one, and that one is done', async () => {
  const { desk, call, broker, topic } = await startDesk({ bulk: true }, { hasAmend: true })
  const blocks = desk.mirror('blocks', ({ blockId }) => blockId)
  const rows = Array.from({ length: COUNT }, (_, n) => ({
    customerCode: customer(n + 1),
    amount: text('1'),
  }))
  await call('order.submitBlock', blockOf(COUNT, { draft: draftOf({ ...rows[0] }), rows, inFlight: 16 }))
  await call('approval.decide', approve(1), 'w2')
  while (broker.sent.length < COUNT) await letRowsStart(desk)
  await answerAll(desk, broker)
  const orders = broker.sent.map(({ id, draft }) => ({ customerCode: draft.customerCode, referenceId: id }))
  const amend = (without: number) =>
    call('block.amend', {
      blockId: [...blocks.keys()][0] ?? '',
      orders: orders.filter(({ customerCode }) => customerCode !== customer(without)),
      limitPrice: text('61000'),
    })
  await amend(12)
  const words = topic.now().waiting[0]?.what
  expect(await amend(12)).toMatchObject({ failure: { message: expect.stringMatching(/request 2 waits/) } })
  expect(await amend(11)).toMatchObject({ failure: { message: expect.stringMatching(/request 3 waits/) } })
  expect(topic.now().waiting).toMatchObject([{ id: 3, what: words }])
  await call('approval.decide', approve(3), 'w2')
  const moved = broker.amends.map(({ customer: code }) => code)
  expect(moved).toHaveLength(COUNT - 1)
  expect(moved).toContain(customer(12))
  expect(moved).not.toContain(customer(11))
})
