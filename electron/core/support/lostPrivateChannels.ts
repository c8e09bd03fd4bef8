/** Stores which private channels are not live and since when, and makes the sentence for the dealer. Decides nothing and reads nothing. */

import { momentOf, msSince, type Clock, type EpochMs } from '../../../shared/base/clock.ts'
import { PRIVATE_CHANNELS, type PrivateChannel } from '../../../shared/broker/stream/streamMessages.ts'
import type { LinkState } from '../../../shared/contract/status.ts'

/** Channels that are not live. */
export interface LostChannels {
  readonly names: readonly PrivateChannel[]
  /** For how many ms, by the clock that moved further: events of that time at the venue may be unknown here. */
  readonly ms: number
  /** Which channels, in which state, since when: the start of a sentence for the dealer, without a full stop. */
  readonly words: string
}

export interface PrivateChannels {
  set(name: PrivateChannel, state: LinkState): void
  /** Null while every channel is live. */
  lost(): LostChannels | null
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const timeOf = (at: EpochMs): string => `${new Date(at).toISOString().slice(11, 19)} UTC`

/** A channel without any reported state is not live. */
export function createPrivateChannels(clock: Clock): PrivateChannels {
  const states = new Map<PrivateChannel, LinkState>(PRIVATE_CHANNELS.map((name) => [name, 'connecting']))
  const notLive = () => PRIVATE_CHANNELS.filter((name) => states.get(name) !== 'live')
  let since = momentOf(clock)
  return {
    set(name, state) {
      if (notLive().length === 0) since = momentOf(clock)
      states.set(name, state)
    },
    lost() {
      const names = notLive()
      if (names.length === 0) return null
      const found = new Set(names.map((name) => (states.get(name) === 'suspect' ? 'silent' : 'down')))
      const state = found.size === 1 ? [...found].join('') : 'down or silent'
      const words = `The private ${names.length === 1 ? 'channel' : 'channels'} ${listed(names)} ${names.length === 1 ? 'is' : 'are'} ${state} since ${timeOf(since.wall)}`
      return { names, ms: msSince(clock, since), words }
    },
  }
}
