/** Finds what a journal is verified against: the public key and the stored head. Changes nothing and shows no private key. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { JournalDisk } from '../files/disk.ts'
import { FILES, KeyStoreSilent, type JournalKeyStore } from '../keyStore.ts'
import { publicKeyIn, sealWith } from './seal.ts'

/** The public half of the signing key, for a verification elsewhere. */
export const PUBLIC_KEY_FILE = 'journal-public-key.pem'

/** The mark of a moved data folder. It carries the head, because a keychain has the head under the name of the old folder only. */
export const MOVED_HEAD_FILE = 'move.json'

export interface Evidence {
  /** Ed25519, 32 bytes in base64; null where it is unknown. */
  readonly publicKey: string | null
  readonly head: string | null
  /** Where the key came from, in words. The verdict is as trustworthy as that source. */
  readonly keyFrom: string
  /** Whether the key store answered that it has no private key, so that this journal cannot be continued here. False where nobody asked or nothing answered. */
  readonly isKeyMissing: boolean
}

/** `givenKey`: PEM text of a key that the caller trusts more than every stored key. Fails with one sentence where it is no key. Rejects when the disk fails. */
export async function evidenceOf(
  disk: Pick<JournalDisk, 'read'>,
  keyStore: JournalKeyStore,
  givenKey: string | null,
): Promise<Result<Evidence, string>> {
  const fileText = async (path: string): Promise<string | null> => {
    const bytes = await disk.read(path)
    return bytes && Buffer.from(bytes).toString('utf8')
  }
  let hasAnswered = true
  const stored = async (item: 'journal-key' | 'journal-head'): Promise<string | null> => {
    try {
      return await keyStore.read(item)
    } catch (error) {
      if (!(error instanceof KeyStoreSilent)) throw error
      hasAnswered = false
      return null
    }
  }
  const head =
    (await stored('journal-head')) ??
    (await fileText(FILES['journal-head'])) ??
    movedHead(await fileText(MOVED_HEAD_FILE))
  if (givenKey !== null) {
    const given = publicKeyIn(givenKey)
    return given.ok
      ? ok({ publicKey: given.value, head, keyFrom: 'the given file', isKeyMissing: false })
      : given
  }
  const privateKey = await stored('journal-key')
  if (privateKey !== null) {
    const seal = sealWith(privateKey)
    return seal.ok
      ? ok({ publicKey: seal.value.publicKey, head, keyFrom: keyStore.where, isKeyMissing: false })
      : fail(`the key in ${keyStore.where} ${seal.failure}`)
  }
  const text = await fileText(PUBLIC_KEY_FILE)
  const found = text === null ? null : publicKeyIn(text)
  return ok({
    publicKey: found?.ok ? found.value : null,
    head,
    keyFrom: PUBLIC_KEY_FILE,
    isKeyMissing: hasAnswered,
  })
}

function movedHead(mark: string | null): string | null {
  if (mark === null) return null
  try {
    const { head } = JSON.parse(mark) as { head?: unknown }
    return typeof head === 'string' ? head : null
  } catch {
    return null
  }
}
