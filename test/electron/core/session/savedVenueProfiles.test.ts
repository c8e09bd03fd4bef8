/** Venue profiles that were entered on screen and that a disk or a hand damaged. */

import { expect, it } from 'vitest'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import { fail } from '../../../../shared/base/result.ts'
import { Desk, LIVE } from '../deskHarness.ts'

const SETTING = 'core-venues'
const other = JSON.stringify({ ...LIVE.profile, name: 'Other', restUrl: 'https://other.example' })

it.each([
  ['cut off', JSON.stringify([LIVE.profile]).slice(0, -5)],
  ['that has one profile of a wrong shape', JSON.stringify([{ ...LIVE.profile, restUrl: 7 }])],
])('a list %s is reported, and is not destroyed by the next profile', async (_, text) => {
  const settings = memorySettings({ [SETTING]: text })
  const desk = new Desk({ settings })
  const said = [...desk.mirror('notices', ({ id }) => String(id)).values()].map(({ message }) => message)
  expect(said).toEqual([expect.stringMatching(/stored venue profile.* could not be read/)])
  expect(await desk.call('venue.save', { venueId: null, profile: other })).toMatchObject({ ok: true })
  expect(settings.all()[SETTING]).toContain('https://other.example')
  expect(Object.values(settings.all())).toContain(text)
})

it('a list that cannot be read stays while it cannot be set aside', async () => {
  const text = 'damaged'
  const stored = memorySettings({ [SETTING]: text })
  let isFull = true
  const settings: typeof stored = {
    ...stored,
    save: (name, value) =>
      isFull && name.startsWith('unread-') ? fail('The disk is full.') : stored.save(name, value),
  }
  const desk = new Desk({ settings })
  const notices = desk.mirror('notices', ({ id }) => String(id))
  await desk.call('venue.save', { venueId: null, profile: other })
  expect(stored.all()[SETTING]).toBe(text)
  expect([...notices.values()].map(({ message }) => message)).toContain(
    'The venues of this run are not stored. The disk is full.',
  )
  isFull = false
  const third = other.replace('https://other.example', 'https://third.example')
  await desk.call('venue.save', { venueId: null, profile: third })
  expect(Object.values(stored.all())).toContain(text)
  for (const venue of ['https://other.example', 'https://third.example'])
    expect(stored.all()[SETTING]).toContain(venue)
})
