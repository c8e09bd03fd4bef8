/** The first steps of a start: takes the data folder, and prepares the process of the built-in venue. Imports little, to start fast. */

import { join } from 'node:path'
import { clockOf, type Clock } from '../../shared/base/clock.ts'
import { whyIncomplete } from '../dataFiles/moveMark.ts'
import { whyTooNew } from '../dataFiles/newerFiles.ts'
import { prepareFolder } from '../dataFiles/prepareFolder.ts'
import { StartError, type DeskOptions } from '../deskTypes.ts'
import { createVenueProcess, startNodeChild, type VenueProcess } from './venueProcess.ts'
import { noDataFolder, openDataFolder, type DataFolder } from '../storage/dataFolder.ts'
import { realProcesses } from '../storage/journal/files/processes.ts'

export interface EarlyStart {
  readonly clock: Clock
  /** Folder of settings, log, journal and paper state. */
  readonly folder: DataFolder
  /** The paper broker, which starts when the dealer chooses its venue, or the replay, which starts at once. */
  readonly venue: VenueProcess
  /** URL of a thread's or process's entry by its name, `.ts` or built `.mjs`. */
  readonly besideEntry: (name: string) => URL
  /** Releases everything. The caller of `begin` must call it, even when the start fails later. */
  end(): Promise<void>
}

/** Rejects with a StartError when a newer release wrote the data folder, which then stays as it is, or when another terminal uses it. */
export async function begin(options: DeskOptions): Promise<EarlyStart> {
  const clock = clockOf(globalThis)
  const { session, dataDirectory } = options
  // A replay stores nothing, and may run beside a terminal that uses the data folder.
  const own = session === null ? dataDirectory : null
  const refused = own === null ? null : (whyTooNew(own) ?? whyIncomplete(own))
  if (refused !== null) throw new StartError(refused)
  const opened = own === null ? null : await openDataFolder(own, realProcesses(process.pid))
  if (opened?.ok === false) throw new StartError(opened.failure)
  const folder = opened === null ? noDataFolder : prepareFolder(opened.value, clock.now())
  const extension = import.meta.url.endsWith('.mjs') ? 'mjs' : 'ts'
  const besideEntry = (name: string) => new URL(`${name}.${extension}`, options.processRoot)
  const startChild = options.startChild ?? startNodeChild
  const venue = createVenueProcess(
    session === null
      ? {
          name: 'built-in paper broker',
          clock,
          entry: besideEntry('paper/main'),
          options: paperOptions(options, folder.directory),
          startChild,
        }
      : {
          name: 'replay',
          clock,
          entry: besideEntry('replay/main'),
          options: ['--session', session.path, '--speed', String(session.speed)],
          startChild,
        },
  )
  if (session !== null) void venue.start()
  return {
    clock,
    folder,
    venue,
    besideEntry,
    async end() {
      await venue.close()
      await folder.release()
    },
  }
}

function paperOptions({ paper }: DeskOptions, directory: string | null): string[] {
  const words = ['--seed', String(paper.seed), '--speed', String(paper.speed)]
  if (paper.replay !== null) words.push('--replay', paper.replay)
  if (paper.faults) words.push('--faults')
  if (directory !== null) words.push('--data-dir', join(directory, 'paper'))
  return words
}
