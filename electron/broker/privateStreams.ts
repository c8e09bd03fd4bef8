/** The private channels on one socket: authenticates, subscribes, passes records on. Stores no order and no money; reports whatever cannot be read. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import type { Result } from '../../shared/base/result.ts'
import { ownerOfTrade, readBalanceChange, readOrder, readTrade } from '../../shared/broker/accountRecords.ts'
import type { Read } from '../../shared/broker/fields.ts'
import { sentenceOfCode } from '../../shared/broker/errorCodes.ts'
import {
  parseStreamMessage,
  PRIVATE_CHANNELS,
  type PrivateChannel,
  type StreamMessage,
} from '../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { LinkState } from '../../shared/contract/status.ts'
import type { BrokerListener } from '../core/ports/broker.ts'
import { InflatingSocket } from '../net/inflatingSocket.ts'
import { superviseSocket, type SocketMaker, type SupervisedSocket } from '../net/supervisedSocket.ts'
import type { Signer } from './authentication/requestProof.ts'
import { createChannelSubscriptions } from './streams/channelSubscriptions.ts'
import { createStreamAuthentication } from './streams/streamAuthentication.ts'

export interface PrivateStreamsOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly random: Random
  /** Proves to the venue who subscribes. Fails with one sentence while signed out. */
  readonly signer: () => Promise<Result<Signer, string>>
  readonly listener: Pick<
    BrokerListener,
    'order' | 'trade' | 'balanceChange' | 'resumed' | 'channel' | 'unreadable' | 'unread' | 'tradeLost'
  >
  /** State of a channel; null when only a message arrived. */
  readonly onLink: (channel: PrivateChannel, state: LinkState | null, message: string | null) => void
  /** Called for each message of the venue. */
  readonly onHeard?: () => void
  readonly livenessMs?: number
  /** `InflatingSocket` unless given. */
  readonly WebSocket?: SocketMaker
}

export interface PrivateStreams {
  /** The session has a new token: sends it to the venue before the old token ends, so that no channel is lost. */
  proofChanged(): void
  /** Ends the connection at once and opens another after the back-off. */
  restart(why: string): void
  close(): void
}

/** Subscriptions of one channel that fail in a row before the venue is asked with a new proof. */
const REFUSALS = 2

/** Connects at once, and stays until closed. Each time a channel becomes live, `resumed` asks for what happened before. */
export function openPrivateStreams(options: PrivateStreamsOptions): PrivateStreams {
  const { profile, clock, random, listener } = options
  const lazySocket = () => socket
  const channels = createChannelSubscriptions({ ...options, socket: lazySocket })
  const proof = createStreamAuthentication({
    profile,
    signer: options.signer,
    socket: lazySocket,
    onProved: () => channels.subscribe(PRIVATE_CHANNELS),
  })

  const pass = <T>(channel: PrivateChannel, record: Read<T>, take: (value: T) => void) => {
    if (!record.ok)
      return listener.unread({ what: channel, field: null, why: `${channel}: ${record.failure}` })
    for (const field of record.odd ?? []) listener.unread(field)
    return take(record.value)
  }

  const onRecords = ({ channel, records }: Extract<StreamMessage, { kind: 'records' }>) => {
    // A late record of a channel that ended confirms no subscription: the channel is subscribed again all the same.
    if (channels.stateOf(channel) !== 'down') channels.confirm(channel)
    options.onLink(channel, null, null)
    for (const record of records)
      if (channel === 'orders') pass(channel, readOrder(record, null), (order) => listener.order(order))
      else if (channel === 'trades') {
        const trade = readTrade(record, null)
        if (!trade.ok)
          listener.tradeLost(ownerOfTrade(record, null), 'a trade on the trades channel cannot be read')
        pass(channel, trade, (value) => listener.trade(value))
      } else pass(channel, readBalanceChange(record), (change) => listener.balanceChange(change))
  }

  const onError = (message: Extract<StreamMessage, { kind: 'error' }>) => {
    const words =
      message.code === null ? message.message : `${sentenceOfCode(message.code)} ${message.message}`
    if (message.op === 'authenticate' && proof.refused()) return
    const isAnyLive = PRIVATE_CHANNELS.some((name) => channels.stateOf(name) === 'live')
    const named = PRIVATE_CHANNELS.find((name) => name === message.channel)
    const isUnproven =
      named !== undefined && (message.code === 'UNAUTHORIZED' || channels.failuresOf(named) >= REFUSALS)
    if (message.op === 'authenticate' || (message.channel === null && !isAnyLive) || isUnproven) {
      void proof.renew(`The venue refuses the private channels: ${words}`)
      return
    }
    // An error that names no channel may mean any channel that is not live. The records of a live channel show that it continues.
    const hit = PRIVATE_CHANNELS.filter((name) =>
      message.channel === null ? channels.stateOf(name) !== 'live' : name === message.channel,
    )
    for (const name of hit) channels.subscribeAgain(name, words)
    if (hit.length === 0) listener.unreadable(`The stream reported an error: ${words}`)
  }

  /** The venue refused a subscription or ended it. */
  const onEnded = ({ channels: named, op, message }: Extract<StreamMessage, { kind: 'ended' }>) => {
    for (const channel of named.length === 0 ? [null] : named)
      onError({ kind: 'error', channel, op, code: null, message })
  }

  const onAcknowledged = (message: Extract<StreamMessage, { kind: 'ack' }>) => {
    if (message.op === 'authenticate') proof.accepted()
    for (const name of PRIVATE_CHANNELS)
      if (message.channels.includes(name)) {
        if (message.op === 'subscribe') channels.confirm(name)
        // Openpit never unsubscribes here: the venue ended the channel by itself.
        if (message.op === 'unsubscribe') channels.subscribeAgain(name, `The venue unsubscribed ${name}.`)
      }
  }

  const onMessage = (text: string) => {
    const message = parseStreamMessage(text, profile.stream)
    if (message.kind !== 'unknown') channels.answered()
    switch (message.kind) {
      case 'ack':
        return onAcknowledged(message)
      case 'ended':
        return onEnded(message)
      case 'records':
        return onRecords(message)
      case 'error':
        return onError(message)
      case 'unknown':
        if (message.mayHoldRecords && (message.channel === null || message.channel === 'trades'))
          listener.tradeLost(null, 'a message of the private channels cannot be read')
        return listener.unreadable(message.sentence)
      case 'snapshot':
      case 'update':
      case 'trades':
        return listener.unreadable(`stream: ${message.channel} was not asked for here`)
      default:
        return message satisfies never
    }
  }

  const socket: SupervisedSocket = superviseSocket({
    url: profile.streamUrl,
    clock,
    random,
    WebSocket: options.WebSocket ?? InflatingSocket,
    compression: profile.stream.compression,
    ...(options.onHeard === undefined ? {} : { onHeard: options.onHeard }),
    ...(options.livenessMs === undefined ? {} : { livenessMs: options.livenessMs }),
    onOpen() {
      channels.connected()
      void proof.introduce()
    },
    onState: (state, why) => channels.socketState(state, why),
    onMessage,
  })

  return {
    proofChanged: () => void proof.extend(),
    restart: (why) => socket.restart(why),
    close() {
      proof.close()
      channels.close()
      socket.close()
    },
  }
}
