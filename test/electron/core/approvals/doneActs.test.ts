/** The acts that were done with an approval, over a long run. */

import { expect, it } from 'vitest'
import { createDoneActs } from '../../../../electron/core/approvals/doneActs.ts'

/** As long as a block of 500 customers. */
const act = (n: number) => JSON.stringify(Array.from({ length: 500 }, (_, row) => [`K${row}`, String(n)]))

it('names the request of the same act, and none of an act that differs in one letter', () => {
  const done = createDoneActs()
  done.note(act(1), 7)
  expect(done.requestOf(act(1))).toBe(7)
  expect(done.requestOf(act(2))).toBeUndefined()
  expect(done.requestOf(`${act(1).slice(0, -1)} `)).toBeUndefined()
  done.note(act(1), 9)
  expect(done.requestOf(act(1))).toBe(9)
})

it('knows the newest 1,000 acts, and forgets older ones', () => {
  const done = createDoneActs()
  for (let n = 1; n <= 1_200; n++) done.note(String(n), n)
  expect(done.count).toBe(1_000)
  expect(done.requestOf('200')).toBeUndefined()
  expect(done.requestOf('201')).toBe(201)
  // An act that is done again is new again.
  done.note('201', 1_201)
  done.note('one more', 1_202)
  expect(done.requestOf('201')).toBe(1_201)
  expect(done.requestOf('202')).toBeUndefined()
})
