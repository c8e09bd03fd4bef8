/** Authenticates requests and stream clients by bearer token, by signature with nonce, or by either (docs/api.md#part-5, #gap.6, #gap.7). */

import type { IncomingHttpHeaders } from 'node:http'
import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import { ok } from '../../../shared/base/result.ts'
import { streamSigningInput, type SigningInput } from '../../../shared/broker/signing.ts'
import { refuse, type Outcome } from '../refusal.ts'
import { createNonceChecker, type NonceStore } from './nonceChecker.ts'
import type { Sessions } from './sessions.ts'
import { createSigningKeys } from './signingKeys.ts'

/** Required proof: a token, a signature, or at least one of them. */
export type AuthMode = 'bearer' | 'signed' | 'both'

/** A received request; `path` includes its query, as in the request line. */
export interface SignableRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The fields of an `authenticate` message. */
export interface StreamProof {
  readonly token: string | null
  readonly publicKey: string | null
  readonly nonce: string | null
  readonly signature: string | null
}

/** When a proof ends; null for a signature, which does not end. */
export interface Admission {
  readonly until: EpochMs | null
}

export interface Authenticator {
  /** Refuses with 401. Uses up the nonce of an accepted request. */
  admit(request: SignableRequest): Outcome<null>
  /** The same for the stream at `path`. Streams and requests share their used nonces. */
  admitStream(proof: StreamProof, path: string): Outcome<Admission>
}

export interface AuthenticatorOptions {
  readonly mode: AuthMode
  readonly sessions: Sessions
  /** Ed25519 keys that may sign: 32 bytes each in base64. */
  readonly publicKeys: readonly string[]
  readonly usedNonces: NonceStore
  readonly clock: Clock
}

const bearerOf = (headers: IncomingHttpHeaders): string | null =>
  headers.authorization === undefined ? null : (/^Bearer +(\S+)$/i.exec(headers.authorization)?.[1] ?? '')

/** Node joins a repeated header with a comma; the joined value then matches nothing. */
const headerOf = (headers: IncomingHttpHeaders, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { mode, sessions } = options
  const keys = createSigningKeys(options.publicKeys)
  const nonces = createNonceChecker(options.usedNonces, options.clock)

  const byToken = (token: string | null): Outcome<null> =>
    token !== null && sessions.endOf(token) !== null
      ? ok(null)
      : refuse('UNAUTHORIZED', 'the bearer token is missing, unknown or expired; log in again')

  /** Checks the nonce first and uses it up last: a forged request must not use up another client's nonce. */
  const bySignature = (
    { publicKey, nonce, signature }: StreamProof,
    input: (nonce: string) => SigningInput,
  ): Outcome<null> => {
    if (publicKey === null || nonce === null || signature === null)
      return refuse('UNAUTHORIZED', 'a signed request needs nonce, public key and signature')
    const key = keys.find(publicKey)
    if (key === null) return refuse('UNAUTHORIZED', 'the public key is not known')
    const fresh = nonces.check(key, nonce)
    if (!fresh.ok) return refuse('UNAUTHORIZED', fresh.failure)
    if (!keys.verify(key, input(nonce), signature))
      return refuse('UNAUTHORIZED', 'the signature does not fit the request')
    const used = nonces.use(key, nonce)
    return used.ok ? ok(null) : refuse('UNAUTHORIZED', used.failure)
  }

  const admit = (proof: StreamProof, input: (nonce: string) => SigningInput): Outcome<null> => {
    const isSigned = proof.nonce !== null || proof.publicKey !== null || proof.signature !== null
    // A signed request must have a valid signature, even with a valid token.
    if (mode === 'signed' || (mode === 'both' && isSigned)) {
      const signed = bySignature(proof, input)
      return signed.ok && mode === 'both' && proof.token !== null ? byToken(proof.token) : signed
    }
    return byToken(proof.token)
  }

  return {
    admit: ({ method, path, headers, body }) =>
      admit(
        {
          token: bearerOf(headers),
          publicKey: headerOf(headers, 'x-public-key'),
          nonce: headerOf(headers, 'x-nonce'),
          signature: headerOf(headers, 'x-signature'),
        },
        (nonce) => ({ nonce, method, path, body }),
      ),
    admitStream(proof, path) {
      const admitted = admit(proof, (nonce) => streamSigningInput(nonce, path))
      return admitted.ok ? ok({ until: proof.token === null ? null : sessions.endOf(proof.token) }) : admitted
    },
  }
}
