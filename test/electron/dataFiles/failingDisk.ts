/** A disk that fails, or a process that ends, at a chosen step of this process: the real file functions, each counted before it changes anything. */

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

const CHANGES = ['mkdirSync', 'copyFileSync', 'writeFileSync', 'renameSync', 'rmSync', 'fsyncSync'] as const

/**
 * Calls `stop`, which may throw, at the step with this number, from 1, and at every later one: a full disk stays full, and an ended process
 * writes nothing more. `counts`: which steps count, by their arguments. Returns the number of steps so far, and what takes the counting away.
 */
export function stopAt(
  step: number,
  stop: () => void,
  counts: (args: readonly unknown[]) => boolean = () => true,
): { readonly steps: () => number; readonly end: () => void } {
  let steps = 0
  const count = (args: readonly unknown[]) => {
    if (!counts(args)) return
    steps += 1
    if (steps >= step) stop()
  }
  const prototype = DatabaseSync.prototype as { exec: unknown }
  const exec = prototype.exec as (sql: string) => void
  const before = CHANGES.map((name) => [name, fs[name]] as const)
  for (const [name, own] of before)
    Object.assign(fs, {
      [name]: (...args: unknown[]): unknown => {
        count(args)
        return Reflect.apply(own, fs, args)
      },
    })
  prototype.exec = function counted(this: DatabaseSync, sql: string) {
    count([sql])
    Reflect.apply(exec, this, [sql])
  }
  syncBuiltinESMExports()
  return {
    steps: () => steps,
    end() {
      for (const [name, own] of before) Object.assign(fs, { [name]: own })
      prototype.exec = exec
      syncBuiltinESMExports()
    },
  }
}

/** Runs `run` with `stopAt`. Returns the number of steps. */
export function withStop(step: number, stop: () => void, run: () => void): number {
  const { steps, end } = stopAt(step, stop)
  try {
    run()
    return steps()
  } finally {
    end()
  }
}
