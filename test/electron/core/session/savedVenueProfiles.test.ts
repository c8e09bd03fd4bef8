/** Venue profiles that were entered on screen and that a disk or a hand damaged. */

import { expect, it } from 'vitest'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
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
