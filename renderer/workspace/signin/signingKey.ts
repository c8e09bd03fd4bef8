/** Checks a signing key that was pasted at sign-in, before it leaves the page. Pure. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'

export interface SigningKeyText {
  readonly publicKey: string
  readonly privateKeyPem: string
}

const PEM = /^-----BEGIN PRIVATE KEY-----\s[A-Za-z0-9+/=\s]+-----END PRIVATE KEY-----$/

/** Null: nothing was pasted, so the stored key is used. `needed`: no key is stored, so both halves are required. */
export function readSigningKey(
  typed: SigningKeyText,
  needed: boolean,
): Result<SigningKeyText | null, string> {
  const publicKey = typed.publicKey.trim()
  const privateKeyPem = typed.privateKeyPem.trim()
  if (publicKey === '' && privateKeyPem === '')
    return needed ? fail('Paste the public key and the private key (PEM) of this venue.') : ok(null)
  if (publicKey === '') return fail('Public key: paste it as the broker knows it.')
  if (!PEM.test(privateKeyPem))
    return fail('Private key: paste the whole PEM, from BEGIN PRIVATE KEY to END PRIVATE KEY.')
  return ok({ publicKey, privateKeyPem })
}
