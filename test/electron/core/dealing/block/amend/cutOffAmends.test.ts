/** The amend of a block whose process ended in the middle: the next run says so once and amends nothing. */

import { expect, it } from 'vitest'
import { venueProfile } from '../../../../../../shared/broker/venueProfile.ts'
import type { JournalEntry } from '../../../../../../shared/domain/journalEntry.ts'
import { orderKey } from '../../../../../../shared/domain/orders/order.ts'
import { FakeJournal } from '../../../../../fakes/core/fakeJournal.ts'
import type { FakeBroker } from '../../../../../fakes/venue/fakeBroker.ts'
import { PAPER, reportOf, text } from '../../../deskHarness.ts'
import { answerAll, blockOf, startDesk } from '../blockStage.ts'

const AMENDS = {
  ...PAPER,
  profile: venueProfile.parse({ ...PAPER.profile, capabilities: { amend: true } }),
}
const NEW = text('61000')
const COUNT = 3

/** A block of three that rests, and the run that ended while so many changes were at the venue. */
async function amending(inFlight: number) {
  const stage = await startDesk({ venues: [AMENDS] })
  const { desk, broker, block, submit } = stage
  await submit(blockOf(COUNT, { inFlight }))
  await answerAll(desk, broker)
  const orders = broker.sent.map(({ id, draft }) => ({ customerCode: draft.customerCode, referenceId: id }))
  await desk.call('block.amend', { blockId: block().blockId, orders, limitPrice: NEW })
  await desk.settle()
  expect(broker.amends).toHaveLength(inFlight)
  return stage
}

/** The next run, at a venue that shows the orders as they were sent. */
const restart = (entries: readonly JournalEntry[], { sent }: FakeBroker) =>
  startDesk({
    venues: [AMENDS],
    journal: new FakeJournal(entries),
    prepare(broker) {
      for (const { id, draft } of sent) {
        const { customerCode, amount } = draft
        const report = reportOf(id, 'open', { customerCode, amount })
        broker.venueOrders.set(orderKey({ customerCode, referenceId: id }), report)
      }
    },
  })

type Started = Awaited<ReturnType<typeof startDesk>>
const cutOffs = ({ notices }: Started) =>
  [...notices.values()].filter(({ message }) => message.includes('was cut off'))
const ends = ({ desk }: Started) =>
  desk.journal.bodies('block').filter(({ event }) => event.kind === 'amend-over')

it('raises a notice that must be acknowledged, amends nothing, and does not raise it at each start', async () => {
  const { desk, broker, block } = await amending(1)
  const { blockId } = block()
  for (const entries of [desk.journal.entries, desk.journal.carried()]) {
    const next = await restart(entries, broker)
    expect(cutOffs(next)).toMatchObject([
      {
        level: 'error',
        acknowledged: false,
        message: `The change of block ${blockId} was cut off: some of its 3 orders may not have changed.`,
      },
    ])
    expect(next.broker.amends).toHaveLength(0)
    expect(ends(next)).toHaveLength(1)
    expect(ends(await restart([...entries, ...next.desk.journal.entries], broker))).toHaveLength(0)
  }
})

it('says nothing after a restart where it was known what became of each change', async () => {
  const stage = await amending(COUNT)
  const { desk, broker } = stage
  for (const { id, customer: customerCode, answer } of broker.amends) {
    const amount = broker.sent.find((order) => order.id === id)?.draft.amount ?? null
    answer.resolve({
      kind: 'accepted',
      value: reportOf(id, 'open', { customerCode, amount, limitPrice: NEW }),
    })
  }
  await desk.settle()
  expect(ends(stage)).toHaveLength(1)
  for (const entries of [desk.journal.entries, desk.journal.carried()])
    expect(cutOffs(await restart(entries, broker))).toEqual([])
})
