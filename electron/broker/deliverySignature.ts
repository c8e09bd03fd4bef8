/** Checks a webhook delivery: Ed25519 over its raw body (docs/api.md#gap.27). Pure; holds no key. */

import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { fail, ok, type Result } from '../../shared/base/result.ts'

/** The prefix of the 32 bytes of an Ed25519 key in SPKI (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** Decodes hex, base64 or base64url; null unless the text holds exactly `length` bytes. */
function bytesOf(text: string, length: number): Buffer | null {
  const compact = text.replaceAll(/\s/g, '')
  for (const [shape, encoding] of [
    [/^[0-9a-f]+$/i, 'hex'],
    [/^[A-Za-z0-9+/_-]+={0,2}$/, 'base64'],
  ] as const) {
    const bytes = shape.test(compact) ? Buffer.from(compact, encoding) : null
    if (bytes?.length === length) return bytes
  }
  return null
}

function keyOf(text: string): KeyObject | null {
  try {
    if (text.includes('BEGIN')) return createPublicKey(text)
    const raw = bytesOf(text, 32)
    const der = raw ? Buffer.concat([SPKI, raw]) : bytesOf(text, SPKI.length + 32)
    return der && createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    // No key in a known form: the caller's sentence says so.
    return null
  }
}

/** The key as PEM, DER or its 32 bytes, the signature as its 64 bytes; both in hex, base64 or base64url. */
export function verifyDelivery(publicKey: string, body: string, signature: string): Result<boolean, string> {
  const key = keyOf(publicKey.trim())
  if (key?.asymmetricKeyType !== 'ed25519')
    return fail('The public key of this webhook is no Ed25519 key that can be read.')
  const bytes = bytesOf(signature, 64)
  if (!bytes) return fail('The signature is not 64 bytes in hex or base64. Paste the whole header value.')
  return ok(verify(null, Buffer.from(body, 'utf8'), key, bytes))
}
