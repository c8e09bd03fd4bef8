/** The command that checks a venue before the sign-in: what it takes, what it refuses, and what its topic shows. */

import { expect, test } from 'vitest'
import type { CheckVenue, VenueToCheck } from '../../../../electron/core/ports/broker.ts'
import { createVenueChecks } from '../../../../electron/core/session/venues/checkVenueBeforeSignIn.ts'
import { checkTypedCredentials } from '../../../../electron/core/session/venues/checkTypedCredentials.ts'
import { createVenueList } from '../../../../electron/core/session/venues/venuesInMemory.ts'
import { createListeners } from '../../../../electron/core/support/listeners.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { Request } from '../../../../shared/contract/contract.ts'
import type { Session } from '../../../../shared/contract/status.ts'
import { PROBES, type VenueCheckState } from '../../../../shared/domain/venueCheck/venueCheck.ts'

const profile = venueProfile.parse({
  name: 'Brokerly',
  kind: 'paper',
  restUrl: 'https://broker.example',
  streamUrl: 'wss://broker.example/s',
})
const REQUEST: Request<'venue.check'> = {
  venueId: null,
  profile: `// as the broker says\n${JSON.stringify(profile)}`,
  username: 'ann',
  password: 'pw',
  signingKey: null,
  customer: null,
}
const FOUND = { guesses: [], profile: '{}', report: 'records (read): all.' }

/** A check that ends when the test says so. */
function heldCheck() {
  const begun: VenueToCheck[] = []
  const ends: ((result: Result<typeof FOUND, string>) => void)[] = []
  const checkVenue: CheckVenue = (venue) => {
    begun.push(venue)
    venue.whenStopped(() => ends[begun.indexOf(venue)]?.(fail('The check was stopped.')))
    return new Promise((done) => ends.push(done))
  }
  return { begun, checkVenue, end: (result: Result<typeof FOUND, string>) => ends.at(-1)?.(result) }
}

function open(checkVenue: CheckVenue | null) {
  const changed = createListeners()
  const state: { phase: Session['phase']; changed: typeof changed } = { phase: 'signed-out', changed }
  const checks = createVenueChecks({
    checkVenue,
    venues: createVenueList([{ id: 'v1', profile, builtIn: null }]),
    credentials: {
      find: (venue, typed) => Promise.resolve(checkTypedCredentials(venue, typed)),
    },
    state,
    venueIdOf: () => 'from-file',
  })
  const shown: (VenueCheckState | null)[] = []
  checks.topic.source(
    null,
    { snapshot: (value) => shown.push(value), delta: (value) => shown.push(value), end: () => undefined },
    { windowId: 'w1', allows: () => true },
  )
  return { checks, state, changed, shown }
}

const settle = () => new Promise((done) => setImmediate(done))

test('a profile file is checked, and each probe is published as it goes', async () => {
  const { begun, checkVenue, end } = heldCheck()
  const { checks, shown } = open(checkVenue)
  const checked = checks.check(REQUEST)
  await settle()
  expect(begun[0]).toMatchObject({
    profile,
    credentials: { username: 'ann', password: 'pw' },
    customer: null,
  })
  expect(shown.at(-1)).toEqual({
    venue: 'Brokerly',
    isRunning: true,
    probes: PROBES.map((probe) => ({ probe, state: 'waiting', sentence: null })),
  })
  begun[0]?.onProbe({ probe: 'sign-in', state: 'done', sentence: 'The venue accepted the sign-in.' })
  expect(shown.at(-1)?.probes[0]).toMatchObject({ probe: 'sign-in', state: 'done' })
  end(ok(FOUND))
  expect(await checked).toEqual(ok(FOUND))
  expect(shown.at(-1)?.isRunning).toBe(false)
  expect(JSON.stringify(shown)).not.toContain('pw')
})

test('a venue of the list is checked by its id', async () => {
  const { begun, checkVenue, end } = heldCheck()
  const { checks } = open(checkVenue)
  const checked = checks.check({ ...REQUEST, venueId: 'v1', profile: null })
  await settle()
  expect(begun).toHaveLength(1)
  end(fail('Wrong username or password.'))
  expect(await checked).toMatchObject({
    ok: false,
    failure: { kind: 'not-connected', message: 'Brokerly: Wrong username or password.' },
  })
})

test.each<[string, Partial<Request<'venue.check'>>, RegExp, string | null]>([
  ['no such venue', { venueId: 'v9', profile: null }, /There is no such venue/, 'venueId'],
  ['both subjects', { venueId: 'v1' }, /Choose either/, 'profile'],
  ['neither subject', { profile: null }, /Choose either/, 'profile'],
  ['a file that is no JSON', { profile: '{' }, /not valid JSON/, 'profile'],
  ['a file with another field', { profile: '{"name":"V","kind":"demo"}' }, /kind/, 'kind'],
  ['no password', { password: null }, /Type both username and password/, 'password'],
])('%s is refused with one sentence, and nothing is asked', async (_, more, sentence, field) => {
  const { begun, checkVenue } = heldCheck()
  const { checks } = open(checkVenue)
  const answer = await checks.check({ ...REQUEST, ...more })
  expect(answer).toMatchObject({
    ok: false,
    failure: {
      message: expect.stringMatching(sentence),
      field,
    },
  })
  expect(begun).toEqual([])
})

test('a second check, a check of a replay and a check beside a session are refused', async () => {
  const { begun, checkVenue, end } = heldCheck()
  const { checks, state } = open(checkVenue)
  const first = checks.check(REQUEST)
  await settle()
  const second = await checks.check(REQUEST)
  expect(second).toMatchObject({ failure: { message: expect.stringMatching(/running already/) } })
  end(ok(FOUND))
  await first
  state.phase = 'ready'
  const beside = await checks.check(REQUEST)
  expect(beside).toMatchObject({ failure: { message: expect.stringMatching(/^Sign out before/) } })
  expect(begun).toHaveLength(1)
  const inReplay = await open(null).checks.check(REQUEST)
  expect(inReplay).toMatchObject({ failure: { message: expect.stringMatching(/connects to no venue/) } })
})

test('a check ends when it is stopped, and when somebody signs in', async () => {
  const { checkVenue } = heldCheck()
  const { checks, state, changed, shown } = open(checkVenue)
  const first = checks.check(REQUEST)
  await settle()
  checks.stop()
  expect(await first).toMatchObject({
    failure: { kind: 'refused', message: 'Brokerly: The check was stopped.' },
  })
  expect(shown.at(-1)?.isRunning).toBe(false)
  const second = checks.check(REQUEST)
  await settle()
  state.phase = 'signing-in'
  changed.call()
  expect(await second).toMatchObject({ failure: { message: 'Brokerly: The check was stopped.' } })
})
