/** The command line of the terminal: its options, its help, and its errors. Starts nothing. */

import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { pathFault } from '../storage/pathFault.ts'
import type { PaperOptions, RecordOptions, UpdateChoice } from '../deskTypes.ts'
import { readUpdateChoice } from './updates/updateChoice.ts'

export interface Options {
  readonly help: boolean
  /** Opens a browser window at once, without looking for Electron. */
  readonly browser: boolean
  /** Whether to open a browser where there is a display. */
  readonly open: boolean
  /** 0 takes any free port. */
  readonly port: number
  readonly dataDirectory: string
  readonly venueFile: string | null
  readonly paper: PaperOptions
  /** `--replay` of a recorded session; null for a recorded market. */
  readonly session: { readonly path: string; readonly speed: number } | null
  readonly record: RecordOptions | null
  readonly liveOverLoopback: boolean
  /** Where the installed program gets other releases from; null: updates are off. */
  readonly updates: UpdateChoice | null
}

/** Facts about this machine. */
export interface Machine {
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly workingDirectory: string
}

/** How the terminal was started: by `npm start`, which may fall back to a browser window, or as the installed desktop program. */
export type Program = 'npm start' | 'openpit'

const HELP_OF_BROWSER = `  --browser             open in a browser window instead of Electron
  --no-open             only print the address
  --port N              port of the browser window's address (default: any free one)
`

const HELP_OF_INSTALLED = `  --update-url URL      https address of other releases (default: none, updates are off)
  --update-channel NAME stable or beta (default stable)
`

export const helpFor = (program: Program): string => `Openpit, a terminal for broker dealers.

  ${program === 'openpit' ? 'openpit' : 'npm start --'} [options]

${program === 'openpit' ? '' : HELP_OF_BROWSER}  --data-dir DIR        folder of settings, order journal and paper broker state
  --venue FILE          a venue profile (JSON) to sign in to
  --replay FILE         play a recorded session (a file or the folder of --record), or let the paper broker
                        play a recorded market
  --record FOLDER       store every frame and answer of the session there, without secrets
  --record-mb N         largest recording of one session, in MB (default 2048)
  --speed N             speed of the market, 1 is real time (default 1)
  --seed N              seed of the paper broker's market (default 1)
  --faults              inject faults into the paper broker: lost and late answers, streams that end or stall
${program === 'openpit' ? HELP_OF_INSTALLED : '  --allow-live-trading  let a browser window trade on a live venue\n'}  --help                show this text
`

const MEGABYTE = 1_000_000

const COMMON = {
  'data-dir': { type: 'string' },
  venue: { type: 'string' },
  replay: { type: 'string' },
  record: { type: 'string' },
  'record-mb': { type: 'string' },
  speed: { type: 'string' },
  seed: { type: 'string' },
  faults: { type: 'boolean' },
  help: { type: 'boolean' },
} as const
const OF_BROWSER = {
  browser: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  port: { type: 'string' },
  'allow-live-trading': { type: 'boolean' },
} as const

const OF_INSTALLED = {
  'update-url': { type: 'string' },
  'update-channel': { type: 'string' },
} as const

/** The command line as read, before any named file was opened. */
export interface Words extends Omit<Options, 'session' | 'paper'> {
  readonly paper: PaperOptions
}

/**
 * Reads the command line without opening a file. Fails with one sentence that names the option and the fix.
 * An allow-list: refuses every word outside the help text, and every value that Chromium could read as a switch.
 */
export function readWords(
  words: readonly string[],
  machine: Machine,
  program: Program = 'npm start',
): Result<Words, string> {
  // Chromium on Windows reads `/word` as a switch, also as the value of an option.
  const slashed = machine.platform === 'win32' ? words.find((word) => word.startsWith('/')) : undefined
  if (slashed !== undefined)
    return fail(`"${slashed}" is not allowed: write a path with its drive. See --help.`)
  let values: Partial<ReturnType<typeof parseOfBrowser> & ReturnType<typeof parseOfInstalled>>
  try {
    values = program === 'openpit' ? parseOfInstalled(words) : parseOfBrowser(words)
  } catch (error) {
    // Node's message is long; its first sentence names the option.
    const [sentence = 'The command line cannot be read'] = (error as Error).message.split(/\.?\s*\n|\. /)
    return fail(`${sentence}. See --help.`)
  }
  const port = wholeNumber('--port', values.port ?? '0', 65_535)
  if (!port.ok) return port
  const seed = wholeNumber('--seed', values.seed ?? '1', 4_294_967_295)
  if (!seed.ok) return seed
  const recordMb = wholeNumber('--record-mb', values['record-mb'] ?? '2048', 1_048_576)
  if (!recordMb.ok) return recordMb
  if (recordMb.value === 0) return fail('--record-mb must be at least 1.')
  const speed = Number(values.speed ?? '1')
  if (!(speed > 0 && speed <= 1_000))
    return fail(`--speed must be a number above 0 and at most 1000, not "${values.speed}".`)
  const here = (path: string) => resolve(machine.workingDirectory, path)
  const wrong = wrongDirectory('--data-dir', values['data-dir']) ?? wrongDirectory('--record', values.record)
  if (wrong !== null) return fail(wrong)
  const updates = readUpdateChoice(values['update-url'], values['update-channel'])
  if (!updates.ok) return updates
  return ok({
    help: values.help ?? false,
    browser: values.browser ?? false,
    open: !(values['no-open'] ?? false),
    port: port.value,
    dataDirectory: values['data-dir'] === undefined ? usualDirectory(machine) : here(values['data-dir']),
    venueFile: values.venue === undefined ? null : here(values.venue),
    paper: {
      seed: seed.value,
      replay: values.replay === undefined ? null : here(values.replay),
      speed,
      faults: values.faults ?? false,
    },
    record:
      values.record === undefined ? null : { folder: here(values.record), size: recordMb.value * MEGABYTE },
    liveOverLoopback: values['allow-live-trading'] ?? false,
    updates: updates.value,
  })

  function wrongDirectory(option: string, given: string | undefined): string | null {
    if (given === undefined) return null
    if (given === '') return `${option} needs the name of a folder.`
    const fault = pathFault(here(given), 'folder', () => undefined)
    return fault ? `${option}: ${fault.what}. ${fault.fix}, or choose another folder.` : null
  }
}

const parseOfBrowser = (words: readonly string[]) =>
  parseArgs({ args: [...words], options: { ...COMMON, ...OF_BROWSER } }).values
const parseOfInstalled = (words: readonly string[]) =>
  parseArgs({ args: [...words], options: { ...COMMON, ...OF_INSTALLED } }).values

/** Checks the files that the command line names. Fails with one sentence that names the option and the fix. */
export async function checkFiles(words: Words): Promise<Result<Options, string>> {
  const { venueFile, paper, record } = words
  const { replay, speed } = paper
  const session = replay !== null && (await isSession(replay)) ? { path: replay, speed } : null
  const wrong =
    (venueFile === null ? null : await wrongVenue(venueFile)) ??
    (replay === null || session !== null ? null : wrongFile('--replay', replay)) ??
    (session !== null && record !== null
      ? '--record cannot be combined with a recorded session in --replay. Leave out one of them.'
      : null) ??
    (session !== null && paper.faults
      ? '--faults cannot be combined with a recorded session in --replay. Leave out one of them.'
      : null)
  if (wrong !== null) return fail(wrong)
  return ok({ ...words, session, paper: { ...paper, replay: session === null ? replay : null } })
}

/** Runs both steps, for entries that need nothing between them. */
export async function parseOptions(
  words: readonly string[],
  machine: Machine,
): Promise<Result<Options, string>> {
  const read = readWords(words, machine)
  return read.ok ? checkFiles(read.value) : read
}

/** The usual folder for settings on this system. */
function usualDirectory({ platform, environment, home }: Machine): string {
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'openpit')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'openpit')
  return join(environment['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'openpit')
}

function wholeNumber(option: string, text: string, most: number): Result<number, string> {
  const value = /^\d{1,10}$/.test(text) ? Number.parseInt(text, 10) : -1
  return value >= 0 && value <= most
    ? ok(value)
    : fail(`${option} must be a whole number from 0 to ${most}, not "${text}".`)
}

function wrongFile(option: string, path: string): string | null {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile() ? null : `${option}: ${path} is not a file.`
  } catch {
    return `${option}: there is no readable file ${path}.`
  }
}

// Imported on demand: schemas load slowly, and a start without such a file does not need them.

async function isSession(path: string): Promise<boolean> {
  const { isSessionRecording } = await import('../record/sessionFiles.ts')
  return isSessionRecording(path)
}

async function wrongVenue(path: string): Promise<string | null> {
  const wrong = wrongFile('--venue', path)
  if (wrong !== null) return wrong
  const { parseProfileText } = await import('../../shared/broker/profileText.ts')
  let json: unknown
  try {
    json = parseProfileText(readFileSync(path, 'utf8'))
  } catch {
    return `--venue: ${path} is not valid JSON.`
  }
  const { venueProfile } = await import('../../shared/broker/venueProfile.ts')
  const { faultOf } = await import('../../shared/contract/frames.ts')
  const profile = venueProfile.safeParse(json)
  return profile.success
    ? null
    : `--venue: ${path} is not a venue profile: ${faultOf(profile.error).message}.`
}
