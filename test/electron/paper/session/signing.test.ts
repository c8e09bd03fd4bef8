import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { PaperBrokerOptions } from '../../../../electron/paper/paperBroker.ts'
import { BTC } from '../../../fakes/venue/fakeExchange.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { listen, openTestBroker } from '../testBroker.ts'

// A client of its own, by docs/api.md#gap.6 and #gap.7 alone: it shares no code with the broker.
interface Pair {
  readonly publicKey: string
  readonly key: KeyObject
}

function newPair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { publicKey: raw.toString('base64'), key: createPrivateKey(pem) }
}

const signature = ({ key }: Pair, nonce: string, method: string, path: string, body = ''): string => {
  const hash = createHash('sha256').update(body).digest('hex')
  return sign(null, Buffer.from(`${nonce}\n${method}\n${path}\n${hash}`), key).toString('base64')
}

const headersOf = (pair: Pair, nonce: string, method: string, path: string, body = '') => ({
  'X-Nonce': nonce,
  'X-Public-Key': pair.publicKey,
  'X-Signature': signature(pair, nonce, method, path, body),
})

const nanoseconds = (ms: number, more = 0n): string => String(BigInt(ms) * 1_000_000n + more)

async function signedBroker(options: Partial<PaperBrokerOptions> = {}) {
  const pair = newPair()
  const desk = await openTestBroker({ signingKeys: [pair.publicKey], ...options })
  let serial = 0n
  const nonce = (offsetMs = 0) => nanoseconds(desk.clock.now() + offsetMs, (serial += 1n))
  const ask = async (path: string, value: string, more: { method?: string; body?: string } = {}) => {
    const { method = 'GET', body = '' } = more
    const type = body === '' ? {} : { 'Content-Type': 'application/json' }
    return desk.raw(path, {
      method,
      headers: { ...headersOf(pair, value, method, path, body), ...type },
      ...(body === '' ? {} : { body }),
    })
  }
  return { desk, pair, nonce, ask }
}

const INSTRUMENTS = '/v1/instruments'

describe('the nonce', () => {
  test('is accepted from 30 s behind to 5 s ahead of the broker’s time, which every answer has [5.nonce.2 5.nonce.6 8.nonce 7.401]', async () => {
    const { desk, ask, nonce } = await signedBroker()
    const edges = [-30_001, -30_000, -1, 0, 4_999, 5_001] as const
    const statuses: number[] = []
    const codes: string[] = []
    for (const edge of edges) {
      const answer = await ask(INSTRUMENTS, nonce(edge))
      statuses.push(answer.status)
      expect(answer.headers.get('date')).toBe(new Date(desk.clock.now()).toUTCString())
      if (answer.status === 401) codes.push(answer.body.code)
    }
    expect(statuses).toEqual([401, 200, 200, 200, 200, 401])
    expect(codes).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED'])
  })

  test('serves once per key; it need not increase [5.nonce.2 5.nonce.3]', async () => {
    const { ask, nonce } = await signedBroker()
    const [first, second] = [nonce(-1_000), nonce(0)]
    const statuses = []
    for (const value of [second, first, first, second]) statuses.push((await ask(INSTRUMENTS, value)).status)
    expect(statuses).toEqual([200, 200, 401, 401])
    const again = await ask('/v1/tickers', second)
    expect([again.status, again.body.message]).toEqual([401, 'the nonce was used before'])
    // Another request that is refused for its own sake has used its nonce too.
    const third = nonce()
    expect((await ask('/v1/customers/C1042/orders/none', third)).status).toBe(404)
    expect((await ask(INSTRUMENTS, third)).status).toBe(401)
  })

  test('of another key may be the same', async () => {
    const [one, two] = [newPair(), newPair()]
    const { desk } = await signedBroker({ signingKeys: [one.publicKey, two.publicKey] })
    const value = nanoseconds(desk.clock.now())
    for (const pair of [one, two]) {
      const headers = headersOf(pair, value, 'GET', INSTRUMENTS)
      expect((await desk.raw(INSTRUMENTS, { headers })).status).toBe(200)
      expect((await desk.raw(INSTRUMENTS, { headers })).status).toBe(401)
    }
  })

  test.each([
    '1',
    '42',
    '1767603600000',
    '1767603600000000',
    '-1',
    '0x10',
    '1e18',
    '',
    ' ',
    '9'.repeat(40),
    '1767603600.5',
  ])('as %j is refused [5.nonce.1 5.nonce.5 7.401]', async (value) => {
    const { ask } = await signedBroker()
    expect((await ask(INSTRUMENTS, value)).status).toBe(401)
  })

  test('is one namespace for REST and WebSocket [5.nonce.4 5.nonce.carry gap.7]', async () => {
    const { desk, pair, ask, nonce } = await signedBroker()
    const frame = (value: string) => ({
      op: 'authenticate',
      public_key: pair.publicKey,
      nonce: value,
      signature: signature(pair, value, 'GET', '/v1/stream'),
    })
    const [used, fresh] = [nonce(), nonce()]
    expect((await ask(INSTRUMENTS, used)).status).toBe(200)
    const listener = await listen(desk.broker)
    await listener.ask(frame(used))
    expect(listener.received.at(-1)).toMatchObject({ op: 'authenticate', code: 'UNAUTHORIZED' })
    await listener.ask(frame(fresh))
    expect(listener.received.at(-1)).toEqual({ op: 'authenticate', args: [] })
    expect((await ask(INSTRUMENTS, fresh)).status).toBe(401)
    await listener.ask({ op: 'subscribe', args: ['orders'] })
    await desk.order('mine', { amount: '0.1' })
    await vi.waitFor(() => expect(listener.on('orders')).toHaveLength(1))
  })

  test('on the stream may be a JSON number of all its digits', async () => {
    const { desk, pair, nonce } = await signedBroker()
    const value = nonce()
    const listener = await listen(desk.broker)
    const proof = signature(pair, value, 'GET', '/v1/stream')
    await listener.ask(
      `{"op":"authenticate","public_key":"${pair.publicKey}","nonce":${value},"signature":"${proof}"}`,
    )
    expect(listener.received.at(-1)).toEqual({ op: 'authenticate', args: [] })
  })

  test('stays used across a restart, and where the broker’s clock goes back', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'openpit-nonces-'))
    onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }))
    const pair = newPair()
    const start = Date.UTC(2026, 0, 5, 9)
    const value = nanoseconds(start)
    const headers = headersOf(pair, value, 'GET', INSTRUMENTS)
    for (const [clock, expected] of [
      [new FakeClock(start), 200],
      [new FakeClock(start + 5_000), 401],
      [new FakeClock(start - 4_000), 401],
    ] as const) {
      const desk = await openTestBroker({ dataDirectory, clock, signingKeys: [pair.publicKey] })
      expect((await desk.raw(INSTRUMENTS, { headers })).status).toBe(expected)
      await desk.broker.close()
    }
  })

  test('is not used up by a request that somebody else forged', async () => {
    const { desk, pair, ask, nonce } = await signedBroker()
    const value = nonce()
    const forged = { ...headersOf(newPair(), value, 'GET', INSTRUMENTS), 'X-Public-Key': pair.publicKey }
    expect((await desk.raw(INSTRUMENTS, { headers: forged })).status).toBe(401)
    expect((await ask(INSTRUMENTS, value)).status).toBe(200)
  })
})

describe('the signature', () => {
  test('covers method, path, query and body: an order changed on its way is refused [gap.6]', async () => {
    const { desk, pair, ask, nonce } = await signedBroker()
    const path = '/v1/customers/C1042/orders'
    const order = { reference_id: 'a', symbol: BTC, side: 'buy', type: 'market', amount: '0.1' }
    const body = JSON.stringify(order)
    const send = (value: string, sent: string, to = path) =>
      desk.raw(to, {
        method: 'POST',
        headers: { ...headersOf(pair, value, 'POST', path, body), 'Content-Type': 'application/json' },
        body: sent,
      })
    expect((await send(nonce(), body.replace('0.1', '1.1'))).status).toBe(401)
    expect((await send(nonce(), body, '/v1/customers/C2007/orders')).status).toBe(401)
    expect((await send(nonce(), body, `${path}?x=1`)).status).toBe(401)
    expect((await desk.get(path)).body).toEqual([])
    expect((await ask(path, nonce(), { method: 'POST', body })).status).toBeLessThan(300)
    expect((await ask(`${path}?symbol=${BTC}`, nonce())).status).toBe(200)
  })

  test('of an unknown key, of a wrong shape, or missing is refused', async () => {
    const { desk, pair, nonce } = await signedBroker()
    const good = () => headersOf(pair, nonce(), 'GET', INSTRUMENTS)
    const stranger = newPair()
    for (const headers of [
      headersOf(stranger, nonce(), 'GET', INSTRUMENTS),
      { ...good(), 'X-Public-Key': 'x' },
      { ...good(), 'X-Signature': 'x' },
      { ...good(), 'X-Signature': '' },
      { 'X-Nonce': nonce() },
      { 'X-Public-Key': pair.publicKey },
      { 'X-Signature': good()['X-Signature'] },
      {},
    ])
      expect((await desk.raw(INSTRUMENTS, { headers })).body.code).toBe('UNAUTHORIZED')
  })

  test('decides where a token is sent too; each mode asks for its own proof', async () => {
    const outcome = async (auth: 'bearer' | 'signed' | 'both') => {
      const { desk, pair, nonce } = await signedBroker({ auth })
      const token = { Authorization: `Bearer ${desk.token}` }
      const proof = () => headersOf(pair, nonce(), 'GET', INSTRUMENTS)
      const bad = () => ({ ...proof(), 'X-Signature': proof()['X-Signature'].replace(/^./, '!') })
      const all = [token, proof(), { ...token, ...proof() }, { ...token, ...bad() }, {}]
      const statuses = []
      for (const headers of all) statuses.push((await desk.raw(INSTRUMENTS, { headers })).status)
      return statuses
    }
    expect(await outcome('bearer')).toEqual([200, 401, 200, 200, 401])
    expect(await outcome('signed')).toEqual([401, 200, 200, 401, 401])
    expect(await outcome('both')).toEqual([200, 200, 200, 401, 401])
  })
})

test('stream upgrades, their refusals and answers to non-HTTP bytes have the time too [5.nonce.6]', async () => {
  const { desk } = await signedBroker()
  const dates = (['/v1/stream', '/v1/elsewhere'] as const).map(
    (path) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(desk.broker.streamUrl.replace('/v1/stream', path))
        socket.on('upgrade', (response) => resolve(response.headers.date))
        socket.on('unexpected-response', (_request, response) => resolve(response.headers.date))
        socket.on('error', reject)
        onTestFinished(() => socket.terminate())
      }),
  )
  const now = new Date(desk.clock.now()).toUTCString()
  expect(await Promise.all(dates)).toEqual([now, now])
})
