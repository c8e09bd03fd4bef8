/** Who deals: named at the sign-in, journaled before the acts, shown with them, kept for the next run, and never more than was said. */

import { describe, expect, it } from 'vitest'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import { dealerName } from '../../../../shared/domain/settings/dealerName.ts'
import { byWhom } from '../../../../shared/domain/orders/auditTrailSentences.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { takenId } from '../../../fakes/core/acceptedOrderId.ts'
import { C1, Desk, draftOf } from '../deskHarness.ts'

const SMITH = { name: 'J. Smith', role: 'senior dealer' }

async function submit(desk: Desk, intentId: string) {
  const id = takenId(await desk.call('order.submit', { intentId, draft: draftOf(), typed: null }))
  await desk.settle()
  return id
}

async function actors(desk: Desk, referenceId: Awaited<ReturnType<typeof submit>>) {
  const reply = desk.call('order.auditTrail', { customerCode: C1, referenceId })
  await desk.settle()
  const read = await reply
  if (!read.ok) throw new Error(read.failure.message)
  return read.value.moments.map(({ event, dealer }) => byWhom(event, dealer))
}

const dealers = (desk: Desk) =>
  desk.journal.entries.flatMap(({ body }) =>
    body.type === 'session' && body.phase === 'dealer' ? [body.message] : [],
  )

describe('who deals', () => {
  it('is journaled at the sign-in, before any act, and stands with each act of the dealer', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    await desk.call('session.nameDealer', { dealer: SMITH })
    await desk.ready()
    const id = await submit(desk, 'intent-0001')
    expect(dealers(desk)).toEqual(['J. Smith, senior dealer'])
    expect(await actors(desk, id)).toEqual(['dealer J. Smith, senior dealer', 'desk'])
  })

  it('changes with the shift: each act stays with the dealer of its time', async () => {
    const desk = new Desk({ limits: NO_LIMITS })
    await desk.call('session.nameDealer', { dealer: SMITH })
    await desk.ready()
    const first = await submit(desk, 'intent-0001')
    await desk.call('session.nameDealer', { dealer: { name: 'A. Okafor', role: '' } })
    const second = await submit(desk, 'intent-0002')
    expect((await actors(desk, first))[0]).toBe('dealer J. Smith, senior dealer')
    expect((await actors(desk, second))[0]).toBe('dealer A. Okafor')
  })

  it('is nobody where nobody was named, also after a run with a dealer', async () => {
    const before = new Desk({ limits: NO_LIMITS })
    await before.call('session.nameDealer', { dealer: SMITH })
    await before.ready()
    const after = new Desk({ limits: NO_LIMITS, journal: new FakeJournal(before.journal.entries) })
    await after.ready()
    const id = await submit(after, 'intent-0001')
    expect((await actors(after, id))[0]).toBe('dealer')
  })

  it('is kept for the next sign-in, and halts carry the name with the venue’s user', async () => {
    const settings = memorySettings()
    const before = new Desk({ limits: NO_LIMITS, settings })
    await before.call('session.nameDealer', { dealer: SMITH })
    const desk = new Desk({ limits: NO_LIMITS, settings })
    await desk.ready()
    expect(dealers(desk)).toEqual(['J. Smith, senior dealer'])
    await desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })
    await desk.settle()
    const halts = desk.journal.entries.flatMap(({ body }) =>
      body.type === 'rules' && body.name.includes('halt') ? [body.json] : [],
    )
    expect(halts.join()).toMatch(/"by":"J\. Smith, senior dealer \(.+?\)"/)
  })

  it.each([
    ['no name', { name: '', role: 'dealer' }],
    ['a name of 41 characters', { name: 'x'.repeat(41), role: '' }],
    ['text that turns the direction of reading', { name: 'J.\u202E Smith', role: '' }],
    ['a line break', { name: 'J.\nSmith', role: '' }],
    ['spaces at an end', { name: ' J. Smith', role: '' }],
  ])('is never %s', (_, dealer) => {
    expect(dealerName.safeParse(dealer).success).toBe(false)
  })
})
