/** The kinds of files in a data folder with the version of each: the one table that start, check, backup and move use. Writes nothing. */

import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { HISTORY_VERSION } from '../../shared/domain/health/minute.ts'
import { HEALTH_FOLDER } from '../health/historyFiles.ts'
import { PAPER_FILE, SCHEMA_VERSION } from '../paper/store/schema.ts'
import { STEPS as PAPER_STEPS } from '../paper/store/earlierSchemas.ts'
import { EXTENSION, VERSION as RECORDING_VERSION, versionOfRecording } from '../record/fileHead.ts'
import { CANDLES, NOTICES } from '../storage/history/schema.ts'
import { FOLDER, segmentName, segmentNumbers } from '../storage/journal/files/segments.ts'
import { RECORD_VERSION, versionOfRecord } from '../storage/journal/proof/record.ts'
import { NONCES_FILE, NONCES_FILE_VERSION } from '../storage/nonceMarks.ts'
import { SETTINGS_FILE, SETTINGS_FILE_VERSION } from '../storage/settingsStore.ts'
import { databaseVersion } from './databaseVersion.ts'
import { MOVE_FILE, MOVE_FILE_VERSION } from './moveMark.ts'
import { databaseSteps, jsonSteps, NO_STEPS, replaceFile, type Steps } from './steps.ts'
import { WRITER_FILE, WRITER_FILE_VERSION } from './writerOfFolder.ts'

export interface FileKind {
  /** Its path in the data folder with `/`. For files of many names: in words. */
  readonly name: string
  /** The version that this release writes, and the newest that it reads. Every version from 1 to this one opens. */
  readonly version: number
  /** The paths of its files in a data folder, with `/`. A file that decides for others is the only one of them. */
  readonly paths: (folder: string) => readonly string[]
  /** Brings a file of an earlier version forward. */
  readonly steps: Steps
  /** The version of one file; null where it has none or cannot be read: the file's own reader reports that. */
  readonly read: (path: string) => number | null
}

const one = (name: string): Pick<FileKind, 'name' | 'paths'> => ({ name, paths: () => [name] })

/** The version of a JSON file. The first releases wrote none. */
const versionOfJson: FileKind['read'] = (path) => versionIn(readFileSync(path, 'utf8'))

function versionIn(json: string): number | null {
  const file: unknown = JSON.parse(json)
  if (typeof file !== 'object' || file === null) return null
  const { version = 1 } = file as { version?: unknown }
  return typeof version === 'number' ? version : null
}

/** Bytes that hold the version of a record or of a recording. */
const HEAD = 64

const ofHead =
  (versionOf: (head: Buffer) => number | null): FileKind['read'] =>
  (path) => {
    const head = Buffer.alloc(HEAD)
    const file = openSync(path, 'r')
    try {
      return versionOf(head.subarray(0, readSync(file, head, 0, HEAD, 0)))
    } finally {
      closeSync(file)
    }
  }

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** 1: customers without tags and ratio, which are read as none. */
const SETTINGS_STEPS = jsonSteps([(content) => content])

/**
 * 1: minutes without wire to pixel, which are read as minutes in which nothing was drawn. 2: minutes without messages a second and backlog, which
 * are read as minutes in which they were not read. 3: minutes without amends and the memory of windows, which are read likewise. 4: minutes
 * without the way of a key to the core and the steps to the pixel, which are read likewise. Only the head changes, so one step does all.
 */
const HEALTH_STEPS: Steps = {
  count: 4,
  run(path) {
    const [, ...minutes] = readFileSync(path, 'utf8').split('\n')
    replaceFile(path, [JSON.stringify({ version: HISTORY_VERSION }), ...minutes].join('\n'))
  },
}

export const PAPER_PATH = `paper/${PAPER_FILE}`
export const JOURNAL_KIND = `${FOLDER}/`

/**
 * Beside these a data folder holds the log, which no release reads back, and Chromium's own folder. The journal's head and keys have no
 * version of their own: the version of the journal's records covers them. Layouts, workspaces, venue profiles and customers are in the settings.
 */
export const FILE_KINDS: readonly FileKind[] = [
  { ...one(WRITER_FILE), version: WRITER_FILE_VERSION, steps: NO_STEPS, read: versionOfJson },
  { ...one(MOVE_FILE), version: MOVE_FILE_VERSION, steps: NO_STEPS, read: versionOfJson },
  { ...one(SETTINGS_FILE), version: SETTINGS_FILE_VERSION, steps: SETTINGS_STEPS, read: versionOfJson },
  { ...one(NONCES_FILE), version: NONCES_FILE_VERSION, steps: NO_STEPS, read: versionOfJson },
  { ...one(CANDLES.name), version: CANDLES.version, steps: NO_STEPS, read: databaseVersion },
  { ...one(NOTICES.name), version: NOTICES.version, steps: NO_STEPS, read: databaseVersion },
  {
    ...one(PAPER_PATH),
    version: SCHEMA_VERSION,
    steps: databaseSteps(PAPER_STEPS),
    read: databaseVersion,
  },
  {
    name: `${HEALTH_FOLDER}/`,
    version: HISTORY_VERSION,
    steps: HEALTH_STEPS,
    paths: (folder) =>
      namesIn(join(folder, HEALTH_FOLDER))
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => `${HEALTH_FOLDER}/${name}`),
    read: ofHead((head) => versionIn(head.toString('utf8').split('\n')[0] ?? '')),
  },
  {
    name: JOURNAL_KIND,
    version: RECORD_VERSION,
    steps: NO_STEPS,
    // A release that raises the version begins a new segment, so the newest one decides.
    paths: (folder) =>
      segmentNumbers(namesIn(join(folder, FOLDER)))
        .slice(-1)
        .map((number) => `${FOLDER}/${segmentName(number)}`),
    read: ofHead(versionOfRecord),
  },
  {
    name: `*${EXTENSION}`,
    version: RECORDING_VERSION,
    steps: NO_STEPS,
    paths: (folder) => namesIn(folder).filter((name) => name.endsWith(EXTENSION)),
    read: ofHead(versionOfRecording),
  },
]

export interface VersionedFile {
  readonly kind: FileKind
  /** Path in the data folder, with `/`. */
  readonly name: string
  readonly version: number
}

/** Every file of a data folder whose version can be read. Changes nothing. */
export function versionedFiles(folder: string): readonly VersionedFile[] {
  return FILE_KINDS.flatMap((kind) =>
    kind.paths(folder).flatMap((name): VersionedFile[] => {
      try {
        const version = kind.read(join(folder, name))
        return version === null ? [] : [{ kind, name, version }]
      } catch {
        // A missing or damaged file: its own reader reports it.
        return []
      }
    }),
  )
}
