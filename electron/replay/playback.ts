/** Plays the records of a session in their order and at their pace, on the injected clock. Knows no message; repeats and leaves out nothing. */

import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import type { SessionRecord } from '../record/sessionFiles.ts'

export type PlaybackState = 'waiting' | 'running' | 'over'

export interface PlaybackListener {
  record(record: SessionRecord): void
  /** Records of this stream are not there: whatever was built from it cannot be trusted from here on. */
  hole(stream: SessionRecord['stream']): void
  state(state: PlaybackState): void
}

export interface Playback {
  /** Runs from the first record; a second call does nothing. */
  start(): void
  /** The recorded time now, ms since epoch. */
  now(): EpochMs
  /** Recorded time of the newest record that was played, ms since epoch. */
  readonly playedUntil: EpochMs
  /** Whether every record up to a recorded time has been played. */
  hasPlayed(time: EpochMs): boolean
  readonly state: PlaybackState
  close(): void
}

/** Plays at most this long in one go, so that requests are answered while a fast replay catches up, ms. */
const TURN = 20

export interface PlaybackOptions {
  readonly clock: Clock
  readonly records: Iterator<SessionRecord>
  /** Recorded seconds for each second of the clock. */
  readonly speed: number
  readonly listener: PlaybackListener
}

export function makePlayback({ clock, records, speed, listener }: PlaybackOptions): Playback {
  const numbers = new Map<string, number>()
  let next = records.next()
  const first: EpochMs = next.done ? 0 : next.value.time
  let last = first
  let startedAt = 0
  let state: PlaybackState = 'waiting'
  let stopTimer: Stop = () => {}

  const become = (to: PlaybackState) => {
    state = to
    listener.state(to)
  }
  const now = (): EpochMs =>
    state === 'waiting' ? first : state === 'over' ? last : first + (clock.monotonic() - startedAt) * speed

  const play = (record: SessionRecord) => {
    last = Math.max(last, record.time)
    if (record.number !== (numbers.get(record.writer) ?? 0)) listener.hole(record.stream)
    numbers.set(record.writer, record.number + 1)
    listener.record(record)
  }

  const pump = () => {
    const turnEnds = clock.monotonic() + TURN
    if (state !== 'running') return
    for (; !next.done && next.value.time <= now(); next = records.next()) {
      if (clock.monotonic() >= turnEnds) {
        stopTimer = clock.after(0, pump)
        return
      }
      play(next.value)
    }
    if (next.done) return become('over')
    stopTimer = clock.after(Math.max(0, (next.value.time - now()) / speed), pump)
  }

  return {
    start() {
      if (state !== 'waiting') return
      startedAt = clock.monotonic()
      become('running')
      pump()
    },
    now,
    hasPlayed: (time) =>
      state === 'over' || (state === 'running' && (next.done === true || next.value.time > time)),
    get playedUntil() {
      return last
    },
    get state() {
      return state
    },
    close() {
      stopTimer()
      state = 'over'
    },
  }
}
