/** Sounds, speech and system notifications of a window that gives them, by the dealer's settings; and the keys that mute and change the volume. */

import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { giveSounds } from '../../../renderer/sound/noticeSounds.ts'
import { TONES } from '../../../renderer/sound/soundMeaning.ts'
import { DEALER_SETTINGS } from '../../../shared/domain/settings/dealerSettings.ts'
import type { Notice } from '../../../shared/domain/notice.ts'
import { NOW, readySession } from '../../fakes/window/scriptedCore.ts'
import { ALARM, FILL } from '../../fakes/window/soundedNotices.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const SPOKEN = 'C1042 BTC: Bought 2.5 of 2.5 at 62,150 on average.'

async function open(values: Readonly<Record<string, boolean>> = {}, hasVoice = true) {
  const staged = await stage((desk) =>
    desk.startWith('settings', { [DEALER_SETTINGS]: JSON.stringify({ version: 1, values, keys: {} }) }),
  )
  const given: string[] = []
  const nameOf = (tones: object) => Object.entries(TONES).find(([, known]) => known === tones)?.[0]
  giveSounds(staged.session, {
    play: (tones, volume) => void given.push(`${nameOf(tones)} at ${volume}`),
    speak: (sentence) => {
      if (hasVoice) given.push(`speaks ${sentence}`)
      return hasVoice
    },
    hush: () => void given.push('hush'),
    notify: (sentence) => given.push(`shows ${sentence}`) > 0,
  })
  const arrive = (...notices: Notice[]) => staged.desk.delta('notices', notices)
  return { ...staged, given, arrive }
}

it('a fill sounds once, and not again when it is acknowledged', async () => {
  const { given, arrive } = await open()
  arrive(FILL)
  arrive({ ...FILL, acknowledged: true })
  expect(given).toEqual(['bought at 5'])
})

it('while muted only what must be acknowledged sounds', async () => {
  const { given, arrive } = await open({ 'sound.muted': true })
  arrive(FILL)
  arrive(ALARM)
  expect(given).toEqual(['margin at 5'])
  await expect.element(page.getByRole('button', { name: 'Sound: muted' })).toBeVisible()
})

it.each(['margin', 'liquidation'] as const)(
  'a muted %s sound does not cover what must be acknowledged',
  async (sound) => {
    const { given, arrive } = await open({ 'sound.muted': true })
    arrive({ ...ALARM, id: 7, level: 'warning', sound })
    arrive(ALARM)
    expect(given).toEqual(['margin at 5'])
  },
)

it('speech and system notifications follow their settings, and name nobody while the session is locked', async () => {
  const { given, arrive, desk } = await open({ 'sound.speech': true, 'sound.system': true })
  arrive(FILL)
  expect(given).toEqual([`shows ${SPOKEN}`, 'bought at 5', `speaks ${SPOKEN}`])
  given.length = 0
  desk.delta('session', {
    ...readySession,
    locked: { since: NOW, by: 'dealer', asks: 'word', cause: 'key', wrong: 0 },
  })
  arrive(ALARM)
  // A sentence that began before the lock is not spoken to its end.
  expect(given).toEqual(['hush', 'shows A notice waits in Openpit.', 'margin at 5'])
})

it('a machine without a voice says so once', async () => {
  const { arrive, clock } = await open({ 'sound.speech': true }, false)
  arrive(FILL)
  clock.advance(1_000)
  arrive({ ...FILL, id: 3 })
  await expect.element(page.getByText(/this machine has no voice/).first()).toBeVisible()
})

it('keys mute and change the volume for every window', async () => {
  const { desk, given } = await open()
  await userEvent.keyboard('{Control>}{Shift>}[KeyM]{/Shift}{/Control}')
  await expect.element(page.getByRole('button', { name: 'Sound: muted' })).toBeVisible()
  expect(given).toEqual(['hush'])
  await userEvent.keyboard('{Control>}{Shift>}.{/Shift}{/Control}')
  await expect
    .element(page.getByText('Sounds are muted. What must be acknowledged still sounds.'))
    .toBeVisible()
  await expect
    .poll(() => desk.callsOf('settings.change'))
    .toMatchObject([{ values: { 'sound.muted': true } }, { values: { 'sound.volume': 6 } }])
})
