import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createReferenceIds } from '../../../../electron/core/orders/mintReferenceIds.ts'
import { journalEntry } from '../../../../shared/domain/journalEntry.ts'
import { LONGEST_REFERENCE } from '../../../../shared/domain/orders/orderRemarks.ts'
import { referenceId } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { C1, Desk, draftOf, reportOf } from '../deskHarness.ts'

const REMARKS = { reference: 'DESK7', note: 'client call; at 3' }

async function sentWithRemarks(desk = new Desk({ limits: NO_LIMITS })) {
  const orders = desk.orders()
  const broker = await desk.ready()
  const submit = async (intentId: string) =>
    takenId(await desk.call('order.submit', { intentId, draft: draftOf(), typed: null, remarks: REMARKS }))
  return { desk, orders, broker, submit }
}

it('carries the reference in the id that the venue receives, and never twice the same id', async () => {
  const { broker, submit } = await sentWithRemarks()
  const first = await submit('intent-0001')
  const second = await submit('intent-0002')
  expect(first).toContain('-DESK7-')
  expect(second).toContain('-DESK7-')
  expect(first.slice(-4)).not.toBe(second.slice(-4))
  expect(broker.sent.map(({ id }) => id)).toEqual([first, second])
  expect(await submit('intent-0001')).toBe(first)
  expect(broker.sent).toHaveLength(2)
})

it('an id with the longest reference fits the API and stays unique for two billion orders', () => {
  const clock = new FakeClock()
  clock.advance(Date.UTC(2050, 0, 1) - clock.now())
  const mint = createReferenceIds('abcd', 'abcdef', clock)
  const own = '-'.repeat(LONGEST_REFERENCE)
  const ids = Array.from({ length: 5_000 }, (_, n) => mint(n % 2 === 0 ? own : null))
  expect(new Set(ids).size).toBe(5_000)
  const roomForCount = 40 - Math.max(...ids.map(({ length }) => length)) + (4_999).toString(36).length
  expect(roomForCount).toBeGreaterThanOrEqual(6)
  expect(ids.every((id) => referenceId.safeParse(id).success)).toBe(true)
})

it('keeps the note on the order, in its audit trail and notices, and from the venue', async () => {
  const { desk, orders, broker, submit } = await sentWithRemarks()
  const id = await submit('intent-0001')
  expect(JSON.stringify(broker.sent[0]?.draft)).not.toContain('client call')
  broker.sent[0]?.answer.resolve({ kind: 'accepted', value: reportOf(id, 'open') })
  await desk.settle()
  expect(orders.get(id)).toMatchObject({ phase: 'working', note: REMARKS.note })
  const trail = await desk.call('order.auditTrail', { customerCode: C1, referenceId: id })
  expect(trail.ok && trail.value.moments[0]?.event).toMatchObject({ kind: 'intent', note: REMARKS.note })
})

it('finds order and note again in the next run', async () => {
  const { desk, submit } = await sentWithRemarks()
  const id = await submit('intent-0001')
  const next = new Desk({ limits: NO_LIMITS, journal: new FakeJournal(desk.journal.entries) })
  const orders = next.orders()
  await next.ready()
  expect(orders.get(id)).toMatchObject({ referenceId: id, note: REMARKS.note })
})

it('reads a journal that was written before orders had notes', async () => {
  const lines = readFileSync('test/fixtures/journal-before-notes.jsonl', 'utf8').trim().split('\n')
  const entries = lines.map((line) => journalEntry.parse(JSON.parse(line)))
  const desk = new Desk({ limits: NO_LIMITS, journal: new FakeJournal(entries) })
  const orders = desk.orders()
  await desk.ready()
  expect([...orders.keys()].toSorted()).toEqual(['op-old1-1', 'op-old1-2'])
  expect(orders.get('op-old1-1')).not.toHaveProperty('note')
})
