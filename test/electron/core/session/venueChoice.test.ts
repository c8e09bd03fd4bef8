import { expect, it } from 'vitest'
import { Desk } from '../deskHarness.ts'

it('a sign-in to a venue that is not on the list is refused; no other address is tried', async () => {
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
