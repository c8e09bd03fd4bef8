/** The middle of the book that is recorded with an order: only of a live, two-sided book of the last 5 s. */

import { expect, it } from 'vitest'
import { arrivalAt } from '../../../../electron/core/market/arrivalMid.ts'
import { blankTicker } from '../../../../shared/domain/instrument.ts'
import { BTC, text } from '../deskHarness.ts'

const NOW = 100_000
const topOf = (bid: string | null, ask: string | null, bookAt = NOW) => ({
  symbol: BTC,
  bestBid: bid === null ? null : text(bid),
  bestAsk: ask === null ? null : text(ask),
  bookAt,
  lastPrice: text('7'),
  lastAt: NOW,
  lastReceivedAt: NOW,
  receivedAt: NOW,
})
const listed = (bid: string, ask: string, at: number) => ({
  ...blankTicker(BTC, at),
  bestBid: text(bid),
  bestAsk: text(ask),
})

it('is exact between the best prices', () => {
  expect(arrivalAt(topOf('62150', '62150.1'), undefined, NOW)).toEqual({ mid: '62150.05', why: null })
})

it('is unknown, with the reason, without a live book of two sides', () => {
  expect(arrivalAt(undefined, listed('1', '2', NOW), NOW)).toEqual({
    mid: null,
    why: 'no live book was read',
  })
  expect(arrivalAt(topOf(null, null), listed('1', '2', NOW), NOW).why).toBe('no live book was read')
  expect(arrivalAt(topOf(null, '2'), undefined, NOW).why).toBe('the book had no bids')
  expect(arrivalAt(topOf('1', null), listed('1', '2', NOW), NOW).why).toBe('the book had no asks')
  expect(arrivalAt(topOf('2', '2'), undefined, NOW).why).toBe('bid and ask of the book were crossed')
})

it('is unknown of an old book, unless the list of the last 5 s has the same prices', () => {
  const old = topOf('1', '2', NOW - 7_000)
  expect(arrivalAt(old, undefined, NOW)).toEqual({ mid: null, why: 'the book was 7 s old' })
  expect(arrivalAt(old, listed('1', '2', NOW - 1_000), NOW).mid).toBe('1.5')
  expect(arrivalAt(old, listed('1', '2', NOW - 6_000), NOW).why).toBe('the book was 6 s old')
  expect(arrivalAt(old, listed('5', '6', NOW), NOW).why).toBe('the book was 7 s old')
})
