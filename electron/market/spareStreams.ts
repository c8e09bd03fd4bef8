/** Gives up streams that nobody needs where the venue refuses one that somebody needs, and tries them again later (docs/adr/0020-streamed-instruments.md). Owns no channel. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import { SOONEST_AFTER_REFUSAL } from './channel.ts'

/** Ms without a refusal after which streams that were given up are tried again. The venue's limit may have been a passing one. */
const RETURN_AFTER = 300_000
/** Ms between two streams that return. The next one waits for the fate of the one before it. */
const RETURN_EVERY = 10_000

export interface SpareStream {
  readonly symbol: Symbol
  /** The venue refuses its book or its trades. */
  readonly refused: boolean
}

export interface SpareStreamsOptions {
  readonly clock: Clock
  /** The streamed instruments that nobody needs now, the most wanted first. */
  readonly streamed: () => readonly SpareStream[]
  /** Whether the venue refuses a channel of an instrument that somebody needs. */
  readonly refusesNeeded: () => boolean
  /** Ends the subscriptions of an instrument. */
  readonly end: (symbol: Symbol) => void
  /** Subscribes an instrument again, if it is still followed. */
  readonly begin: (symbol: Symbol) => void
}

export class SpareStreams {
  private readonly options: SpareStreamsOptions
  private readonly givenUp = new Set<Symbol>()
  /** When a stream was last given up for an instrument; monotonic. */
  private readonly roomMadeAt = new Map<Symbol, number>()
  private stopReturn: Stop = () => {}

  constructor(options: SpareStreamsOptions) {
    this.options = options
  }

  /**
   * The venue refused a channel of an instrument that somebody needs. Ends one spare stream, and all spare streams that are refused themselves: they
   * would take the free place. Until the needed channel can have tried again, nothing more is ended for it.
   */
  makeRoomFor(needed: Symbol): void {
    const { clock, streamed } = this.options
    const now = clock.monotonic()
    const served: Symbol[] = []
    for (const { symbol, refused } of streamed())
      if (refused) this.giveUp(symbol)
      else served.push(symbol)
    const leastWanted = served.at(-1)
    const madeAt = this.roomMadeAt.get(needed) ?? -Infinity
    if (leastWanted === undefined || now - madeAt < SOONEST_AFTER_REFUSAL) return
    this.roomMadeAt.set(needed, now)
    this.giveUp(leastWanted)
  }

  /** The venue refused a channel of a spare stream. Where streams were given up before, it is given up too. */
  refused(symbol: Symbol): void {
    if (this.givenUp.size > 0) this.giveUp(symbol)
  }

  /** A spare stream is about to begin. False: it waits, because a needed one is still refused. */
  mayBegin(symbol: Symbol): boolean {
    if (!this.options.refusesNeeded()) return true
    this.giveUp(symbol)
    return false
  }

  /** The instrument is streamed again, or is followed no more. */
  forget(symbol: Symbol): void {
    this.givenUp.delete(symbol)
  }

  close(): void {
    this.stopReturn()
  }

  private giveUp(symbol: Symbol): void {
    this.givenUp.add(symbol)
    this.planReturn(RETURN_AFTER)
    this.options.end(symbol)
  }

  private planReturn(ms: number): void {
    this.stopReturn()
    this.stopReturn = () => {}
    if (this.givenUp.size > 0) this.stopReturn = this.options.clock.after(ms, () => this.returnOne())
  }

  private returnOne(): void {
    if (this.options.refusesNeeded()) return this.planReturn(RETURN_AFTER)
    for (const symbol of this.givenUp) {
      this.givenUp.delete(symbol)
      this.planReturn(RETURN_EVERY)
      return this.options.begin(symbol)
    }
  }
}
