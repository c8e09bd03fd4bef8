/** Gives a sound, and where the dealer wants it speech and a system notification, for news of the core. Follows the settings; holds no notice. */

import type { Stop } from '../../shared/base/clock.ts'
import { mustAcknowledge } from '../../shared/domain/notice.ts'
import { hear, SILENCE, soundOf, spokenWords, WHILE_LOCKED } from '../../shared/domain/noticeSound.ts'
import type { Session } from '../../shared/contract/status.ts'
import { tell, type WindowNotice } from '../state/stores/noticeStore.ts'
import type { Loadable } from '../state/stores/serverMirrors.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { passesMute, TONES, type Tones } from './soundMeaning.ts'

/** What the browser gives to the ear and to the desktop. */
export interface SoundOutput {
  /** `volume`: 1 to 10. */
  play(tones: Tones, volume: number): void
  /** False: this machine has no voice. */
  speak(sentence: string, volume: number): boolean
  /** Ends what is spoken and what waits to be spoken. */
  hush(): void
  /** False: the browser does not allow it. */
  notify(sentence: string, tag: string): boolean
}

const NO_VOICE = 'Speech is on, but this machine has no voice: nothing is spoken. Sounds and notices stay.'
const NOT_ALLOWED =
  'System notifications are on, but this window may not show them. Allow them for this address in the browser.'

const isLockedIn = ({ value }: Loadable<Session>): boolean => (value?.locked ?? null) !== null

/** Follows the news until stopped. Call it in the one window that gives the sound. */
export function giveSounds(session: WindowSession, output: SoundOutput): Stop {
  const { clock, notices, server, settings, sound } = session
  let sounded = SILENCE
  let shown = SILENCE
  const reported = new Set<string>()
  const once = (sentence: string): void => {
    if (reported.has(sentence)) return
    reported.add(sentence)
    tell(notices, clock, 'warning', sentence)
  }
  const nameOf = ({ symbol }: WindowNotice): string | null =>
    server.instruments.getState().value?.find((listed) => listed.symbol === symbol)?.underlying ?? symbol

  const take = (notice: WindowNotice): void => {
    const meaning = soundOf(notice)
    if (meaning === null) return
    const isMust = mustAcknowledge(notice)
    const now = clock.monotonic()
    const { values } = settings.getState().settings
    const isLocked = isLockedIn(server.session.getState())
    const seen = hear(shown, meaning, isMust, now)
    shown = seen.state
    if (
      values['sound.system'] &&
      seen.isHeard &&
      !output.notify(isLocked ? WHILE_LOCKED : spokenWords(notice, nameOf(notice)), notice.key)
    )
      once(NOT_ALLOWED)
    // What is muted covers nothing.
    if (values['sound.muted'] && !passesMute(notice)) return
    const heard = hear(sounded, meaning, isMust, now)
    sounded = heard.state
    if (!heard.isHeard) return
    output.play(TONES[meaning], values['sound.volume'])
    sound.setState(({ given }) => ({ last: meaning, given: given + 1 }))
    if (
      values['sound.speech'] &&
      !isLocked &&
      !output.speak(spokenWords(notice, nameOf(notice)), values['sound.volume'])
    )
      once(NO_VOICE)
  }
  // What began before the lock may name a customer, and mute means silence now.
  const stops = [
    notices.subscribe((now, was) => {
      if (now.news !== was.news) for (const notice of now.news) take(notice)
    }),
    server.session.subscribe((now, was) => {
      if (isLockedIn(now) && !isLockedIn(was)) output.hush()
    }),
    settings.subscribe((now, was) => {
      if (now.settings.values['sound.muted'] && !was.settings.values['sound.muted']) output.hush()
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
