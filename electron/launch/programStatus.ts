/** What the first screen says of the program itself: its version, its data folder, and where its manual lies. Reads no data and no secret. */

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import program from '../../package.json' with { type: 'json' }
import type { ProgramStatus } from '../../shared/contract/status.ts'

/** From the folder of the entry: the sources, the built program, and the installed one, which has its documents beside its archive. */
const MANUAL_FROM_ENTRY = ['../', '../../', '../../../'].map((up) => `${up}docs/manual/README.md`)

export function programStatus(processRoot: URL, dataFolder: string | null): ProgramStatus {
  const manual = MANUAL_FROM_ENTRY.map((path) => fileURLToPath(new URL(path, processRoot))).find(existsSync)
  return { version: program.version, dataFolder, manual: manual ?? null }
}
