import { afterEach, beforeEach, expect, it } from 'vitest'
import { INPUT_LIVES, leaveOutLateInput } from '../../../renderer/keys/lateInput.ts'
import { clockOf } from '../../../shared/base/clock.ts'

const clock = clockOf(globalThis)
/** Ms by which the page handles a press later than now. */
let late = 0
let said: number[] = []
let heard: string[] = []
const ends: (() => void)[] = []

beforeEach(() => {
  late = 0
  said = []
  heard = []
  ends.push(
    leaveOutLateInput(window, {
      clock,
      pressAge: (press) => clock.monotonic() - press.timeStamp + late,
      onDropped: (ms) => said.push(ms),
    }),
  )
  const hear = (event: Event) => heard.push(event instanceof KeyboardEvent ? event.key : event.type)
  for (const kind of ['keydown', 'click']) {
    window.addEventListener(kind, hear)
    ends.push(() => window.removeEventListener(kind, hear))
  }
  const box = document.createElement('input')
  document.body.append(box)
  ends.push(() => box.remove())
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const press = (key: string, at: EventTarget = document.body) =>
  at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

it('a key and a click a second late do nothing, and one notice says so', () => {
  press('Enter')
  document.body.click()
  expect(heard).toEqual(['Enter', 'click'])
  late = INPUT_LIVES + 1
  expect(press('Enter')).toBe(false)
  press('b')
  document.body.click()
  expect(heard).toEqual(['Enter', 'click'])
  expect(said).toHaveLength(1)
  expect(said[0]).toBeGreaterThan(INPUT_LIVES)
})

it('an act that only removes risk is done however late; late typing stays, its Enter does not', () => {
  late = 30_000
  const box = document.querySelector('input')
  press('Delete')
  press('Escape')
  press('F12')
  for (const key of ['7', 'Backspace', 'Enter', 'F10', 'ArrowUp', 'Tab']) press(key, box ?? document.body)
  box?.dispatchEvent(new KeyboardEvent('keydown', { key: '1', ctrlKey: true, shiftKey: true, bubbles: true }))
  expect(heard).toEqual(['Delete', 'Escape', 'F12', '7', 'Backspace'])
})
