/** Parses and builds stream messages (docs/api.md#gap.7, #gap.8, #gap.29). Pure; holds no book and no socket. */

import type { DecimalText } from '../../base/decimal.ts'
import { parseExact } from '../../base/json.ts'
import type { Result } from '../../base/result.ts'
import { fail, ok } from '../../base/result.ts'
import { visibleWord, visibleWords } from '../../base/visibleText.ts'
import type { MarketTrade } from '../../domain/marketTrade.ts'
import { symbol as symbolSchema, type Symbol } from '../../domain/scalars.ts'
import { readErrorBody } from '../errorBody.ts'
import { isObject, readDecimal, type Json } from '../fields.ts'
import { readMarketTrade } from '../marketRecords.ts'
import { endingWord, holdsRecords, unclearWord } from './streamAnswer.ts'
import type { VenueProfile } from '../venueProfile.ts'

export type StreamVariant = VenueProfile['stream']

export const ORDERBOOK_CHANNEL = 'orderbook-stream'
export const MARKET_TRADES_CHANNEL = 'market-trades'
export const PRIVATE_CHANNELS = ['orders', 'trades', 'balance-changes'] as const
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number]

export const bookChannel = (symbol: Symbol): string => `${ORDERBOOK_CHANNEL}:${symbol}`
export const marketTradesChannel = (symbol: Symbol): string => `${MARKET_TRADES_CHANNEL}:${symbol}`

/** One change of one level. `amount` is the level's amount afterwards, `0` on `delete`. Not checked against any book. */
export interface BookChangeText {
  readonly action: 'new' | 'change' | 'delete'
  readonly type: 'bid' | 'ask'
  readonly price: DecimalText
  readonly amount: DecimalText
}

export type StreamMessage =
  /** A success of `subscribe`, `authenticate`, …; `channels` is empty when the message names none. */
  | { readonly kind: 'ack'; readonly op: string; readonly channels: readonly string[] }
  /** The venue refused or ended a subscription, or refused `op`; `channels` is empty when the message names none. */
  | {
      readonly kind: 'ended'
      readonly channel: string | null
      readonly channels: readonly string[]
      readonly op: string | null
      readonly message: string
    }
  /** The whole depth as `new` changes; replaces the known book. */
  | {
      readonly kind: 'snapshot'
      readonly channel: string
      readonly symbol: Symbol
      readonly changes: readonly BookChangeText[]
    }
  /** Changes to apply together. */
  | {
      readonly kind: 'update'
      readonly channel: string
      readonly symbol: Symbol
      readonly changes: readonly BookChangeText[]
    }
  /** Public trades as they arrived. A trade that could not be read is left out and has a sentence. */
  | {
      readonly kind: 'trades'
      readonly channel: string
      readonly symbol: Symbol
      readonly trades: readonly MarketTrade[]
      readonly unreadable: readonly string[]
      /** A sentence for each field of `trades` that could not be read and is unknown. */
      readonly odd: readonly string[]
    }
  /** Records of a private channel, not yet read. */
  | { readonly kind: 'records'; readonly channel: PrivateChannel; readonly records: readonly unknown[] }
  /** `channel` is null when the error names none and may concern the whole socket. */
  | {
      readonly kind: 'error'
      readonly channel: string | null
      readonly op: string | null
      readonly code: string | null
      readonly message: string
    }
  /** The message cannot be read, or is of no known kind. The book of its channel may have missed a change. */
  | {
      readonly kind: 'unknown'
      readonly channel: string | null
      readonly sentence: string
      /** Whether the message may have held records: a heartbeat or an answer without a channel holds none. */
      readonly mayHoldRecords: boolean
    }

const firstOf = (message: Json, fields: readonly string[]): unknown => {
  for (const field of fields)
    if (Object.hasOwn(message, field) && message[field] !== null && message[field] !== undefined)
      return message[field]
  return undefined
}

/** The channel under any of its field names. `arg` may be an object with the channel. A public channel without a symbol takes the message's `symbol`. */
function channelOf(message: Json, variant: StreamVariant): string | null {
  let found = firstOf(message, variant.channel)
  if (isObject(found)) found = firstOf(found, variant.channel)
  if (typeof found !== 'string' || found === '') return null
  const bare = found === ORDERBOOK_CHANNEL || found === MARKET_TRADES_CHANNEL
  return bare && typeof message['symbol'] === 'string' ? `${found}:${message['symbol']}` : found
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A value of the venue for a sentence. */
const shown = (value: unknown): string => visibleWord((JSON.stringify(value) ?? 'nothing').slice(0, 80))
/** Names of the venue for a sentence. */
const named = (names: readonly string[]): string => visibleWord(names.join(', ').slice(0, 80))

const channelsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string')

const ACTIONS: ReadonlySet<unknown> = new Set(['new', 'change', 'delete'])
const SIDES: ReadonlySet<unknown> = new Set(['bid', 'ask'])

function readChange(value: unknown, snapshot: boolean): Result<BookChangeText, string> {
  if (!isObject(value)) return fail('a change is not an object')
  const action = snapshot ? (value['action'] ?? 'new') : value['action']
  if (!ACTIONS.has(action)) return fail(`action is ${shown(action)}, not new, change or delete`)
  if (!SIDES.has(value['type'])) return fail(`type is ${shown(value['type'])}, not bid or ask`)
  const price = readDecimal(value['price'])
  if (!price.ok) return fail(`price cannot be read: ${price.failure}`)
  const amount = readDecimal(action === 'delete' ? (value['amount'] ?? '0') : value['amount'])
  if (!amount.ok) return fail(`amount cannot be read: ${amount.failure}`)
  return ok({
    action: action as BookChangeText['action'],
    type: value['type'] as BookChangeText['type'],
    price: price.value,
    amount: amount.value,
  })
}

/** A level of `{bids, asks}`: `[price, amount]` or `{price, amount}`. */
function readLevel(value: unknown, type: 'bid' | 'ask'): Result<BookChangeText, string> {
  const level = Array.isArray(value) ? { price: value[0] as unknown, amount: value[1] as unknown } : value
  return isObject(level)
    ? readChange({ action: 'new', type, price: level['price'], amount: level['amount'] }, true)
    : fail('a level is neither a pair nor an object')
}

function readAll(
  reads: readonly (() => Result<BookChangeText, string>)[],
): Result<readonly BookChangeText[], string> {
  const changes: BookChangeText[] = []
  for (const read of reads) {
    const change = read()
    if (!change.ok) return change
    changes.push(change.value)
  }
  return ok(changes)
}

/** All changes of one book message, or none, because they apply together. */
function readBook(
  payload: unknown,
  snapshot: boolean,
  variant: StreamVariant,
): Result<readonly BookChangeText[], string> {
  let body = payload
  if (isObject(body)) {
    const { bids, asks } = body
    if (Array.isArray(bids) || Array.isArray(asks))
      return readAll([
        ...(Array.isArray(bids) ? bids : []).map((level) => () => readLevel(level, 'bid')),
        ...(Array.isArray(asks) ? asks : []).map((level) => () => readLevel(level, 'ask')),
      ])
    body = firstOf(body, variant.data) ?? (Object.hasOwn(body, 'price') ? [body] : undefined)
  }
  if (!Array.isArray(body)) return fail('it holds neither changes nor bids and asks')
  return readAll(body.map((change: unknown) => () => readChange(change, snapshot)))
}

const isSnapshot = (message: Json, payload: unknown, variant: StreamVariant): boolean => {
  const words = [
    firstOf(message, variant.type),
    isObject(payload) ? firstOf(payload, variant.type) : undefined,
  ].flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? String(one) : []))
  if (words.some((one) => variant.snapshot.includes(one))) return true
  if (words.some((one) => variant.update.includes(one))) return false
  return isObject(payload) && (Array.isArray(payload['bids']) || Array.isArray(payload['asks']))
}

function readError(message: Json, channel: string | null, hasData: boolean): StreamMessage | null {
  const isError =
    (message['error'] !== undefined && message['error'] !== null) ||
    message['type'] === 'error' ||
    message['event'] === 'error' ||
    message['op'] === 'error' ||
    message['success'] === false ||
    (!hasData && textOf(message['code']) !== null && textOf(message['message']) !== null)
  if (!isError) return null
  const nested = message['error']
  const args = channelsIn(message['args'])
  const { code, message: words } = readErrorBody(message)
  return {
    kind: 'error',
    channel:
      channel ??
      (isObject(nested) ? textOf(nested['channel']) : null) ??
      (args.length === 1 ? (args[0] ?? null) : null),
    op: textOf(message['op']),
    code,
    message: words ?? code ?? 'the venue sent an error without a code',
  }
}

/** The frame's answer about a subscription; null where the frame brings data. */
function readAnswer(message: Json, channel: string | null, data: unknown): StreamMessage | null {
  const op = textOf(message['op'])
  const channels = channelsIn(message['args'] ?? message['channels'] ?? channel ?? [])
  const isPrivate = channels.some((name) => PRIVATE_CHANNELS.some((known) => known === name))
  if (isPrivate ? holdsRecords(message, data) : op === null || data !== undefined || isBook(message))
    return null
  const ending = endingWord(message, op)
  if (ending !== null) {
    const [only = null] = channels.length === 1 ? channels : []
    const about = channels.length === 0 ? '' : ` of ${named(channels)}`
    const why = textOf(message['message']) ?? textOf(message['reason'])
    const words = `The venue says ${shown(ending)}${about}${why === null ? '.' : `: ${visibleWords(why.slice(0, 400))}`}`
    return { kind: 'ended', channel: only, channels, op, message: words }
  }
  if (op === null && data !== undefined) return null
  const unclear = unclearWord(message)
  const event = textOf(message['event']) ?? textOf(message['type'])
  const answered = op ?? (event?.startsWith('subscribe') ? 'subscribe' : null)
  if (unclear === null && answered !== null) return { kind: 'ack', op: answered, channels }
  const sentence = `stream: an answer about ${named(channels.length > 0 ? channels : [op ?? 'nothing'])} says ${shown(unclear ?? event)}, which is no confirmation`
  return { kind: 'unknown', channel: null, sentence, mayHoldRecords: false }
}

const isBook = (message: Json): boolean => Array.isArray(message['bids']) || Array.isArray(message['asks'])

/** Reads one frame. Never throws. */
export function parseStreamMessage(text: string, variant: StreamVariant): StreamMessage {
  const parsed = parseExact(text)
  // A text without an object, such as a heartbeat, holds no record.
  const mayHoldRecords = text.includes('{')
  if (!parsed.ok)
    return { kind: 'unknown', channel: null, sentence: `stream: ${parsed.failure}`, mayHoldRecords }
  const message = parsed.value
  if (!isObject(message))
    return {
      kind: 'unknown',
      channel: null,
      sentence: 'stream: a message is not an object',
      mayHoldRecords,
    }
  const channel = channelOf(message, variant)
  const data = firstOf(message, variant.data)
  const hasData = data !== undefined || isBook(message)
  const error = readError(message, channel, hasData)
  if (error) return error
  const answer = readAnswer(message, channel, data)
  if (answer) return answer
  if (channel === null)
    return {
      kind: 'unknown',
      channel,
      sentence: 'stream: a message names no channel',
      mayHoldRecords: data !== undefined || Object.hasOwn(message, 'symbol'),
    }
  const payload = data ?? message

  const privateChannel = PRIVATE_CHANNELS.find((name) => name === channel)
  if (privateChannel)
    return { kind: 'records', channel: privateChannel, records: Array.isArray(payload) ? payload : [payload] }

  const colon = channel.indexOf(':')
  const [family, name] = colon < 0 ? [channel] : [channel.slice(0, colon), channel.slice(colon + 1)]
  const symbol = symbolSchema.safeParse(name)
  const stranger: StreamMessage = {
    kind: 'unknown',
    channel,
    sentence: `stream: ${named([channel])} is no channel we know`,
    mayHoldRecords: hasData,
  }
  if (!symbol.success) return stranger
  if (family === ORDERBOOK_CHANNEL) {
    const snapshot = isSnapshot(message, payload, variant)
    const changes = readBook(payload, snapshot, variant)
    return changes.ok
      ? { kind: snapshot ? 'snapshot' : 'update', channel, symbol: symbol.data, changes: changes.value }
      : {
          kind: 'unknown',
          channel,
          sentence: `${named([channel])}: ${changes.failure}`,
          mayHoldRecords: true,
        }
  }
  if (family === MARKET_TRADES_CHANNEL) {
    const trades: MarketTrade[] = []
    const unreadable: string[] = []
    const odd: string[] = []
    for (const record of Array.isArray(payload) ? payload : [payload]) {
      const trade = readMarketTrade(record, symbol.data)
      if (trade.ok) {
        trades.push(trade.value)
        for (const { why } of trade.odd ?? []) odd.push(why)
      } else unreadable.push(trade.failure)
    }
    return { kind: 'trades', channel, symbol: symbol.data, trades, unreadable, odd }
  }
  return stranger
}

export const subscribeMessage = (channels: readonly string[]): string =>
  JSON.stringify({ op: 'subscribe', args: channels })
export const unsubscribeMessage = (channels: readonly string[]): string =>
  JSON.stringify({ op: 'unsubscribe', args: channels })
/** The proof in an `authenticate` message (docs/api.md#gap.7): a token, a signature, or both. Holds the token: for the socket only. */
export interface StreamProof {
  readonly token?: string
  readonly publicKey?: string
  /** Decimal digits, because a binary number would lose the last ones. */
  readonly nonce?: string
  readonly signature?: string
}

/** The `authenticate` message (docs/api.md#gap.7). A signature is valid once. */
export function authenticateMessage(proof: StreamProof, nonceAs: 'number' | 'string' = 'string'): string {
  const { token, publicKey, nonce, signature } = proof
  const text = JSON.stringify({ op: 'authenticate', token, public_key: publicKey, signature })
  if (nonce === undefined) return text
  return `${text.slice(0, -1)},"nonce":${nonceAs === 'number' ? nonce : JSON.stringify(nonce)}}`
}
