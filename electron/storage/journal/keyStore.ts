/** Where the journal's signing key and its last signed head are kept, away from the journal itself. Here: files of the data folder. */

import { reasonOf } from '../diskReason.ts'
import type { JournalDisk } from './files/disk.ts'

export type KeyStoreItem = 'journal-key' | 'journal-head'

export interface JournalKeyStore {
  /** In words, for sentences: `the keychain`. */
  readonly where: string
  /** Whether whoever can write the journal can read the key too. */
  readonly inDataFolder: boolean
  /** Null where nothing is kept. Rejects when the place does not answer. */
  read(item: KeyStoreItem): Promise<string | null>
  /** Durable when it resolves. A rejection ends the journal for this run. */
  write(item: KeyStoreItem, text: string): Promise<void>
}

/** The place itself does not answer; the message completes a sentence. */
export class KeyStoreSilent extends Error {}

/** Why a disk or a safe failed, to end a sentence with. */
export const whyOf = (error: unknown): string =>
  error instanceof KeyStoreSilent ? error.message : reasonOf(error)

export const FILES: Readonly<Record<KeyStoreItem, string>> = {
  'journal-key': 'journal-key.pem',
  'journal-head': 'journal-head.json',
}

/**
 * Files beside the journal's folder, readable by their owner only. Weaker than a keychain: whoever can write the journal as the same
 * user can read the key.
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
