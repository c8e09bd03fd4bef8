/** Creates the proof that a request is ours: a bearer token, an Ed25519 signature, or both (docs/api.md#gap.6, #gap.7). Sends nothing; secrets go only to the wire. */

import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { EpochMs } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { streamSigningInput, textToSign, type SigningInput } from '../../../shared/broker/signing.ts'
import type { StreamProof } from '../../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { SigningKey } from '../../core/ports/credentials.ts'
import { pathBefore, type HttpAnswer, type HttpRequest } from '../rest/http.ts'
import type { Nonces } from './nonces.ts'

/** Headers that prove one request, and how long the venue accepts them. */
export interface Proof {
  readonly headers: Readonly<Record<string, string>>
  readonly nonce: string | null
  /** The venue's time after which it refuses the headers, ms since epoch; null where they do not expire. */
  readonly validUntil: EpochMs | null
}

/** docs/api.md#5.nonce.2: a nonce up to 30 s behind the venue's clock is accepted. */
const NONCE_LIVES_MS = 30_000

/** The proof for one attempt. After a refusal, `renew` says whether another signer may succeed. */
export interface Signer {
  /**
   * Headers that prove this request. A signature is valid once and for half a minute: call right before sending, and again for each attempt.
   * `path` is relative to the venue's `restUrl`, with its query. Fails with one sentence when nothing may be signed now.
   */
  headers(method: string, path: string, body: string | null): Result<Proof, string>
  /** What the WebSocket `authenticate` message carries. For the socket only. */
  authenticate(): Result<StreamProof, string>
  /** The venue answered 401. Resolves to true when a new signer of the session is worth one more attempt of a harmless request. */
  renew(): Promise<boolean>
}

export function bearerSigner(token: string, renew: (refused: string) => Promise<boolean>): Signer {
  return {
    headers: () => ok({ headers: { authorization: `Bearer ${token}` }, nonce: null, validUntil: null }),
    authenticate: () => ok({ token }),
    renew: () => renew(token),
  }
}

/** A private key that signs and cannot be read out, with the public key under which the venue knows it. */
export interface PrivateKey {
  readonly publicKey: string
  readonly key: KeyObject
}

/** The 32 bytes of a public key in base64, base64url or hex; null when it is neither. */
function publicKeyBytes(text: string): Buffer | null {
  const encoding = /^[0-9a-fA-F]{64}$/.test(text)
    ? 'hex'
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
      ? 'base64'
      : null
  return encoding === null ? null : Buffer.from(text, encoding)
}

/** Creates the key from its PEM (PKCS 8). Fails with one sentence, which never repeats the PEM. */
export function readPrivateKey({ publicKey, privateKeyPem }: SigningKey): Result<PrivateKey, string> {
  let key: KeyObject
  try {
    key = createPrivateKey(privateKeyPem)
  } catch {
    return fail(
      'The private key cannot be read: it must be the PEM text of an Ed25519 key (BEGIN PRIVATE KEY).',
    )
  }
  if (key.asymmetricKeyType !== 'ed25519')
    return fail(
      `The private key is of kind ${key.asymmetricKeyType ?? 'unknown'}: it must be an Ed25519 key.`,
    )
  const given = publicKeyBytes(publicKey.trim())
  if (given === null)
    return fail('The public key cannot be read: it must be 32 bytes in base64 or hex, as the venue shows it.')
  const own = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32)
  if (!own.equals(given))
    return fail('The public key does not belong to the private key: check which pair was pasted.')
  return ok({ publicKey: publicKey.trim(), key })
}

const sha256hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Base64 of the Ed25519 signature over the text of docs/api.md#gap.6. */
const signatureOf = (key: KeyObject, input: SigningInput): string =>
  sign(null, Buffer.from(textToSign(input, sha256hex), 'utf8'), key).toString('base64')

export interface Ed25519Options {
  readonly profile: VenueProfile
  readonly key: PrivateKey
  /** The one allocator of this key. */
  readonly nonces: Nonces
  /** Reads the venue's time again; false when that failed. */
  readonly renew: () => Promise<boolean>
}

/** Each call takes a nonce of its own: a header that is not sent does no harm. */
export function ed25519Signer({ profile, key, nonces, renew }: Ed25519Options): Signer {
  const before = pathBefore(profile.restUrl)
  return {
    headers(method, path, body) {
      const nonce = nonces.take()
      if (!nonce.ok) return nonce
      return ok({
        headers: {
          [profile.headers.nonce.toLowerCase()]: nonce.value,
          [profile.headers.publicKey.toLowerCase()]: key.publicKey,
          [profile.headers.signature.toLowerCase()]: signatureOf(key.key, {
            nonce: nonce.value,
            method,
            path: before + path,
            body: body ?? '',
          }),
        },
        nonce: nonce.value,
        validUntil: Number(BigInt(nonce.value) / 1_000_000n) + NONCE_LIVES_MS,
      })
    },
    authenticate() {
      const nonce = nonces.take()
      if (!nonce.ok) return nonce
      const { pathname, search } = new URL(profile.streamUrl)
      const signature = signatureOf(key.key, streamSigningInput(nonce.value, pathname + search))
      return ok({ publicKey: key.publicKey, nonce: nonce.value, signature })
    },
    renew,
  }
}

/** Whether this answer shows that the venue accepted the signature of the request. Only success shows it. */
export const isSignatureAccepted = (
  { headers }: VenueProfile,
  request: Pick<HttpRequest, 'headers'>,
  { status }: Pick<HttpAnswer, 'status'>,
): boolean => status >= 200 && status < 300 && Object.hasOwn(request.headers, headers.signature.toLowerCase())

/** Both proofs on every request (`auth: both`); on the stream one message with the fields of both. */
export function jointSigner(bearer: Signer, signed: Signer): Signer {
  return {
    headers(method, path, body) {
      const token = bearer.headers(method, path, body)
      if (!token.ok) return token
      const signature = signed.headers(method, path, body)
      return signature.ok
        ? ok({ ...signature.value, headers: { ...token.value.headers, ...signature.value.headers } })
        : signature
    },
    authenticate() {
      const token = bearer.authenticate()
      if (!token.ok) return token
      const signature = signed.authenticate()
      return signature.ok ? ok({ ...token.value, ...signature.value }) : signature
    },
    async renew() {
      const [token, time] = await Promise.all([bearer.renew(), signed.renew()])
      return token && time
    },
  }
}
