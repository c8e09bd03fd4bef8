/** Windows over several displays that are unplugged and plugged again, between runs and while the program runs. */

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { FakeWindow } from '../../fakes/electron/fakeElectron.ts'
import { displayAt, type FakeDisplay } from '../../fakes/electron/fakeScreen.ts'
import { electron, renewElectron } from './electronStub.ts'

vi.mock('electron', async () => (await import('./electronStub.ts')).electronModule())

const { createWindowSet } = await import('../../../electron/shell/windowSet.ts')

const MAIN = displayAt(1, 0, 0, 1920, 1080)
const LEFT = displayAt(2, -2560, 0, 2560, 1440)
const RIGHT = displayAt(3, 1920, 0, 1280, 1024)
const NAMES = ['main', 'windowa', 'windowb'] as const
const WALL = { x: -2500, y: 40, width: 2400, height: 1300 }
const SIDE = { x: 1960, y: 60, width: 1100, height: 800 }

const saved: Record<string, string> = {}
let timers: FakeClock
/** A run of the program with these displays, the main one first. The windows of the run before are open again. */
function start(...displays: readonly FakeDisplay[]) {
  renewElectron()
  timers = new FakeClock()
  electron.screen.displays = displays
  electron.app.becomeReady()
  const set = createWindowSet({
    preload: 'preload.cjs',
    settings: { load: () => ({ ...saved }), save: (name, value) => void (saved[name] = value) },
    clock: timers,
    onOpen: () => {},
    onClosed: () => {},
  })
  set.restore()
  const bounds = () => FakeWindow.all.map((window) => window.bounds)
  return {
    bounds,
    move(index: number, to: FakeWindow['bounds']) {
      FakeWindow.all[index]?.setBounds(to)
      timers.advance(500)
    },
    quit() {
      set.end()
      for (const window of FakeWindow.all) window.close()
    },
  }
}
const middleOfMain = (width: number, height: number) => ({
  x: Math.floor((1920 - width) / 2),
  y: Math.floor((1040 - height) / 2),
  width,
  height,
})

beforeEach(() => {
  for (const name of Object.keys(saved)) delete saved[name]
  saved['windows.open'] = JSON.stringify(NAMES)
  const run = start(MAIN, LEFT, RIGHT)
  run.move(0, { x: 100, y: 50, width: 1400, height: 900 })
  run.move(1, WALL)
  run.move(2, SIDE)
  run.quit()
})

describe('windows on three displays', () => {
  it('each come back to their place', () => {
    expect(start(MAIN, LEFT, RIGHT).bounds()).toEqual([
      { x: 100, y: 50, width: 1400, height: 900 },
      WALL,
      SIDE,
    ])
  })

  it('stand on the main one while theirs is unplugged, and come back with it, though the run between was closed', () => {
    const between = start(MAIN, RIGHT)
    expect(between.bounds()[1]).toEqual(middleOfMain(1920, 1040))
    expect(between.bounds()[2]).toEqual(SIDE)
    between.quit()
    expect(start(MAIN, LEFT, RIGHT).bounds()[1]).toEqual(WALL)
  })

  it('stay where the dealer put them while their display was away', () => {
    const between = start(MAIN, LEFT)
    expect(between.bounds()[2]).toEqual(middleOfMain(1100, 800))
    between.move(2, { x: 20, y: 20, width: 1100, height: 800 })
    between.quit()
    expect(start(MAIN, LEFT, RIGHT).bounds()[2]).toEqual({ x: 20, y: 20, width: 1100, height: 800 })
  })

  it('follow their display by its identity, wherever the system puts it', () => {
    const moved = displayAt(3, 0, 1080, 1280, 1024)
    expect(start(MAIN, moved, LEFT).bounds()[2]).toEqual({ ...SIDE, x: 40, y: 1140 })
  })

  it('keep their position where another display has that place, and never trust an id that says unknown', () => {
    expect(start(MAIN, displayAt(9, 1920, 0, 1280, 1024)).bounds()[2]).toEqual(SIDE)
    saved['window.bounds.windowb'] = JSON.stringify({
      ...SIDE,
      maximized: false,
      display: { id: -1, workArea: RIGHT.workArea },
    })
    expect(start(MAIN, displayAt(-1, 0, 1080, 1280, 1024), RIGHT).bounds()[2]).toEqual(SIDE)
  })
})

describe('a display that is unplugged while the program runs', () => {
  it('leaves no window out of sight, and takes its windows back when it is plugged again', () => {
    const run = start(MAIN, LEFT, RIGHT)
    electron.screen.unplug(2)
    expect(run.bounds()[1]).toEqual(middleOfMain(1920, 1040))
    expect(run.bounds()[2]).toEqual(SIDE)
    timers.advance(500)
    electron.screen.plug(LEFT)
    expect(run.bounds()[1]).toEqual(WALL)
  })

  it('is reported to every window once, each time anew, so that ladders disarm', () => {
    start(MAIN, LEFT, RIGHT)
    expect(saved['display.unplugged']).toBeUndefined()
    electron.screen.unplug(2)
    const first = saved['display.unplugged']
    expect(first).toMatch(/\d/)
    electron.screen.plug(LEFT)
    expect(saved['display.unplugged']).toBe(first)
    timers.advance(500)
    electron.screen.unplug(2)
    expect(saved['display.unplugged']).not.toBe(first)
  })

  it('keeps the place of its windows for a later run', () => {
    const run = start(MAIN, LEFT, RIGHT)
    electron.screen.unplug(2)
    timers.advance(500)
    run.quit()
    expect(start(MAIN, LEFT, RIGHT).bounds()[1]).toEqual(WALL)
    expect(electron.screen.listenerCount('display-removed')).toBeGreaterThan(0)
    for (const window of FakeWindow.all) window.close()
    expect(electron.screen.listenerCount('display-removed')).toBe(0)
    expect(electron.screen.listenerCount('display-added')).toBe(0)
  })
})
