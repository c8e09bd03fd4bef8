/** Finds the journal that a command names, and the key and head to verify it with. Used by both journal commands. */

import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { clockOf } from '../../shared/base/clock.ts'
import { plural } from '../../shared/base/plural.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import {
  chooseKeyStore,
  evidenceOf,
  KEY_FILE,
  nodeDisk,
  verifyJournal,
  type Evidence,
  type JournalDisk,
  type Verdict,
} from '../storage/journal/journal.ts'
import { openKeychain } from '../storage/keychain.ts'
import { BadUsage } from './journalCommand.ts'

export interface JournalLocation {
  readonly disk: JournalDisk
  /** Absolute path of the data folder. */
  readonly directory: string
  /** Name of the journal's folder in the data folder. */
  readonly folder: string
  /** One segment only; null for all. */
  readonly only: string | null
}

/** `given`: a data folder, its `journal` folder, or one segment. Fails with one sentence. */
export function findJournal(given: string): Result<JournalLocation, string> {
  const path = resolve(given)
  const kind = statSync(path, { throwIfNoEntry: false })
  if (!kind) return fail(`${path} does not exist.`)
  const at = (folder: string, only: string | null): Result<JournalLocation, string> =>
    ok({ disk: nodeDisk(dirname(folder)), directory: dirname(folder), folder: basename(folder), only })
  if (kind.isFile())
    return /^\d{6}\.journal$/.test(basename(path))
      ? at(dirname(path), basename(path))
      : fail(`${path} is not a segment of a journal (000001.journal, …).`)
  const inside = join(path, 'journal')
  return at(statSync(inside, { throwIfNoEntry: false })?.isDirectory() ? inside : path, null)
}

/** `givenKey`: PEM text, which precedes every other key; null uses the key of the journal's own store. */
export async function evidenceAt(
  { disk, directory }: JournalLocation,
  givenKey: string | null,
): Promise<Result<Evidence, string>> {
  const keychain = openKeychain(clockOf(globalThis))
  const keyStore = await chooseKeyStore({ disk, keychain, directory, onProblem: () => {} })
  return await evidenceOf(disk, keyStore, givenKey)
}

export interface JournalVerdict extends Verdict {
  /** Where the key came from, in words. */
  readonly keyFrom: string
  /** The stored head; null where none is stored. */
  readonly head: string | null
  /** Whether the private key is a file of the data folder, and not in this machine's keychain. */
  readonly isKeyInFolder: boolean
  /** See `Evidence`. */
  readonly isKeyMissing: boolean
}

/** Verifies the journal that `given` names with the key of a file (PEM), else with that of the journal's own store. Throws `BadUsage` for a wrong path or key. */
export async function verdictOn(given: string, keyFile: string | undefined): Promise<JournalVerdict> {
  const place = findJournal(given)
  if (!place.ok) throw new BadUsage(place.failure)
  const evidence = await evidenceAt(place.value, keyFile === undefined ? null : textOf(keyFile))
  if (!evidence.ok) throw new BadUsage(`--key: ${evidence.failure}.`)
  const { publicKey, head, keyFrom, isKeyMissing } = evidence.value
  const { disk, folder, only } = place.value
  const isKeyInFolder = (await disk.read(KEY_FILE)) !== null
  const verdict = await verifyJournal({ disk, folder, only, publicKey, head })
  return { ...verdict, keyFrom, head, isKeyInFolder, isKeyMissing }
}

/** `23 records in 1 segment`. */
export const countedRecords = (records: number, segments: number): string =>
  `${plural(records, 'record')} in ${plural(segments, 'segment')}`

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new BadUsage(`--key: ${path} cannot be read.`, { cause: error })
  }
}
