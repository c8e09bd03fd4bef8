import { expect, it } from 'vitest'
import type { FrameScheduler } from '../../../renderer/live/frameLoop.ts'
import { takeTurns } from '../../../renderer/live/turns.ts'

const GAP = { least: 100, most: 250, crowd: 45 }

/** A screen of sixty frames a second, shown by hand. */
function screen() {
  let waiting: ((timeMs: number) => void) | null = null
  const scheduler: FrameScheduler = {
    request(run) {
      waiting = run
      return 1
    },
    cancel: () => (waiting = null),
  }
  const show = (frame: number) => {
    const run = waiting
    waiting = null
    run?.((frame * 1_000) / 60)
    return run !== null
  }
  return { scheduler, show }
}

/** So many members that ask again at once. Gives by frame who had a turn. */
function served(members: number, frames: number): number[][] {
  const { scheduler, show } = screen()
  const join = takeTurns(scheduler, GAP)
  const log: number[][] = []
  for (let n = 0; n < members; n++) {
    const turn = join()
    const ask = () =>
      void turn.request(() => {
        log.at(-1)?.push(n)
        ask()
      })
    ask()
  }
  for (let frame = 0; frame < frames; frame++) {
    log.push([])
    show(frame)
  }
  return log
}

it('a single member has its turn at once, then not before the gap', () => {
  expect(served(1, 13).flatMap((who, frame) => who.map(() => frame))).toEqual([0, 6, 12])
})

it('more members have rarer turns, many together no more than a page can bear, and few share a frame', () => {
  for (const [members, most, turns] of [
    [1, 1, 10],
    [2, 1, 5],
    [4, 3, 4],
    [9, 3, 2.4],
    [28, 3, 0.8],
  ] as const) {
    const log = served(members, 600)
    expect(Math.max(...log.map((who) => who.length))).toBe(most)
    for (let n = 0; n < members; n++) {
      const perSecond = log.flat().filter((who) => who === n).length / 10
      expect(Math.abs(perSecond - turns)).toBeLessThan(0.3)
    }
  }
})

it('a member that is left alone is served as often as one that was always alone', () => {
  const { scheduler, show } = screen()
  const join = takeTurns(scheduler, GAP)
  const frames: number[] = []
  const [a, b] = [join(), join()]
  a.request(() => undefined)
  let frame = 0
  const ask = () =>
    void b.request(() => {
      frames.push(frame)
      ask()
    })
  ask()
  for (; frame < 60; frame++) show(frame)
  const gaps = frames.slice(1).map((value, n) => value - (frames[n] ?? 0))
  expect(gaps[0]).toBe(12)
  expect(Math.max(...gaps.slice(1))).toBeLessThan(8)
})

it('a member that left is not served, and no frame is requested when no member waits', () => {
  const { scheduler, show } = screen()
  const join = takeTurns(scheduler, GAP)
  const log: string[] = []
  const [a, b] = [join(), join()]
  a.request(() => log.push('a'))
  b.request(() => log.push('b'))
  a.cancel(0)
  show(0)
  expect(log).toEqual(['b'])
  expect(show(1)).toBe(false)
  b.request(() => log.push('b'))
  b.cancel(0)
  expect(show(10)).toBe(false)
})
