/** A disk that fails, or a process that ends, at a chosen step of this process: the real file functions, each counted before it changes anything. */

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

const CHANGES = ['mkdirSync', 'copyFileSync', 'writeFileSync', 'renameSync', 'rmSync', 'fsyncSync'] as const

/**
 * Runs `run` while the step with this number, from 1, calls `stop`, which may throw. Later steps call it too: a full disk stays full, and an
 * ended process writes nothing more. Returns the number of steps.
 */
export function withStop(step: number, stop: () => void, run: () => void): number {
  let steps = 0
  const count = () => {
    steps += 1
    if (steps >= step) stop()
  }
  const prototype = DatabaseSync.prototype as { exec: unknown }
  const exec = prototype.exec as (sql: string) => void
  const before = CHANGES.map((name) => [name, fs[name]] as const)
  for (const [name, own] of before)
    Object.assign(fs, {
      [name]: (...args: unknown[]): unknown => {
        count()
        return Reflect.apply(own, fs, args)
      },
    })
  prototype.exec = function counted(this: DatabaseSync, sql: string) {
    count()
    Reflect.apply(exec, this, [sql])
  }
  syncBuiltinESMExports()
  try {
    run()
    return steps
  } finally {
    for (const [name, own] of before) Object.assign(fs, { [name]: own })
    prototype.exec = exec
    syncBuiltinESMExports()
  }
}
