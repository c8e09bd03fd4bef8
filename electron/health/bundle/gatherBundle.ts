/** Gathers what a support bundle holds, without secrets, from a data folder that may be damaged. Writes one small file: the salt of the stand-ins. */

import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { arch, cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { EpochMs } from '../../../shared/base/clock.ts'
import { readLogLine, LOG_FILES } from '../../log.ts'
import { reasonOf } from '../../storage/diskReason.ts'
import { SETTINGS_FILE } from '../../storage/settingsStore.ts'
import { HEALTH_FOLDER, readDay } from '../historyFiles.ts'
import { lastSignature } from './lastSignature.ts'
import { createScrub } from './scrub.ts'
import { settingsForSupport } from './settingsForSupport.ts'

export interface BundleEntry {
  readonly name: string
  /** What it is, one sentence. */
  readonly says: string
  readonly text: string
}

export interface BundleOptions {
  readonly directory: string
  readonly version: string
  readonly now: EpochMs
  /** True: customer codes and names stay as they are, because the dealer asked for it. */
  readonly withCustomers: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** The verdict on files and journal, line by line. */
  readonly verdict: () => Promise<readonly string[]>
}

/** Characters of the log in a bundle, the newest. */
const LOG_MOST = 1_000_000
/** Characters of each journal segment that are searched for customer codes. */
const JOURNAL_MOST = 64_000_000
const SALT_FILE = 'stand-ins.salt'
const SALT_BYTES = 32
const SECRET_NAME = /pass|secret|token|key|credential|auth|cookie|session/i

/** Empty, or the reason, where the file cannot be read. */
function textOf(path: string): { readonly text: string; readonly why: string | null } {
  try {
    return { text: readFileSync(path, 'utf8'), why: null }
  } catch (error) {
    return { text: '', why: reasonOf(error) }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** The same for every bundle of the folder, so that one customer keeps one stand-in. A folder that cannot be written has one for each bundle. */
function saltOf(directory: string): Uint8Array {
  const path = join(directory, HEALTH_FOLDER, SALT_FILE)
  try {
    const known = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
    if (known.length === SALT_BYTES) return known
  } catch {
    // There is none: it is made below.
  }
  const salt = randomBytes(SALT_BYTES)
  try {
    mkdirSync(join(directory, HEALTH_FOLDER), { recursive: true, mode: 0o700 })
    writeFileSync(path, salt.toString('hex'), { mode: 0o600 })
  } catch {
    // The stand-ins of this bundle differ from those of others.
  }
  return salt
}

const matchesOf = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '')

const CODES_IN_JSON = /"customerCode":"((?:[^"\\]|\\.){1,64})"/g

/** Earlier settings that a start set aside. Older lines of the log may hold their names. */
const SET_ASIDE = /^settings\..+\.json$/

/** `line`: as `readLogLine` gives it. */
function withoutSentence(line: string): string {
  const fields = JSON.parse(line) as Readonly<Record<string, unknown>>
  return 'sentence' in fields ? JSON.stringify({ ...fields, sentence: '[left out]' }) : line
}

/** Lines of the log, the oldest first, as many as fit. Every line is read anew: only its known fields stay. */
function logLines(directory: string, hasSentences: boolean): string {
  const texts: string[] = []
  let room = LOG_MOST
  for (const name of LOG_FILES) {
    if (room <= 0) break
    const lines = textOf(join(directory, name))
      .text.split('\n')
      .filter((line) => line !== '')
      .map((text) => {
        const line = readLogLine(text)
        if (line === null) return '[a line that cannot be read]'
        return hasSentences ? line : withoutSentence(line)
      })
    const kept: string[] = []
    for (const line of lines.toReversed()) {
      room -= line.length + 1
      if (room <= 0) break
      kept.unshift(line)
    }
    texts.unshift(...kept)
  }
  return texts.map((line) => `${line}\n`).join('')
}

function fileList(directory: string): string {
  const lines: string[] = []
  const list = (folder: string, below: string): void => {
    for (const name of namesIn(folder)) {
      const path = join(folder, name)
      const found = statSync(path, { throwIfNoEntry: false })
      if (found?.isDirectory() === true && below === '') list(path, `${name}/`)
      else if (found)
        lines.push(`${below}${name}: ${found.size} bytes, rights ${(found.mode & 0o777).toString(8)}`)
    }
  }
  list(directory, '')
  return lines.map((line) => `${line}\n`).join('')
}

const machine = ({ version, now }: BundleOptions): string =>
  [
    `Openpit ${version}`,
    `Made ${new Date(now).toISOString()}`,
    `Node ${process.versions.node}, Electron ${process.versions['electron'] ?? 'none'}, Chromium ${process.versions['chrome'] ?? 'none'}`,
    `${process.platform} ${release()} ${arch()}`,
    `${cpus().length} processors, ${Math.round(totalmem() / 1_000_000)} MB of memory`,
    '',
  ].join('\n')

/** Never rejects because of a damaged file: an entry then says what could not be read. */
export async function gatherBundle(options: BundleOptions): Promise<readonly BundleEntry[]> {
  const { directory, environment } = options
  const settingsFile = textOf(join(directory, SETTINGS_FILE))
  const settings = settingsForSupport(settingsFile.text, options.withCustomers)
  const everySettings = [
    settings,
    ...namesIn(directory)
      .filter((name) => SET_ASIDE.test(name))
      .map((name) => settingsForSupport(textOf(join(directory, name)).text)),
  ]
  // A name that nobody can look up cannot be taken out of a sentence.
  const hasSentences = options.withCustomers || everySettings.every(({ isWhole }) => isWhole)
  const log = logLines(directory, hasSentences)
  const journal = namesIn(join(directory, 'journal'))
    .filter((name) => name.endsWith('.journal'))
    .flatMap((name) =>
      matchesOf(textOf(join(directory, 'journal', name)).text.slice(0, JOURNAL_MOST), CODES_IN_JSON),
    )
  const customerCodes = [
    ...new Set([
      ...everySettings.flatMap((each) => each.customerCodes),
      ...matchesOf(log, CODES_IN_JSON),
      ...journal,
    ]),
  ]
  const scrub = createScrub({
    secrets: Object.entries(environment).flatMap(([name, value]) =>
      SECRET_NAME.test(name) && value !== undefined ? [value] : [],
    ),
    customerCodes: options.withCustomers ? [] : customerCodes,
    names: options.withCustomers ? [] : everySettings.flatMap(({ names }) => names),
    home: options.home,
    salt: saltOf(directory),
  })
  const days = namesIn(join(directory, HEALTH_FOLDER))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => textOf(join(directory, HEALTH_FOLDER, name)).text)
  const verdict = await options
    .verdict()
    .catch((error: unknown) => [
      `The check could not be made: ${error instanceof Error ? error.message : 'an unknown fault'}`,
    ])
  const entries: readonly BundleEntry[] = [
    { name: 'program.txt', says: 'Versions of program and machine.', text: machine(options) },
    {
      name: 'check.txt',
      says: 'What data:check says of files and journal, or why they were not checked, and the last signature that the venue accepted.',
      text: [...verdict, lastSignature(days.flatMap((day) => readDay(day).minutes))]
        .map((line) => `${line}\n`)
        .join(''),
    },
    {
      name: 'files.txt',
      says: 'Names, sizes and rights of the files in the data folder.',
      text: fileList(directory),
    },
    {
      name: 'settings.json',
      says: 'Settings of the dealer and venue profiles; of other settings the length alone.',
      text: settingsFile.why === null ? settings.text : `Not read: ${settingsFile.why}.\n`,
    },
    {
      name: 'health.jsonl',
      says: 'The history of health: a line a minute, a week at most.',
      text: days.join(''),
    },
    {
      name: 'openpit.log',
      says: hasSentences
        ? 'The end of the log.'
        : 'The end of the log. Its sentences are left out: a settings file cannot be read, so the names of customers in them are not known.',
      text: log,
    },
  ]
  return entries.map(({ name, says, text }) => ({ name, says, text: scrub(text) }))
}

/** The bundle as one text: a head for each entry, then the entry. */
export const bundleText = (entries: readonly BundleEntry[]): string =>
  entries.map(({ name, says, text }) => `===== ${name} · ${says} =====\n${text}\n`).join('')

export const bundleName = (now: EpochMs): string =>
  `openpit-support-${new Date(now).toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}.txt.gz`
