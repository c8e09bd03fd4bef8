/** Opens the sound of the browser after the first key or click, and gives sounds in one window only: the one that holds the browser's lock. */

import type { Clock } from '../../shared/base/clock.ts'
import { notificationText, spokenText } from '../../shared/base/notificationText.ts'
import { inShell } from '../live/inShell.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { giveSounds, type SoundOutput } from './noticeSounds.ts'
import type { Tones } from './soundMeaning.ts'

/** Windows of one browser share it. It passes on by itself when its window closes. */
const LOCK = 'openpit-sound'
/** Of full volume, so that ten sounds at once do not distort. */
const LOUDEST = 0.3

function playOn(context: AudioContext, { wave, pitches, length }: Tones, volume: number): void {
  const gain = context.createGain()
  gain.connect(context.destination)
  const seconds = length / 1_000
  const level = (LOUDEST * volume) / 10
  for (const [n, pitch] of pitches.entries()) {
    const oscillator = context.createOscillator()
    oscillator.type = wave
    oscillator.frequency.value = pitch
    oscillator.connect(gain)
    const from = context.currentTime + n * seconds
    // Rises and falls within each tone: an edge would click.
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(level, from + 0.01)
    gain.gain.linearRampToValueAtTime(0, from + seconds - 0.005)
    oscillator.start(from)
    oscillator.stop(from + seconds)
  }
}

const outputOf = (context: AudioContext): SoundOutput => ({
  play: (tones, volume) => playOn(context, tones, volume),
  speak(sentence, volume) {
    if (!('speechSynthesis' in globalThis) || speechSynthesis.getVoices().length === 0) return false
    // One sentence waits at most: a voice that lags behind would tell old news as fresh.
    if (speechSynthesis.pending) speechSynthesis.cancel()
    const spoken = new SpeechSynthesisUtterance(spokenText(sentence))
    spoken.volume = volume / 10
    speechSynthesis.speak(spoken)
    return true
  },
  hush() {
    if ('speechSynthesis' in globalThis) speechSynthesis.cancel()
  },
  notify(sentence, tag) {
    // The desktop program shows them itself, from the core's notices: its pages may not.
    if (inShell) return true
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return false
    // In front of the dealer the notice itself is enough.
    if (document.hasFocus()) return true
    const shown = new Notification('Openpit', { body: notificationText(sentence), tag })
    shown.addEventListener('click', () => window.focus())
    return true
  },
})

/** Ms after which sound opens without an answer about the devices. */
const DEVICES_WITHIN = 2_000

/** Starts the browser's audio while the page works on. Without it the first `AudioContext` starts the audio and blocks the page meanwhile, longest where the machine has no sound device. */
async function startAudio(clock: Clock): Promise<void> {
  if (!('mediaDevices' in navigator)) return
  await new Promise<void>((done) => {
    const stop = clock.after(DEVICES_WITHIN, done)
    const go = () => {
      stop()
      done()
    }
    // The answer itself does not matter: a browser may name no device although there is one.
    navigator.mediaDevices.enumerateDevices().then(go, go)
  })
}

/** The keys and clicks after which a browser may give sound. */
const GESTURES = ['keydown', 'pointerdown'] as const

/** Call it after a key or a click: before one, no browser gives sound. */
export async function openSounds(session: WindowSession): Promise<void> {
  const { clock, sound, settings } = session
  if (!('AudioContext' in globalThis)) return sound.setState({ place: 'none' })
  await startAudio(clock)
  const context = new AudioContext()
  const waiting = new AbortController()
  const begin = (): void => {
    if (waiting.signal.aborted) return
    waiting.abort()
    if (!inShell && settings.getState().settings.values['sound.system'] && 'Notification' in globalThis)
      void Notification.requestPermission()
    sound.setState({ place: 'elsewhere' })
    void navigator.locks.request(LOCK, async () => {
      sound.setState({ place: 'here' })
      giveSounds(session, outputOf(context))
      // Held as long as the page lives.
      await new Promise<never>(() => undefined)
    })
  }
  // Esc or a modifier alone wakes no sound, so each further key tries again.
  const wake = (): void => void context.resume().then(begin)
  for (const gesture of GESTURES) addEventListener(gesture, wake, { capture: true, signal: waiting.signal })
  wake()
}
