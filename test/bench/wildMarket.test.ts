import { describe, expect, it } from 'vitest'
import { seededFrames } from './book/bookFrames.ts'
import { quantile } from './figures.ts'
import { measureKeyToWire } from './order/keyToWire.ts'
import { measureStream, RATE } from './stream/stream.ts'

// Guards against gross regressions: ratios within one run, never times.
describe('the desk under a wild market', () => {
  it('a book message costs the worker and its socket less than three times its JSON.parse', async () => {
    const texts = seededFrames(20, 4_000).updates.map(String)
    const parse = () => texts.map((text) => JSON.parse(text) as unknown).length
    parse()
    const before = process.cpuUsage()
    parse()
    const { user, system } = process.cpuUsage(before)
    const { share, perSecond } = await measureStream(RATE, 2)
    expect((share * 1e6) / perSecond / ((user + system) / texts.length)).toBeLessThan(3)
  }, 60_000)

  it('an order waits no longer under load than at rest', async () => {
    const { idle, load, floor } = await measureKeyToWire(40, 2)
    expect(quantile(load, 0.5) / quantile(idle, 0.5)).toBeLessThan(4)
    // The floor: as much written to the disk and to the wire without any desk.
    expect(quantile(idle, 0.5) / quantile(floor.idle, 0.5)).toBeLessThan(12)
  }, 60_000)
})
