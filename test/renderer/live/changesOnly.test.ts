import { expect, test } from 'vitest'
import { changesOnly } from '../../../renderer/live/changesOnly.ts'

test('equal values in a row are reported once: the first, and each that differs', () => {
  const reported: unknown[] = []
  const tell = changesOnly<boolean | null>((value) => reported.push(value))
  for (const value of [false, false, true, true, false, null, null]) tell(value)
  expect(reported).toEqual([false, true, false, null])
})
