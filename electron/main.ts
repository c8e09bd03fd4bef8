/** The desktop entry: reads the command line and hands the parts to the shell. Builds, wires, nothing else. */

import { app } from 'electron'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { clockOf } from '../shared/base/clock.ts'
import { compose } from './compose.ts'
import { reportDefect } from './launch/reportDefect.ts'
import { HELP, parseOptions } from './options.ts'
import { runShell } from './shell/shell.ts'

/** In development the words follow the program's folder. */
const words = process.argv.slice(app.isPackaged ? 1 : 2)
/** Switches of Chromium are not ours to read; the shell refuses the dangerous ones. */
const known = app.isPackaged ? [] : words
const parsed = await parseOptions(known, {
  platform: process.platform,
  environment: process.env,
  home: homedir(),
  workingDirectory: process.cwd(),
})
if (!parsed.ok) {
  process.stderr.write(`openpit: ${parsed.failure}\n`)
  app.exit(2)
} else if (parsed.value.help) {
  process.stdout.write(HELP)
  app.exit(0)
} else {
  const { dataDirectory, venueFile, paper, session, record, liveOverLoopback } = parsed.value
  await runShell({
    words,
    chromiumDirectory: join(dataDirectory, 'chromium'),
    page: new URL('../renderer/', import.meta.url),
    preload: new URL('./preload.cjs', import.meta.url),
    clock: clockOf(globalThis),
    composeDesk: () =>
      compose({
        dataDirectory,
        venueFile,
        paper,
        session,
        record,
        liveOverLoopback,
        processRoot: new URL('./', import.meta.url),
      }),
    report: reportDefect,
  })
}
