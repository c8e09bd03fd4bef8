/** The journal's key and head in the operating system's keychain, one pair per data folder. Never writes the key anywhere else. */

import { createHash } from 'node:crypto'
import type { Keychain } from '../keychain.ts'
import type { JournalDisk } from './files/disk.ts'
import { FILES, fileKeyStore, KeyStoreSilent, type JournalKeyStore, type KeyStoreItem } from './keyStore.ts'
import { FOLDER, segmentNumbers } from './files/segments.ts'

export interface KeyStoreOptions {
  readonly disk: JournalDisk
  readonly keychain: Keychain
  /** The absolute data folder. */
  readonly directory: string
  readonly onProblem: (sentence: string) => void
}

/**
 * Where this folder's key is, or is to be: the keychain wherever one holds it or takes an entry, else files of the data folder. A
 * journal keeps to the place that it began with, so a keychain that is silent today is no reason to sign with another key. Rejects
 * when the disk fails.
 */
export async function chooseKeyStore({
  disk,
  keychain,
  directory,
  onProblem,
}: KeyStoreOptions): Promise<JournalKeyStore> {
  if ((await disk.read(FILES['journal-key'])) !== null) return fileKeyStore(disk)
  const inKeychain = keychainKeyStore(keychain, directory, onProblem)
  const begun = segmentNumbers(await disk.list(FOLDER)).length > 0
  if (begun) return inKeychain
  const held = await inKeychain.read('journal-key').catch(() => SILENT)
  if (held === SILENT) return fileKeyStore(disk)
  return held !== null || (await takesEntries(keychain)) ? inKeychain : fileKeyStore(disk)
}

const SILENT = Symbol('the keychain does not answer')
/** Entry that is written and removed at once, to learn whether the keychain takes any. */
const TRIAL = 'openpit-trial'

/** A Secret Service that is locked, or has no collection, says that it holds nothing and refuses what it is given. */
async function takesEntries(keychain: Keychain): Promise<boolean> {
  if (!(await keychain.write(TRIAL, 'trial'))) return false
  await keychain.remove(TRIAL)
  return true
}

/**
 * `directory`: the absolute data folder; its items are found by it, so that a folder that was emptied is still known. `onProblem` is
 * told once when a later head cannot be written: the journal goes on, only a shorter one might go unseen until the keychain answers.
 */
export function keychainKeyStore(
  keychain: Keychain,
  directory: string,
  onProblem: (sentence: string) => void,
): JournalKeyStore {
  const folder = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const nameOf = (item: KeyStoreItem) => `${item}:${folder}`
  let told = false
  return {
    where: `the keychain (items of openpit that end in ${folder})`,
    inDataFolder: false,
    async read(item) {
      const found = await keychain.read(nameOf(item))
      if (!found) throw new KeyStoreSilent('the keychain does not answer')
      return found.text
    },
    async write(item, text) {
      if (await keychain.write(nameOf(item), text)) return
      if (item === 'journal-key') throw new KeyStoreSilent('the keychain does not answer')
      if (!told)
        onProblem(
          'The keychain does not take the head of the order journal: until it does, records cut off its end might go unseen.',
        )
      told = true
    },
  }
}
