/** Subscribes the private channels, confirms them and tries again. Publishes the state of each channel. Reads no record. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import {
  PRIVATE_CHANNELS,
  subscribeMessage,
  type PrivateChannel,
} from '../../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { LinkState } from '../../../shared/contract/status.ts'
import type { BrokerListener } from '../../core/ports/broker.ts'
import type { SocketState, SupervisedSocket } from '../../net/supervisedSocket.ts'

export interface ChannelSubscriptionsOptions {
  readonly profile: Pick<VenueProfile, 'stream'>
  readonly clock: Clock
  readonly random: Random
  readonly socket: () => Pick<SupervisedSocket, 'send' | 'restart'>
  readonly listener: Pick<BrokerListener, 'resumed' | 'channel'>
  readonly onLink: (channel: PrivateChannel, state: LinkState, message: string | null) => void
}

export interface ChannelSubscriptions {
  stateOf(name: PrivateChannel): LinkState
  /** Subscriptions of the channel that failed in a row. */
  failuresOf(name: PrivateChannel): number
  subscribe(names: readonly PrivateChannel[]): void
  /** Shows the channel as down, and subscribes again after a back-off. */
  subscribeAgain(name: PrivateChannel, why: string): void
  /** The venue confirmed the channel, or sent a record of it. Asks for what the channel missed, then shows it as live. */
  confirm(name: PrivateChannel): void
  /** A new connection: the venue has answered nothing on it. */
  connected(): void
  /** The venue answered something on this connection. A heartbeat or a pong is no answer. */
  answered(): void
  /** Passes the state of the socket on to the channels. */
  socketState(state: SocketState, why: string | null): void
  close(): void
}

interface Channel {
  state: LinkState
  /** The venue confirmed the subscription on this connection, or sent a record of the channel. */
  isConfirmed: boolean
  /** Subscriptions that failed in a row. */
  failures: number
  stop: Stop
}

// docs/api.md#private-channels
const SUBSCRIBE_MS = 5_000
/** Ms without any answer, after those of a subscription, until the socket is opened anew. */
const UNANSWERED_MS = 10_000
const AGAIN_BASE = 1_000
const AGAIN_CAP = 30_000
const NOT_CONFIRMED =
  'The venue has not confirmed this channel. If it never confirms any, set stream.confirmations to none in the venue profile.'
const UNANSWERED =
  'The venue answered nothing on the private channels. Openpit connects again. If the venue never confirms a channel, set stream.confirmations to none in the venue profile.'

export function createChannelSubscriptions(options: ChannelSubscriptionsOptions): ChannelSubscriptions {
  const { profile, clock, random, socket, listener } = options
  const newChannel = (): Channel => ({
    state: 'connecting',
    isConfirmed: false,
    failures: 0,
    stop: () => {},
  })
  const channels: Readonly<Record<PrivateChannel, Channel>> = {
    orders: newChannel(),
    trades: newChannel(),
    'balance-changes': newChannel(),
  }
  let isAnswered = false

  const show = (name: PrivateChannel, state: LinkState, message: string | null) => {
    const channel = channels[name]
    if (state !== 'live' && state !== 'suspect') channel.isConfirmed = false
    channel.state = state
    options.onLink(name, state, message)
    listener.channel(name, state, message)
  }

  const confirm = (name: PrivateChannel) => {
    const channel = channels[name]
    if (channel.state === 'live') return
    channel.stop()
    channel.failures = 0
    channel.isConfirmed = true
    // Comes first: the channel must not count as live before the read-back of what it missed has begun.
    listener.resumed(name)
    show(name, 'live', null)
  }

  const subscribe = (names: readonly PrivateChannel[]) => {
    if (!socket().send(subscribeMessage(names))) return
    for (const name of names) {
      const channel = channels[name]
      channel.stop()
      show(name, 'connecting', null)
      // A missing answer does not prove a failure, because a venue may send none. What is missed is read back all the same.
      channel.stop = clock.after(SUBSCRIBE_MS, () => {
        if (profile.stream.confirmations === 'none') return confirm(name)
        show(name, 'suspect', NOT_CONFIRMED)
        listener.resumed(name)
        channel.stop = clock.after(UNANSWERED_MS, () => {
          if (!isAnswered) socket().restart(UNANSWERED)
        })
      })
    }
  }

  return {
    stateOf: (name) => channels[name].state,
    failuresOf: (name) => channels[name].failures,
    subscribe,
    subscribeAgain(name, why) {
      const channel = channels[name]
      channel.stop()
      show(name, 'down', why)
      const delay =
        AGAIN_BASE + random.next() * Math.min(AGAIN_CAP - AGAIN_BASE, AGAIN_BASE * 2 ** channel.failures)
      channel.failures += 1
      channel.stop = clock.after(delay, () => subscribe([name]))
    },
    confirm,
    connected() {
      isAnswered = false
    },
    answered() {
      isAnswered = true
    },
    socketState(state, why) {
      for (const name of PRIVATE_CHANNELS) {
        const channel = channels[name]
        if (state === 'down') {
          channel.stop()
          show(name, 'down', why)
        } else if (state === 'connecting') show(name, 'connecting', null)
        else if (state === 'suspect' && channel.state === 'live') show(name, 'suspect', why)
        else if (state === 'live' && channel.state === 'suspect' && channel.isConfirmed) confirm(name)
      }
    },
    close() {
      for (const name of PRIVATE_CHANNELS) channels[name].stop()
    },
  }
}
