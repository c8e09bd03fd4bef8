/** A book said as plainly as can be: price to amount, as the recorded frames leave it after each message. */

import { decimal, fromInteger, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { parseStreamMessage } from '../../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { askAt, bidAt, HEADER, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import type { SessionRecord } from '../../../electron/record/sessionFiles.ts'

type Level = readonly [price: string, amount: string]

const best = (side: ReadonlyMap<DecimalText, DecimalText>, sign: 1 | -1, rows: number): Level[] =>
  [...side]
    .toSorted(([a], [b]) => sign * (decimal(a) < decimal(b) ? -1 : 1))
    .slice(0, rows)
    .map(([price, amount]) => [price, amount])

/** The best `rows` of each side after each message of the channel, as text; equal states in a row are given once. */
export function* plainBooks(
  records: Iterable<SessionRecord>,
  profile: VenueProfile,
  channel: string,
  rows: number,
): Generator<string> {
  let sides = { bid: new Map<DecimalText, DecimalText>(), ask: new Map<DecimalText, DecimalText>() }
  for (const record of records) {
    if (record.stream !== 'public' || record.kind !== 'in') continue
    const message = parseStreamMessage(record.payload.toString('utf8'), profile.stream)
    if ((message.kind !== 'snapshot' && message.kind !== 'update') || message.channel !== channel) continue
    if (message.kind === 'snapshot') sides = { bid: new Map(), ask: new Map() }
    for (const { action, type, price, amount } of message.changes)
      if (action === 'delete') sides[type].delete(price)
      else sides[type].set(price, amount)
    yield JSON.stringify([best(sides.bid, -1, rows), best(sides.ask, 1, rows)])
  }
}

/** What a frame shows, in the same words. */
export function frameText(frame: BookFrame): string {
  const at = (index: number) => frame[index] ?? NaN
  const text = (value: number, scale: number) => toText(fromInteger(value, scale))
  const level = (index: number): Level => [
    text(at(index), at(HEADER.priceScale)),
    text(at(index + 1), at(HEADER.amountScale)),
  ]
  return JSON.stringify([
    Array.from({ length: at(HEADER.bidCount) }, (_, n) => level(bidAt(n))),
    Array.from({ length: at(HEADER.askCount) }, (_, n) => level(askAt(frame, n))),
  ])
}
