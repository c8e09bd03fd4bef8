import { describe, expect, it } from 'vitest'
import { recoverState } from '../../../../electron/core/journal/recoverStateFromJournal.ts'
import { fail } from '../../../../shared/base/result.ts'
import { journalEntry, type JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { Desk, draftOf } from '../deskHarness.ts'

/** The journal as another program reads it: JSON text that fits the schema. */
const readJournal = (desk: Desk): JournalEntry[] =>
  desk.journal.entries.map((entry) => journalEntry.parse(JSON.parse(JSON.stringify(entry))))

const isAudit = ({ body }: JournalEntry) =>
  body.type === 'started' || body.type === 'session' || body.type === 'alert'

const submit = (desk: Desk) =>
  desk.call('order.submit', { intentId: 'intent-0001', draft: draftOf(), typed: null })

describe('the order journal', () => {
  it('begins each run with the installation and run of its reference ids', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const [first] = readJournal(desk)
    if (first?.body.type !== 'started') throw new Error('the run does not begin with its start')
    expect(first.whose).toBe('')
    const { install, run } = first.body
    await desk.ready()
    expect(takenId(await submit(desk))).toMatch(new RegExp(`^op-${install}-[0-9a-z]+-${run}`))
    expect(desk.journal.bodies('started')).toHaveLength(1)
  })

  it('names who signed in to which venue, and how each session ended', async () => {
    const desk = new Desk()
    await desk.ready()
    await desk.call('session.signOut', {})
    const broker = await desk.ready()
    broker.listener?.signedOff({ kind: 'bad-credentials', code: null, message: 'The token has ended.' })
    await desk.call('session.signOut', {})
    const sessions = readJournal(desk).filter(({ body }) => body.type === 'session')
    const message = 'paper at Paper (paper)'
    expect(sessions.map(({ whose, body }) => ({ whose, ...body }))).toEqual(
      ['signed-in', 'dealer', 'signed-out', 'signed-in', 'dealer', 'signed-off-by-venue', 'signed-out'].map(
        (phase) => ({
          whose: 'paper',
          type: 'session',
          phase,
          // Nobody was named.
          message: phase === 'dealer' ? null : message,
        }),
      ),
    )
  })

  it('has no session of a sign-in that the venue refused', async () => {
    const desk = new Desk()
    desk.prepare = (broker) => {
      broker.signInAnswer = async () =>
        fail({ kind: 'bad-credentials', code: null, message: 'Wrong password.' })
    }
    await desk.ready()
    await desk.call('session.signOut', {})
    expect(desk.journal.bodies('session')).toEqual([])
  })

  it('has each notice that must be acknowledged once, its acknowledgment, and the next time', async () => {
    const desk = new Desk()
    const notices = desk.mirror('notices', ({ id }) => String(id))
    const say = () => desk.core.notices.say('error', 'The disk is full.')
    desk.core.notices.say('warning', 'The clock was set.')
    say()
    say()
    desk.clock.advance(1_000)
    const [notice] = [...notices.values()].filter(({ level }) => level === 'error')
    await desk.call('notice.acknowledge', { notices: [{ id: notice!.id, count: notice!.count }] })
    say()
    const alerts = readJournal(desk).flatMap(({ body }) => (body.type === 'alert' ? [body] : []))
    expect(alerts.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      'error: The disk is full.',
      'acknowledged: The disk is full.',
      'error: The disk is full.',
    ])
  })

  it('that cannot be written from the start is reported once, also with a start and an alert', () => {
    const journal = new FakeJournal()
    journal.problem = 'The folder is locked.'
    const desk = new Desk({ journal })
    const notices = desk.mirror('notices', ({ id }) => String(id))
    desk.core.notices.say('error', 'The folder is locked.')
    expect([...notices.values()].map(({ message }) => message)).toEqual(['The folder is locked.'])
  })

  it('recovers equal orders and intents with and without starts, sessions and alerts', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    await desk.ready()
    await submit(desk)
    desk.core.notices.say('error', 'The disk is full.')
    const entries = readJournal(desk)
    expect(new Set(entries.filter(isAudit).map(({ body }) => body.type))).toEqual(
      new Set(['started', 'session', 'alert']),
    )
    const recovered = recoverState(entries)
    expect(recovered.accountKeys()).toEqual(['paper'])
    expect(recovered.recordsOf('paper').orders.size).toBe(1)
    expect(recovered.recordsOf('paper')).toEqual(
      recoverState(entries.filter((entry) => !isAudit(entry))).recordsOf('paper'),
    )
    const next = new Desk({ limits: NO_LIMITS, journal: new FakeJournal(entries) })
    const orders = next.orders()
    await next.ready()
    expect(orders.size).toBe(1)
  })
})
