/** Tells whether the process that wrote a lock still runs. */

import { readFileSync } from 'node:fs'

export interface Processes {
  /** This process, as one line of text that no other process on this machine has. */
  readonly own: string
  /** Whether the process that called itself this still runs; false for text that is no process. */
  isRunning(name: string): boolean
}

/**
 * Where the system tells when a process began (Linux), that is part of the name, so that a number given out again, also after the
 * machine began anew, is not taken for the old desk. Elsewhere the number has to do.
 */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name stands in brackets and may hold anything; the 20th word after it is the start in ticks since boot (proc(5)).
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
        // A process of another user may not be signalled, but it is there.
        if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
      }
      return start === 'unknown' || start === startOf(other)
    },
  }
}
