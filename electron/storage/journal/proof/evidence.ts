/** What a journal is verified against: the public key and the head that is kept apart. Changes nothing and shows no private key. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { JournalDisk } from '../files/disk.ts'
import { FILES, KeyStoreSilent, type JournalKeyStore } from '../keyStore.ts'
import { publicKeyIn, sealWith } from './seal.ts'

/** The public half of the signing key, for whoever verifies elsewhere. */
export const PUBLIC_KEY_FILE = 'journal-public-key.pem'

export interface Evidence {
  /** Ed25519, 32 bytes in base64; null when nobody knows it. */
  readonly publicKey: string | null
  readonly head: string | null
  /** Where the key came from, in words: the verdict is worth as much as that place. */
  readonly keyFrom: string
}

/** `givenKey`: PEM text that the caller trusts, before everything else. Fails in one sentence when it is none. Rejects when the disk fails. */
export async function evidenceOf(
  disk: Pick<JournalDisk, 'read'>,
  safe: JournalKeyStore,
  givenKey: string | null,
): Promise<Result<Evidence, string>> {
  const fileText = async (path: string): Promise<string | null> => {
    const bytes = await disk.read(path)
    return bytes && Buffer.from(bytes).toString('utf8')
  }
  const kept = async (item: 'journal-key' | 'journal-head'): Promise<string | null> => {
    try {
      return await safe.read(item)
    } catch (error) {
      if (error instanceof KeyStoreSilent) return null
      throw error
    }
  }
  const head = (await kept('journal-head')) ?? (await fileText(FILES['journal-head']))
  if (givenKey !== null) {
    const given = publicKeyIn(givenKey)
    return given.ok ? ok({ publicKey: given.value, head, keyFrom: 'the given file' }) : given
  }
  const privateKey = await kept('journal-key')
  if (privateKey !== null) {
    const seal = sealWith(privateKey)
    return seal.ok
      ? ok({ publicKey: seal.value.publicKey, head, keyFrom: safe.where })
      : fail(`the key in ${safe.where} ${seal.failure}`)
  }
  const text = await fileText(PUBLIC_KEY_FILE)
  const found = text === null ? null : publicKeyIn(text)
  return ok({ publicKey: found?.ok ? found.value : null, head, keyFrom: PUBLIC_KEY_FILE })
}
