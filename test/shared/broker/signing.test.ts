import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textToSign } from '../../../shared/broker/signing.ts'

interface Vector {
  readonly name: string
  readonly nonce: string
  readonly method: string
  readonly path: string
  readonly body: string
  readonly bodySha256: string
  readonly text: string
  readonly signature: string
}

const { publicKey, privateKeyPem, vectors } = JSON.parse(
  readFileSync(new URL('../../fixtures/signing-vectors.json', import.meta.url), 'utf8'),
) as { publicKey: string; privateKeyPem: string; vectors: readonly Vector[] }

const sha256hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

test.each(vectors)('$name: text and signature are those of the committed vectors', (vector) => {
  expect(sha256hex(vector.body)).toBe(vector.bodySha256)
  expect(textToSign(vector, sha256hex)).toBe(vector.text)
  // Node's own Ed25519 agrees with the vectors, which were made without it.
  const text = Buffer.from(vector.text, 'utf8')
  expect(sign(null, text, createPrivateKey(privateKeyPem)).toString('base64')).toBe(vector.signature)
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, text, key, Buffer.from(vector.signature, 'base64'))).toBe(true)
})

test('every part of a request changes the signed text [gap.6]', () => {
  const [vector] = vectors as [Vector]
  const changed = [
    { ...vector, nonce: '1732093456789012344' },
    { ...vector, method: 'POST' },
    { ...vector, path: '/v1/tickers' },
    { ...vector, body: ' ' },
  ]
  const texts = new Set([vector, ...changed].map((input) => textToSign(input, sha256hex)))
  expect(texts.size).toBe(5)
  expect(textToSign({ ...vector, method: 'get' }, sha256hex)).toBe(vector.text)
})
