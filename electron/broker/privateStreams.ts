/** The private channels on one socket: authenticate, subscribe, read, subscribe again. Keeps no order and no money; loses nothing in silence. */

import type { Clock, Stop } from '../../shared/base/clock.ts'
import type { Random } from '../../shared/base/random.ts'
import type { Result } from '../../shared/base/result.ts'
import { ownerOfTrade, readBalanceChange, readOrder, readTrade } from '../../shared/broker/accountRecords.ts'
import type { Read } from '../../shared/broker/fields.ts'
import { sentenceOfCode } from '../../shared/broker/errorCodes.ts'
import {
  authenticateMessage,
  parseStreamMessage,
  PRIVATE_CHANNELS,
  subscribeMessage,
  type PrivateChannel,
  type StreamMessage,
} from '../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import type { LinkState } from '../../shared/contract/status.ts'
import type { BrokerListener } from '../core/ports.ts'
import { InflatingSocket } from '../net/inflatingSocket.ts'
import { superviseSocket, type SocketMaker, type SupervisedSocket } from '../net/supervisedSocket.ts'
import type { Signer } from './authentication/signer.ts'

export interface PrivateStreamsOptions {
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly random: Random
  /** What proves to the venue who subscribes; fails with one sentence while signed out. */
  readonly signer: () => Promise<Result<Signer, string>>
  readonly listener: Pick<
    BrokerListener,
    'order' | 'trade' | 'balanceChange' | 'resumed' | 'channel' | 'unreadable' | 'unread' | 'tradeLost'
  >
  /** State of a channel, or null when only a message came. */
  readonly onLink: (channel: PrivateChannel, state: LinkState | null, message: string | null) => void
  readonly livenessMs?: number
  /** `InflatingSocket` unless given. */
  readonly WebSocket?: SocketMaker
}

export interface PrivateStreams {
  /** The session has another token: the venue is given it before the old one ends, so that no channel is lost with that. */
  proofChanged(): void
  close(): void
}

interface Channel {
  state: LinkState
  /** The venue confirmed the subscription on this connection, or sent a record of it. */
  confirmed: boolean
  /** Subscriptions that failed in a row. */
  failures: number
  stop: Stop
}

// docs/api.md#private-channels
const SUBSCRIBE_MS = 5_000
/** Ms without any answer, behind those of a subscription, after which the venue is asked on another connection. */
const UNANSWERED_MS = 10_000
const AGAIN_BASE = 1_000
const AGAIN_CAP = 30_000
/** Subscriptions of one channel that fail in a row before the venue is asked with a new proof. */
const REFUSALS = 2
const NOT_CONFIRMED =
  'The venue has not confirmed this channel. If it never confirms any, set stream.confirmations to none in the venue profile.'
const UNANSWERED =
  'The venue answered nothing on the private channels. Openpit connects again. If the venue never confirms a channel, set stream.confirmations to none in the venue profile.'

/** Connects at once, and stays until closed. Each time a channel comes to life, `resumed` asks for what happened before. */
export function openPrivateStreams(options: PrivateStreamsOptions): PrivateStreams {
  const { profile, clock, random, listener } = options
  const channels = new Map<PrivateChannel, Channel>(
    PRIVATE_CHANNELS.map((name) => [
      name,
      { state: 'connecting', confirmed: false, failures: 0, stop: () => {} },
    ]),
  )
  let used: Signer | null = null
  /** A new proof is being fetched: three channels that end together need one. */
  let isRenewing = false
  /** The token of the newest `authenticate`. */
  let usedToken: string | null = null
  /** A further `authenticate` on a live socket: `asked` until it is answered, `refused` by a venue that takes only one. */
  let extension: 'none' | 'asked' | 'refused' = 'none'
  /** The venue answered something on this connection: a heartbeat or a pong is no answer. */
  let isAnswered = false
  let closed = false

  const say = (name: PrivateChannel, state: LinkState, message: string | null) => {
    const channel = channels.get(name)
    if (!channel) return
    if (state !== 'live' && state !== 'suspect') channel.confirmed = false
    channel.state = state
    options.onLink(name, state, message)
    listener.channel(name, state, message)
  }

  const live = (name: PrivateChannel) => {
    const channel = channels.get(name)
    if (!channel || channel.state === 'live') return
    channel.stop()
    channel.failures = 0
    channel.confirmed = true
    // First, so that nobody takes the channel for live before what it missed is being read back.
    listener.resumed(name)
    say(name, 'live', null)
  }

  const subscribe = (names: readonly PrivateChannel[]) => {
    if (!socket.send(subscribeMessage(names))) return
    for (const name of names) {
      const channel = channels.get(name)
      if (!channel) continue
      channel.stop()
      say(name, 'connecting', null)
      // No answer is no proof that it failed: a venue may not send any. What is missed is read back all the same.
      channel.stop = clock.after(SUBSCRIBE_MS, () => {
        if (profile.stream.confirmations === 'none') return live(name)
        say(name, 'suspect', NOT_CONFIRMED)
        listener.resumed(name)
        channel.stop = clock.after(UNANSWERED_MS, () => {
          if (!isAnswered) socket.restart(UNANSWERED)
        })
      })
    }
  }

  const subscribeAgain = (name: PrivateChannel, why: string) => {
    const channel = channels.get(name)
    if (!channel) return
    channel.stop()
    say(name, 'down', why)
    const delay =
      AGAIN_BASE + random.next() * Math.min(AGAIN_CAP - AGAIN_BASE, AGAIN_BASE * 2 ** channel.failures)
    channel.failures += 1
    channel.stop = clock.after(delay, () => subscribe([name]))
  }

  async function introduce(): Promise<void> {
    isAnswered = false
    if (profile.stream.authenticate === 'token') {
      const signer = await options.signer()
      if (closed) return undefined
      const proof = signer.ok ? signer.value.authenticate() : signer
      if (!proof.ok) return socket.restart(`The private channels wait: ${proof.failure}.`)
      used = signer.ok ? signer.value : null
      usedToken = proof.value.token ?? null
      if (extension === 'asked') extension = 'none'
      socket.send(authenticateMessage(proof.value, profile.numbers.nonce))
    }
    return subscribe(PRIVATE_CHANNELS)
  }

  async function proofChanged(): Promise<void> {
    if (used === null || extension !== 'none') return
    const signer = await options.signer()
    const proof = signer.ok ? signer.value.authenticate() : signer
    if (closed || used === null || !signer.ok || !proof.ok) return
    const { token = null } = proof.value
    if (token === null || token === usedToken) return
    if (!socket.send(authenticateMessage(proof.value, profile.numbers.nonce))) return
    used = signer.value
    usedToken = token
    extension = 'asked'
  }

  async function refusedProof(why: string): Promise<void> {
    if (isRenewing) return
    isRenewing = true
    const refused = used
    used = null
    await refused?.renew()
    isRenewing = false
    if (!closed) socket.restart(why)
  }

  const taken = <T>(channel: PrivateChannel, record: Read<T>, take: (of: T) => void) => {
    if (!record.ok)
      return listener.unread({ what: channel, field: null, why: `${channel}: ${record.failure}` })
    for (const field of record.odd ?? []) listener.unread(field)
    return take(record.value)
  }

  const records = (message: Extract<StreamMessage, { kind: 'records' }>) => {
    // A straggler of a channel that ended is no subscription: it is asked for again all the same.
    if (channels.get(message.channel)?.state !== 'down') live(message.channel)
    options.onLink(message.channel, null, null)
    for (const record of message.records)
      if (message.channel === 'orders')
        taken(message.channel, readOrder(record, null), (order) => listener.order(order))
      else if (message.channel === 'trades') {
        const trade = readTrade(record, null)
        if (!trade.ok)
          listener.tradeLost(ownerOfTrade(record, null), 'a trade on the trades channel cannot be read')
        taken(message.channel, trade, (of) => listener.trade(of))
      } else taken(message.channel, readBalanceChange(record), (change) => listener.balanceChange(change))
  }

  const failed = (message: Extract<StreamMessage, { kind: 'error' }>) => {
    const words =
      message.code === null ? message.message : `${sentenceOfCode(message.code)} ${message.message}`
    if (message.op === 'authenticate' && extension === 'asked') {
      // The channels live on with the first proof; once the venue ends them they are opened anew.
      extension = 'refused'
      return
    }
    const alive = PRIVATE_CHANNELS.some((name) => channels.get(name)?.state === 'live')
    const named = channels.get(message.channel as PrivateChannel)
    const isUnproven = named !== undefined && (message.code === 'UNAUTHORIZED' || named.failures >= REFUSALS)
    if (message.op === 'authenticate' || (message.channel === null && !alive) || isUnproven) {
      void refusedProof(`The venue refuses the private channels: ${words}`)
      return
    }
    // An error that names no channel may mean any that does not live; those that live show it by going on.
    const hit = PRIVATE_CHANNELS.filter((name) =>
      message.channel === null ? channels.get(name)?.state !== 'live' : name === message.channel,
    )
    for (const name of hit) subscribeAgain(name, words)
    if (hit.length === 0) listener.unreadable(`The stream reported an error: ${words}`)
  }

  /** The venue refused a subscription or ended it. */
  const ended = ({ channels: named, op, message }: Extract<StreamMessage, { kind: 'ended' }>) => {
    for (const channel of named.length === 0 ? [null] : named)
      failed({ kind: 'error', channel, op, code: null, message })
  }

  const socket: SupervisedSocket = superviseSocket({
    url: profile.streamUrl,
    clock,
    random,
    WebSocket: options.WebSocket ?? InflatingSocket,
    compression: profile.stream.compression,
    ...(options.livenessMs === undefined ? {} : { livenessMs: options.livenessMs }),
    onOpen: () => void introduce(),
    onState: (state, why) => {
      for (const [name, channel] of channels) {
        if (state === 'down') {
          channel.stop()
          say(name, 'down', why)
        } else if (state === 'connecting') say(name, 'connecting', null)
        else if (state === 'suspect' && channel.state === 'live') say(name, 'suspect', why)
        else if (state === 'live' && channel.state === 'suspect' && channel.confirmed) live(name)
      }
    },
    onMessage: (text) => {
      const message = parseStreamMessage(text, profile.stream)
      isAnswered ||= message.kind !== 'unknown'
      switch (message.kind) {
        case 'ack':
          if (message.op === 'authenticate' && extension === 'asked') extension = 'none'
          if (message.op === 'subscribe')
            for (const name of PRIVATE_CHANNELS) if (message.channels.includes(name)) live(name)
          // Never asked for here: the venue ended the channel by itself.
          if (message.op === 'unsubscribe')
            for (const name of PRIVATE_CHANNELS)
              if (message.channels.includes(name)) subscribeAgain(name, `The venue unsubscribed ${name}.`)
          return
        case 'ended':
          return ended(message)
        case 'records':
          return records(message)
        case 'error':
          return failed(message)
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
    },
  })

  return {
    proofChanged: () => void proofChanged(),
    close() {
      closed = true
      for (const channel of channels.values()) channel.stop()
      socket.close()
    },
  }
}
