import { expect, it } from 'vitest'
import { createJournalOlderThanVenue } from '../../../../electron/core/journal/journalOlderThanVenue.ts'
import { createReferenceIds, mintedAt } from '../../../../electron/core/orders/mintReferenceIds.ts'
import type { JournalBody } from '../../../../shared/domain/journalEntry.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

const clock = new FakeClock()

/** A run on the entries of the runs before. */
function run(entries: readonly JournalBody[] = []) {
  const noted: JournalBody[] = []
  const last = entries.at(-1)
  const olderThanVenue = createJournalOlderThanVenue({
    clock,
    recovered: { rules: () => (last?.type === 'rules' ? last : null) },
    journalWriter: { note: (body) => void noted.push(body) },
  })
  let calls = 0
  olderThanVenue.confirmationNeeded.add(() => calls++)
  return { olderThanVenue, noted, calls: () => calls }
}

it('asks for a confirmation once, and again for an order that was sent after the confirmation', () => {
  const { olderThanVenue, noted, calls } = run()
  expect(olderThanVenue.whyUnconfirmed).toBeNull()
  expect(olderThanVenue.carried()).toEqual([])
  olderThanVenue.confirm()
  expect(noted).toEqual([])

  olderThanVenue.found(clock.now())
  olderThanVenue.found(clock.now())
  expect(calls()).toBe(1)
  expect(olderThanVenue.whyUnconfirmed).toMatch(/older than the venue/)
  const confirmedAt = clock.now()
  olderThanVenue.confirm()
  expect(olderThanVenue.whyUnconfirmed).toBeNull()
  olderThanVenue.found(confirmedAt)
  expect(olderThanVenue.whyUnconfirmed).toBeNull()

  const next = run(noted)
  expect(next.olderThanVenue.whyUnconfirmed).toBeNull()
  next.olderThanVenue.found(confirmedAt - 1)
  expect(next.noted).toEqual([])
  expect(next.olderThanVenue.carried()).toEqual([noted.at(-1)])
  next.olderThanVenue.found(confirmedAt + 1)
  expect(next.calls()).toBe(1)
  expect(run(next.noted).olderThanVenue.whyUnconfirmed).not.toBeNull()
})

it('takes an unknown time of an order, and an entry that it cannot read, for unconfirmed', () => {
  const { olderThanVenue } = run([
    { type: 'rules', name: 'older-than-venue', version: 2, json: '{"confirmedAt":9}' },
  ])
  expect(olderThanVenue.whyUnconfirmed).toBeNull()
  olderThanVenue.found(null)
  expect(olderThanVenue.whyUnconfirmed).not.toBeNull()
  for (const json of ['', 'null', '{"confirmedAt":"9"}'])
    expect(run([{ type: 'rules', name: '', version: 2, json }]).olderThanVenue.whyUnconfirmed).not.toBeNull()
})

it('reads the time of an id that this program minted, with and without the dealer’s own part', () => {
  const mint = createReferenceIds('a1b2', 'run000', clock)
  for (const id of [mint(), mint('B12'), mint('my-own-part')])
    expect(mintedAt(id)).toBe(Math.floor(clock.now()))
  for (const id of ['', 'op-a1b2', 'op-a1b2-short-run0001', 'op-a1b2-UPPERCAS-run0001'])
    expect(mintedAt(id as ReferenceId)).toBeNull()
})
