/** Lets requests and stream clients in: by bearer token, by signature with nonce, or by either (docs/api.md#part-5, #gap.6, #gap.7). The door to this folder. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import { ok } from '../../../shared/base/result.ts'
import { streamSigningInput, type SigningInput } from '../../../shared/broker/signing.ts'
import { refuse, type Outcome } from '../refusal.ts'
import { makeNonceBook, type NonceShelf } from './nonceBook.ts'
import type { Sessions } from './sessions.ts'
import { makeSigningKeys } from './signingKeys.ts'

/** What is asked for: a token, a signature, or at least one of them. */
export type AuthMode = 'bearer' | 'signed' | 'both'

/** A request as it came in: `path` with its query, as in the request line. */
export interface Knock {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What an `authenticate` message may carry. */
export interface StreamProof {
  readonly token: string | null
  readonly publicKey: string | null
  readonly nonce: string | null
  readonly signature: string | null
}

/** For how long a proof is good: null where it does not end, as a signature's. */
export interface Admission {
  readonly until: EpochMs | null
}

export interface Doorkeeper {
  /** Refuses with 401. A nonce of a request that is let in is used up. */
  admit(knock: Knock): Outcome<null>
  /** The same for the stream at `path`; its nonces are the same as those of requests. */
  admitStream(proof: StreamProof, path: string): Outcome<Admission>
}

export interface DoorkeeperOptions {
  readonly mode: AuthMode
  readonly sessions: Sessions
  /** Ed25519 keys that may sign: 32 bytes each in base64. */
  readonly publicKeys: readonly string[]
  readonly usedNonces: NonceShelf
  readonly clock: Clock
}

const bearerOf = (headers: IncomingHttpHeaders): string | null =>
  headers.authorization === undefined ? null : (/^Bearer +(\S+)$/i.exec(headers.authorization)?.[1] ?? '')

/** A header that came twice is joined by Node with a comma, and then fits nothing. */
const headerOf = (headers: IncomingHttpHeaders, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

export function makeDoorkeeper(options: DoorkeeperOptions): Doorkeeper {
  const { mode, sessions } = options
  const keys = makeSigningKeys(options.publicKeys)
  const nonces = makeNonceBook(options.usedNonces, options.clock)

  const byToken = (token: string | null): Outcome<null> =>
    token !== null && sessions.endOf(token) !== null
      ? ok(null)
      : refuse('UNAUTHORIZED', 'the bearer token is missing, unknown or expired; log in again')

  /** The nonce is judged first and used up last: a forged request must not use up somebody's nonce. */
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
    // Whoever signs is held to it: a valid token does not excuse a bad signature.
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
