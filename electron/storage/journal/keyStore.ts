/** Stores the journal's signing key and its last signed head, apart from the journal. The key store in this file uses files of the data folder. */

import { reasonOf } from '../diskReason.ts'
import type { JournalDisk } from './files/disk.ts'

export type KeyStoreItem = 'journal-key' | 'journal-head'

export interface JournalKeyStore {
  /** In words, for sentences: `the keychain`. */
  readonly where: string
  /** Whether the key is in the data folder: then everybody who can write the journal can read the key. */
  readonly inDataFolder: boolean
  /** Null where nothing is stored. Rejects when the key store does not answer. */
  read(item: KeyStoreItem): Promise<string | null>
  /** Durable when it resolves. A rejection ends the journal for this run. */
  write(item: KeyStoreItem, text: string): Promise<void>
}

/** The key store does not answer; the message completes a sentence. */
export class KeyStoreSilent extends Error {}

/** Why a disk or a key store failed, as the end of a sentence. */
export const whyOf = (error: unknown): string =>
  error instanceof KeyStoreSilent ? error.message : reasonOf(error)

export const FILES: Readonly<Record<KeyStoreItem, string>> = {
  'journal-key': 'journal-key.pem',
  'journal-head': 'journal-head.json',
}

/**
 * A key store of files beside the journal's folder, readable by their owner only. Weaker than a keychain: everybody who can write the journal
 * as the same user can read the key.
 */
export function fileKeyStore(disk: JournalDisk): JournalKeyStore {
  return {
    where: 'the data folder',
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
