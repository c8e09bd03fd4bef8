/** Times decode and apply of book frames against `JSON.parse` alone on the same frames, by turns in one run. Judges nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import { invariant } from '../../../shared/base/result.ts'
import { BookScanner } from '../../../shared/broker/stream/bookBytes.ts'
import { parseStreamMessage, type StreamVariant } from '../../../shared/broker/stream/streamMessages.ts'
import { Book } from '../../../shared/domain/book/book.ts'
import { noted } from '../../../shared/domain/book/bookChanges.ts'
import type { StreamFrames } from './bookFrames.ts'

export interface DecodeApply {
  readonly messages: number
  readonly changes: number
  readonly bytes: number
  /** ms over all frames: the best times of their slices together. */
  readonly ownMs: number
  readonly decodeMs: number
  /** Decode and apply as a part of `JSON.parse` alone: `ownMs / jsonMs`. */
  readonly overJsonParse: number
  /** `JSON.parse` of ready text. */
  readonly jsonMs: number
  /** From bytes to text, and `JSON.parse` of that. */
  readonly textJsonMs: number
  /** Of single messages, with the reading of the clock. */
  readonly all: Spread
  /** Of those with about ten changes. */
  readonly aboutTen: Spread
  /** Of those, each by its best round: what the code itself needs, without what else the machine does. */
  readonly aboutTenBest: Spread
  /** Of a reading of the clock right behind another, taken beside each message. */
  readonly clock: Spread
}

/** µs. */
export interface Spread {
  readonly median: number
  readonly p99: number
}

/** Frames timed together. */
const SLICE = 500
const ABOUT_TEN = { from: 9, to: 12 }
const sum = (times: Float64Array) => times.reduce((all, one) => all + one, 0)

/** Fails when a frame is not read from its bytes or a book loses trust: then nothing would be measured. */
export function measureDecodeApply(
  { snapshots, updates }: StreamFrames,
  variant: StreamVariant,
  clock: Clock,
  rounds: number,
): DecodeApply {
  const scanner = new BookScanner<Book>(variant)
  const texts = updates.map((frame) => frame.toString())
  const books = snapshots.map((text) => {
    const message = parseStreamMessage(text, variant)
    invariant(message.kind === 'snapshot', 'a snapshot')
    const book = new Book()
    scanner.follow(message.symbol, book)
    return { book, levels: message.changes }
  })
  const reset = () => {
    for (const { book, levels } of books) book.replace(levels)
  }
  const own = (frame: Buffer) => {
    const book = scanner.scan(frame)
    return book !== null && book.applyNoted() === null
  }
  const changesOf = texts.map((text) => text.split('"action"').length - 1)
  const slices = Array.from({ length: Math.ceil(updates.length / SLICE) }, (_, n) => n * SLICE)
  /** Of each slice its best time, so that what else the machine did counts as little as it can. */
  const best = () => new Float64Array(slices.length).fill(Infinity)
  const [ownMs, decodeMs, jsonMs, textJsonMs] = [best(), best(), best(), best()]
  const time = (into: Float64Array, run: (n: number) => void) => {
    for (const [slice, from] of slices.entries()) {
      const to = Math.min(from + SLICE, updates.length)
      const start = clock.monotonic()
      for (let n = from; n < to; n++) run(n)
      into[slice] = Math.min(into[slice] ?? 0, clock.monotonic() - start)
    }
  }
  let counted = 0
  let wrong = 0
  let parsed = 0
  const applyAt = (n: number) => {
    const frame = updates[n]
    if (!frame || !own(frame)) wrong++
  }
  const decodeAt = (n: number) => {
    const frame = updates[n]
    if (frame) scanner.scan(frame)
    counted += noted.count
  }
  const parseAt = (n: number) => {
    if (JSON.parse(texts[n] ?? '') !== null) parsed++
  }
  const parseBytesAt = (n: number) => {
    if (JSON.parse(updates[n]?.toString() ?? '') !== null) parsed++
  }
  for (let round = 0; round < rounds; round++) {
    reset()
    counted = 0
    // All frames by turns, so that all four see the same machine, and none of them what another one left in its caches.
    time(ownMs, applyAt)
    time(jsonMs, parseAt)
    time(decodeMs, decodeAt)
    time(textJsonMs, parseBytesAt)
  }
  // Behind the rest, so that no message waits for garbage that is not its own.
  const [each, empty] = [new Float64Array(updates.length * rounds), new Float64Array(updates.length * rounds)]
  for (let timed = 0; timed < each.length; timed++) {
    const n = timed % updates.length
    const frame = updates[n]
    if (n === 0) reset()
    const before = clock.monotonic()
    const start = clock.monotonic()
    if (!frame || !own(frame)) wrong++
    each[timed] = clock.monotonic() - start
    empty[timed] = start - before
  }
  const ten = changesOf.map((count) => count >= ABOUT_TEN.from && count <= ABOUT_TEN.to)
  const bestOf = Float64Array.from(updates, (_, n) => {
    let least = Infinity
    for (let at = n; at < each.length; at += updates.length) least = Math.min(least, each[at] ?? Infinity)
    return least
  })
  invariant(wrong === 0, `${wrong} frames were not read from their bytes, or a book lost trust`)
  invariant(parsed === 2 * rounds * updates.length, 'all frames were parsed')
  return {
    messages: updates.length,
    changes: counted,
    bytes: updates.reduce((all, frame) => all + frame.length, 0),
    overJsonParse: sum(ownMs) / sum(jsonMs),
    ownMs: sum(ownMs),
    decodeMs: sum(decodeMs),
    jsonMs: sum(jsonMs),
    textJsonMs: sum(textJsonMs),
    all: spread(each),
    aboutTen: spread(each.filter((_, at) => ten[at % updates.length])),
    aboutTenBest: spread(bestOf.filter((_, n) => ten[n])),
    clock: spread(empty),
  }
}

function spread(ms: Float64Array): Spread {
  const sorted = ms.toSorted()
  const us = (part: number) => 1_000 * (sorted[Math.floor(sorted.length * part)] ?? NaN)
  return { median: us(0.5), p99: us(0.99) }
}
