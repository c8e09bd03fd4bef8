/** Plays the records of a session in their order and at their pace, on the injected clock. Repeats and skips nothing. */

import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import { makePlayhead } from '../../shared/base/playhead.ts'
import type { ReplayAct } from '../../shared/contract/replay.ts'
import type { SessionRecord } from '../record/sessionFiles.ts'

export type PlaybackState = 'waiting' | 'running' | 'paused' | 'over'

export interface PlaybackListener {
  record(record: SessionRecord): void
  /** Records of this stream are missing: data built from the stream cannot be trusted from now on. */
  hole(stream: SessionRecord['stream']): void
  state(state: PlaybackState): void
}

export interface Playback {
  /** Runs from the first record. A second call does nothing. */
  start(): void
  /** The current recorded time, ms since epoch. */
  now(): EpochMs
  /** Recorded time of the newest played record, ms since epoch. */
  readonly playedUntil: EpochMs
  /** Whether every record up to a recorded time was played. */
  hasPlayed(time: EpochMs): boolean
  readonly state: PlaybackState
  /** Recorded time of the first record. */
  readonly from: EpochMs
  /** Recorded seconds per second of the clock. */
  readonly speed: number
  /** Pauses, resumes, speeds, or moves on to a later time. Ignores an earlier time: records are played once. */
  control(act: ReplayAct): void
  close(): void
}

/** Longest turn of playing, ms, so that requests are answered while a fast replay catches up. */
const TURN = 20

export interface PlaybackOptions {
  readonly clock: Clock
  readonly records: Iterator<SessionRecord>
  /** Recorded seconds per second of the clock. */
  readonly speed: number
  readonly listener: PlaybackListener
}

export function createPlayback({ clock, records, speed, listener }: PlaybackOptions): Playback {
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
    // A paused replay that was moved on still plays the records before its new position.
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
      // Plays the records before the new position first: a replay that reaches its end reports that itself.
      pump()
      listener.state(state)
    },
    close() {
      stopTimer()
      state = 'over'
    },
  }
}
