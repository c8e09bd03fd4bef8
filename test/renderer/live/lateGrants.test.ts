import { describe, expect, it } from 'vitest'
import type { FrameScheduler } from '../../../renderer/live/frameLoop.ts'
import { lateGrants } from '../../../renderer/live/lateGrants.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

/** A screen of one clock: each frame works for so many ms and then grants. Gives when news was granted, ms. */
function granted(frames: readonly { readonly at: number; readonly worksMs: number }[]): number[] {
  const clock = new FakeClock()
  let shown: (timeMs: number) => void = () => {}
  const scheduler: FrameScheduler = {
    request(run) {
      shown = run
      return 0
    },
    cancel() {},
  }
  const late = lateGrants(scheduler, clock)
  const times: number[] = []
  for (const { at, worksMs } of frames) {
    late.request(() => {
      clock.advance(worksMs)
      late.grant(() => times.push(clock.monotonic()))
      late.grant(() => times.push(clock.monotonic()))
    })
    clock.advance(at - clock.monotonic())
    shown(at)
  }
  clock.advance(1_000)
  return times
}

describe('news is granted', () => {
  it('half a frame after painting began, all of it together', () => {
    const [first, second] = granted([{ at: 100, worksMs: 2 }])
    expect(first).toBeCloseTo(100 + 1_000 / 120)
    expect(second).toBe(first)
  })

  it('at once where painting took longer than that', () => {
    expect(granted([{ at: 100, worksMs: 9 }])).toEqual([109, 109])
  })

  it('sooner on a faster screen', () => {
    const times = granted([0, 8, 16].map((at) => ({ at, worksMs: 1 })))
    expect(times.slice(2)).toEqual([12, 12, 20, 20])
  })

  it('sooner for a while where frames are missed', () => {
    const ats = [0, 10, 40, ...Array.from({ length: 200 }, (_, n) => 50 + 10 * n)]
    const times = granted(ats.map((at) => ({ at, worksMs: 0 })))
    const waits = ats.map((at, n) => (times[2 * n] ?? 0) - at)
    expect(waits[2]).toBeLessThan(3)
    expect(waits.at(-1)).toBeCloseTo(5)
  })
})
