/** Finds the journal that a command names, and the key and head to verify it against. Shared by the two journal commands. */

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

export interface JournalPlace {
  readonly disk: JournalDisk
  /** The data folder, absolute. */
  readonly directory: string
  /** The journal's folder in it. */
  readonly folder: string
  /** One segment only; null for all. */
  readonly only: string | null
}

/** `given`: a data folder, its `journal` folder, or one segment. Fails in one sentence. */
export function journalPlace(given: string): Result<JournalPlace, string> {
  const path = resolve(given)
  const kind = statSync(path, { throwIfNoEntry: false })
  if (!kind) return fail(`${path} is not there.`)
  const at = (folder: string, only: string | null): Result<JournalPlace, string> =>
    ok({ disk: nodeDisk(dirname(folder)), directory: dirname(folder), folder: basename(folder), only })
  if (kind.isFile())
    return /^\d{6}\.journal$/.test(basename(path))
      ? at(dirname(path), basename(path))
      : fail(`${path} is no segment of a journal (000001.journal, …).`)
  const inside = join(path, 'journal')
  return at(statSync(inside, { throwIfNoEntry: false })?.isDirectory() ? inside : path, null)
}

/** `givenKey`: PEM text that is trusted before everything else; null looks where the journal keeps its own. */
export async function evidenceAt(
  { disk, directory }: JournalPlace,
  givenKey: string | null,
): Promise<Result<Evidence, string>> {
  const keychain = openKeychain(clockOf(globalThis))
  const keyStore = await chooseKeyStore({ disk, keychain, directory, onProblem: () => {} })
  return await evidenceOf(disk, keyStore, givenKey)
}
