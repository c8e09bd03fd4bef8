/** The registered public keys, and the check of their signatures. Holds no private key. */

import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { textToSign, type SigningInput } from '../../../shared/broker/signing.ts'

export interface SigningKeys {
  /** The key in its canonical form, whatever encoding `text` has; null for an unregistered key. */
  find(text: string): string | null
  /** Whether `signature` (base64) of the text of docs/api.md#gap.6 belongs to this key. False for unreadable values. */
  verify(publicKey: string, input: SigningInput, signature: string): boolean
}

/** An Ed25519 public key in X.509 form is these bytes and the 32 of the key (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

/** Reads base64 or base64url, or hex for the key. Null when the length differs. */
const bytesOf = (text: string, length: number): Buffer | null => {
  const bytes = Buffer.from(text, text.length === 2 * length ? 'hex' : 'base64')
  return bytes.length === length ? bytes : null
}

export const sha256hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** `publicKeys` are 32 bytes each in base64. */
export function createSigningKeys(publicKeys: readonly string[]): SigningKeys {
  const known = new Map<string, KeyObject>()
  for (const text of publicKeys) {
    const raw = bytesOf(text, KEY_BYTES)
    if (raw === null)
      throw new Error('A signing key must be the 32 bytes of an Ed25519 public key in base64.')
    const key = createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' })
    known.set(raw.toString('base64'), key)
  }
  return {
    find(text) {
      const name = bytesOf(text, KEY_BYTES)?.toString('base64') ?? ''
      return known.has(name) ? name : null
    },
    verify(publicKey, input, signature) {
      const key = known.get(publicKey)
      const bytes = bytesOf(signature, SIGNATURE_BYTES)
      return (
        key !== undefined &&
        bytes !== null &&
        verify(null, Buffer.from(textToSign(input, sha256hex), 'utf8'), key, bytes)
      )
    },
  }
}
