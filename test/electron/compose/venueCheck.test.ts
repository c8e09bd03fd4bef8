/** A window lets the whole terminal check a strange venue, saves the profile that was found, and signs in with it. */

import { expect, onTestFinished, test, vi } from 'vitest'
import { parseProfileText } from '../../../shared/broker/profileText.ts'
import { commands } from '../../../shared/contract/contract.ts'
import { customerCode } from '../../../shared/domain/scalars.ts'
import { openCountingProxy } from '../../fakes/venue/countingProxy.ts'
import { dealBefore, openStrangeVenue, strangeMix } from '../../fakes/venue/strange/strangeVenue.ts'
import { composeTerminal, SOON } from '../record/recordedSession.ts'
import { DeskWindow } from './deskWindow.ts'

const SEED = 11

test('the check finds the profile, writes nothing at the venue, and the profile opens a session', async () => {
  const mix = strangeMix(SEED)
  const venue = await openStrangeVenue(mix, SEED)
  onTestFinished(() => venue.close())
  const proxy = await openCountingProxy(venue.restUrl)
  onTestFinished(() => proxy.close())
  const customer = customerCode.parse(venue.paper.customers[0])
  await dealBefore(venue, customer)
  const desk = await composeTerminal({})
  onTestFinished(() => desk.close())
  const window = new DeskWindow(desk)
  const session = window.follow('session')
  const progress = window.follow('venueCheck')
  expect(progress.now()).toBeNull()
  const { username, password } = venue.paper
  const known = {
    name: 'Strange',
    kind: 'paper',
    restUrl: proxy.restUrl,
    streamUrl: venue.streamUrl,
    paths: mix.variant.paths,
    capabilities: { amend: mix.variant.amend },
  }
  const typed = { username, password, signingKey: null }
  const checked = await window.call('venue.check', {
    venueId: null,
    profile: JSON.stringify(known),
    customer: null,
    ...typed,
  })
  if (!checked.ok) throw new Error(checked.failure.message)
  // What a window would take: the reply fits the contract.
  const found = commands['venue.check'].reply.parse(checked.value)
  expect(proxy.requests.filter((request) => !request.startsWith('GET '))).toEqual([
    `POST ${mix.variant.paths.login}`,
  ])
  expect(progress.now()).toMatchObject({ venue: 'Strange', isRunning: false })
  expect(progress.now()?.probes.map(({ state }) => state)).toEqual(Array.from({ length: 9 }, () => 'done'))
  expect(found.guesses.filter(({ isChanged }) => isChanged).length).toBeGreaterThan(2)
  expect(window.crossed.join('\n')).not.toContain(password)

  const profile = JSON.stringify(parseProfileText(found.profile))
  const saved = await window.call('venue.save', { venueId: null, profile })
  const venueId = saved.ok ? saved.value.venueId : 'none'
  expect((await window.call('session.signIn', { venueId, ...typed, keep: 'run' })).ok).toBe(true)
  await vi.waitFor(() => expect(session.now().phase).toBe('ready'), SOON)
  const reconciliation = window.follow('reconciliation')
  const isOpen = () => reconciliation.now().find(({ customerCode: code }) => code === customer)?.open
  await vi.waitFor(() => expect(isOpen()).toBe(true), SOON)
  const beside = await window.call('venue.check', { venueId, profile: null, customer: null, ...typed })
  expect(beside).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/^Sign out before/) } })
}, 60_000)
