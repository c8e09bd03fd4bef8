/** How much of a list of open orders counts as read, and what is said of it. */

import { describe, expect, it } from 'vitest'
import {
  applyReading,
  countWords,
  neverRead,
  readingWords,
  unseenExposure,
  unseenOf,
  unseenIn,
  unseenWords,
  WHOLE_STANDS_FOR,
  type OpenOrderReading,
  type ReadingEvent,
} from '../../../../shared/domain/orders/openOrderReading.ts'
import { restingBarWords, restingSentence } from '../../../../shared/domain/orders/restingOrders.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'

const C1 = 'C1042' as CustomerCode
const C2 = 'C2007' as CustomerCode
const NOW = 1_000_000
const after = (...events: readonly ReadingEvent[]): OpenOrderReading => {
  let reading = neverRead(C1)
  for (const event of events) reading = applyReading(reading, event)
  return reading
}
const whole: ReadingEvent = { kind: 'listed', at: NOW, shown: 7, missing: null }
const partial: ReadingEvent = { kind: 'listed', at: NOW, shown: 7, missing: 'its cursor leads nowhere' }
const failed = (ms: number): ReadingEvent => ({ kind: 'failed', at: NOW + ms, why: 'no answer within 10 s' })

describe('a reading', () => {
  it('is whole only after a list that the venue showed to its end', () => {
    expect(neverRead(C1).state).toBe('unread')
    expect(after(whole)).toMatchObject({ state: 'whole', readAt: NOW, shown: 7, reason: null })
    expect(after(partial)).toMatchObject({ state: 'partial', shown: 7, reason: 'its cursor leads nowhere' })
    expect(after(whole, partial).state).toBe('partial')
  })

  it('counts for two minutes while it cannot be read again, and no longer', () => {
    expect(after(whole, failed(WHOLE_STANDS_FOR - 1)).state).toBe('whole')
    expect(after(whole, failed(WHOLE_STANDS_FOR))).toMatchObject({
      state: 'unread',
      readAt: NOW,
      reason: 'no answer within 10 s',
    })
    expect(after(partial, failed(1)).state).toBe('unread')
    expect(after(failed(1)).state).toBe('unread')
  })

  it('does not count after the clock was set back', () => {
    expect(after(whole, failed(-1)).state).toBe('unread')
  })

  it('does not count after a gap; a venue without lists stays unavailable', () => {
    expect(after(whole, { kind: 'void', why: 'the orders stream is down' })).toMatchObject({
      state: 'unread',
      reason: 'the orders stream is down',
    })
    const none: ReadingEvent = { kind: 'unavailable', at: NOW, why: '404' }
    expect(after(none, { kind: 'void', why: 'the orders stream is down' }).state).toBe('unavailable')
  })
})

describe('the sentences', () => {
  it('say "at least" as soon as one list is not whole, and name it with its reason', () => {
    expect(countWords(7, unseenIn([]))).toBe('7 orders')
    expect(countWords(1, unseenIn([after(partial)]))).toBe('at least 1 order')
    expect(unseenWords(unseenIn([]))).toBeNull()
    expect(unseenWords(unseenIn([after(partial)]))).toBe(
      'the list of C1042 is not complete (7 orders shown): its cursor leads nowhere',
    )
    expect(readingWords(after(failed(1)))).toBe('the list of C1042 is not read: no answer within 10 s')
  })

  it('name three customers and count the others', () => {
    const five = ['C1', 'C2', 'C3', 'C4', 'C5'].map((code) => neverRead(code as CustomerCode))
    expect(unseenWords(unseenIn(five))).toBe(
      'the lists of C1, C2, C3 and 2 more are not complete: not requested yet',
    )
  })

  it('distinguish a venue without lists from a list that could not be read', () => {
    const none = applyReading(neverRead(C2), { kind: 'unavailable', at: NOW, why: '404' })
    expect(unseenWords(unseenIn([after(partial), none]))).toBe(
      'the list of C1042 is not complete (7 orders shown): its cursor leads nowhere; the venue shows no list of open orders of C2007: orders sent from elsewhere cannot be seen',
    )
    expect(unseenExposure(none, 2)).toBeNull()
    expect(unseenExposure(after(partial), 7)).toMatch(/^At least 7 orders of C1042 are open: the list/)
    expect(unseenExposure(after(failed(1)), 0)).toBe(
      'The list of C1042 is not read: no answer within 10 s; what is open at the venue is not known.',
    )
    expect(unseenExposure(after(whole), 7)).toBeNull()
  })

  it('never say that nothing stays live on less than whole lists', () => {
    expect(restingSentence([], unseenIn([]))).toBe('')
    expect(restingSentence([], unseenIn([after(failed(1))]))).toBe(
      'No live order is known here, but orders may stay live at the venue: the list of C1042 is not read: no answer within 10 s.',
    )
    const resting = [{ customerCode: C1, symbol: 'BTCUSDC_PERP' as never, count: 7, unknown: 0 }]
    expect(restingSentence(resting, unseenIn([after(partial)]))).toMatch(
      /^At least 7 orders stay live at the venue\. Nothing at the venue ends them .* There may be more: the list of C1042/,
    )
    expect(restingBarWords(0, 0, unseenIn([neverRead(C2)]))).not.toMatch(/^0 orders/)
  })

  it('never say that nothing stays live while there may be unknown customers', () => {
    const unseen = { lists: [], customers: 'trades and ledger are not read to the first record' }
    expect(restingBarWords(0, 0, unseen)).toBe(
      'no live order known, but there may be customers that are not known here',
    )
    expect(restingBarWords(3, 0, unseen)).toMatch(/^at least 3 orders stay live/)
    expect(restingBarWords(3, 1, unseen)).toMatch(
      /^at least 2 orders stay and 1 of unknown status may stay live/,
    )
    expect(restingBarWords(1, 1, unseen)).toMatch(
      /^1 order of unknown status may stay live .*, and there may be others$/,
    )
    expect(restingSentence([], unseen)).toBe(
      'No live order is known here, but orders may stay live at the venue: there may be customers that are not known here: trades and ledger are not read to the first record.',
    )
  })
})

it('a customer that is known and has no reading has never been read', () => {
  const readings = new Map([[C1, after(whole)]])
  expect(unseenOf([C1, C2], readings)).toEqual([neverRead(C2)])
})

it('no sentence names a code as another code that it looks like', () => {
  const CYRILLIC = '\u04211042' as CustomerCode
  const lists: OpenOrderReading[] = (['partial', 'unread', 'unavailable'] as const).map((state) => ({
    ...neverRead(CYRILLIC),
    state,
  }))
  const other = { ...neverRead(C2), reason: 'the request failed' }
  const sentences = [
    ...lists.map((reading) => readingWords(reading)),
    ...lists.map((reading) => unseenExposure(reading, 2) ?? ''),
    unseenWords(unseenIn(lists)),
    unseenWords(unseenIn([lists[1]!, other])),
  ].filter((sentence) => sentence !== '')
  expect(sentences.length).toBe(7)
  for (const sentence of sentences) {
    expect(sentence).not.toContain(CYRILLIC)
    expect(sentence).toContain('\\u{421}1042')
  }
})
