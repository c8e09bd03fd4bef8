/** Times decode and apply of book frames against `JSON.parse` alone on the same frames, by turns in one run. Judges nothing. */

import type { Clock } from '../../shared/base/clock.ts'
import { invariant } from '../../shared/base/result.ts'
import { BookScanner } from '../../shared/broker/bookBytes.ts'
import { parseStreamMessage, type StreamDialect } from '../../shared/broker/streamMessages.ts'
import { Book } from '../../shared/domain/book.ts'
import { noted } from '../../shared/domain/bookChanges.ts'
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
  /** Of all rounds but the first, µs a message; the reading of the clock counts in. */
  readonly medianUs: number
  readonly p99Us: number
}

/** Frames timed together. */
const SLICE = 500
const sum = (times: Float64Array) => times.reduce((all, one) => all + one, 0)

/** Fails when a frame is not read from its bytes or a book loses trust: then nothing would be measured. */
export function measureDecodeApply(
  { snapshots, updates }: StreamFrames,
  dialect: StreamDialect,
  clock: Clock,
  rounds: number,
): DecodeApply {
  const scanner = new BookScanner<Book>(dialect)
  const texts = updates.map((frame) => frame.toString())
  const books = snapshots.map((text) => {
    const message = parseStreamMessage(text, dialect)
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
  const slices = Array.from({ length: Math.ceil(updates.length / SLICE) }, (_, n) => n * SLICE)
  /** Of each slice its best time, so that what else the machine did counts as little as it can. */
  const best = () => new Float64Array(slices.length).fill(Infinity)
  const [ownMs, decodeMs, jsonMs, textJsonMs] = [best(), best(), best(), best()]
  const time = (into: Float64Array, slice: number, run: (n: number) => void) => {
    const from = slices[slice] ?? 0
    const to = Math.min(from + SLICE, updates.length)
    const start = clock.monotonic()
    for (let n = from; n < to; n++) run(n)
    into[slice] = Math.min(into[slice] ?? 0, clock.monotonic() - start)
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
  const each = new Float64Array(updates.length * Math.max(0, rounds - 1))
  let timed = 0
  for (let round = 0; round < rounds; round++) {
    reset()
    counted = 0
    // Each slice by turns, so that all four see the same machine.
    for (const slice of slices.keys()) {
      time(ownMs, slice, applyAt)
      time(jsonMs, slice, parseAt)
      time(decodeMs, slice, decodeAt)
      time(textJsonMs, slice, parseBytesAt)
    }
    if (round === 0) continue
    reset()
    for (const frame of updates) {
      const start = clock.monotonic()
      own(frame)
      each[timed++] = clock.monotonic() - start
    }
  }
  invariant(wrong === 0, `${wrong} frames were not read from their bytes, or a book lost trust`)
  invariant(parsed === 2 * rounds * updates.length, 'all frames were parsed')
  each.sort()
  return {
    messages: updates.length,
    changes: counted,
    bytes: updates.reduce((all, frame) => all + frame.length, 0),
    overJsonParse: sum(ownMs) / sum(jsonMs),
    ownMs: sum(ownMs),
    decodeMs: sum(decodeMs),
    jsonMs: sum(jsonMs),
    textJsonMs: sum(textJsonMs),
    medianUs: 1_000 * (each[Math.floor(each.length * 0.5)] ?? NaN),
    p99Us: 1_000 * (each[Math.floor(each.length * 0.99)] ?? NaN),
  }
}
