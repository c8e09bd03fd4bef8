/** A terminal whose journal of earlier runs is missing or unreadable: what it says before the sign-in, and of orders that it finds at the venue. */

import { describe, expect, it } from 'vitest'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { C1, Desk, draftOf, reportOf, rowOf } from '../deskHarness.ts'

const HOUR = 3_600_000
const DAMAGED = 'The file /data/journal-key.pem is missing. This terminal sends no new order.'
const OLD = 'op-old' as ReferenceId

function unreadable() {
  const journal = new FakeJournal()
  journal.problem = DAMAGED
  journal.isRecoveredWhole = false
  return journal
}

/** The venue shows an order of C1042, created at this venue time; null: it gives no time. */
async function readyWith(desk: Desk, createdAt: number | null, id = OLD) {
  desk.prepare = (broker) => {
    broker.venueLedger = [rowOf('d1')]
    broker.venueOrders.set(`${C1} ${id}`, reportOf(id, 'open', { createdAt }))
  }
  const orders = desk.orders()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  await desk.ready()
  const messages = [...notices.values()].map(({ message }) => message)
  return { origin: orders.get(id)?.origin, messages, orders }
}

describe('an order journal that cannot be read', () => {
  it('is named on the sign-in screen and in one notice, before anybody signs in', () => {
    const desk = new Desk({ journal: unreadable() })
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    expect(desk.follow('session').now()).toMatchObject({ phase: 'signed-out', restriction: DAMAGED })
    expect([...notices.values()]).toMatchObject([{ level: 'error', message: DAMAGED, count: 1 }])
  })

  it('leaves one notice with a count of 1 after the sign-in, and refuses an order with the same reason', async () => {
    const desk = new Desk({ journal: unreadable() })
    const { messages } = await readyWith(desk, desk.clock.now())
    expect(messages.filter((message) => message.includes(DAMAGED))).toEqual([DAMAGED])
    const reply = await desk.call('order.submit', { intentId: 'intent-1', draft: draftOf(), typed: null })
    expect(reply).toMatchObject({
      ok: false,
      failure: { kind: 'refused', message: `Nothing was sent. ${DAMAGED}` },
    })
  })

  it('leaves it unknown whether this desk sent an order: it is not called "not sent from this desk"', async () => {
    const desk = new Desk({ journal: unreadable() })
    const { origin, messages } = await readyWith(desk, desk.clock.now())
    expect(origin).toBe('unknown')
    expect(messages.join()).toContain(`It is unknown whether this desk sent orders of ${C1}, such as ${OLD}`)
    expect(messages.join()).not.toContain('not sent from this desk')
  })

  it('that fails after the start is named on the sign-in screen from its first failed write', async () => {
    const desk = new Desk()
    const session = desk.follow('session')
    expect(session.now().restriction).toBeNull()
    desk.journal.problem = 'The disk is full.'
    desk.core.notices.say('error', 'Something else.')
    await desk.call('session.signIn', {
      venueId: 'paper',
      username: null,
      password: null,
      signingKey: null,
      keep: 'run',
    })
    expect(session.now().restriction).toBe('The disk is full.')
  })
})

describe('an order journal that is gone', () => {
  it('restricts the terminal until the limits are confirmed, and the sign-in screen says so', () => {
    const desk = new Desk({ isJournalLost: true })
    expect(desk.follow('session').now().restriction).toMatch(
      /order journal of earlier runs is gone.*only cancels and orders that close positions/,
    )
  })

  it.each([
    ['before it began anew', -48, 'unknown'],
    ['so shortly after that the clocks may differ', 0.5, 'unknown'],
    ['well after it began anew', 2, 'external'],
  ])('an order that was created %s has the origin %s', async (_, hours, origin) => {
    const desk = new Desk({ isJournalLost: true })
    expect((await readyWith(desk, desk.clock.now() + hours * HOUR)).origin).toBe(origin)
  })

  it('an order without a time of its creation may be this desk’s own', async () => {
    expect((await readyWith(new Desk({ isJournalLost: true }), null)).origin).toBe('unknown')
  })

  it('is remembered by later runs and later segments', async () => {
    const first = new Desk({ isJournalLost: true })
    const before = first.clock.now()
    const next = new Desk({ journal: new FakeJournal(first.journal.entries) })
    expect((await readyWith(next, before - HOUR)).origin).toBe('unknown')
    const third = new Desk({ journal: new FakeJournal(next.journal.carried()) })
    expect((await readyWith(third, before - HOUR)).origin).toBe('unknown')
    const whole = new Desk({ journal: new FakeJournal([]) })
    expect((await readyWith(whole, before - HOUR)).origin).toBe('external')
  })
})
