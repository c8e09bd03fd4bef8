/** Stores the journal's key and head in the operating system's keychain, one pair per data folder. Never writes the key anywhere else. */

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
 * Chooses where this folder's key is stored: in the keychain where it holds the key or accepts an entry, else in files of the data folder. A
 * journal stays with the key store it began with, so that a keychain without an answer never leads to another key. A head in the data folder
 * shows that the key was there, too. Rejects when the disk fails.
 */
export async function chooseKeyStore({
  disk,
  keychain,
  directory,
  onProblem,
}: KeyStoreOptions): Promise<JournalKeyStore> {
  for (const file of [FILES['journal-key'], FILES['journal-head']])
    if ((await disk.read(file)) !== null) return fileKeyStore(disk)
  const inKeychain = keychainKeyStore(keychain, directory, onProblem)
  const begun = segmentNumbers(await disk.list(FOLDER)).length > 0
  if (begun) return inKeychain
  const held = await inKeychain.read('journal-key').catch(() => SILENT)
  if (held === SILENT) return fileKeyStore(disk)
  return held !== null || (await takesEntries(keychain)) ? inKeychain : fileKeyStore(disk)
}

const SILENT = Symbol('the keychain does not answer')
/** An entry that is written and removed at once, to find out whether the keychain accepts entries. */
const TRIAL = 'openpit-trial'

/** A Secret Service that is locked or has no collection answers that it holds nothing, and refuses every entry. */
async function takesEntries(keychain: Keychain): Promise<boolean> {
  if (!(await keychain.write(TRIAL, 'trial'))) return false
  await keychain.remove(TRIAL)
  return true
}

/**
 * `directory`: the absolute data folder, which names the items, so that an emptied folder is still recognized. `onProblem` receives one
 * sentence when a later head cannot be written. The journal continues, but a missing end might go undetected until the keychain answers.
 */
export function keychainKeyStore(
  keychain: Keychain,
  directory: string,
  onProblem: (sentence: string) => void,
): JournalKeyStore {
  const folder = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const nameOf = (item: KeyStoreItem) => `${item}:${folder}`
  let isReported = false
  return {
    where: `the keychain (items of openpit that end in ${folder})`,
    nameOf: (item, inFolder) =>
      `the keychain item ${nameOf(item)} of openpit${item === 'journal-key' ? ` (or the file ${inFolder}/${FILES[item]} where the key was there)` : ''}`,
    inDataFolder: false,
    async read(item) {
      const found = await keychain.read(nameOf(item))
      if (!found)
        throw new KeyStoreSilent(
          `the keychain, where its key is stored unless it was in the file ${directory}/${FILES['journal-key']}, does not answer`,
          'Unlock the keychain or restore the file',
        )
      return found.text
    },
    async write(item, text) {
      if (await keychain.write(nameOf(item), text)) return
      if (item === 'journal-key')
        throw new KeyStoreSilent('the keychain does not answer', 'Unlock the keychain')
      if (!isReported)
        onProblem(
          'The keychain does not accept the head of the order journal. Orders are sent and recorded as before. Until the keychain answers, a missing end of the journal might go undetected. Unlock the keychain.',
        )
      isReported = true
    },
  }
}
