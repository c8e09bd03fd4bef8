/** What the machine says of the event loop: the longest delay, also where nearly every turn was in time. */

import { createHistogram, type monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { openMachineHealth } from '../../../electron/health/machineHealth.ts'

const NS_PER_MS = 1_000_000

/** A loop whose looks a test records, ms between two looks. */
function watchedLoop() {
  const looks = createHistogram()
  const loop = Object.assign(looks, { enable: () => true, disable: () => true })
  const machine = openMachineHealth(
    null,
    null,
    () => loop as unknown as ReturnType<typeof monitorEventLoopDelay>,
  )
  const see = (count: number, ms: number) => {
    for (let look = 0; look < count; look += 1) looks.record(ms * NS_PER_MS)
  }
  return { machine, see }
}

test('a stop of one second in five is the delay, although 200 looks were in time', () => {
  const { machine, see } = watchedLoop()
  see(200, 20)
  see(1, 1_020)
  const late = machine.loopLag() ?? 0
  expect(Math.abs(late - 1_000_000)).toBeLessThan(5_000)
})

test('the memory of windows is that of the shell, and a browser of its own is not read', () => {
  const windowsOf = (memory: Parameters<typeof openMachineHealth>[1]) => {
    const machine = openMachineHealth(null, memory)
    machine.close()
    return machine.windows()
  }
  expect(windowsOf(() => [10, 30])).toEqual({ ok: true, value: [10, 30] })
  expect(windowsOf(() => [])).toEqual({ ok: false, failure: 'no window is open' })
  expect(windowsOf(null)).toEqual({
    ok: false,
    failure: 'the browser that shows the windows is another program',
  })
})

test('each reading has its own longest delay, and none without a look', () => {
  const { machine, see } = watchedLoop()
  expect(machine.loopLag()).toBeNull()
  see(1, 4_020)
  expect(machine.loopLag()).toBeGreaterThan(3_900_000)
  expect(machine.loopLag()).toBeNull()
  see(250, 20)
  expect(machine.loopLag()).toBeLessThan(1_000)
})
