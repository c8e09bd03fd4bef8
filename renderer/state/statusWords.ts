/** The content of the status bar, as data. Pure. */

import type { Connection, LinkState, VenueRead } from '../../shared/contract/status.ts'
import { capital, unseenWords, type Unseen } from '../../shared/domain/orders/openOrderReading.ts'
import { restingBarWords } from '../../shared/domain/orders/restingOrders.ts'
import { isPrivateStream } from './actions/workspaceActions.ts'
import { UNKNOWN } from '../format/numbers.ts'
import { READ_WORDS } from '../format/unreadWords.ts'
import { span } from '../format/times.ts'

export interface Light {
  readonly name: string
  readonly state: LinkState
  readonly detail: string | null
}

interface StatusWords {
  readonly lights: readonly Light[]
  readonly facts: readonly { readonly text: string; readonly trouble: boolean }[]
  /** The orders that stay at the venue when this terminal closes. */
  readonly resting: {
    readonly text: string
    /** Why there may be more orders; null where every list of open orders of every customer is whole. */
    readonly detail: string | null
  }
  readonly unknown: number
}

interface OrderCounts {
  readonly live: number
  /** Live orders of unknown status. */
  readonly unknown: number
  readonly unseen: Unseen
}

type Stream = Connection['streams'][number]

const BOOK = 'orderbook-stream'
/** The clock is amber at 2 s ahead or 10 s behind the server (docs/api.md#server-time; the nonce allows 5 and 30). */
const AHEAD_MS = 2_000
const BEHIND_MS = 10_000

const milliseconds = (ms: number | null): string => (ms === null ? UNKNOWN : `${Math.round(ms)} ms`)

const isPrivate = ({ channel }: Stream): boolean => isPrivateStream(channel)
const isLive = ({ state }: Stream): boolean => state === 'live'

interface Trouble extends Omit<Light, 'name'> {
  readonly subject: string
  readonly trouble: string
}

/**
 * Subjects in the same trouble share one light, so that the bar has room for the orders that stay at the venue: `orders, trades down`. `counted`: what more than two
 * of them are called together; null: they are always named.
 */
function inTrouble(troubles: readonly Trouble[], counted: string | null): Light[] {
  return [...Map.groupBy(troubles, ({ trouble }) => trouble)].flatMap(([trouble, same]) => {
    const [first] = same
    if (!first) return []
    const subjects = same.map(({ subject }) => subject).join(', ')
    const isCounted = counted !== null && same.length > 2
    const details = [
      ...(isCounted ? [`${subjects} ${trouble}`] : []),
      ...new Set(same.map(({ detail }) => detail).filter((detail) => detail !== null)),
    ]
    return [
      {
        name: `${isCounted ? `${same.length} ${counted}` : subjects} ${trouble}`,
        state: first.state,
        detail: details.length === 0 ? null : details.join('\n'),
      },
    ]
  })
}

export function statusWords(
  connection: Connection | null,
  { live, unknown, unseen }: OrderCounts,
  now: number,
  reads: readonly VenueRead[] = [],
): StatusWords {
  const words = unseenWords(unseen)
  const resting = {
    text: restingBarWords(live, unknown, unseen),
    detail: words === null ? null : `${capital(words)}.`,
  }
  if (!connection)
    return { lights: [], facts: [{ text: 'no connection yet', trouble: true }], resting, unknown }
  const { rest, streams, clock, tokenExpiresAt } = connection
  const books = streams.filter((stream) => stream.channel.startsWith(BOOK))
  const liveBooks = books.filter((book) => book.state === 'live').length
  // `restingBarWords` reports unknown customers. No answer of the venue is missing for them, so they get no light.
  const unread = reads.filter(({ name, why }) => name !== 'customers' && why !== null)
  const answers = rest.state === 'live'
  const lights: Light[] = [
    {
      name: `REST ${answers ? milliseconds(rest.medianMs) : rest.state}`,
      // A venue with unreadable answers is not a healthy link, however fast it answers.
      state: answers && unread.length > 0 ? 'suspect' : rest.state,
      detail: rest.message ?? unread[0]?.why ?? null,
    },
    ...inTrouble(
      unread.map(({ name, readAt, why }) => ({
        subject: READ_WORDS[name],
        trouble: readAt === null ? 'not read' : 'not read again',
        state: 'suspect' as const,
        detail: why,
      })),
      'lists',
    ),
    ...streams
      .filter(isPrivate)
      .filter(isLive)
      .map(({ channel, message }) => ({
        name: channel,
        state: 'live' as const,
        detail: message,
      })),
    ...inTrouble(
      streams
        .filter((stream) => isPrivate(stream) && !isLive(stream))
        .map(({ channel, state, message }) => ({ subject: channel, trouble: state, state, detail: message })),
      null,
    ),
  ]
  if (books.length > 0)
    lights.push({
      name: `books ${liveBooks}/${books.length}`,
      state: liveBooks === books.length ? 'live' : 'suspect',
      detail: null,
    })
  const tradeStreams = streams.filter(
    (stream) => !isPrivateStream(stream.channel) && !stream.channel.startsWith(BOOK),
  )
  const lostTrades = tradeStreams.filter((stream) => stream.state !== 'live')
  // One or two lost streams are named. More of them share one light, so that the bar stays readable.
  const [firstLost] = lostTrades
  if (firstLost && lostTrades.length > 2)
    lights.push({
      name: `trades ${tradeStreams.length - lostTrades.length}/${tradeStreams.length}`,
      state: firstLost.state,
      detail: firstLost.message,
    })
  else
    for (const lost of lostTrades)
      lights.push({
        name: `${lost.channel.replace(':', ' ')} ${lost.state}`,
        state: lost.state,
        detail: lost.message,
      })
  const facts: { text: string; trouble: boolean }[] = []
  const offset = clock.offsetMs
  // The offset is server minus local time: below zero the local clock is ahead.
  facts.push({
    text: `clock ${offset === null ? UNKNOWN : `${offset >= 0 ? '+' : '-'}${(Math.abs(offset) / 1000).toFixed(2)} s`}`,
    trouble: offset !== null && (offset < -AHEAD_MS || offset > BEHIND_MS),
  })
  if (tokenExpiresAt !== null) {
    const left = tokenExpiresAt - now
    facts.push({ text: left > 0 ? `token ${span(left)}` : 'token ended', trouble: left < 60_000 })
  }
  return { lights, facts, resting, unknown }
}
