/** Runs the command that proves a journal on a data folder. */

import { execFile } from 'node:child_process'
import { resolve } from 'node:path'

const command = resolve(import.meta.dirname, '../../electron/cli/journalVerify.ts')

/** What `journal:verify` finds of the journal; empty for a sound one. */
export const verifyFolder = (data: string): Promise<string[]> =>
  new Promise((finish) => {
    execFile(process.execPath, [command, data], (error, stdout, stderr) =>
      finish(error ? [`the journal: ${stdout.trim()} ${stderr.trim()}`] : []),
    )
  })
