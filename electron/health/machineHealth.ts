/** Reads what Node and the disk say of this program: memory, lag of the event loop, free space. Writes nothing. */

import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { fail, ok } from '../../shared/base/result.ts'
import type { MachineHealth } from '../core/ports/machineHealth.ts'
import { reasonOf } from '../storage/diskReason.ts'

/** Ms between two looks at the loop. A later look is lag. */
const LOOK_EVERY = 20
const NS_PER_US = 1_000

/** Bytes of each process that draws windows, from the shell that opened them. Null: another program draws them. */
export type WindowMemory = (() => readonly number[]) | null

const DRAWN_ELSEWHERE = 'the browser that shows the windows is another program'

/** `directory`: the data folder; null: nothing is stored on a disk. */
export function openMachineHealth(
  directory: string | null,
  windowMemory: WindowMemory = null,
  watchLoop: typeof monitorEventLoopDelay = monitorEventLoopDelay,
): MachineHealth {
  const loop = watchLoop({ resolution: LOOK_EVERY })
  loop.enable()
  return {
    memory() {
      const { used_heap_size, heap_size_limit } = getHeapStatistics()
      return {
        heapUsed: used_heap_size,
        heapLimit: heap_size_limit,
        resident: process.memoryUsage.rss(),
      }
    },
    windows() {
      if (windowMemory === null) return fail(DRAWN_ELSEWHERE)
      const bytes = windowMemory()
      return bytes.length === 0 ? fail('no window is open') : ok(bytes)
    },
    loopLag() {
      if (loop.count === 0) return null
      // The longest, and no share of the looks: a loop that stops for one second has 49 looks fewer, so a share hides the stop.
      const late = loop.max / NS_PER_US - LOOK_EVERY * 1_000
      loop.reset()
      return Math.max(0, Math.round(late))
    },
    async diskFree() {
      if (directory === null) return fail('nothing is stored in this run')
      try {
        const { bavail, bsize } = await statfs(directory)
        return ok(bavail * bsize)
      } catch (error) {
        return fail(reasonOf(error))
      }
    },
    close: () => void loop.disable(),
  }
}
