/** What a start does before the rest of the program is read: makes the data folder and starts the process of the desk's own venue. Light to load, so that both run beside it. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { clockOf, type Clock } from '../shared/base/clock.ts'
import type { DeskOptions } from './desk.ts'
import { startPaperProcess, type PaperProcess } from './paperProcess.ts'

export interface Begun {
  readonly clock: Clock
  /** Folder of settings, log, journal and paper state; null: nothing is kept. */
  readonly directory: string | null
  /** Why the folder that was asked for is not used, or null. */
  readonly problem: string | null
  /** The paper broker, or the replay in its place. */
  readonly venue: PaperProcess
  /** A thread's or process's entry by its name, `.ts` or built `.js`. */
  readonly besideEntry: (name: string) => URL
}

/** Whoever calls it closes `venue`, whatever becomes of the start. */
export function begin(options: DeskOptions): Begun {
  const clock = clockOf(globalThis)
  const { session } = options
  // A replay keeps nothing, and may run beside the desk that keeps its own.
  const { directory, problem } = usableFolder(session === null ? options.dataDirectory : null)
  const extension = import.meta.url.endsWith('.js') ? 'js' : 'ts'
  const besideEntry = (name: string) => new URL(`${name}.${extension}`, options.processRoot)
  const venue = startPaperProcess(
    session === null
      ? {
          name: 'built-in paper broker',
          clock,
          entry: besideEntry('paper/main'),
          options: paperOptions(options, directory),
        }
      : {
          name: 'replay',
          clock,
          entry: besideEntry('replay/main'),
          options: ['--session', session.path, '--speed', String(session.speed)],
        },
  )
  return { clock, directory, problem, venue, besideEntry }
}

/** The folder for settings, log and paper state, made where missing; null, with a sentence, where it cannot be. */
function usableFolder(asked: string | null): { directory: string | null; problem: string | null } {
  if (asked === null) return { directory: null, problem: null }
  try {
    mkdirSync(asked, { recursive: true, mode: 0o700 })
    return { directory: asked, problem: null }
  } catch {
    return { directory: null, problem: `The folder ${asked} cannot be used: nothing is kept after this run.` }
  }
}

function paperOptions({ paper }: DeskOptions, directory: string | null): string[] {
  const words = ['--seed', String(paper.seed), '--speed', String(paper.speed)]
  if (paper.replay !== null) words.push('--replay', paper.replay)
  if (paper.faults) words.push('--faults')
  if (directory !== null) words.push('--data-dir', join(directory, 'paper'))
  return words
}
