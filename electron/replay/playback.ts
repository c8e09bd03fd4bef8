/** Plays the records of a session in their order and at their pace, on the injected clock. Knows no message; repeats and leaves out nothing. */

import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import { makePlayhead } from '../../shared/base/playhead.ts'
import type { ReplayAct } from '../../shared/contract/replay.ts'
import type { SessionRecord } from '../record/sessionFiles.ts'

export type PlaybackState = 'waiting' | 'running' | 'paused' | 'over'

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
  /** Recorded time of the first record. */
  readonly from: EpochMs
  /** Recorded seconds for each second of the clock. */
  readonly speed: number
  /** Pauses, resumes, speeds, or moves on to a later time. What was played stays played: an earlier time is passed over. */
  control(act: ReplayAct): void
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
  const head = makePlayhead(clock, speed)
  let state: PlaybackState = 'waiting'
  let stopTimer: Stop = () => {}

  const become = (to: PlaybackState) => {
    state = to
    if (to === 'running') head.run()
    else head.hold()
    listener.state(to)
  }
  const now = (): EpochMs => (state === 'waiting' ? first : state === 'over' ? last : first + head.position)

  const play = (record: SessionRecord) => {
    last = Math.max(last, record.time)
    if (record.number !== (numbers.get(record.writer) ?? 0)) listener.hole(record.stream)
    numbers.set(record.writer, record.number + 1)
    listener.record(record)
  }

  const pump = () => {
    stopTimer()
    const turnEnds = clock.monotonic() + TURN
    // A replay that was moved on while it is paused still plays what lies before the new place.
    if (state !== 'running' && state !== 'paused') return
    for (; !next.done && next.value.time <= now(); next = records.next()) {
      if (clock.monotonic() >= turnEnds) {
        stopTimer = clock.after(0, pump)
        return
      }
      play(next.value)
    }
    if (next.done) return become('over')
    if (state === 'paused') return
    stopTimer = clock.after(Math.max(0, (next.value.time - now()) / head.speed), pump)
  }

  return {
    start() {
      if (state !== 'waiting') return
      become('running')
      pump()
    },
    now,
    hasPlayed: (time) =>
      state === 'over' || (state !== 'waiting' && (next.done === true || next.value.time > time)),
    get playedUntil() {
      return last
    },
    get state() {
      return state
    },
    from: first,
    get speed() {
      return head.speed
    },
    control(act) {
      if (state === 'waiting' || state === 'over') return
      if (act.act === 'pause' && state === 'running') become('paused')
      else if (act.act === 'resume' && state === 'paused') become('running')
      else if (act.act === 'speed') head.setSpeed(act.speed)
      else if (act.act === 'seek' && act.to > now()) head.moveTo(act.to - first)
      // What lies before the new place is played first: a replay at its end says so by itself.
      pump()
      listener.state(state)
    },
    close() {
      stopTimer()
      state = 'over'
    },
  }
}
