/** Builds the text to be signed (docs/api.md#gap.6 and #gap.7) from a given hash. Pure; holds no key, computes no hash and no signature. */

export interface SigningInput {
  /** Nanoseconds since epoch by the venue's clock, as decimal digits. A binary number would lose the last digits. */
  readonly nonce: string
  readonly method: string
  /** Path and query exactly as in the request line. */
  readonly path: string
  /** Empty for a request without a body. */
  readonly body: string
}

/** `nonce \n METHOD \n path?query \n sha256hex(body)` (docs/api.md#gap.6); the hash is of the UTF-8 bytes, in lower case. */
export const textToSign = (
  { nonce, method, path, body }: SigningInput,
  sha256hex: (text: string) => string,
): string => [nonce, method.toUpperCase(), path, sha256hex(body)].join('\n')

/**
 * The request that a WebSocket `authenticate` message signs (docs/api.md#gap.7 leaves it open): the upgrade itself, a GET of the stream's
 * own path and query without a body.
 */
export const streamSigningInput = (nonce: string, path: string): SigningInput => ({
  nonce,
  method: 'GET',
  path,
  body: '',
})
