import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyDelivery } from '../../../electron/broker/deliverySignature.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const der = publicKey.export({ type: 'spki', format: 'der' })
const body = '{"event":"entitlementCompleted","customer":"Zoë"}'
const signature = sign(null, Buffer.from(body), privateKey)

describe('a pasted webhook delivery [gap.27 5.webhooks]', () => {
  test.each([
    ['PEM', publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    ['DER in base64', der.toString('base64')],
    ['32 bytes in base64', der.subarray(-32).toString('base64')],
    ['32 bytes in base64url', der.subarray(-32).toString('base64url')],
    ['32 bytes in hex', der.subarray(-32).toString('hex')],
  ])('is genuine under the key as %s, and not when a byte differs', (_form, key) => {
    for (const written of ['base64', 'base64url', 'hex'] as const)
      expect(verifyDelivery(key, body, signature.toString(written))).toEqual({ ok: true, value: true })
    expect(verifyDelivery(key, `${body} `, signature.toString('base64'))).toEqual({ ok: true, value: false })
    expect(verifyDelivery(` ${key}\n`, body, `${signature.toString('base64')}\n`)).toEqual({
      ok: true,
      value: true,
    })
  })

  test('another key is no proof', () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' })
    expect(verifyDelivery(other.toString('hex'), body, signature.toString('hex'))).toEqual({
      ok: true,
      value: false,
    })
  })

  test.each([
    ['nothing', ''],
    ['words', 'not a key'],
    ['a broken PEM', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
    [
      'a key of another kind',
      generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ],
  ])('%s for a key is said, not taken for a false signature', (_what, key) => {
    expect(verifyDelivery(key, body, signature.toString('hex'))).toMatchObject({
      ok: false,
      failure: expect.stringMatching(/public key/) as string,
    })
  })

  test.each(['', 'zz', signature.subarray(1).toString('hex'), createHash('sha256').digest('hex')])(
    'a signature that is none is said: %s',
    (text) => {
      expect(verifyDelivery(der.toString('base64'), body, text)).toMatchObject({
        ok: false,
        failure: expect.stringMatching(/signature/) as string,
      })
    },
  )
})
