import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { memoryNonceStore } from '../../../../electron/broker/authentication/nonces.ts'
import { createSigningKeyHolder } from '../../../../electron/broker/authentication/signingKeyHolder.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

const profile = venueProfile.parse({
  name: 'Signed',
  kind: 'paper',
  restUrl: 'http://127.0.0.1:9',
  streamUrl: 'ws://127.0.0.1:9',
  auth: 'signed',
})

/** A holder whose nonces are seven seconds ahead of their aim: a signer waits three seconds for room. */
function waitingHolder() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pair = {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
    privateKeyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
  const clock = new FakeClock()
  const nonces = memoryNonceStore()
  nonces.write(pair.publicKey, String(BigInt(clock.now() + 2_000) * 1_000_000n))
  const holder = createSigningKeyHolder({
    profile,
    clock,
    send: () => Promise.reject(new Error('nothing is sent')),
    venueTime: () => ({ time: clock.now(), uncertaintyMs: 10 }),
    nonces,
  })
  expect(holder.useKey(pair)).toEqual({ ok: true, value: null })
  const signers: Awaited<ReturnType<typeof holder.signer>>[] = []
  const ask = () => holder.signer().then((signer) => signers.push(signer))
  return { clock, holder, pair, signers, ask }
}

test('a signer waits for room among the nonces', async () => {
  const { clock, signers, ask } = waitingHolder()
  const asked = ask()
  clock.advance(2_990)
  await Promise.resolve()
  expect(signers).toEqual([])
  clock.advance(20)
  await asked
  expect(signers).toMatchObject([{ ok: true }])
})

test('the end of the session ends every wait for room at once, and no signer comes of it', async () => {
  const { holder, signers, ask } = waitingHolder()
  const asked = [ask(), ask()]
  holder.forget()
  // The clock stands still: only the end of the session can end the waits.
  await Promise.all(asked)
  expect(signers).toEqual([
    { ok: false, failure: 'sign in first' },
    { ok: false, failure: 'sign in first' },
  ])
})
