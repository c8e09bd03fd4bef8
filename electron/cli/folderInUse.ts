/** Refuses a command on a data folder that is no folder, or that a terminal uses now. Changes nothing. */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { realProcesses } from '../storage/journal/journal.ts'
import { BadUsage } from './journalCommand.ts'

/** The process that uses the folder now, as its lock names it; null: none does. */
export function runningIn(folder: string): string | null {
  try {
    const holder = readFileSync(join(folder, 'journal', 'lock'), 'utf8').trim()
    return realProcesses(process.pid).isRunning(holder) ? (holder.split(' ')[0] ?? holder) : null
  } catch {
    return null
  }
}

/** Throws `BadUsage`. `then`: what to do after the terminal was closed, such as `check the folder again`. */
export function requireUnused(folder: string, then: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new BadUsage(`${folder} is no folder.`)
  const user = runningIn(folder)
  if (user !== null)
    throw new BadUsage(`Openpit (process ${user}) is using ${folder}. Close it, then ${then}.`)
}
