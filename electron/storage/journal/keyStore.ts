/** Stores the journal's signing key and its last signed head, apart from the journal. The key store in this file uses files of the data folder. */

import { fixOf, reasonOf } from '../diskReason.ts'
import type { JournalDisk } from './files/disk.ts'

export type KeyStoreItem = 'journal-key' | 'journal-head'

export interface JournalKeyStore {
  /** In words, for sentences: `the keychain`. */
  readonly where: string
  /** Names an item and its place, for sentences: `the file /data/journal-key.pem`. `folder`: the data folder. */
  nameOf(item: KeyStoreItem, folder: string): string
  /** Whether the key is in the data folder: then everybody who can write the journal can read the key. */
  readonly inDataFolder: boolean
  /** Null where nothing is stored. Rejects when the key store does not answer. */
  read(item: KeyStoreItem): Promise<string | null>
  /** Durable when it resolves. A rejection ends the journal for this run. */
  write(item: KeyStoreItem, text: string): Promise<void>
}

/** The key store does not answer; the message completes a sentence. */
export class KeyStoreSilent extends Error {
  /** What to do: the beginning of a sentence. */
  readonly fix: string
  constructor(message: string, fix: string) {
    super(message)
    this.fix = fix
  }
}

/** Why a disk or a key store failed, as the end of a sentence. */
export const whyOf = (error: unknown): string =>
  error instanceof KeyStoreSilent ? error.message : reasonOf(error)

/** What to do about it: the beginning of a sentence. */
export const whatToDoAbout = (error: unknown): string =>
  error instanceof KeyStoreSilent ? error.fix : fixOf(error)

export const KEY_FILE = 'journal-key.pem'
export const FILES: Readonly<Record<KeyStoreItem, string>> = {
  'journal-key': KEY_FILE,
  'journal-head': 'journal-head.json',
}

/**
 * A key store of files beside the journal's folder, readable by their owner only. Weaker than a keychain: everybody who can write the journal
 * as the same user can read the key.
 */
export function fileKeyStore(disk: JournalDisk): JournalKeyStore {
  return {
    where: 'the data folder',
    nameOf: (item, folder) => `the file ${folder}/${FILES[item]}`,
    inDataFolder: true,
    async read(item) {
      const bytes = await disk.read(FILES[item])
      return bytes && Buffer.from(bytes).toString('utf8')
    },
    async write(item, text) {
      const unfinished = `${FILES[item]}.new`
      if ((await disk.read(unfinished)) !== null) await disk.remove(unfinished)
      await disk.create(unfinished, Buffer.from(text))
      await disk.sync(unfinished)
      await disk.rename(unfinished, FILES[item])
      await disk.syncFolder('')
    },
  }
}
