import { describe, expect, it } from 'vitest'
import { openFrameLoop, REDRAW, sparing, type FrameScheduler } from '../../../renderer/live/frameLoop.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

/** A screen that shows a frame when the test says so. */
function screen() {
  let waiting: ((timeMs: number) => void) | null = null
  let requests = 0
  const scheduler: FrameScheduler = {
    request(run) {
      waiting = run
      return ++requests
    },
    cancel: () => (waiting = null),
  }
  const show = (timeMs: number) => {
    const run = waiting
    waiting = null
    run?.(timeMs)
    return run !== null
  }
  return { scheduler, show, requests: () => requests }
}

function surface(log: string[], name: string) {
  return {
    paint: (redraw: number, timeMs: number) => log.push(`${name} paint ${redraw} @${timeMs}`),
    painted: () => log.push(`${name} painted`),
  }
}

describe('frame loop', () => {
  it('paints each surface once a frame at the highest level asked, then grants more data', () => {
    const { scheduler, show, requests } = screen()
    const errors: unknown[] = []
    const loop = openFrameLoop(scheduler, (error) => errors.push(error))
    const log: string[] = []
    const a = loop.add(surface(log, 'a'))
    const b = loop.add(surface(log, 'b'))
    show(16)
    expect(log.splice(0)).toEqual(['a paint 3 @16', 'b paint 3 @16', 'a painted', 'b painted'])
    expect(show(33)).toBe(false)
    a.invalidate(REDRAW.rows)
    a.invalidate(REDRAW.cursor)
    b.invalidate(REDRAW.none)
    expect(requests()).toBe(2)
    show(50)
    expect(log.splice(0)).toEqual(['a paint 2 @50', 'a painted'])
    b.invalidate(REDRAW.cursor)
    b.remove()
    show(66)
    expect(log).toEqual([])
    expect(errors).toEqual([])
  })

  it('keeps requests made while painting for the next frame', () => {
    const { scheduler, show } = screen()
    const loop = openFrameLoop(scheduler, () => {})
    const painted: number[] = []
    const handle = loop.add({
      paint(redraw) {
        painted.push(redraw)
        if (painted.length === 1) handle.invalidate(REDRAW.rows)
      },
      painted: () => {},
    })
    show(1)
    show(2)
    expect(painted).toEqual([3, 2])
    expect(show(3)).toBe(false)
  })

  it('removes a surface that throws, reports it, and paints the others', () => {
    const { scheduler, show } = screen()
    const errors: unknown[] = []
    const loop = openFrameLoop(scheduler, (error) => errors.push(error))
    const log: string[] = []
    const broken = loop.add({
      paint() {
        throw new Error('no canvas')
      },
      painted: () => log.push('never'),
    })
    loop.add(surface(log, 'b'))
    show(1)
    broken.invalidate(REDRAW.layout)
    expect(show(2)).toBe(false)
    expect(log).toEqual(['b paint 3 @1', 'b painted'])
    expect(errors).toEqual([new Error('no canvas')])
  })

  it('stops when closed', () => {
    const { scheduler, show } = screen()
    const loop = openFrameLoop(scheduler, () => {})
    const log: string[] = []
    const handle = loop.add(surface(log, 'a'))
    loop.close()
    handle.invalidate(REDRAW.layout)
    expect(show(1)).toBe(false)
    expect(log).toEqual([])
  })
})

describe('a loop that spares its thread', () => {
  const bound = (clock: FakeClock): Clock => ({
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (ms, run) => clock.after(ms, run),
    every: (ms, run) => clock.every(ms, run),
  })

  /** Frames of which each keeps the thread busy for so many ms, offered at the given times; gives how many were drawn. */
  function drawn(busyMs: number, times: readonly number[]): number {
    const clock = new FakeClock()
    const { scheduler, show } = screen()
    const spared = sparing(scheduler, { ...bound(clock), after: (_ms, run) => clock.after(busyMs, run) })
    let frames = 0
    const draw = () =>
      void spared.request(() => {
        frames++
        draw()
      })
    draw()
    for (const at of times) {
      // A busy thread sees only the frames that are due once it is free.
      if (at < clock.monotonic()) continue
      clock.advance(at - clock.monotonic())
      const before = frames
      show(at)
      if (frames > before) clock.advance(busyMs)
    }
    return frames
  }
  const screens = (count: number, gap: number) => Array.from({ length: count }, (_, n) => (n + 1) * gap)

  it('leaves no frame out while frames are short', () => {
    expect(drawn(6, screens(60, 16))).toBe(60)
  })

  it('takes two thirds of the time at most once frames are long', () => {
    const share = (drawn(40, screens(200, 16)) * 40) / (200 * 16)
    expect(share).toBeGreaterThan(0.5)
    expect(share).toBeLessThan(0.7)
  })
})
