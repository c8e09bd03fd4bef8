import { expect, test } from 'vitest'
import { createUnreadRecords } from '../../../../electron/core/support/reportUnreadableRecords.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

test('similar records share one sentence with their number, repeated after ever longer pauses', () => {
  const clock = new FakeClock()
  const said: [string, string][] = []
  const unread = createUnreadRecords(clock, (sentence, detail) => said.push([sentence, detail]))
  for (const n of [1, 2, 3, 4, 5])
    unread.add({ what: 'order', field: 'leverage', why: `order: leverage is "x${n}", not a whole number` })
  unread.add({ what: 'trades', field: null, why: 'trade: code is missing' })
  expect(said).toEqual([])
  clock.advance(1_000)
  expect(said).toEqual([
    [
      'The leverage of 5 records (order) cannot be read and is shown as unknown.',
      [1, 2, 3].map((n) => `order: leverage is "x${n}", not a whole number`).join('\n'),
    ],
    [
      '1 record of trades cannot be read and is missing here. Positions and sums that need them are not complete.',
      'trade: code is missing',
    ],
  ])

  // A list that is read every second brings the same field each time.
  for (let second = 0; second < 3_600; second++) {
    unread.add({ what: 'order', field: 'leverage', why: 'order: leverage is "x", not a whole number' })
    clock.advance(1_000)
  }
  const sentences = said.slice(2).map(([sentence]) => sentence)
  expect(sentences.length).toBeLessThan(7)
  const counts = sentences.map((sentence) => Number(/of (\d+) records/.exec(sentence)?.[1]))
  unread.close()
  clock.advance(10_000_000)
  expect(said.length).toBe(2 + sentences.length)
  expect(counts.every((count) => count > 0)).toBe(true)
})
