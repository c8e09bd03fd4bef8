import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../../shared/base/random.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { openAuthentication } from '../../../../electron/broker/authentication/authentication.ts'
import { memoryNonceStore } from '../../../../electron/broker/authentication/nonces.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

function newPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

test('requests and private stream of one key share one allocator: no nonce is used twice [5.nonce.4]', async () => {
  const clock = new FakeClock()
  const authentication = openAuthentication({
    profile: venueProfile.parse({
      name: 'S',
      kind: 'paper',
      restUrl: 'http://127.0.0.1:9',
      streamUrl: 'ws://127.0.0.1:9/v1/stream',
      auth: 'signed',
    }),
    clock,
    random: seededRandom(1),
    send: () =>
      Promise.resolve({ kind: 'answered', status: 200, headers: {}, body: '[]', sentAt: 0, receivedAt: 0 }),
    // The same moment for all of them: nothing but the allocator keeps them apart.
    venueTime: () => ({ time: clock.now(), uncertaintyMs: 0 }),
    nonces: memoryNonceStore(7),
    onChange: () => undefined,
    onSignedOff: () => undefined,
  })
  const pair = newPair()
  const given: bigint[] = []
  for (let session = 0; session < 3; session++) {
    await authentication.signIn({ username: '', password: '', signingKey: pair })
    for (let n = 0; n < 20; n++) {
      const signer = await authentication.signer()
      if (!signer.ok) throw new Error(signer.failure)
      const request = signer.value.headers('GET', '/instruments', null)
      const stream = signer.value.authenticate()
      if (!request.ok || !stream.ok || !('nonce' in stream.value)) throw new Error('nothing was signed')
      given.push(BigInt(request.value.nonce ?? ''), BigInt(stream.value.nonce))
    }
    clock.advance(3_000)
  }
  expect(given).toHaveLength(120)
  expect(given.every((nonce, n) => n === 0 || nonce > (given[n - 1] ?? 0n))).toBe(true)
})
