/**
 * Reads the venue back after a start or a gap: pass after pass, until a pass succeeded and no channel returned while it ran.
 * `reconciliation/readsOfSession.ts` defines the reads of a pass.
 */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { Random } from '../../../../shared/base/random.ts'
import { PRIVATE_CHANNELS, type PrivateChannel } from '../../../../shared/broker/stream/streamMessages.ts'
import type { ReadsOfSession } from '../../reconciliation/readsOfSession.ts'
import { backOff } from '../../support/backOff.ts'
import type { Notices } from '../../notices/raiseAndAcknowledgeNotices.ts'
import type { SessionPhase } from './openOrCloseTradingByChannels.ts'

/** Ms to wait for the private channels before reading without them. Their records are read back once they are live. */
const CHANNEL_PATIENCE = 8_000
/** Ms until a pass that failed is tried again, the first time and at most. */
const RETRY_FIRST = 1_000
const RETRY_LONGEST = 60_000

export interface ReadBackPassesOptions {
  readonly clock: Clock
  readonly random: Random
  readonly readBack: Pick<ReadsOfSession, 'readInstruments' | 'readRecords'>
  readonly phase: Pick<SessionPhase, 'opened' | 'reading'>
  readonly notices: Pick<Notices, 'say'>
  /** False once the session ended: the pass that runs stops. */
  readonly isOpen: () => boolean
  /** Everything was read. */
  readonly finished: () => void
}

export interface ReadBackPasses {
  /** From `start` until everything was read. */
  readonly isRunning: boolean
  /** Reads everything, or, while a pass is running, reads everything once more after it. `why`: a sentence for the dealer. */
  start(why: string | null): void
  /** A private channel is live. The first pass waits for all channels, because an earlier read could be old by the time they deliver. */
  channelLive(channel: PrivateChannel): void
}

export function createReadBackPasses(options: ReadBackPassesOptions): ReadBackPasses {
  const { clock, random, readBack, phase, notices, isOpen } = options
  let running = false
  /** A channel returned while a pass was running. That pass may have missed the channel's records. */
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
    // Instruments are public and shown first, so they wait for no private channel.
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
    get isRunning() {
      return running
    },
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
