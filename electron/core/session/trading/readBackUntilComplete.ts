/**
 * Reads the venue back after a start or a gap: pass after pass, until one succeeded and no channel returned while it ran. What a pass reads is
 * for `reconciliation/readBack.ts`.
 */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { Random } from '../../../../shared/base/random.ts'
import { PRIVATE_CHANNELS, type PrivateChannel } from '../../../../shared/broker/stream/streamMessages.ts'
import type { ReadBack } from '../../reconciliation/readBack.ts'
import { backOff } from '../../support/backOff.ts'
import type { Notices } from '../../notices/notices.ts'
import type { SessionPhase } from './sessionPhase.ts'

/** Ms to wait for the private channels before reading without them: what they missed is read back once they come. */
const CHANNEL_PATIENCE = 8_000
/** Ms until a pass that failed is tried again, the first time and at most. */
const RETRY_FIRST = 1_000
const RETRY_LONGEST = 60_000

export interface ReadBackPassesOptions {
  readonly clock: Clock
  readonly random: Random
  readonly readBack: Pick<ReadBack, 'readInstruments' | 'readRecords'>
  readonly phase: Pick<SessionPhase, 'opened' | 'reading'>
  readonly notices: Pick<Notices, 'say'>
  /** False once the session ended: the pass that runs stops. */
  readonly isOpen: () => boolean
  /** Everything was read. */
  readonly finished: () => void
}

export interface ReadBackPasses {
  /** Reads everything, or, while a pass is running, reads everything once more after it. `why`: a sentence for the dealer. */
  start(why: string | null): void
  /** A private channel came to life. The first pass waits for all of them: what it read before could be old by the time they deliver. */
  channelLive(channel: PrivateChannel): void
}

export function createReadBackPasses(options: ReadBackPassesOptions): ReadBackPasses {
  const { clock, random, readBack, phase, notices, isOpen } = options
  let running = false
  /** A channel came back while a pass was running: what it missed may be behind that pass. */
  let wantsAnother = false

  const awaited = new Set<PrivateChannel>(PRIVATE_CHANNELS)
  let allLive = () => {}
  const firstChannels = new Promise<void>((resolve) => {
    const stop = clock.after(CHANNEL_PATIENCE, resolve)
    allLive = () => {
      stop()
      resolve()
    }
  })
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

  const run = async (): Promise<void> => {
    if (running) {
      wantsAnother = true
      return
    }
    running = true
    // Public, and what a window shows first: instruments wait for no private channel.
    let listing = readBack.readInstruments()
    await firstChannels
    if (!isOpen()) return
    phase.opened()
    for (let failures = 0; ;) {
      wantsAnother = false
      const records = await readBack.readRecords()
      const listed = await listing
      if (!isOpen()) return
      const result = listed.ok ? records : listed
      if (!result.ok) {
        notices.say('warning', result.failure, null, { kind: 'connection' })
        phase.reading(`${result.failure} Trying again; new orders wait, canceling works.`)
        await pause(backOff(random, ++failures, RETRY_FIRST, RETRY_LONGEST))
        if (!isOpen()) return
        if (!listed.ok) listing = readBack.readInstruments()
      } else if (!wantsAnother) break
    }
    running = false
    options.finished()
  }

  return {
    start(why) {
      if (why !== null && !running) phase.reading(why)
      void run()
    },
    channelLive(channel) {
      awaited.delete(channel)
      if (awaited.size === 0) allLive()
    },
  }
}
