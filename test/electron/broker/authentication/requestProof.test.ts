import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseExact } from '../../../../shared/base/json.ts'
import { ok } from '../../../../shared/base/result.ts'
import { authenticateMessage } from '../../../../shared/broker/stream/streamMessages.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { Nonces } from '../../../../electron/broker/authentication/nonces.ts'
import {
  bearerSigner,
  ed25519Signer,
  jointSigner,
  readPrivateKey,
  type Signer,
} from '../../../../electron/broker/authentication/requestProof.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../../../fixtures/signing-vectors.json', import.meta.url), 'utf8'),
) as {
  publicKey: string
  privateKeyPem: string
  vectors: { nonce: string; method: string; path: string; body: string; signature: string }[]
}
const pair = { publicKey: vectors.publicKey, privateKeyPem: vectors.privateKeyPem }

const nonceOf = (nonce: string): Nonces => ({ state: () => ({ kind: 'ready' }), take: () => ok(nonce) })

function signerOf(nonce: string, more: object = {}): Signer {
  const key = readPrivateKey(pair)
  if (!key.ok) throw new Error(key.failure)
  const profile = venueProfile.parse({
    name: 'S',
    kind: 'paper',
    restUrl: 'http://127.0.0.1:9',
    streamUrl: 'ws://127.0.0.1:9/v1/stream',
    auth: 'signed',
    ...more,
  })
  return ed25519Signer({
    profile,
    key: key.value,
    nonces: nonceOf(nonce),
    renew: () => Promise.resolve(true),
  })
}

test('signs the committed vectors, requests and stream alike [gap.6 gap.7 5.nonce.carry]', () => {
  for (const { nonce, method, path, body, signature } of vectors.vectors) {
    const signer = signerOf(nonce)
    expect(signer.headers(method, path, body === '' ? null : body)).toEqual(
      ok({
        headers: { 'x-nonce': nonce, 'x-public-key': pair.publicKey, 'x-signature': signature },
        nonce,
        // 30 s after the moment that the nonce names.
        validUntil: Number(BigInt(nonce) / 1_000_000n) + 30_000,
      }),
    )
    if (path !== '/v1/stream') continue
    const message = signer.authenticate()
    if (!message.ok) throw new Error(message.failure)
    const sent = { op: 'authenticate', public_key: pair.publicKey, nonce, signature }
    expect(parseExact(authenticateMessage(message.value))).toEqual(ok(sent))
    // As a JSON number it keeps every digit.
    const asNumber = authenticateMessage(message.value, 'number')
    expect(asNumber).toContain(`"nonce":${nonce}}`)
    expect(parseExact(asNumber)).toEqual(ok(sent))
  }
})

test('signs the request line’s path, also under a base path, with the profile’s header names', () => {
  const [vector] = vectors.vectors
  const under = signerOf(vector?.nonce ?? '', {
    restUrl: 'http://127.0.0.1:9/v1/',
    headers: { nonce: 'N', publicKey: 'K', signature: 'S' },
  })
  const proof = under.headers('GET', '/instruments', null)
  expect(proof.ok && proof.value.headers).toEqual({
    n: vector?.nonce,
    k: pair.publicKey,
    s: vector?.signature,
  })
})

test('both proofs are sent together, on requests and on the stream', () => {
  const joint = jointSigner(
    bearerSigner('token-1', () => Promise.resolve(true)),
    signerOf('1732093456789012345'),
  )
  const headers = joint.headers('GET', '/v1/instruments', null)
  expect(headers.ok && Object.keys(headers.value.headers)).toEqual([
    'authorization',
    'x-nonce',
    'x-public-key',
    'x-signature',
  ])
  const message = joint.authenticate()
  expect(message.ok && JSON.parse(authenticateMessage(message.value))).toMatchObject({
    token: 'token-1',
    nonce: '1732093456789012345',
  })
})

test('a key that cannot sign is refused in one sentence that does not repeat it', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  })
  const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  for (const [key, words] of [
    [{ ...pair, privateKeyPem: 'canary' }, 'PEM'],
    [{ ...pair, privateKeyPem: String(rsa) }, 'Ed25519'],
    [{ ...pair, privateKeyPem: String(other) }, 'does not belong'],
    [{ ...pair, publicKey: 'canary' }, 'public key cannot be read'],
  ] as const) {
    const read = readPrivateKey(key)
    expect(read).toMatchObject({ ok: false, failure: expect.stringContaining(words) })
    expect(JSON.stringify(read)).not.toMatch(/canary|MIIE|MC4C/)
  }
  const hex = Buffer.from(pair.publicKey, 'base64').toString('hex')
  expect(readPrivateKey({ ...pair, publicKey: hex }).ok).toBe(true)
})
