/** What is pasted as a signing key at sign-in, checked before it leaves the page. Pure; keeps nothing. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'

export interface SigningKeyText {
  readonly publicKey: string
  readonly privateKeyPem: string
}

const PEM = /^-----BEGIN PRIVATE KEY-----\s[A-Za-z0-9+/=\s]+-----END PRIVATE KEY-----$/

/** Null: nothing was pasted and what is kept is used. `needed`: nothing is kept, so both halves must be there. */
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
