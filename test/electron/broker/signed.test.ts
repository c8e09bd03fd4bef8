/** The adapter with signed requests against the real paper broker, on a machine whose clock is hours off. */

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clockOf, type Clock } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile, type VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { Connection } from '../../../shared/contract/status.ts'
import { plainDraft, type OrderDraft, type OrderReport } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import { openBroker, type BrokerOptions } from '../../../electron/broker/broker.ts'
import type { Broker } from '../../../electron/core/ports/broker.ts'
import type { SignInFailure } from '../../../electron/core/ports/brokerAnswers.ts'
import { memoryNonceStore } from '../../../electron/broker/authentication/nonces.ts'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import {
  startPaperBroker,
  type PaperBroker,
  type PaperBrokerOptions,
} from '../../../electron/paper/paperBroker.ts'
import { reply, startRawVenue } from './rawVenue.ts'
import { listenerOf } from '../../fakes/venue/brokerListener.ts'
import { freely } from '../../fakes/venue/alwaysDispatch.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const HOUR = 3_600_000
const real = clockOf(globalThis)
const C1042 = 'C1042' as CustomerCode

/** A wall clock that is off, and can be set; the rest is real. */
function offClock(offsetMs: number): Clock & { offsetMs: number } {
  const clock = { ...real, offsetMs, now: () => real.now() + clock.offsetMs }
  return clock
}

function newPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
    privateKeyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

async function startPaper(options: Partial<PaperBrokerOptions>): Promise<PaperBroker> {
  const clock = options.clock ?? real
  const paper = await startPaperBroker({
    exchange: simulatedExchange({ seed: 7, clock, historyHours: 0 }),
    clock,
    randomBytes,
    onFault: (error) => {
      throw error
    },
    transferDelayMs: 20,
    ...options,
  })
  ends.push(() => paper.close())
  return paper
}

const profileOf = (paper: PaperBroker, auth: VenueProfile['auth']): VenueProfile =>
  venueProfile.parse({
    name: 'Signed',
    kind: 'paper',
    restUrl: paper.restUrl,
    streamUrl: paper.streamUrl,
    auth,
  })

function connect(profile: VenueProfile, more: Partial<BrokerOptions> = {}): Broker {
  const broker = openBroker({ clock: offClock(3 * HOUR), random: seededRandom(1), ...more })(profile)
  ends.push(() => broker.close())
  return broker
}

function listenTo(broker: Broker) {
  const heard = { orders: [] as OrderReport[], states: [] as Connection[], signedOff: [] as SignInFailure[] }
  broker.listen(
    listenerOf({
      order: (report) => heard.orders.push(report),
      connection: (state) => heard.states.push(state),
      signedOff: (why) => heard.signedOff.push(why),
    }),
  )
  const live = () => heard.states.at(-1)?.streams.filter(({ state }) => state === 'live').length
  return { heard, live }
}

let serial = 0
const nextId = () => `signed-${++serial}` as ReferenceId
const bid: OrderDraft = plainDraft({
  customerCode: C1042,
  symbol: 'BTCUSDC_PERP' as Symbol,
  side: 'buy',
  type: 'limit',
  amount: '0.01' as DecimalText,
  limitPrice: '1000' as DecimalText,
  timeInForce: 'GTC',
})

describe.each(['signed', 'both'] as const)('auth: %s', (auth) => {
  test.each([3 * HOUR, -26 * HOUR, 40_000])(
    'reads, orders, cancels, transfers and the private channels work with a clock off by %i ms [gap.6 gap.7 5.nonce.4]',
    async (offset) => {
      const pair = newPair()
      const paper = await startPaper({ auth, signingKeys: [pair.publicKey] })
      const clock = offClock(offset)
      const broker = connect(profileOf(paper, auth), { clock })
      const { username, password } = paper
      const beganAt = clock.now()
      expect(broker.load().signatureAt).toBeNull()
      expect(await broker.signIn({ username, password, signingKey: pair })).toEqual({ ok: true, value: null })
      const { heard, live } = listenTo(broker)
      await vi.waitFor(() => expect(live()).toBe(3))

      const id = nextId()
      expect(await broker.createOrder(id, bid, freely)).toMatchObject({
        kind: 'accepted',
        value: { status: 'open' },
      })
      await vi.waitFor(() => expect(heard.orders.at(-1)).toMatchObject({ referenceId: id, status: 'open' }))
      expect((await broker.cancelOrder(C1042, id, freely)).kind).toBe('accepted')
      await vi.waitFor(() =>
        expect(heard.orders.at(-1)).toMatchObject({ referenceId: id, status: 'canceled' }),
      )
      const deposit = {
        kind: 'deposit',
        customerCode: C1042,
        asset: 'USDC',
        amount: '5' as DecimalText,
      } as const
      expect((await broker.transfer(deposit, freely)).kind).toBe('accepted')

      // Many at once, each with a nonce of its own: one used twice would be refused.
      const reads = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? broker.order(C1042, id) : broker.tickers())),
      )
      expect(reads.filter(({ ok }) => !ok)).toEqual([])
      expect(broker.load().signatureAt).toBeGreaterThanOrEqual(beganAt)
      expect(broker.load().signatureAt).toBeLessThanOrEqual(clock.now())
      expect(heard.signedOff).toEqual([])
    },
  )

  test('an unknown key is reported at sign-in, and a missing key before anything is sent', async () => {
    const paper = await startPaper({ auth, signingKeys: [newPair().publicKey] })
    const broker = connect(profileOf(paper, auth))
    const { username, password } = paper
    expect(await broker.signIn({ username, password, signingKey: newPair() })).toMatchObject({
      ok: false,
      failure: { kind: 'bad-credentials', code: null, message: expect.stringContaining('(UNAUTHORIZED)') },
    })
    expect(await broker.signIn({ username, password })).toMatchObject({
      failure: { message: expect.stringContaining('key pair') },
    })
    expect(broker.load().signatureAt).toBeNull()
    expect(await broker.createOrder(nextId(), bid, freely)).toMatchObject({ kind: 'not-sent' })
  })
})

describe('the venue’s time', () => {
  test('after a jump of the venue’s clock a read repeats; a mutation is unknown and never resent [7.401]', async () => {
    const pair = newPair()
    const clock = offClock(0)
    const paper = await startPaper({ auth: 'signed', signingKeys: [pair.publicKey], clock })
    const broker = connect(profileOf(paper, 'signed'))
    await broker.signIn({ username: '', password: '', signingKey: pair })

    clock.offsetMs = 90_000
    expect((await broker.instruments()).ok).toBe(true)

    clock.offsetMs = 180_000
    const id = nextId()
    expect(await broker.createOrder(id, bid, freely)).toMatchObject({ kind: 'unknown' })
    expect(await broker.order(C1042, id)).toMatchObject({ ok: false, failure: { code: 'NOT_FOUND' } })
    expect((await broker.createOrder(nextId(), bid, freely)).kind).toBe('accepted')
  })

  test('after a jump the private channels authenticate again with the new time, also as a number [7.401 gap.7]', async () => {
    const pair = newPair()
    const clock = offClock(0)
    const paper = await startPaper({ auth: 'signed', signingKeys: [pair.publicKey], clock })
    const profile = profileOf(paper, 'signed')
    const broker = connect({ ...profile, numbers: { ...profile.numbers, nonce: 'number' } })
    await broker.signIn({ username: '', password: '', signingKey: pair })
    clock.offsetMs = 90_000
    const { heard, live } = listenTo(broker)
    await vi.waitFor(() => expect(live()).toBe(3), 4_000)
    expect(heard.states.some(({ streams }) => streams.some(({ state }) => state === 'down'))).toBe(true)
    expect(heard.signedOff).toEqual([])
  })

  test('is read by a cheap request before a mutation after the machine slept', async () => {
    const venue = await startRawVenue()
    ends.push(() => venue.close())
    const pair = newPair()
    const clock = offClock(0)
    const date = () => [`date: ${new Date(real.now()).toUTCString()}`]
    venue.answer = (delivery) => reply(delivery, delivery.method === 'GET' ? 200 : 400, [], date())
    const broker = connect({ ...venue.profile, auth: 'signed' }, { clock })
    expect((await broker.signIn({ username: '', password: '', signingKey: pair })).ok).toBe(true)
    const signed = () =>
      venue.deliveries.splice(0).map(({ method, headers }) => [method, headers['x-nonce'] !== undefined])
    // First the time, without a signature; then the key is tried.
    expect(signed()).toEqual([
      ['GET', false],
      ['GET', true],
    ])
    await broker.createOrder(nextId(), bid, freely)
    expect(signed()).toEqual([['POST', true]])
    clock.offsetMs = 60_000
    await Promise.all([broker.createOrder(nextId(), bid, freely), broker.createOrder(nextId(), bid, freely)])
    expect(signed()).toEqual([
      ['GET', false],
      ['POST', true],
      ['POST', true],
    ])
    // Where it cannot be had, nothing leaves.
    clock.offsetMs = 120_000
    venue.answer = (delivery) => reply(delivery, 200, [])
    expect(await broker.createOrder(nextId(), bid, freely)).toMatchObject({
      kind: 'not-sent',
      message: expect.stringContaining('time'),
    })
    expect(signed()).toEqual([['GET', false]])
  })

  test('a refused read is repeated once, and three in a row end the session', async () => {
    const venue = await startRawVenue()
    ends.push(() => venue.close())
    const pair = newPair()
    let status = 200
    const date = () => [`date: ${new Date(real.now()).toUTCString()}`]
    venue.answer = (delivery) => reply(delivery, status, [], date())
    const broker = connect({ ...venue.profile, auth: 'signed' })
    await broker.signIn({ username: '', password: '', signingKey: pair })
    const { heard } = listenTo(broker)
    venue.deliveries.splice(0)
    status = 401
    expect(await broker.instruments()).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } })
    const asked = venue.deliveries.filter(({ path }) => path === '/v1/instruments')
    const nonces = asked.map(({ headers }) => headers['x-nonce'])
    expect(nonces).toEqual([expect.any(String), undefined, expect.any(String)])
    expect(nonces[0]).not.toBe(nonces[2])
    await broker.instruments()
    expect(heard.signedOff).toEqual([])
    await broker.instruments()
    expect(heard.signedOff).toHaveLength(1)
    expect(await broker.createOrder(nextId(), bid, freely)).toEqual({
      kind: 'not-sent',
      message: 'Not sent: sign in first.',
    })
  })
})

test('nonces go on from where the last run kept them, so that a restart repeats none', async () => {
  const pair = newPair()
  const paper = await startPaper({ auth: 'signed', signingKeys: [pair.publicKey] })
  const nonces = memoryNonceStore(99)
  for (let run = 0; run < 3; run++) {
    const broker = connect(profileOf(paper, 'signed'), { nonces })
    expect((await broker.signIn({ username: '', password: '', signingKey: pair })).ok).toBe(true)
    const before = nonces.read(pair.publicKey)
    expect((await broker.instruments()).ok).toBe(true)
    expect(BigInt(nonces.read(pair.publicKey) ?? '0') >= BigInt(before ?? '0')).toBe(true)
    broker.close()
  }
})
