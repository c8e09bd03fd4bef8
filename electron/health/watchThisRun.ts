/** Opens what watches this run: the machine, the history of health, and the support bundles of its data folder. Decides nothing. */

import { homedir } from 'node:os'
import type { Clock } from '../../shared/base/clock.ts'
import type { HealthHistory, MachineHealth } from '../core/ports/machineHealth.ts'
import type { Journal } from '../core/ports/journal.ts'
import type { SupportBundles } from '../core/ports/supportBundles.ts'
import type { DataFolder } from '../storage/dataFolder.ts'
import { openReviewedBundles } from './bundle/reviewedBundles.ts'
import { openHistoryFiles } from './historyFiles.ts'
import { openMachineHealth, type WindowMemory } from './machineHealth.ts'

export interface WatchedRun<Measures> {
  readonly measures: Measures
  readonly machine: MachineHealth
  readonly history: HealthHistory | null
  readonly bundles: SupportBundles | null
}

interface WatchOptions<Measures> {
  readonly folder: DataFolder
  readonly version: string
  readonly measures: Measures
  readonly clock: Clock
  readonly journal: Pick<Journal, 'problem' | 'recovered' | 'isRecoveredWhole'>
  /** A replay shows another day: its minutes are not stored. */
  readonly isReplay: boolean
  readonly windowMemory: WindowMemory
}

/** What the start read of the journal, in a sentence. */
const foundAtStart = ({ recovered, isRecoveredWhole }: Pick<Journal, 'recovered' | 'isRecoveredWhole'>) =>
  `At the start the newest segment of the order journal was ${isRecoveredWhole ? 'read whole' : 'NOT read whole, so entries may be missing'}: ${recovered.length} ${recovered.length === 1 ? 'entry' : 'entries'}.`

export function watchThisRun<Measures>({
  folder,
  version,
  measures,
  clock,
  journal,
  isReplay,
  windowMemory,
}: WatchOptions<Measures>): WatchedRun<Measures> {
  const { directory } = folder
  return {
    measures,
    machine: openMachineHealth(directory, windowMemory),
    history:
      directory === null || isReplay ? null : openHistoryFiles(directory, clock, () => folder.whyRefused()),
    bundles:
      directory === null
        ? null
        : openReviewedBundles(
            {
              directory,
              version,
              environment: process.env,
              home: homedir(),
              // A journal in use has a torn end at any moment, so it is not verified here.
              verdict: () =>
                Promise.resolve([
                  `The order journal: ${journal.problem ?? 'in use, and it can be written'}`,
                  foundAtStart(journal),
                  'Files and journal were not checked, because this terminal uses them. Close it and run support:bundle.',
                ]),
            },
            () => clock.now(),
          ),
  }
}
