/** Walks through a list, one at a time. */

import { expect, it } from 'vitest'
import { createOneListReadAtATime } from '../../../../../electron/core/reconciliation/tradesAndLedger/oneListReadAtATime.ts'
import { ok, type Result } from '../../../../../shared/base/result.ts'
import type { ReadFailure } from '../../../../../electron/core/ports/brokerAnswers.ts'

function openSequence() {
  let gaps = 0
  const walks: (() => void)[] = []
  const next = createOneListReadAtATime(
    () => gaps,
    () =>
      new Promise<Result<null, ReadFailure>>((done) => {
        walks.push(() => done(ok(null)))
      }),
  )
  return { next, walks, openGap: () => gaps++ }
}

it('callers during a walk share it', async () => {
  const { next, walks } = openSequence()
  const both = [next(), next()]
  expect(walks).toHaveLength(1)
  walks[0]?.()
  expect(await Promise.all(both)).toEqual([ok(null), ok(null)])
})

it('a caller after a gap waits for a walk that begins after the present one', async () => {
  const { next, walks, openGap } = openSequence()
  const first = next()
  openGap()
  const second = next()
  expect(next()).toBe(second)
  expect(walks).toHaveLength(1)
  walks[0]?.()
  await first
  await Promise.resolve()
  expect(walks).toHaveLength(2)
  walks[1]?.()
  expect(await second).toEqual(ok(null))
})
