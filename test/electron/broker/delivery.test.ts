import { afterEach, describe, expect, test, vi } from 'vitest'
import { clockOf } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import {
  NO_CHANGES,
  plainDraft,
  type OrderChanges,
  type OrderDraft,
} from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import { openBroker } from '../../../electron/broker/broker.ts'
import type { HttpLimits } from '../../../electron/broker/rest/http.ts'
import type { Broker } from '../../../electron/core/ports/broker.ts'
import { reply, startRawVenue, type Delivery, type RawVenue } from './rawVenue.ts'
import { freely } from '../../fakes/venue/alwaysDispatch.ts'

const customer = 'C1042' as CustomerCode
const id = 'op-1' as ReferenceId
const draft: OrderDraft = plainDraft({
  customerCode: customer,
  symbol: 'BTCUSDC_PERP' as Symbol,
  side: 'buy',
  type: 'limit',
  amount: '0.25' as DecimalText,
  limitPrice: '62150.5' as DecimalText,
  timeInForce: 'GTC',
  leverage: 5,
})
const changes: OrderChanges = { ...NO_CHANGES, amount: '0.5' as DecimalText }
const placed = {
  reference_id: id,
  symbol: 'BTCUSDC_PERP',
  side: 'buy',
  type: 'limit',
  amount: 0.25,
  limit_price: '62150.50',
  status: 'open',
  filled_amount: 0,
  filled_quote: 0,
}

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function signedIn(limits: Partial<HttpLimits> = {}): Promise<{ venue: RawVenue; broker: Broker }> {
  const venue = await startRawVenue()
  ends.push(() => venue.close())
  const profile = { ...venue.profile, capabilities: { openOrders: true, amend: true } }
  const broker = openBroker({ clock: clockOf(globalThis), random: seededRandom(1), limits })(profile)
  ends.push(() => broker.close())
  expect(await broker.signIn({ username: 'dealer', password: 'canary-password' })).toEqual({
    ok: true,
    value: null,
  })
  return { venue, broker }
}

const acts = {
  POST: (broker: Broker) => broker.createOrder(id, draft, freely),
  DELETE: (broker: Broker) => broker.cancelOrder(customer, id, freely),
  'POST money': (broker: Broker) =>
    broker.transfer(
      { customerCode: customer, kind: 'deposit', amount: '10' as DecimalText, asset: 'USDC' },
      freely,
    ),
  PUT: (broker: Broker) =>
    broker.writeFeeProfile(customer, draft.symbol, '2' as DecimalText, '5' as DecimalText, freely),
  PATCH: (broker: Broker) => broker.amendOrder(customer, id, changes, freely),
}

const faults: Record<string, (delivery: Delivery) => void> = {
  'reset before any answer': ({ socket }) => socket.resetAndDestroy(),
  'reset within the answer': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"refer', () => socket.resetAndDestroy())
  },
  'end of stream before any answer': ({ socket }) => socket.end(),
  'end of stream within the answer': ({ socket }) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"refer'),
  'no HTTP at all': ({ socket }) => socket.write('SSH-2.0-OpenSSH_9.6\r\n\r\n'),
  'silence beyond the limit': () => {},
  'an answer that never ends': ({ socket }) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"refer'),
  'an answer larger than 1 MiB': (delivery) => reply(delivery, 200, 'x'.repeat((1 << 20) + 1)),
  '408': (delivery) => reply(delivery, 408, ''),
  '401': (delivery) => reply(delivery, 401, { code: 'UNAUTHORIZED', message: 'no' }),
  '403 with a refusal code': (delivery) => reply(delivery, 403, { code: 'ORDER_REJECTED', message: 'no' }),
  '409': (delivery) => reply(delivery, 409, { code: 'DUPLICATE', message: 'seen' }),
  '425': (delivery) => reply(delivery, 425, {}),
  '429': (delivery) =>
    reply(delivery, 429, { code: 'VALIDATION_ERROR', message: 'slow' }, ['retry-after: 0']),
  '500': (delivery) => reply(delivery, 500, { code: 'INTERNAL', message: 'oops' }),
  '502 from a proxy': (delivery) => reply(delivery, 502, '<html>Bad gateway</html>'),
  '504': (delivery) => reply(delivery, 504, ''),
  '307 to itself': (delivery) => reply(delivery, 307, '', [`location: ${delivery.path}`]),
  '308 elsewhere': (delivery) => reply(delivery, 308, '', ['location: http://127.0.0.1:9/']),
  '400 without a code': (delivery) => reply(delivery, 400, { message: 'VALIDATION_ERROR' }),
  '400 with an unknown code': (delivery) => reply(delivery, 400, { code: 'MYSTERY', message: '?' }),
  '404 in HTML': (delivery) => reply(delivery, 404, '<h1>Not Found</h1>'),
}

/** Answers of success that do not confirm the request. */
const unconfirming: Record<string, (delivery: Delivery) => void> = {
  'a page of HTML with 200': (delivery) => reply(delivery, 200, '<html>Welcome</html>'),
  'JSON with 200 that breaks off': (delivery) => reply(delivery, 200, '{"reference_id":"op-1","sta'),
  'another record with 200': (delivery) =>
    reply(delivery, 200, { ...placed, reference_id: 'op-2', symbol: 'ETHUSDC_PERP', amount: 0.5 }),
  '201 without a body': (delivery) => reply(delivery, 201, ''),
}

describe.each(Object.entries(acts))('%s', (act, send) => {
  /** Requests that move anything, of which at least the head came through. */
  const ofAct = (venue: RawVenue) => venue.heads.filter((head) => !/^(GET|POST \/auth)/.test(head))

  test.each(Object.entries(faults))('%s: delivered once, fate unknown', async (_name, fault) => {
    const { venue, broker } = await signedIn({ headersMs: 120, bodyMs: 120 })
    venue.answer = fault
    const outcome = await send(broker)
    expect(outcome.kind).toBe('unknown')
    expect(JSON.stringify(outcome)).not.toMatch(/canary|token-|Bearer/)
    // Whatever a client would do again, it would do at once or on the next connection: give it one.
    venue.answer = (delivery) => reply(delivery, 200, [])
    await broker.instruments()
    expect(ofAct(venue)).toEqual([expect.stringMatching(`^${act.split(' ')[0]} `)])
  })

  test('reset before the body is read: delivered once, fate unknown', async () => {
    const { venue, broker } = await signedIn()
    venue.atHead = (socket) => socket.resetAndDestroy()
    expect((await send(broker)).kind).toBe('unknown')
    venue.atHead = null
    venue.answer = (delivery) => reply(delivery, 200, [])
    await broker.instruments()
    expect(ofAct(venue)).toHaveLength(1)
  })

  test.each(Object.entries(unconfirming))(
    '%s: delivered once, taken for no more than it says',
    async (_name, answer) => {
      const { venue, broker } = await signedIn()
      venue.answer = answer
      // A cancel is a request: any 2xx acknowledges it, and the order's own record shows the outcome (docs/order-lifecycle.md#what-an-answer-proves).
      expect((await send(broker)).kind).toBe(act === 'DELETE' ? 'accepted' : 'unknown')
      venue.answer = (delivery) => reply(delivery, 200, [])
      await broker.instruments()
      expect(ofAct(venue)).toHaveLength(1)
    },
  )

  test('a connection that the venue closes while it is idle: delivered once', async () => {
    const { venue, broker } = await signedIn()
    // Answers, then closes the kept connection just as the next request comes in: that request is lost, never repeated.
    venue.answer = (delivery) => {
      reply(delivery, 200, [])
      setImmediate(() => delivery.socket.end())
    }
    await broker.instruments()
    const outcome = await send(broker)
    await broker.instruments()
    const mine = ofAct(venue)
    expect(mine.length).toBeLessThanOrEqual(1)
    expect(mine.length === 0 ? ['unknown', 'not-sent'] : ['accepted', 'unknown']).toContain(outcome.kind)
  })

  test('nothing listens: not sent', async () => {
    const { venue, broker } = await signedIn({ idleMs: 1 })
    await venue.close()
    const outcome = await send(broker)
    expect(outcome).toEqual({ kind: 'not-sent', message: 'Not sent: nothing listens at the address.' })
  })

  test.each([
    [400, 'VALIDATION_ERROR'],
    [400, 'ORDER_REJECTED'],
    [400, 'INSUFFICIENT_FUNDS'],
    [404, 'NOT_FOUND'],
  ])(
    '%i %s: refused, with the venue’s own words [7.VALIDATION_ERROR 7.ORDER_REJECTED 7.INSUFFICIENT_FUNDS 7.NOT_FOUND 7.byCode]',
    async (status, code) => {
      const { venue, broker } = await signedIn()
      for (const body of [{ code, message: 'because' }, { error: { code, message: 'because' } }]) {
        venue.answer = (delivery) => reply(delivery, status, body)
        expect(await send(broker)).toEqual({ kind: 'refused', code, message: 'because' })
      }
    },
  )
})

test('an order goes out exactly as the document allows, and a confirming answer is accepted [4.orders.create 4.json]', async () => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => reply(delivery, 200, placed)
  const outcome = await broker.createOrder(id, draft, freely)
  expect(outcome).toMatchObject({
    kind: 'accepted',
    value: { referenceId: id, customerCode: customer, limitPrice: '62150.5', amount: '0.25', status: 'open' },
  })
  const [delivery] = venue.deliveries
  expect(delivery?.path).toBe('/v1/customers/C1042/orders')
  expect(delivery?.headers['authorization']).toBe('Bearer token-1')
  expect(delivery?.body).toBe(
    '{"reference_id":"op-1","symbol":"BTCUSDC_PERP","side":"buy","type":"limit","amount":0.25,"limit_price":"62150.5","time_in_force":"GTC","leverage":5}',
  )
})

test.each([
  ['is not JSON', 'OK'],
  ['is empty', ''],
  ['is another order', { ...placed, reference_id: 'op-2' }],
  ['is another side', { ...placed, side: 'sell' }],
  ['is another customer’s', { ...placed, customer_code: 'C2007' }],
  ['is a list', [placed]],
  ['names no status', { ...placed, status: undefined }],
])('a 200 whose body %s does not confirm an order', async (_why, body) => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => reply(delivery, 200, body)
  expect((await broker.createOrder(id, draft, freely)).kind).toBe('unknown')
  expect(venue.deliveries).toHaveLength(1)
})

test.each([
  ['a hundredfold amount', { amount: 25 }, 'its amount is 25 where 0.25 was sent'],
  ['another price', { limit_price: '62150.6' }, 'its limit price is 62150.6 where 62150.5 was sent'],
  ['another side', { side: 'sell' }, 'its side is sell where buy was sent'],
  ['another symbol', { symbol: 'ETHUSDC_PERP' }, 'its symbol is ETHUSDC_PERP where BTCUSDC_PERP was sent'],
  ['another customer', { customer_code: 'C2007' }, 'its customer is C2007 where C1042 was sent'],
])('a 200 that shows the order with %s contradicts it: its fate is unknown', async (_name, more, why) => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => reply(delivery, 200, { ...placed, ...more })
  expect(await broker.createOrder(id, draft, freely)).toMatchObject({ kind: 'unknown', contradiction: why })
})

test('a 200 with other notation of equal numbers and a type of its own confirms the order', async () => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) =>
    reply(delivery, 200, {
      ...placed,
      amount: '0.2500',
      limit_price: '62150.50',
      type: 'limit_order',
      leverage: 5,
    })
  expect((await broker.createOrder(id, draft, freely)).kind).toBe('accepted')
})

test('any 2xx acknowledges a cancel; the stream or a look-up shows the order’s outcome [gap.12]', async () => {
  const { venue, broker } = await signedIn()
  for (const [status, body] of [
    [200, 'ok'],
    [202, ''],
    [200, { status: 'canceled' }],
  ] as const) {
    venue.answer = (delivery) => reply(delivery, status, body)
    expect(await broker.cancelOrder(customer, id, freely)).toEqual({ kind: 'accepted', value: null })
  }
})

test('a draft that breaks a rule, or a code that does not fit a path, never leaves [4.orders.path 4.rule.6]', async () => {
  const { venue, broker } = await signedIn()
  expect(await broker.createOrder(id, { ...draft, leverage: 11 }, freely)).toMatchObject({
    kind: 'not-sent',
    message: expect.stringMatching(/leverage/),
  })
  for (const code of ['..', 'transactions', 'a/b', 'a?b', ''])
    expect(await broker.cancelOrder(code as CustomerCode, id, freely)).toMatchObject({ kind: 'not-sent' })
  expect(await broker.cancelOrder(customer, '../x' as ReferenceId, freely)).toMatchObject({
    kind: 'not-sent',
  })
  expect(venue.deliveries).toEqual([])
})

test('nothing is sent before a sign-in', async () => {
  const venue = await startRawVenue()
  ends.push(() => venue.close())
  const broker = openBroker({ clock: clockOf(globalThis), random: seededRandom(1) })(venue.profile)
  ends.push(() => broker.close())
  expect(await broker.createOrder(id, draft, freely)).toMatchObject({ kind: 'not-sent' })
  expect(await broker.instruments()).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } })
  expect(venue.deliveries).toEqual([])
})

test('a mutation answered 401 is not sent again; the session is renewed for later requests', async () => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => reply(delivery, 401, {})
  expect((await broker.createOrder(id, draft, freely)).kind).toBe('unknown')
  await vi.waitFor(() => expect(venue.logins).toHaveLength(2))
  venue.answer = (delivery) => reply(delivery, 200, [])
  await vi.waitFor(async () => {
    await broker.instruments()
    expect(venue.deliveries.at(-1)?.headers['authorization']).toBe('Bearer token-2')
  })
  expect(venue.deliveries.filter((delivery) => delivery.method === 'POST')).toHaveLength(1)
})
