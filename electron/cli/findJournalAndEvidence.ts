/** Finds the journal that a command names, and the key and head to verify it with. Used by both journal commands. */

import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { clockOf } from '../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import {
  chooseKeyStore,
  evidenceOf,
  nodeDisk,
  type Evidence,
  type JournalDisk,
} from '../storage/journal/journal.ts'
import { openKeychain } from '../storage/keychain.ts'

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
