/** Plays a recording on the injected clock: runs, pauses, changes the speed, seeks and ends. Matches no order. */

import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import { makePlayhead, type Playhead } from '../../../../shared/base/playhead.ts'
import type { ReplayAct, ReplayStatus } from '../../../../shared/contract/replay.ts'
import type { RecordedMarket } from './recordedMarket.ts'
import type { RecordingStart } from './learnInstrument.ts'
import {
  RecordingError,
  type RecordedMessage,
  type Recording,
  type RecordingPlace,
} from './marketRecording.ts'

/** Messages due within this time are due now. A shorter wait could vanish in the rounding of a clock and never end. */
const SAME_MOMENT_MS = 1e-6
/** After the machine slept, the replay continues from its former position. */
const LONGEST_CATCH_UP_MS = 2000

export interface PlaybackOptions {
  readonly clock: Clock
  /** Seconds of the recording per second of the clock. */
  readonly speed: number
  readonly recording: Recording
  readonly start: RecordingStart
  /** Applies the messages to the book. */
  readonly market: RecordedMarket
  /** Called when the market starts or stops to move, before `onReplay`. */
  readonly onMoves: (moves: boolean) => void
  /** Called after the due messages were played. */
  readonly onPlayed: () => void
  /** Receives one sentence when the recording ends or breaks off. */
  readonly onEnd: (sentence: string) => void
  /** Receives the state of the replay at every change except the passing of time. */
  readonly onReplay: (status: ReplayStatus) => void
}

export class Playback {
  private readonly options: PlaybackOptions
  /** Position in ms after the snapshot. */
  private readonly head: Playhead
  private readonly beginning: RecordingPlace
  private readonly length: number
  /** Recorded time of the snapshot, ms since epoch. */
  private readonly from: number
  private next: RecordedMessage | null = null
  private current: ReplayStatus['state'] = 'waiting'
  /** Whether the exchange runs. */
  private started = false
  private stopTimer: Stop = () => {}

  /** Opens the book of the snapshot. Throws a `RecordingError` for messages that do not fit. */
  constructor(options: PlaybackOptions) {
    const { recording, start } = options
    this.options = options
    this.head = makePlayhead(options.clock, options.speed)
    this.beginning = recording.place
    this.length = Math.max(0, recording.length - start.snapshot.at)
    this.from = recording.startedAt + start.snapshot.at
    this.rewind()
  }

  get state(): ReplayStatus['state'] {
    return this.current
  }

  get speed(): number {
    return this.head.speed
  }

  status(): ReplayStatus {
    return {
      plays: 'market',
      state: this.current,
      recordedAt: Math.round(this.from + Math.min(this.head.position, this.length)),
      at: this.options.clock.now(),
      speed: this.head.speed,
      from: Math.round(this.from),
      until: Math.round(this.from + this.length),
    }
  }

  /** Starts to play, unless `held`. */
  start(held: boolean): Stop {
    this.started = true
    if (!held) this.become('running')
    this.stopTimer = this.options.clock.after(0, () => this.play())
    return () => {
      this.started = false
      this.stopTimer()
      this.head.hold()
    }
  }

  control(act: ReplayAct): void {
    switch (act.act) {
      case 'pause':
        if (this.current === 'running') this.become('paused')
        break
      case 'resume':
        if (this.current === 'paused') this.become('running')
        break
      case 'speed':
        this.head.setSpeed(act.speed)
        this.options.onReplay(this.status())
        break
      case 'seek':
        this.seek(act.to - this.from)
        break
    }
    this.play()
  }

  /** Holds the recording while its instrument is not open. */
  hold(held: boolean): void {
    if (this.current === 'over') return
    if (held) this.head.hold()
    else this.head.run()
    this.play()
  }

  private play(): void {
    if (!this.started) return
    this.stopTimer()
    if (!this.head.running) return
    const sentence = this.playDue()
    this.options.onPlayed()
    if (sentence !== null) this.end(sentence)
  }

  /** Plays the due messages. Returns why the recording ended, or null while it continues. */
  private playDue(): string | null {
    const { clock, market, recording, start } = this.options
    try {
      for (; this.next; this.next = recording.next()) {
        const at = this.next.at - start.snapshot.at
        const late = (this.head.position - at) / this.head.speed
        if (late < -SAME_MOMENT_MS) {
          this.stopTimer = clock.after(-late, () => this.play())
          return null
        }
        if (late > LONGEST_CATCH_UP_MS) this.head.moveTo(at + LONGEST_CATCH_UP_MS * this.head.speed)
        market.play(this.next, Math.floor(clock.now() - Math.max(0, late)))
      }
      return this.endSentence()
    } catch (error) {
      return this.breakOff(error)
    }
  }

  /** Seeks to a position, ms after the snapshot. Plays every message up to it at once, from the start for an earlier position. */
  private seek(to: number): void {
    const { clock, market, recording, start } = this.options
    const target = Math.min(Math.max(0, to), this.length)
    if (target < this.head.position) this.rewind()
    try {
      for (; this.next && this.next.at - start.snapshot.at <= target; this.next = recording.next())
        market.play(this.next, clock.now())
    } catch (error) {
      return this.end(this.breakOff(error))
    }
    if (this.next === null) return this.end(this.endSentence())
    this.head.moveTo(target)
    this.become(this.current === 'over' ? 'running' : this.current)
  }

  private rewind(): void {
    const { clock, market, recording, start } = this.options
    recording.returnTo(this.beginning)
    const now = clock.now()
    market.restart()
    market.play(start.snapshot, now)
    for (const message of start.before) market.play(message, now)
    this.next = recording.next()
  }

  /** The market moves and accepts orders only while the replay runs. */
  private become(state: ReplayStatus['state']): void {
    this.current = state
    const moves = state === 'running'
    this.options.onMoves(moves)
    if (moves) this.head.run()
    else this.head.hold()
    this.options.onReplay(this.status())
  }

  private end(sentence: string): void {
    this.head.moveTo(this.length)
    this.become('over')
    this.options.onEnd(sentence)
  }

  // The file comes last: a path may be longer than the line on screen.
  private endSentence(): string {
    return `The recording is over. The market stands still and takes no orders. File: ${this.options.recording.file}.`
  }

  private breakOff(error: unknown): string {
    if (!(error instanceof RecordingError)) throw error
    this.next = null
    return `The recording broke off. The market stands still and takes no orders. Reason: ${error.message}.`
  }
}
