/** Summarizes a recorded session by channel: counts, times, gaps and unreadable frames. Pure; prints nothing. */

import type { EpochMs } from '../../shared/base/clock.ts'
import { parseExact } from '../../shared/base/json.ts'
import { cut, visibleWord } from '../../shared/base/visibleText.ts'
import { parseStreamMessage, type StreamMessage } from '../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { answerHead } from './format.ts'
import type { SessionRecord } from './sessionFiles.ts'

export interface Gap {
  readonly from: EpochMs
  readonly ms: number
}

export interface ChannelSummary {
  readonly stream: 'public' | 'private'
  /** A channel's name, `GET path` without its query for answers, or `(stream)` for messages that name no channel. */
  readonly channel: string
  readonly frames: number
  readonly bytes: number
  readonly first: EpochMs
  readonly last: EpochMs
  /** Silences longer than the requested length. */
  readonly gaps: readonly Gap[]
  /** Frames that this terminal cannot read. */
  readonly unreadable: number
}

export interface SessionSummary {
  readonly records: number
  /** Missing records: left out while recording, cut out, or in a damaged block. */
  readonly missing: number
  readonly first: EpochMs | null
  readonly last: EpochMs | null
  /** Connections that were closed while recording. */
  readonly closed: number
  readonly channels: readonly ChannelSummary[]
}

interface Tally {
  readonly stream: 'public' | 'private'
  readonly channel: string
  frames: number
  bytes: number
  readonly first: EpochMs
  last: EpochMs
  readonly gaps: Gap[]
  unreadable: number
}

const channelOf = (message: StreamMessage): string => {
  if (message.kind === 'ack') return '(stream)'
  return message.channel === null ? '(stream)' : visibleWord(cut(message.channel, 120))
}

function place(record: SessionRecord, profile: VenueProfile): { channel: string; readable: boolean } {
  if (record.kind === 'in') {
    const message = parseStreamMessage(record.payload.toString('utf8'), profile.stream)
    const readable =
      message.kind !== 'unknown' && (message.kind !== 'trades' || message.unreadable.length === 0)
    return { channel: channelOf(message), readable }
  }
  const end = record.payload.indexOf(0x0a)
  const head = parseJson(record.payload.toString('utf8', 0, Math.max(0, end)))
  const read = answerHead.safeParse(head)
  if (!read.success) return { channel: '(answers)', readable: false }
  const body = parseExact(record.payload.toString('utf8', end + 1))
  return { channel: `GET ${visibleWord(cut(read.data.path.split('?')[0] ?? '', 200))}`, readable: body.ok }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `longest`: a silence on a channel for longer than this is a gap, ms. */
export function summarize(
  records: Iterable<SessionRecord>,
  profile: VenueProfile,
  longest: number,
): SessionSummary {
  const tallies = new Map<string, Tally>()
  const numbers = new Map<string, number>()
  let count = 0
  let missing = 0
  let closed = 0
  let first: EpochMs | null = null
  let last: EpochMs | null = null
  for (const record of records) {
    count++
    first ??= record.time
    last = record.time
    const expected = numbers.get(record.writer) ?? 0
    missing += record.number - expected
    numbers.set(record.writer, record.number + 1)
    if (record.kind === 'closed') closed++
    if (record.kind !== 'in' && record.kind !== 'answer') continue
    const { channel, readable } = place(record, profile)
    const key = `${record.stream} ${channel}`
    let tally = tallies.get(key)
    if (!tally) {
      const { stream, time } = record
      tally = { stream, channel, frames: 0, bytes: 0, first: time, last: time, gaps: [], unreadable: 0 }
      tallies.set(key, tally)
    }
    const silence = record.time - tally.last
    if (silence > longest) tally.gaps.push({ from: tally.last, ms: silence })
    tally.frames++
    tally.bytes += record.payload.length
    tally.last = record.time
    if (!readable) tally.unreadable++
  }
  const channels = [...tallies.values()].toSorted(
    (a, b) => (a.stream < b.stream ? 1 : a.stream > b.stream ? -1 : 0) || (a.channel < b.channel ? -1 : 1),
  )
  return { records: count, missing, first, last, closed, channels }
}
