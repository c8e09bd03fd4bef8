/** The watch over one open connection. */

import { expect, it } from 'vitest'
import { watchLiveness } from '../../../electron/net/livenessWatch.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

function watch() {
  const clock = new FakeClock()
  const events: string[] = []
  let bytes = 0
  watchLiveness({
    clock,
    livenessMs: 10_000,
    bytesRead: () => bytes,
    ping: () => events.push('ping'),
    onLost: (why) => events.push(why),
    onPing: (isSilent) => events.push(isSilent ? 'silent' : 'heard'),
    onHealthy: () => events.push('healthy'),
  })
  return { clock, events, receive: () => bytes++ }
}

it('pings four times per period, reports silence after half and loss after all of the period', () => {
  const { clock, events } = watch()
  clock.advance(10_000)
  expect(events).toEqual([
    'ping',
    'heard',
    'ping',
    'silent',
    'ping',
    'silent',
    'No sign of life from the stream for 10 s: connecting again.',
  ])
})

it('counts silence from the newest byte, and a minute of health', () => {
  const { clock, events, receive } = watch()
  for (let n = 0; n < 24; n++) {
    receive()
    clock.advance(2_500)
  }
  expect(events.filter((event) => event === 'heard')).toHaveLength(24)
  expect(events.filter((event) => event === 'healthy')).toHaveLength(1)
})
