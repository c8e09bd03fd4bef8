import { expect, it } from 'vitest'
import { Desk } from '../deskHarness.ts'

it('a venue that is not on the list is refused by name: no other address is tried in its place', async () => {
  const desk = new Desk()
  const done = await desk.call('session.signIn', {
    venueId: 'venue-that-was-removed',
    username: null,
    password: null,
    signingKey: null,
    keep: 'run',
  })
  expect(done).toMatchObject({ ok: false, failure: { kind: 'refused', field: 'venueId' } })
  await desk.settle()
  expect(desk.brokers).toEqual([])
})
