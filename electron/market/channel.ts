/** Subscribes one public channel and recovers it (docs/market-data.md#channels). Stores no data; sends only its own subscribe messages. */

import type { Clock, EpochMs, Stop } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import { sentenceOfCode } from '../../shared/broker/errorCodes.ts'
import { subscribeMessage, unsubscribeMessage } from '../../shared/broker/stream/streamMessages.ts'
import type { LinkState, StreamLink } from '../../shared/contract/status.ts'

/** Ms that the venue has to answer a `subscribe`. */
const ANSWER_WITHIN = 5_000
/** Earlier failures are forgotten after so many ms live. */
const HEALTHY_AFTER = 60_000
/** A book without a message for so many ms is marked as quiet. It is not subscribed again, because the market may be quiet. */
const QUIET_AFTER = 5_000
const REFUSALS_TO_FAIL = 5
const UNANSWERED_TO_RESTART = 3

/** Back-off in ms: `base` doubles with each failure up to `cap`; the upper half of the wait is random. */
interface Backoff {
  readonly base: number
  readonly cap: number
}
const AFTER_ERROR: Backoff = { base: 1_000, cap: 30_000 }
const AFTER_REFUSAL: Backoff = { base: 5_000, cap: 300_000 }
/** Ms after a refusal before which no channel is subscribed again. */
export const SOONEST_AFTER_REFUSAL = AFTER_REFUSAL.base / 2

export interface ChannelOptions {
  readonly name: string
  /** True for books: the channel is live only after a snapshot, and silence is marked. */
  readonly snapshot: boolean
  readonly clock: Clock
  readonly random: Random
  /** Returns false when the socket is not open. */
  readonly send: (text: string) => boolean
  /** Ends the connection and opens a new one, for a channel that was live on this connection and gets no answer any more. */
  readonly restartSocket: (why: string) => void
  /** The link changed its state or message. */
  onChange(): void
  /** The venue refused this channel, which now waits to be subscribed again. */
  onRefused(): void
}

/** `idle`: no socket · `subscribing`: sent, no answer yet · `live` · `waiting`: subscribes again when its back-off ends. */
type Phase = 'idle' | 'subscribing' | 'live' | 'waiting'

export class Channel {
  private readonly options: ChannelOptions
  private phase: Phase = 'idle'
  private message: string | null = null
  private lastAt: EpochMs | null = null
  private heardAt = 0
  private spoke = false
  private liveSince = 0
  private failures = 0
  private refusals = 0
  private unanswered = 0
  private wasLiveOnThisSocket = false
  private quiet = false
  private stopTimer: Stop = () => {}

  constructor(options: ChannelOptions) {
    this.options = options
  }

  get name(): string {
    return this.options.name
  }

  get isLive(): boolean {
    return this.phase === 'live'
  }

  /** The venue refused this channel, and has not served it since. */
  get isRefused(): boolean {
    return this.refusals > 0 && (this.phase === 'waiting' || this.phase === 'subscribing')
  }

  /** The state that this channel gives its book; null while live. */
  get bookState(): 'down' | 'waiting' | 'suspect' | null {
    if (this.phase === 'live') return null
    return this.phase === 'idle' ? 'down' : this.phase === 'subscribing' ? 'waiting' : 'suspect'
  }

  link(socketSuspect: boolean): StreamLink {
    return {
      channel: this.options.name,
      state: this.linkState(socketSuspect),
      lastAt: this.lastAt,
      message: this.message ?? (this.quiet ? 'Quiet: no message for 5 s. The connection is alive.' : null),
    }
  }

  socketOpened(): void {
    this.wasLiveOnThisSocket = false
    this.subscribe()
  }

  socketLost(why: string | null): void {
    this.move('idle', why)
  }

  /**
   * A message of this channel came at `at` (wall clock). `makesLive`: a snapshot, or for channels without one an acknowledgement or any data.
   * Called for every message: it reads no clock.
   */
  heard(makesLive: boolean, at: EpochMs): void {
    this.lastAt = at
    this.spoke = true
    if (makesLive) this.refusals = 0
    if (makesLive && this.phase !== 'live') this.becomeLive()
    else if (this.quiet) {
      this.quiet = false
      this.options.onChange()
    }
  }

  acknowledged(): void {
    if (!this.options.snapshot && this.phase === 'subscribing') this.becomeLive()
  }

  /** The venue closed this subscription (docs/api.md#7.channelScoped): only this one is opened again. */
  failed(code: string | null, words: string): void {
    const refused = code === null || !code.endsWith('_UPSTREAM_ERROR')
    if (this.phase === 'live') this.forgetOldFailures()
    if (refused) this.refusals++
    this.retry(refused ? AFTER_REFUSAL : AFTER_ERROR, code === null ? words : sentenceOfCode(code), false)
    if (refused && this.isRefused) this.options.onRefused()
  }

  /** Somebody begins to need this channel. A refused one begins its back-off anew, so that it is subscribed within 5 s. */
  hurry(): void {
    if (this.phase !== 'waiting' || this.refusals === 0) return
    this.failures = 0
    this.retry(AFTER_REFUSAL, this.message ?? '', false)
  }

  /** The data is no longer trusted: subscribes again for a new snapshot, the first time at once. */
  distrust(why: string): void {
    if (this.phase !== 'live') return
    this.forgetOldFailures()
    if (this.failures > 0) return this.retry(AFTER_ERROR, why, true)
    this.failures++
    this.options.send(unsubscribeMessage([this.options.name]))
    this.subscribe(why)
  }

  /** Detects a quiet channel. Call about once a second. */
  tick(): void {
    const now = this.options.clock.monotonic()
    if (this.spoke) this.heardAt = now
    this.spoke = false
    const quiet = this.options.snapshot && this.phase === 'live' && now - this.heardAt > QUIET_AFTER
    if (quiet === this.quiet) return
    this.quiet = quiet
    this.options.onChange()
  }

  close(): void {
    if (this.phase === 'live' || this.phase === 'subscribing')
      this.options.send(unsubscribeMessage([this.options.name]))
    this.stopTimer()
    this.phase = 'idle'
  }

  private linkState(socketSuspect: boolean): LinkState {
    if (this.phase === 'idle') return 'down'
    // A quiet channel is live: the market may be quiet, and the socket has its own watch.
    if (this.phase === 'live') return socketSuspect ? 'suspect' : 'live'
    if (this.refusals >= REFUSALS_TO_FAIL) return 'failed'
    // With a message: windows take a suspect channel without one for a subscribed channel on a quiet socket.
    if (this.phase === 'waiting') return 'suspect'
    return this.message === null ? 'connecting' : 'suspect'
  }

  private subscribe(why: string | null = this.message): void {
    if (!this.options.send(subscribeMessage([this.options.name]))) return this.move('idle', why)
    this.move('subscribing', why)
    this.stopTimer = this.options.clock.after(ANSWER_WITHIN, () => this.answerOverdue())
  }

  private answerOverdue(): void {
    // A venue need not acknowledge, and trades may be rare. A channel without a snapshot is live when it was not refused.
    if (!this.options.snapshot) return this.becomeLive()
    this.unanswered++
    if (this.wasLiveOnThisSocket && this.unanswered >= UNANSWERED_TO_RESTART) {
      this.unanswered = 0
      return this.options.restartSocket(`${this.options.name} gives no new snapshot: connecting again.`)
    }
    this.retry(AFTER_ERROR, 'No snapshot within 5 s: subscribing again.', true)
  }

  private becomeLive(): void {
    this.liveSince = this.options.clock.monotonic()
    this.heardAt = this.liveSince
    this.spoke = false
    this.unanswered = 0
    this.wasLiveOnThisSocket = true
    this.quiet = false
    this.move('live', null)
  }

  private forgetOldFailures(): void {
    if (this.options.clock.monotonic() - this.liveSince <= HEALTHY_AFTER) return
    this.failures = 0
    this.refusals = 0
  }

  private retry(backoff: Backoff, why: string, unsubscribe: boolean): void {
    if (this.phase === 'idle') return
    const longest = Math.min(backoff.cap, backoff.base * 2 ** Math.min(this.failures, 10))
    this.failures++
    this.move('waiting', why)
    this.stopTimer = this.options.clock.after(longest * (0.5 + this.options.random.next() / 2), () => {
      if (unsubscribe) this.options.send(unsubscribeMessage([this.options.name]))
      this.subscribe()
    })
  }

  private move(phase: Phase, message: string | null): void {
    this.stopTimer()
    this.stopTimer = () => {}
    if (phase === this.phase && message === this.message) return
    this.phase = phase
    this.message = message
    this.options.onChange()
  }
}
