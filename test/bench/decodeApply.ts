/** Times decode and apply of book frames against `JSON.parse` alone on the same frames, by turns in one run. Judges nothing. */

import type { Clock } from '../../shared/base/clock.ts'
import { invariant } from '../../shared/base/result.ts'
import { BookScanner } from '../../shared/broker/bookBytes.ts'
import { parseStreamMessage, type StreamDialect } from '../../shared/broker/streamMessages.ts'
import { Book } from '../../shared/domain/book.ts'
import { BookChanges } from '../../shared/domain/bookChanges.ts'
import type { StreamFrames } from './bookFrames.ts'

export interface DecodeApply {
  readonly messages: number
  readonly changes: number
  readonly bytes: number
  /** ms of the best round over all frames. */
  readonly ownMs: number
  readonly decodeMs: number
  /** `JSON.parse` of ready text. */
  readonly jsonMs: number
  /** From bytes to text, and `JSON.parse` of that. */
  readonly textJsonMs: number
  /** Of all rounds but the first, µs a message; the reading of the clock counts in. */
  readonly medianUs: number
  readonly p99Us: number
}

/** Fails when a frame is not read from its bytes or a book loses trust: then nothing would be measured. */
export function measureDecodeApply(
  { snapshots, updates }: StreamFrames,
  dialect: StreamDialect,
  clock: Clock,
  rounds: number,
): DecodeApply {
  const scanner = new BookScanner(dialect)
  const changes = new BookChanges()
  const texts = updates.map((frame) => frame.toString())
  const books = new Map(
    snapshots.map((text) => {
      const message = parseStreamMessage(text, dialect)
      invariant(message.kind === 'snapshot', 'a snapshot')
      return [message.symbol, { book: new Book(), levels: message.changes }]
    }),
  )
  const reset = () => {
    for (const { book, levels } of books.values()) book.replace(levels)
  }
  const own = (frame: Buffer) => {
    const symbol = scanner.scan(frame, changes)
    return symbol !== null && books.get(symbol)?.book.applyCounted(changes) === null
  }
  const time = (run: () => void) => {
    const start = clock.monotonic()
    run()
    return clock.monotonic() - start
  }
  let counted = 0
  let wrong = 0
  let parsed = 0
  let [ownMs, decodeMs, jsonMs, textJsonMs] = [Infinity, Infinity, Infinity, Infinity]
  const each = new Float64Array(updates.length * Math.max(0, rounds - 1))
  let noted = 0
  for (let round = 0; round < rounds; round++) {
    reset()
    ownMs = Math.min(
      ownMs,
      time(() => {
        for (const frame of updates) if (!own(frame)) wrong++
      }),
    )
    jsonMs = Math.min(
      jsonMs,
      time(() => {
        for (const text of texts) if (JSON.parse(text) !== null) parsed++
      }),
    )
    counted = 0
    decodeMs = Math.min(
      decodeMs,
      time(() => {
        for (const frame of updates) {
          scanner.scan(frame, changes)
          counted += changes.length
        }
      }),
    )
    textJsonMs = Math.min(
      textJsonMs,
      time(() => {
        for (const frame of updates) if (JSON.parse(frame.toString()) !== null) parsed++
      }),
    )
    if (round === 0) continue
    reset()
    for (const frame of updates) {
      const start = clock.monotonic()
      own(frame)
      each[noted++] = clock.monotonic() - start
    }
  }
  invariant(wrong === 0, `${wrong} frames were not read from their bytes, or a book lost trust`)
  invariant(parsed === 2 * rounds * updates.length, 'all frames were parsed')
  each.sort()
  return {
    messages: updates.length,
    changes: counted,
    bytes: updates.reduce((sum, frame) => sum + frame.length, 0),
    ownMs,
    decodeMs,
    jsonMs,
    textJsonMs,
    medianUs: 1_000 * (each[Math.floor(each.length * 0.5)] ?? NaN),
    p99Us: 1_000 * (each[Math.floor(each.length * 0.99)] ?? NaN),
  }
}
