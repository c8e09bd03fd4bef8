/** A check of venues that answer badly: what was not read is never called read, and no answer makes the check endless. Over real HTTP and WebSocket. */

import { generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { checkVenue, STOPPED, type VenueCheckOptions } from '../../../../electron/broker/check/checkVenue.ts'
import { memoryNonceStore } from '../../../../electron/broker/authentication/nonces.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { customerCode, type CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { ProbeProgress } from '../../../../shared/domain/venueCheck/venueCheck.ts'

const SIGN_IN = '/auth/jwt/login'
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

/** A venue that takes every sign-in. `answer` writes every other answer. `onSocket`: a stream that was opened. */
async function startVenue(
  answer: (path: string, response: ServerResponse) => void,
  onSocket: (socket: WebSocket) => void = (socket) => socket.close(),
) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    request.resume()
    response.setHeader('content-type', 'application/json')
    if (path === SIGN_IN) return void response.end('{"access_token":"t","token_type":"bearer"}')
    answer(path, response)
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', onSocket)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stops.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { asked, restUrl: `http://127.0.0.1:${port}`, streamUrl: `ws://127.0.0.1:${port}` }
}

interface Addresses {
  readonly restUrl: string
  readonly streamUrl: string
}

const optionsOf = ({ restUrl, streamUrl }: Addresses): VenueCheckOptions => ({
  profile: venueProfile.parse({ name: 'V', kind: 'paper', restUrl, streamUrl }),
  credentials: { username: 'u', password: 'p' },
  customer: null,
  clock: clockOf(globalThis),
  random: seededRandom(3),
  WebSocket,
})

async function check(venue: Addresses, clock = clockOf(globalThis), customer: CustomerCode | null = null) {
  const checked = await checkVenue({ ...optionsOf(venue), clock, customer })
  if (!checked.ok) throw new Error(checked.failure)
  return checked.value
}

test('a venue whose lists all fail is called read about nothing but the refusals', async () => {
  const venue = await startVenue((_path, response) => {
    response.statusCode = 503
    response.end()
  })
  const { findings } = await check(venue)
  const read = findings.filter(({ certainty }) => certainty === 'sure')
  expect(read.map(({ sentence }) => sentence)).toEqual(
    Array.from({ length: 4 }, () => 'The venue answered 503. Nothing is known of the form of this list.'),
  )
})

/** What is said about the resources that no list covers: `certainty: sentence`. */
async function othersOf(status: number, body: string, customer: string | null) {
  const venue = await startVenue((_path, response) => {
    response.statusCode = status
    response.end(body)
  })
  const { findings } = await check(
    venue,
    clockOf(globalThis),
    customer === null ? null : customerCode.parse(customer),
  )
  const names = ['market trades', 'customer trades', 'fee profile', 'margin profile', 'webhooks']
  return names.map((name) => {
    const finding = findings.find(({ about }) => about === name)
    return `${finding?.certainty}: ${finding?.sentence}`
  })
}

test('a resource that was not asked for, or answered without records, is not known', async () => {
  const [marketTrades, ...ofCustomer] = await othersOf(200, '{"message":"no such route"}', null)
  expect(marketTrades).toBe('open: Not asked for: no row names an instrument.')
  expect(ofCustomer.slice(0, 3)).toEqual(
    Array.from(
      { length: 3 },
      () => 'open: Not asked for: no trade and no ledger row names a customer. Name one yourself.',
    ),
  )
  expect(ofCustomer.at(-1)).toBe(
    'open: /webhooks: the venue answered 200, without a list of records. Ask the broker.',
  )
  expect((await othersOf(200, '{"message":"no such route"}', 'C1042')).at(3)).toBe(
    'open: /v1/customers/C1042/margin-profile: the venue answered 200, without a margin that Openpit can read.',
  )
})

test('a missing resource, an unknown customer and a failure are three findings', async () => {
  const missing = await othersOf(404, '', 'C1042')
  expect(missing.slice(2)).toEqual(
    ['/v1/customers/C1042/fee-profile', '/v1/customers/C1042/margin-profile', '/webhooks'].map(
      (path) => `sure: ${path}: there is no such resource (404). Correct its path in the profile.`,
    ),
  )
  expect((await othersOf(404, '{"error":{"code":"CUSTOMER_NOT_FOUND"}}', 'C1042')).at(2)).toBe(
    'open: /v1/customers/C1042/fee-profile: the venue does not know the customer C1042 (CUSTOMER_NOT_FOUND). Name another.',
  )
  expect((await othersOf(403, '', 'C1042')).at(4)).toBe(
    "sure: /webhooks: refused (403). Check the user's rights.",
  )
  expect((await othersOf(503, '', 'C1042')).at(4)).toBe(
    'open: /webhooks: the venue answered 503. Ask the broker.',
  )
})

test('an answer without a list is not called a list of open orders', async () => {
  const venue = await startVenue((_path, response) => void response.end('{"message":"no such route"}'))
  const { findings } = await check(venue, clockOf(globalThis), customerCode.parse('C1042'))
  const about = findings.filter((finding) => finding.about === 'capabilities.openOrders')
  expect(about.map(({ certainty }) => certainty)).toEqual(['open'])
  expect(about[0]?.sentence).toBe(
    'The venue answered 200, without a list, when asked for the open orders of C1042. Whether it lists them is not known. Ask the broker.',
  )
})

test('a check that waits because the venue limits it ends at once when it is stopped', async () => {
  const venue = await startVenue((_path, response) => {
    response.statusCode = 429
    response.setHeader('retry-after', '7')
    response.end()
  })
  const real = clockOf(globalThis)
  const stop = new AbortController()
  let waiting = 0
  // The seven seconds never pass: only the stop can end the wait.
  const clock = {
    ...real,
    after(ms: number, run: () => void) {
      if (ms !== 7_000) return real.after(ms, run)
      waiting += 1
      queueMicrotask(() => stop.abort())
      return () => void (waiting -= 1)
    },
  }
  const stopped = await checkVenue({ ...optionsOf(venue), clock, signal: stop.signal })
  expect(stopped).toEqual({ ok: false, failure: STOPPED })
  expect(waiting).toBe(0)
  expect(venue.asked).toHaveLength(2)
})

/** A key pair, and nonces that leave no room for three seconds. */
function fullNonces() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const signingKey = {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
    privateKeyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
  const nonces = memoryNonceStore()
  nonces.write(signingKey.publicKey, String(BigInt(Date.now() + 2_000) * 1_000_000n))
  return { signingKey, nonces }
}

test('a check that waits for room among its nonces ends at once when it is stopped', async () => {
  const venue = await startVenue((_path, response) => response.end('[]'))
  const { signingKey, nonces } = fullNonces()
  const real = clockOf(globalThis)
  const stop = new AbortController()
  let [waited, waiting] = [0, 0]
  // The wait of some three seconds never passes: only the stop can end it.
  const clock = {
    ...real,
    after(ms: number, run: () => void) {
      if (ms < 2_000 || ms >= 4_000) return real.after(ms, run)
      waited += 1
      waiting += 1
      queueMicrotask(() => stop.abort())
      return () => void (waiting -= 1)
    },
  }
  const options = optionsOf(venue)
  const stopped = await checkVenue({
    ...options,
    profile: { ...options.profile, auth: 'signed' },
    credentials: { username: '', password: '', signingKey },
    nonces,
    clock,
    signal: stop.signal,
  })
  expect(stopped).toEqual({ ok: false, failure: STOPPED })
  expect([waited, waiting]).toEqual([1, 0])
})

test('a check names the last signature that the venue accepted, with the clocks, and a refused one never', async () => {
  const { signingKey } = fullNonces()
  const findingOf = async (
    auth: 'signed' | 'bearer',
    answer: (path: string, response: ServerResponse) => void,
  ) => {
    const options = optionsOf(await startVenue(answer))
    const checked = await checkVenue({
      ...options,
      profile: { ...options.profile, auth },
      credentials: { username: 'u', password: 'p', signingKey },
    })
    if (!checked.ok) throw new Error(checked.failure)
    return checked.value.findings.find(({ about }) => about === 'signature')
  }
  const accepted = await findingOf('signed', (_path, response) => response.end('[]'))
  expect(accepted).toMatchObject({
    certainty: 'sure',
    sentence: expect.stringMatching(
      /^The venue accepted the last signature at 20\d\d-\d\d-\d\dT[\d:.]+Z by the clock of this machine\. The venue’s time less the time of this machine was -?\d+ ms then, give or take \d+ ms\.$/,
    ) as string,
  })
  expect(await findingOf('bearer', (_path, response) => response.end('[]'))).toBeUndefined()
})

test('the clocks are compared when an answer comes, not at the end of a check that took minutes', async () => {
  const real = clockOf(globalThis)
  let passed = 0
  const clock = { ...real, now: () => real.now() + passed }
  const venue = await startVenue((_path, response) => {
    // Each read takes half a minute on both clocks.
    passed += 30_000
    response.setHeader('date', new Date(clock.now()).toUTCString())
    response.end('{"items":[]}')
  })
  const { findings } = await check(venue, clock)
  expect(findings.find(({ about }) => about === 'clock')?.sentence).toBe(
    'The clocks agree within two seconds.',
  )
})

test('a page with thousands of fields beside its rows is asked about a bounded number of cursors', async () => {
  const beside = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`way${n}`, `x${n}`]))
  const page = JSON.stringify({ items: [{ code: 'a' }], ...beside })
  const venue = await startVenue((_path, response) => response.end(page))
  await check(venue)
  expect(venue.asked.length).toBeLessThan(200)
})

test('rows that cannot be read fail the proof, which says how many', async () => {
  const venue = await startVenue((path, response) =>
    response.end(path.startsWith('/v1/trades') ? '{"items":[{"code":"a"}]}' : '{"items":[]}'),
  )
  const heard: ProbeProgress[] = []
  const checked = await checkVenue({ ...optionsOf(venue), onProbe: (progress) => heard.push(progress) })
  expect(heard.at(-1)).toEqual({
    probe: 'proof',
    state: 'failed',
    sentence: expect.stringMatching(/^1 of 1 trades cannot be read: /) as string,
  })
  const found = checked.ok ? checked.value.findings : []
  expect(found.filter(({ fit }) => fit === 'misfit').map(({ about }) => about)).toEqual(['records'])
})

test('a ledger that shows completed rows alone proves no filter by status', async () => {
  const rows = JSON.stringify({ items: [{ code: 'a', status: 'completed' }] })
  const venue = await startVenue((_path, response) => response.end(rows))
  const { findings } = await check(venue)
  expect(findings.find(({ about }) => about === 'parameters.ledgerStatus')).toMatchObject({
    certainty: 'guess',
  })
})

test('a message of the stream beyond the bound ends the connection, and is not taken in', async () => {
  const instruments = JSON.stringify({ items: [{ symbol: 'BTCUSDC_PERP' }] })
  const real = clockOf(globalThis)
  // The ten seconds for messages never pass: only the message itself can end the probe.
  const clock = {
    ...real,
    after: (ms: number, run: () => void) => (ms === 10_000 ? () => {} : real.after(ms, run)),
  }
  const venue = await startVenue(
    (_path, response) => response.end(instruments),
    (socket) => socket.on('message', () => socket.send(`"${'x'.repeat(5 << 20)}"`)),
  )
  const { findings } = await check(venue, clock)
  expect(findings.find(({ about }) => about === 'stream')?.certainty).toBe('open')
})
