import { expect, test } from 'vitest'
import { countKeyToCall, type Handled } from '../../../renderer/live/keyToCall.ts'
import { ok } from '../../../shared/base/result.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { windowDurations, type WindowDurations } from '../../../shared/domain/health/drawn.ts'
import { countOf } from '../../../shared/domain/health/histogram.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

function open() {
  const clock = new FakeClock()
  const reports: WindowDurations[] = []
  const called: string[] = []
  let say: (state: 'up' | 'down') => void = () => {}
  const core = {
    call(name: string, request: unknown) {
      if (name === 'health.addDrawn') reports.push(windowDurations.parse(request))
      else called.push(name)
      return Promise.resolve(ok({}))
    },
    onLink(listener: (state: 'up' | 'down', refusal: null) => void) {
      say = (state) => listener(state, null)
      say('up')
      return () => {}
    },
  } as unknown as ContractClient
  let handled: Handled
  const client = countKeyToCall(core, clock, () => handled)
  clock.advance(10_000)
  /** The page handles an event of `ms` ago, and sends a command. */
  const press = (ms: number, type = 'keydown', name: 'order.cancel' | 'order.check' = 'order.cancel') => {
    handled = { type, timeStamp: clock.monotonic() - ms }
    void client.call(name, {} as never)
    handled = undefined
  }
  const reported = () => {
    reports.length = 0
    clock.advance(5_000)
    return reports.map(({ measures: { keyToCall }, unmeasured }) => [
      countOf(keyToCall?.counts ?? []),
      keyToCall?.most ?? null,
      unmeasured,
    ])
  }
  return { clock, client, called, press, reported, link: (state: 'up' | 'down') => say(state) }
}

test('the time from a key or a click to its command is counted, and the command goes on', () => {
  const { press, called, reported } = open()
  press(4)
  press(7.5, 'click')
  expect(called).toEqual(['order.cancel', 'order.cancel'])
  expect(reported()).toEqual([[2, 7_500, 0]])
  expect(reported()).toEqual([])
})

test('a page tells no less than a tenth of a ms, so none is claimed', () => {
  const { press, reported } = open()
  press(0)
  expect(reported()).toEqual([[1, 100, 0]])
})

test('a command without a key, of another kind, or on a lost link has no reading', () => {
  const { client, press, reported, link } = open()
  void client.call('order.cancel', {} as never)
  press(4, 'message')
  press(4, 'keydown', 'order.check')
  link('down')
  press(4)
  expect(reported()).toEqual([])
  link('up')
  press(4)
  expect(reported()).toEqual([[1, 4_000, 0]])
})

test('a key of the future and one of more than a minute ago are counted as not measured', () => {
  const { clock, press, reported } = open()
  clock.advance(100_000)
  press(-1)
  press(60_001)
  expect(reported()).toEqual([[0, null, 2]])
})
