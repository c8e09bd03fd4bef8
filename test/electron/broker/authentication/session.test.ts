import { afterEach, expect, test, vi } from 'vitest'
import { clockOf } from '../../../../shared/base/clock.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import type { Connection } from '../../../../shared/contract/status.ts'
import type { CustomerCode, ReferenceId } from '../../../../shared/domain/scalars.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { openBroker, type BrokerOptions } from '../../../../electron/broker/broker.ts'
import { tokenEnd } from '../../../../electron/broker/authentication/session.ts'
import type { Broker, BrokerListener } from '../../../../electron/core/ports/broker.ts'
import type { SignInFailure } from '../../../../electron/core/ports/brokerAnswers.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { reply, startRawVenue, type Delivery, type RawVenue } from '../rawVenue.ts'
import { freely } from '../../../fakes/venue/alwaysDispatch.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const credentials = { username: 'dealer', password: 'canary-password &=+' }

async function open(more: Partial<BrokerOptions> = {}): Promise<{ venue: RawVenue; broker: Broker }> {
  const venue = await startRawVenue()
  ends.push(() => venue.close())
  const broker = openBroker({ clock: clockOf(globalThis), random: seededRandom(1), ...more })(venue.profile)
  ends.push(() => broker.close())
  return { venue, broker }
}

function listening(broker: Broker) {
  const signedOff: SignInFailure[] = []
  const states: Connection[] = []
  const ignore = () => {}
  const listener: BrokerListener = {
    order: ignore,
    trade: ignore,
    balanceChange: ignore,
    resumed: ignore,
    channel: () => undefined,
    connection: (state) => states.push(state),
    unreadable: ignore,
    unread: ignore,
    tradeLost: ignore,
    signedOff: (why) => signedOff.push(why),
  }
  broker.listen(listener)
  return { signedOff, states }
}

const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

test('signs in with a form that survives any password, and sends the token from then on [4.login 5.jwt.1 5.jwt.2 4.bearer]', async () => {
  const { venue, broker } = await open()
  expect(await broker.signIn(credentials)).toEqual({ ok: true, value: null })
  const [login] = venue.logins
  expect(login?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect([...new URLSearchParams(login?.body)]).toEqual(Object.entries(credentials))
  venue.answer = (delivery) => reply(delivery, 200, [])
  await broker.instruments()
  expect(venue.deliveries[0]?.headers['authorization']).toBe('Bearer token-1')
})

test.each([
  [400, { detail: 'LOGIN_BAD_CREDENTIALS' }, 'bad-credentials', 'LOGIN_BAD_CREDENTIALS'],
  [400, { code: 'LOGIN_BAD_CREDENTIALS', message: 'x' }, 'bad-credentials', 'LOGIN_BAD_CREDENTIALS'],
  [400, { error: { code: 'LOGIN_USER_NOT_VERIFIED' } }, 'not-verified', 'LOGIN_USER_NOT_VERIFIED'],
  [422, { detail: [{ loc: ['body', 'username'], msg: 'field required' }] }, 'unreadable', null],
  [503, '<html>', 'unreachable', null],
  [404, 'Not Found', 'unreadable', null],
  [200, { token_type: 'bearer' }, 'unreadable', null],
  [200, 'welcome canary-token', 'unreadable', null],
] as const)(
  'a login answered %i %j is %s [5.jwt.4 7.LOGIN_BAD_CREDENTIALS 7.LOGIN_USER_NOT_VERIFIED gap.3]',
  async (status, body, kind, code) => {
    const { venue, broker } = await open()
    venue.answerLogin = (delivery) => reply(delivery, status, body)
    const done = await broker.signIn(credentials)
    expect(done).toMatchObject({ ok: false, failure: { kind, code } })
    expect(JSON.stringify(done)).not.toContain('canary')
    expect(venue.logins).toHaveLength(1)
  },
)

test('a 422 names the field [7.422]', async () => {
  const { venue, broker } = await open()
  venue.answerLogin = (delivery) =>
    reply(delivery, 422, { detail: [{ loc: ['body', 'username'], msg: 'field required' }] })
  expect(await broker.signIn(credentials)).toMatchObject({
    failure: { message: expect.stringContaining('username: field required') },
  })
})

test('a venue that is down, or a missing address, is reported in one sentence', async () => {
  const { venue, broker } = await open()
  await venue.close()
  expect(await broker.signIn(credentials)).toMatchObject({
    failure: { kind: 'unreachable', message: expect.stringContaining('nothing listens') },
  })
  const lost = openBroker({ clock: clockOf(globalThis), random: seededRandom(1) })(
    venueProfile.parse({ name: 'X', kind: 'paper', restUrl: 'http://[', streamUrl: 'ws://[' }),
  )
  ends.push(() => lost.close())
  expect(await lost.signIn(credentials)).toMatchObject({
    failure: { message: expect.stringContaining('correct the venue profile') },
  })
})

test('a profile that asks for signed requests is refused before anything is sent', async () => {
  const { venue } = await open()
  const signed = openBroker({ clock: clockOf(globalThis), random: seededRandom(1) })({
    ...venue.profile,
    auth: 'signed',
  })
  ends.push(() => signed.close())
  expect(await signed.signIn(credentials)).toMatchObject({ ok: false })
  expect(venue.logins).toEqual([])
})

test('twenty reads with an ended session share one login and are each repeated once [5.jwt.3 gap.5]', async () => {
  const { venue, broker } = await open()
  await broker.signIn(credentials)
  venue.answer = (delivery) =>
    delivery.headers['authorization'] === 'Bearer token-1'
      ? reply(delivery, 401, { code: 'UNAUTHORIZED', message: 'expired' })
      : reply(delivery, 200, [])
  const answers = await Promise.all(Array.from({ length: 20 }, () => broker.instruments()))
  expect(answers.every((answer) => answer.ok)).toBe(true)
  expect(venue.logins).toHaveLength(2)
  expect(venue.deliveries.length).toBeLessThanOrEqual(40)
})

test('a read refused twice with 401 fails; a venue that refuses every fresh token is not retried', async () => {
  const { venue, broker } = await open()
  await broker.signIn(credentials)
  const { signedOff } = listening(broker)
  venue.answer = (delivery) => reply(delivery, 401, {})
  const about = (path: string) => venue.deliveries.filter((delivery) => delivery.path.startsWith(path))
  expect(await broker.instruments()).toMatchObject({ failure: { kind: 'unauthorized' } })
  expect(about('/v1/instruments')).toHaveLength(2)
  await broker.instruments()
  await broker.instruments()
  expect(signedOff).toHaveLength(1)
  const logins = venue.logins.length
  expect(await broker.instruments()).toMatchObject({ failure: { kind: 'unauthorized' } })
  expect(venue.logins).toHaveLength(logins)
})

test('a refused renewal of the sign-in is reported to the dealer and not repeated', async () => {
  const { venue, broker } = await open()
  await broker.signIn(credentials)
  const { signedOff } = listening(broker)
  venue.answer = (delivery) => reply(delivery, 401, {})
  venue.answerLogin = (delivery) => reply(delivery, 400, { detail: 'LOGIN_BAD_CREDENTIALS' })
  await Promise.all([broker.instruments(), broker.tickers(), broker.instruments()])
  expect(signedOff).toMatchObject([{ kind: 'bad-credentials', code: 'LOGIN_BAD_CREDENTIALS' }])
  await broker.instruments()
  expect(await broker.cancelOrder('C1' as CustomerCode, 'a' as ReferenceId, freely)).toMatchObject({
    kind: 'not-sent',
  })
  expect(venue.logins).toHaveLength(2)
})

test('the token is renewed between 70 and 90 % of its life [gap.5]', async () => {
  const clock = new FakeClock()
  const { venue, broker } = await open({ clock })
  let given = 0
  venue.answerLogin = (delivery) =>
    reply(delivery, 200, { access_token: jwt({ n: ++given, exp: clock.now() / 1000 + 1000 }) })
  await broker.signIn(credentials)
  clock.advance(699_000)
  expect(venue.logins).toHaveLength(1)
  clock.advance(202_000)
  await vi.waitFor(() => expect(venue.logins).toHaveLength(2))
})

test('an order after the end of the token waits for a new one instead of becoming unknown', async () => {
  const clock = new FakeClock()
  const { venue, broker } = await open({ clock })
  let given = 0
  const give = (delivery: Delivery) =>
    reply(delivery, 200, { access_token: jwt({ n: ++given, exp: clock.now() / 1000 + 1000 }) })
  venue.answerLogin = give
  await broker.signIn(credentials)
  // The timely renewals fail while the venue is out; then it is back and the token is over.
  venue.answerLogin = (delivery) => reply(delivery, 503, '')
  clock.advance(1_001_000)
  await vi.waitFor(() => expect(venue.logins.length).toBeGreaterThan(1))
  venue.answerLogin = give
  venue.answer = (delivery) => reply(delivery, 200, '')
  await vi.waitFor(async () => {
    expect((await broker.cancelOrder('C1' as CustomerCode, 'a' as ReferenceId, freely)).kind).toBe('accepted')
  })
  const cancels = venue.deliveries.filter((delivery) => delivery.method === 'DELETE')
  expect(cancels).toHaveLength(1)
  expect(tokenEnd(cancels[0]?.headers['authorization'] ?? '')).toBeGreaterThan(clock.now())
})

test('a listener receives latency, the venue’s clock and the token’s end, and no secret', async () => {
  const { venue, broker } = await open()
  const end = Math.floor(clockOf(globalThis).now() / 1000) + 3600
  venue.answerLogin = (delivery) =>
    reply(delivery, 200, { access_token: jwt({ exp: end, sub: 'canary-sub' }) }, [
      'date: Sat, 21 Nov 2026 06:00:00 GMT',
    ])
  await broker.signIn(credentials)
  const { states } = listening(broker)
  await vi.waitFor(() => expect(states.at(-1)?.tokenExpiresAt).toBe(end * 1000))
  const last = states.at(-1)
  expect(last?.rest.state).toBe('live')
  expect(last?.rest.medianMs).toBeGreaterThanOrEqual(0)
  const wall = clockOf(globalThis).now() + (last?.clock.offsetMs ?? 0)
  expect(Math.abs(wall - Date.UTC(2026, 10, 21, 6))).toBeLessThan(2_000)
  expect(last?.clock.uncertaintyMs).toBeLessThan(1_000)
  expect(JSON.stringify(states)).not.toContain('canary')
})

test.each([
  ['not a token', null],
  ['a.b.c', null],
  [jwt({ exp: 1_800_000_000 }), 1_800_000_000_000],
  [jwt({ exp: 'soon' }), null],
  [jwt({}), null],
])('reads the end of %s [gap.5]', (token, end) => {
  expect(tokenEnd(token)).toBe(end)
})
