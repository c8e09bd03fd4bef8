import { expect, test } from 'vitest'
import { changesOnly } from '../../../renderer/live/changesOnly.ts'

test('of the same again and again one is told, the first as well as each that differs', () => {
  const told: unknown[] = []
  const tell = changesOnly<boolean | null>((value) => told.push(value))
  for (const value of [false, false, true, true, false, null, null]) tell(value)
  expect(told).toEqual([false, true, false, null])
})
