/** Which presses confirm what the window shows: keys, pointers and the clicks of a screen reader, by the time at which each was made. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  CONFIRM_AFTER_MS,
  createEnterWatch,
  type EnterWatch,
} from '../../../../renderer/state/presses/enterWatch.ts'
import { createUnaskedChanges, UNASKED_CHANGE_MS } from '../../../../renderer/state/presses/unaskedChanges.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

let clock: FakeClock
let enters: EnterWatch
let stop: () => void
beforeEach(() => {
  clock = new FakeClock()
  enters = createEnterWatch(
    clock,
    () => 0,
    (run) => run(),
  )
  stop = enters.listen(window)
})
afterEach(() => stop())

const key = (name: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
const click = () => document.body.dispatchEvent(new MouseEvent('click', { bubbles: true }))

it('the click of a screen reader, which comes without a key or a pointer, confirms what was shown before', () => {
  key('a')
  const showing = enters.show()
  clock.advance(CONFIRM_AFTER_MS - 1)
  click()
  expect(enters.counts(showing)).toBe(false)
  clock.advance(1)
  click()
  expect(enters.counts(showing)).toBe(true)
})

it.each(['Enter', ' '])('a click that comes from the key "%s" is the press of that key', (name) => {
  const showing = enters.show()
  clock.advance(CONFIRM_AFTER_MS - 1)
  key(name)
  clock.advance(CONFIRM_AFTER_MS)
  click()
  expect(enters.counts(showing)).toBe(false)
})

it('a press counts for a panel half a second after a change that the dealer did not make', () => {
  const unasked = createUnaskedChanges(enters)
  expect(unasked.refusal('ladder:1')).toBeNull()
  unasked.happened('ladder:1', 'link 1 moved')
  clock.advance(UNASKED_CHANGE_MS - 1)
  key('F10')
  clock.advance(UNASKED_CHANGE_MS)
  expect(unasked.refusal('ladder:1')).toBe(
    'Nothing was done: just before your press, link 1 moved. Look at the panel, then press again.',
  )
  expect(unasked.refusal('ladder:2')).toBeNull()
  key('F10')
  expect(unasked.refusal('ladder:1')).toBeNull()
})
