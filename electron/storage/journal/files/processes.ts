/** Checks whether the process that wrote a lock still runs. */

import { readFileSync } from 'node:fs'

export interface Processes {
  /** This process, as one line of text that no other process on this machine has. */
  readonly own: string
  /** Whether the process with this `own` text still runs; false for text that names no process. */
  isRunning(name: string): boolean
}

/**
 * When a process started, on Linux as boot id and ticks; `unknown` on other systems. A process number that is used again, also after a
 * reboot, is so not taken for the old terminal.
 */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in brackets and may hold any character. The 20th word after it is the start in ticks since boot (proc(5)).
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
    return `${boot}/${ticks}`
  } catch {
    return 'unknown'
  }
}

export function realProcesses(pid: number): Processes {
  return {
    own: `${pid} ${startOf(pid)}`,
    isRunning(name) {
      const [number = '', start = 'unknown'] = name.trim().split(' ')
      const other = Number(number)
      if (!Number.isSafeInteger(other) || other <= 0) return false
      try {
        process.kill(other, 0)
      } catch (error) {
        // A process of another user may not be signaled, but it runs.
        if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
      }
      return start === 'unknown' || start === startOf(other)
    },
  }
}
