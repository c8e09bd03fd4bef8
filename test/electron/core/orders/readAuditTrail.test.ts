import { describe, expect, it } from 'vitest'
import { stateWords, byWhom, eventWords } from '../../../../shared/domain/orders/auditTrailSentences.ts'
import type { OrderMoment } from '../../../../shared/domain/orders/orderLife.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { C1, C2, Desk, draftOf, reportOf } from '../deskHarness.ts'

const words = ({ event, after, dealer }: OrderMoment) =>
  `${byWhom(event, dealer)}: ${eventWords(event).what.split(':')[0]} → ${after ? stateWords(after).split(',')[0] : '-'}`

async function lifeOf(desk: Desk, referenceId: ReferenceId, customerCode = C1) {
  const reply = await desk.call('order.auditTrail', { customerCode, referenceId })
  if (!reply.ok) throw new Error(reply.failure.message)
  return reply.value.moments
}

describe('the life of an order', () => {
  it('lists every event with its actor and the state after it, also in the next run', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    const orders = desk.orders()
    const broker = await desk.ready()
    const referenceId = takenId(
      await desk.call('order.submit', { intentId: 'intent-0001', draft: draftOf(), typed: null }),
    )
    broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(referenceId, 'open') })
    await desk.settle()
    await desk.call('order.cancel', { customerCode: C1, referenceId })
    broker.cancels[0]?.answer.resolve({ kind: 'accepted', value: null })
    await desk.settle()
    const soFar = [
      'dealer: intent → intent',
      'desk: sending order → sent',
      'venue, answer: shown by answer → working (open)',
      'dealer: cancel requested → working (open)',
      'desk: sending cancel → working (open)',
      'venue: cancel acknowledged → working (open)',
    ]
    const life = await lifeOf(desk, referenceId)
    expect(life.map(words)).toEqual(soFar.slice(0, life.length))
    expect(life.length).toBeGreaterThanOrEqual(5)
    // The list and the order store use the same fold.
    const { updatedAt: _told, ...shown } = orders.get(referenceId) ?? { updatedAt: 0 }
    expect(life.at(-1)?.after).toMatchObject(shown)
    expect(await lifeOf(desk, referenceId, C2)).toEqual([])

    const next = new Desk({ limits: NO_LIMITS, journal: new FakeJournal(desk.journal.entries) })
    await next.ready()
    expect((await lifeOf(next, referenceId)).map(words).slice(0, life.length)).toEqual(life.map(words))
  })

  it('is proven only where the whole journal was verified at the start', async () => {
    for (const isRecoveredWhole of [true, false]) {
      const desk = new Desk({ journal: Object.assign(new FakeJournal(), { isRecoveredWhole }) })
      await desk.ready()
      expect(
        await desk.call('order.auditTrail', { customerCode: C1, referenceId: 'v1-a' as ReferenceId }),
      ).toEqual({ ok: true, value: { moments: [], isProven: isRecoveredWhole } })
    }
  })

  it('leaves out the order of another user', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    await desk.ready()
    const referenceId = takenId(
      await desk.call('order.submit', { intentId: 'intent-0001', draft: draftOf(), typed: null }),
    )
    await desk.signInAs('anna')
    expect(await lifeOf(desk, referenceId)).toEqual([])
  })
})
