/** A cancel-all that a crash, a quit or another user's sign-in cut off: the dealer learns of it at the next sign-in of the account. */

import { expect, it } from 'vitest'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { BTC, C1, Desk, reportOf, rowOf } from '../deskHarness.ts'

const IDS = Array.from({ length: 12 }, (_, n) => `rest-${n}`)

/** A core on the journal of an earlier one; C1042 has twelve orders that rest at the venue. */
async function startCore(journal = new FakeJournal()) {
  const desk = new Desk({ journal })
  desk.prepare = (broker) => {
    broker.venueLedger = [rowOf('d1')]
    for (const id of IDS) broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open'))
  }
  const notices = desk.mirror('notices', ({ id }) => String(id))
  const unfinished = () => [...notices.values()].filter(({ message }) => message.includes('was not finished'))
  return {
    desk,
    unfinished,
    all: () => desk.call('order.cancelAll', { customerCode: C1, symbol: BTC, side: null }),
  }
}
type Started = Awaited<ReturnType<typeof startCore>>

/** The next start of the terminal, after a crash of the one before. */
const afterCrash = ({ desk }: Started): Promise<Started> =>
  startCore(new FakeJournal([...desk.journal.recovered, ...desk.journal.entries]))

const endAll = async ({ desk }: Started): Promise<void> => {
  for (const id of IDS) desk.broker.listener?.order(reportOf(id, 'canceled'))
  await desk.clock.run(500, 50)
}

it('a crash in the middle of a cancel-all is a notice after the next sign-in, and nothing is canceled by itself', async () => {
  const first = await startCore()
  await first.desk.ready()
  expect(await first.all()).toEqual({ ok: true, value: { count: 12 } })
  // Eight cancels are out, and the last four orders have none.
  expect(first.desk.broker.cancels).toHaveLength(8)
  const second = await afterCrash(first)
  expect(second.unfinished()).toEqual([])
  await second.desk.ready()
  expect(second.unfinished()).toMatchObject([
    {
      level: 'error',
      kind: 'cancel',
      customerCode: C1,
      symbol: BTC,
      acknowledged: false,
      message: `CANCEL ALL of C1042 in ${BTC} was not finished: Openpit or its session ended before the venue showed that each of its 12 orders was done. It does not go on by itself, so some may still be live.`,
      action: 'Look at the live orders of C1042, and cancel all again if one should not stay live.',
    },
  ])
  await second.desk.clock.run(30_000, 250)
  expect(second.desk.broker.cancels).toEqual([])
})

it('the notice comes once, also where the journal began a new segment in between', async () => {
  const first = await startCore()
  await first.desk.ready()
  await first.all()
  const second = await startCore(new FakeJournal(first.desk.journal.carried()))
  await second.desk.ready()
  expect(second.unfinished()).toHaveLength(1)
  await second.desk.clock.run(10_000, 500)
  const third = await afterCrash(second)
  await third.desk.ready()
  expect(third.unfinished()).toEqual([])
})

it('a cancel-all that ended, or that had no order, leaves no notice', async () => {
  const first = await startCore()
  await first.desk.ready()
  await first.all()
  await endAll(first)
  await first.all()
  const second = await afterCrash(first)
  await second.desk.ready()
  expect(second.unfinished()).toEqual([])
})

it('a new sign-in of the same account while the cancel-all goes on says nothing', async () => {
  const first = await startCore()
  await first.desk.ready()
  await first.all()
  await first.desk.call('session.signOut', {})
  await first.desk.ready()
  expect(first.unfinished()).toEqual([])
})

it('another account’s sign-in says nothing, and the account’s own next one does', async () => {
  const first = await startCore()
  await first.desk.ready()
  await first.all()
  await first.desk.signInAs('ann')
  expect(first.unfinished()).toEqual([])
  await first.desk.ready()
  expect(first.unfinished()).toHaveLength(1)
})

it('a crash right behind the notice, before it is surely stored, tells it again', async () => {
  const first = await startCore()
  await first.desk.ready()
  await first.all()
  const second = await afterCrash(first)
  await second.desk.ready()
  await second.desk.clock.run(500, 50)
  const third = await afterCrash(second)
  await third.desk.ready()
  expect(third.unfinished()).toHaveLength(1)
})
