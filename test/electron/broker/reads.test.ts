import { afterEach, expect, test, vi } from 'vitest'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile, type VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import { openBroker } from '../../../electron/broker/broker.ts'
import type { Broker } from '../../../electron/core/ports/broker.ts'
import { listenerOf } from '../../fakes/venue/brokerListener.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { reply, startRawVenue, type RawVenue } from './rawVenue.ts'
import { freely } from '../../fakes/venue/alwaysDispatch.ts'

const customer = 'C1' as CustomerCode
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function signedIn(
  reprofile: (profile: VenueProfile) => VenueProfile = (profile) => profile,
  clock = clockOf(globalThis),
): Promise<{ venue: RawVenue; broker: Broker; unreadable: string[] }> {
  const venue = await startRawVenue()
  ends.push(() => venue.close())
  const broker = openBroker({ clock, random: seededRandom(1) })(reprofile(venue.profile))
  ends.push(() => broker.close())
  await broker.signIn({ username: 'dealer', password: 'secret' })
  const unreadable: string[] = []
  broker.listen(
    listenerOf({
      unreadable: (sentence) => unreadable.push(sentence),
      unread: ({ why }) => unreadable.push(why),
    }),
  )
  return { venue, broker, unreadable }
}

const rest = (venue: RawVenue) => venue.deliveries.filter((delivery) => delivery.path.startsWith('/v1'))

test.each([
  [503, '', 'unreachable', null],
  [404, '<h1>Not Found</h1>', 'refused', null],
  [405, '', 'refused', null],
  [422, { detail: [{ loc: ['query', 'from'], msg: 'not a date' }] }, 'unreadable', null],
  [404, { code: 'NOT_FOUND', message: 'no such order' }, 'refused', 'NOT_FOUND'],
  [400, { error: { code: 'NEW_CODE', message: 'why' } }, 'refused', 'NEW_CODE'],
  [302, '', 'unreadable', null],
  [200, '<html>', 'unreadable', null],
  [200, { reference_id: 'a' }, 'unreadable', null],
  [200, '', 'unreadable', null],
] as const)('a look-up answered %i %j is %s [7.byCode 7.unknown gap.4]', async (status, body, kind, code) => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => reply(delivery, status, body, ['location: /elsewhere'])
  const answer = await broker.order(customer, 'a' as ReferenceId)
  expect(answer).toMatchObject({ ok: false, failure: { kind, code } })
  expect(answer.ok ? '' : answer.failure.message).toMatch(
    /^The venue .*\.$|^The venue's answer cannot be read: .*\.$|^no such order$|^why$/,
  )
  expect(rest(venue)).toHaveLength(1)
})

test('a throttled read waits as long as the venue demands and then succeeds [gap.26]', async () => {
  const clock = new FakeClock()
  const { venue, broker } = await signedIn((profile) => profile, clock)
  venue.answer = (delivery) => {
    if (rest(venue).length === 1) reply(delivery, 429, {}, ['retry-after: 7'])
    else reply(delivery, 200, [])
  }
  const answer = broker.instruments()
  await vi.waitFor(() => expect(rest(venue)).toHaveLength(1))
  // A cancel does not wait with it.
  expect((await broker.cancelOrder(customer, 'a' as ReferenceId, freely)).kind).toBe('accepted')
  clock.advance(6_999)
  expect(rest(venue)).toHaveLength(2)
  await vi.waitFor(() => {
    clock.advance(1)
    expect(rest(venue)).toHaveLength(3)
  })
  expect((await answer).ok).toBe(true)
})

test('reading ends with a failure while the venue throttles on and on', async () => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => reply(delivery, 429, {}, ['retry-after: 0'])
  expect(await broker.tickers()).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
  expect(rest(venue)).toHaveLength(4)
})

test('an unreadable row is reported and loses no other row', async () => {
  const { venue, broker, unreadable } = await signedIn()
  const good = { symbol: 'BTCUSDC_PERP', underlying: 'BTC', quote_currency: 'USDC', status: 'open' }
  venue.answer = (delivery) => reply(delivery, 200, [good, { ...good, symbol: undefined }, 7])
  const answer = await broker.instruments()
  expect(answer.ok && answer.value.items.map((one) => one.symbol)).toEqual(['BTCUSDC_PERP'])
  expect(answer.ok && answer.value.missing).toMatch(/2 of its 3 rows/)
  expect(unreadable).toEqual(['instrument: symbol is missing', 'instrument: expected an object, got "7"'])
})

test('pages go on by the venue’s cursor, else by the last code, and end where nothing new comes [gap.24 4.tradesQuery.before]', async () => {
  const { venue, broker } = await signedIn()
  const row = (code: string) => ({ code, customer_code: 'C1', symbol: 'BTCUSDC_PERP' })
  venue.answer = (delivery) => reply(delivery, 200, { items: [row('T3'), row('T2')], next: 'cursor-1' })
  expect(await broker.trades({})).toMatchObject({ value: { next: 'cursor-1' } })
  venue.answer = (delivery) => reply(delivery, 200, [row('T3'), row('T2')])
  expect(await broker.trades({ customer })).toMatchObject({ value: { next: 'T2' } })
  expect(rest(venue).at(-1)?.path).toBe('/v1/customers/C1/trades')
  expect(await broker.trades({ before: 'T2' })).toMatchObject({ value: { next: null } })
  expect(rest(venue).at(-1)?.path).toBe('/v1/trades?before=T2')
  venue.answer = (delivery) => reply(delivery, 200, [])
  expect(await broker.ledger({ before: 'T2' })).toMatchObject({ value: { items: [], next: null } })
})

test.each([
  [{ total: 37, page: 1, size: 2, pages: 19 }, /page 2/],
  [{ next: null, total: 37 }, /counts 37 and showed 2/],
  [{ has_more: true }, /has more rows/],
  [{ total: 2 }, /^nothing$/],
  [{ page: 1, pages: 1 }, /^nothing$/],
])('a page of trades says whether rows lie behind it: %j [gap.24]', async (metadata, words) => {
  const { venue, broker } = await signedIn()
  const row = (code: string) => ({ code, customer_code: 'C1', symbol: 'BTCUSDC_PERP' })
  venue.answer = (delivery) => reply(delivery, 200, { items: [row('T3'), row('T2')], ...metadata })
  const page = await broker.trades({})
  expect(page.ok && (page.value.behind?.(2) ?? 'nothing')).toMatch(words)
})

test('a customer’s own list need not name it; a row of another customer is left out and reported [4.customerTrades]', async () => {
  const { venue, broker, unreadable } = await signedIn()
  const row = { code: 'T1', symbol: 'BTCUSDC_PERP' }
  venue.answer = (delivery) => reply(delivery, 200, [row, { ...row, code: 'T2', customer_code: 'C2' }])
  const page = await broker.trades({ customer })
  expect(page.ok && page.value.items).toMatchObject([{ code: 'T1', customerCode: 'C1' }])
  expect(unreadable).toEqual([
    expect.stringMatching(/^trades: the venue sent 1 rows that do not match the request/),
  ])
})

test.each([
  [{ code: 'T2', customer_code: 'C1', symbol: 'BTCUSDC_PERP' }, /another trade: its code differs/],
  [{ code: 'T1', customer_code: 'C2', symbol: 'BTCUSDC_PERP' }, /another trade: its customerCode differs/],
  [{ code: 'T1', customer_code: 'C1' }, /symbol is missing/],
])(
  'an answer about another trade is not taken for the one that was asked for: %j [4.trade]',
  async (body, words) => {
    const { venue, broker } = await signedIn()
    venue.answer = (delivery) => reply(delivery, 200, body)
    expect(await broker.trade(customer, 'T1')).toMatchObject({
      ok: false,
      failure: { kind: 'unreadable', message: expect.stringMatching(words) as string },
    })
  },
)

test('a status filter goes out under the venue’s name, and nowhere without a name [4.transactionsQuery.status]', async () => {
  const naming = (ledgerStatus: string) =>
    signedIn((profile) => venueProfile.parse({ ...profile, parameters: { ledgerStatus } }))
  const rows = ['pending', 'completed'].map((status, n) => ({
    code: `L${n}`,
    customer_code: 'C1',
    transaction_type: 'deposit',
    status,
    total_amount: '1',
    direction: 'in',
  }))
  const named = await naming('state')
  named.venue.answer = (delivery) => reply(delivery, 200, rows)
  const asked = await named.broker.ledger({ customer, status: 'pending' })
  expect(asked.ok && asked.value.items.map((row) => row.code)).toEqual(['L0'])
  expect(rest(named.venue).at(-1)?.path).toBe('/v1/customers/transactions?customer_code=C1&state=pending')
  expect(named.unreadable.join()).toMatch(/The venue may not know one of the filters/)
  // Not sent, so nothing is wrong with the others: the caller picks them out.
  const without = await naming('')
  without.venue.answer = (delivery) => reply(delivery, 200, rows)
  const whole = await without.broker.ledger({ customer, status: 'pending' })
  expect(whole.ok && whole.value.items.map((row) => row.code)).toEqual(['L0', 'L1'])
  expect(rest(without.venue).at(-1)?.path).toBe('/v1/customers/transactions?customer_code=C1')
  expect(without.unreadable).toEqual([])
})

test('an open-orders list that goes on beyond one page and leads nowhere does not pass for whole', async () => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => reply(delivery, 200, { items: [], next: 'more' })
  expect(await broker.openOrders(customer)).toMatchObject({
    ok: true,
    value: { items: [], missing: expect.stringMatching(/says that there is more/) as string },
  })
})

test('a venue without an open-orders list is not asked for it [gap.10]', async () => {
  const { venue, broker } = await signedIn((profile) => ({
    ...profile,
    capabilities: { ...profile.capabilities, openOrders: false },
  }))
  expect(await broker.openOrders(customer)).toMatchObject({ ok: false, failure: { kind: 'refused' } })
  expect(rest(venue)).toEqual([])
})

test('a second API variant: base, prefixes, list names, cursors, error envelope, direction words [gap.2 gap.17]', async () => {
  const { venue, broker } = await signedIn((profile) =>
    venueProfile.parse({
      ...profile,
      restUrl: `${profile.restUrl}/gate/`,
      paths: {
        login: '/auth/login',
        customers: '/api/v2/clients',
        trades: '/api/v2/fills',
        transactions: '/api/v2/ledger',
        instruments: '/api/v2/markets',
      },
      directions: { in: ['plus'], out: ['minus'] },
      lists: { items: ['rows'] },
      paging: { cursors: ['older'] },
    }),
  )
  /** The newest request of REST; the private stream knocks whenever it likes. */
  const asked = () => venue.deliveries.filter(({ path }) => path !== '/stream').at(-1)?.path
  // The raw venue takes `/auth/` for logins only at the root: under another base it is an ordinary path.
  venue.answer = (delivery) => reply(delivery, 200, { access_token: 'second' })
  expect((await broker.signIn({ username: 'a', password: 'b' })).ok).toBe(true)
  expect(asked()).toBe('/gate/auth/login')
  venue.answer = (delivery) =>
    reply(delivery, 200, {
      rows: [
        {
          code: 'L1',
          customer_code: 'C1',
          transaction_type: 'funding',
          status: 'completed',
          total_amount: 1.5,
          direction: 'minus',
        },
      ],
      response_metadata: { older: 'o1' },
    })
  expect(await broker.ledger({})).toMatchObject({
    value: { items: [{ code: 'L1', signedAmount: '-1.5' }], next: 'o1' },
  })
  expect(asked()).toBe('/gate/api/v2/ledger')
  venue.answer = (delivery) => reply(delivery, 404, { error: { code: 'NOT_FOUND', message: 'gone' } })
  expect(await broker.cancelOrder(customer, 'a' as ReferenceId, freely)).toEqual({
    kind: 'refused',
    code: 'NOT_FOUND',
    message: 'gone',
  })
  expect(asked()).toBe('/gate/api/v2/clients/C1/orders/a')
})

test('public trades ask for one instrument and a page of the profile’s size [gap.25 gap.28]', async () => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => reply(delivery, 200, [{ price: '1', amount: '2', created_at: 5 }])
  expect(await broker.marketTrades('BTCUSDC_PERP' as Symbol, 'x')).toMatchObject({
    value: { items: [{ symbol: 'BTCUSDC_PERP', price: '1', code: null }], next: null, isWhole: true },
  })
  venue.answer = (delivery) =>
    reply(delivery, 200, [{ price: '1', amount: '2', created_at: 5 }, { price: 'x' }])
  expect(await broker.marketTrades('BTCUSDC_PERP' as Symbol, 'x')).toMatchObject({
    value: { isWhole: false },
  })
  venue.answer = (delivery) => reply(delivery, 200, [{ price: '1', amount: '2', created_at: 5 }])
  expect(rest(venue).at(-1)?.path).toBe('/v1/market-trades?symbol=BTCUSDC_PERP&limit=100&before=x')
})

test('an answer from a cache does not set the clock', async () => {
  const { venue, broker } = await signedIn()
  const offsets: (number | null)[] = []
  broker.listen(listenerOf({ connection: (state) => offsets.push(state.clock.offsetMs) }))
  const date = 'date: Sun, 06 Nov 1994 08:49:37 GMT'
  venue.answer = (delivery) => reply(delivery, 200, [], [date, 'age: 60'])
  await broker.instruments()
  const seen = offsets.length
  await vi.waitFor(() => expect(offsets.length).toBeGreaterThan(seen), 2_000)
  expect(offsets.at(-1)).toBeNull()
  venue.answer = (delivery) => reply(delivery, 200, [], [date])
  await broker.instruments()
  await vi.waitFor(() => expect(offsets.at(-1)).toBeLessThan(-900_000_000_000), 2_000)
})

test('an unreadable row of the trades is reported with its customer, where the row names one', async () => {
  const { venue, broker } = await signedIn()
  const lost: (string | null)[] = []
  broker.listen(listenerOf({ tradeLost: (row) => lost.push(row) }))
  const rows = [
    { code: 'T1', customer_code: 'C1', symbol: 'BTCUSDC_PERP' },
    { code: 'T2', customer_code: 'C2', symbol: 'B T' },
    { code: 'T3', symbol: 'BTCUSDC_PERP' },
    'not a trade',
  ]
  venue.answer = (delivery) => reply(delivery, 200, rows)
  const page = await broker.trades({})
  expect(page.ok && page.value.items.map(({ code }) => code)).toEqual(['T1'])
  expect(lost).toEqual(['C2', null, null])
})

test('a row of the trades that is no JSON is lost like any other', async () => {
  const { venue, broker } = await signedIn()
  const lost: (string | null)[] = []
  broker.listen(listenerOf({ tradeLost: (row) => lost.push(row) }))
  venue.answer = (delivery) =>
    reply(delivery, 200, '[{"code":"T1","customer_code":"C1","symbol":"BTCUSDC_PERP"},{"code":tru}]')
  const page = await broker.trades({})
  expect(page).toMatchObject({ ok: true, value: { unreadable: 1 } })
  expect(lost).toEqual([null])
})
