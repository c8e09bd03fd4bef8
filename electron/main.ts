/** The desktop entry: reads the command line and starts the shell. Awaits nothing: Electron emits `ready` only after this module has run. */

import { app } from 'electron'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { clockOf } from '../shared/base/clock.ts'
import { begin } from './launch/earlyStart.ts'
import { StartError, type Desk, type DeskOptions } from './deskTypes.ts'
import { reportDefect } from './launch/reportDefect.ts'
import { checkFiles, helpFor, readWords, type Words } from './launch/options.ts'
import { whyNoUpdates } from './launch/updates/updateChoice.ts'
import { refuseToStart, runShell, type ShellTools } from './shell/shell.ts'

// Files created by this program are readable by their owner only.
process.umask(0o077)
const program = app.isPackaged ? 'openpit' : 'npm start'
const machine = {
  platform: process.platform,
  environment: process.env,
  home: homedir(),
  workingDirectory: process.cwd(),
}

async function composeDesk(words: Words, tools: ShellTools): Promise<Desk> {
  const checked = await checkFiles(words)
  if (!checked.ok) throw new StartError(checked.failure)
  const { dataDirectory, venueFile, paper, session, record, liveOverLoopback, updates } = checked.value
  const { openUpdater, ...services } = tools
  const options: DeskOptions = {
    dataDirectory,
    venueFile,
    paper,
    session,
    record,
    liveOverLoopback,
    processRoot: new URL('./', import.meta.url),
    ...services,
    updates: updates === null ? whyNoUpdates(app.isPackaged) : openUpdater(updates),
  }
  const begun = begin(options)
  const { compose } = await import('./compose.ts')
  return compose(options, begun)
}

/** In development the arguments follow the program's folder; those before it are Electron's own. */
const folderAt = process.argv.findIndex((word, place) => place > 0 && resolve(word) === app.getAppPath())
const given = process.argv.slice(app.isPackaged ? 1 : Math.max(folderAt, 1) + 1)
const words = readWords(given, machine, program)
if (!words.ok) {
  refuseToStart(words.failure, 2)
} else if (words.value.help) {
  process.stdout.write(helpFor(program))
  app.exit(0)
} else {
  void runShell({
    environment: process.env,
    chromiumDirectory: join(words.value.dataDirectory, 'chromium'),
    page: new URL('../renderer/', import.meta.url),
    preload: new URL('./preload.cjs', import.meta.url),
    clock: clockOf(globalThis),
    composeDesk: (tools) => composeDesk(words.value, tools),
    report: reportDefect,
  })
}
