/** Every way in which a venue may say that a list of open orders holds more than it showed: the list is read on, or it does not count as whole. */

import { afterEach, describe, expect, it } from 'vitest'
import { openBroker } from '../../../electron/broker/broker.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { reply, startRawVenue } from './rawVenue.ts'

const customer = 'C1' as CustomerCode
const PATH = '/v1/customers/C1/orders'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const row = (n: number) => ({
  reference_id: `order-${n}`,
  symbol: 'BTCUSDC_PERP',
  side: 'buy',
  type: 'limit',
  amount: 1,
  limit_price: '100',
  status: 'open',
})
const ROWS = [0, 1, 2, 3, 4, 5, 6].map(row)
const SHOWN = ROWS.slice(0, 2)

interface Answered {
  readonly body: unknown
  readonly status?: number
  readonly headers?: readonly string[]
}

async function signedIn(more: Partial<VenueProfile> = {}) {
  const venue = await startRawVenue()
  ends.push(() => venue.close())
  const broker = openBroker({ clock: clockOf(globalThis), random: seededRandom(1) })({
    ...venue.profile,
    ...more,
  })
  ends.push(() => broker.close())
  await broker.signIn({ username: 'dealer', password: 'secret' })
  return { venue, broker }
}

/** What the adapter says of a list that is answered so. */
async function listAt(answer: (query: URLSearchParams) => Answered) {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => {
    const { pathname, searchParams } = new URL(delivery.path, 'http://venue')
    // A request for anything else is a way that must not be gone.
    if (pathname !== PATH) return reply(delivery, 500, '')
    const { body, status = 200, headers = [] } = answer(searchParams)
    return reply(delivery, status, body, headers)
  }
  const listed = await broker.openOrders(customer)
  if (!listed.ok) throw new Error(listed.failure.message)
  const paths = venue.deliveries.map(({ path }) => path).filter((path) => path !== '/stream')
  return {
    ids: listed.value.items.map(({ referenceId }) => referenceId),
    missing: listed.value.missing,
    paths,
  }
}

describe('a list that says that it goes on, and not how', () => {
  const beside: Readonly<Record<string, unknown>> = {
    'has_more beside an empty next': { next: null, has_more: true },
    'has_more as text': { has_more: 'true' },
    'has_more as a number': { has_more: 1 },
    'has more in camel case, in its metadata': { page_info: { hasNextPage: 'yes' } },
    'a last page that is not': { last: false },
    'a word nobody knows': { continue_with: { shard: 'b' } },
    'next as an object that is no cursor': { next: { offset: 2, limit: 2 } },
    'a cursor in an unknown place that leads nowhere': { listing: { resume_token: 'abc' } },
    'a next cursor that leads nowhere': { next_cursor: 'abc' },
    'total_items in its pagination': { pagination: { total_items: 7 } },
    totalItems: { totalItems: 7 },
    count_total: { count_total: 7 },
    total_orders: { total_orders: '7' },
    count: { count: 7 },
    'pages that show nothing new': { total_pages: 4 },
    'a link to another host': { next: 'https://elsewhere.example/v1/customers/C1/orders?cursor=2' },
    'a link to another path': { links: { next: '/v1/customers/C2/orders?cursor=2' } },
    'a link without a cursor': { _links: { next: { href: `${PATH}?offset=2` } } },
    'an error': { error: { code: 'SHARD_DOWN', message: 'one shard did not answer' } },
    errors: { errors: [{ shard: 2 }] },
    'a warning': { warning: 'results may be incomplete' },
    partial: { partial: true },
    incomplete: { meta: { incomplete: 'true' } },
    truncated: { truncated: 'yes' },
    'complete: false': { complete: false },
    'a partial result': { result: 'partial' },
    'another array of rows': { advanced_orders: [row(5)] },
    'an error in the words of the document': { code: 'UPSTREAM_TIMEOUT', message: 'unavailable' },
    'a message alone': { message: 'exchange unreachable' },
    'a status that is no success': { status: 503 },
    'a word for trouble as a status': { status: 'timeout' },
    'ok: false': { ok: false },
    'a total that is no whole number': { total: '1.0' },
    'a total as an object': { total: { value: 1, relation: 'eq' } },
    'rows keyed by their id': { advanced: { x: row(5) } },
    'rows keyed by their id, far down': { result: { result: { result: { result: { x: row(5) } } } } },
    'rows as text': { data: JSON.stringify([row(5)]) },
    'another customer': { customer_code: 'C2' },
    'one instrument': { symbol: 'ETHUSDC_PERP' },
    'a filter that was not asked for': { filter: { symbol: 'ETHUSDC_PERP' } },
    stale: { stale: true },
    cached: { cached: true },
    'an old time': { as_of: '2020-01-01T00:00:00Z' },
    timed_out: { timed_out: true },
    limit_reached: { limit_reached: true },
    omitted: { omitted: 1 },
    unavailable: { unavailable: ['advanced'] },
    'a full page without a word of its end': { limit: 2 },
    'a page that repeats itself': { page: 1, size: 2 },
    'a field nobody knows': { x_unheard_of: { list: [1, null] } },
    'another array deeper down': { triggers: { rows: [{ id: 1 }] } },
  }
  it.each(Object.entries(beside))('%s: it is not whole, with a reason', async (_name, more) => {
    const { ids, missing } = await listAt(() => ({ body: { items: SHOWN, ...(more as object) } }))
    expect(ids).toEqual(['order-0', 'order-1'])
    expect(missing).toMatch(/^[a-z].*[^.]$/)
  })

  const said: Readonly<Record<string, Omit<Answered, 'body'>>> = {
    'a Link header to another path': { headers: ['Link: </v1/orders?page=2>; rel="next"'] },
    'a Link header among others': {
      headers: ['Link: </v1/x>; rel="first"', `Link: <${PATH}?offset=2>; title="a, b"; rel="last next"`],
    },
    'an X-Total-Count header': { headers: ['X-Total-Count: 7'] },
    'an X-Has-More header': { headers: ['X-Has-More: true'] },
    'an X-Pagination header': { headers: ['X-Pagination: {"TotalCount":7,"HasNext":true}'] },
    'status 202': { status: 202 },
    'status 203': { status: 203 },
    'an Age header': { headers: ['Age: 3600'] },
    'a cache that answered': { headers: ['X-Cache: HIT from edge'] },
    'a Warning header': { headers: ['Warning: 110 - "Response is Stale"'] },
    'an X-Error header': { headers: ['X-Error: UPSTREAM_TIMEOUT'] },
    'status 206': { status: 206 },
    'status 206 with a Content-Range': { status: 206, headers: ['Content-Range: items 0-1/7'] },
    'a Content-Range that counts more': { headers: ['Content-Range: items 0-1/7'] },
  }
  it.each(Object.entries(said))('%s: the same, with a bare list', async (_name, item) => {
    const { ids, missing } = await listAt(() => ({ body: SHOWN, ...item }))
    expect(ids).toEqual(['order-0', 'order-1'])
    expect(missing).toMatch(/^[a-z].*[^.]$/)
  })
})

/** Pages of two rows; `from` reads where a page begins off the query, `say` says where the next one does. */
const pages =
  (
    from: (query: URLSearchParams) => number,
    say: (next: number | null) => Omit<Answered, 'body'> & { body?: object },
  ) =>
  (query: URLSearchParams): Answered => {
    const at = from(query)
    const { body = {}, ...more } = say(at + 2 < ROWS.length ? at + 2 : null)
    return { body: { items: ROWS.slice(at, at + 2), ...body }, ...more }
  }
const byCursor =
  (name: string) =>
  (query: URLSearchParams): number =>
    Number(query.get(name) ?? 0)
const byPage = (query: URLSearchParams): number => (Number(query.get('page') ?? 1) - 1) * 2
const pageOf = (next: number | null) => (next === null ? null : next / 2 + 1)
const link = (next: number | null, name: string) => (next === null ? null : `${PATH}?limit=2&${name}=${next}`)

describe('a list that says how it goes on', () => {
  const ways: Readonly<Record<string, (query: URLSearchParams) => Answered>> = {
    next_cursor: pages(byCursor('cursor'), (next) => ({ body: { next_cursor: next } })),
    nextCursor: pages(byCursor('cursor'), (next) => ({ body: { paging: { nextCursor: next } } })),
    'next_page_token, sent as page_token': pages(byCursor('page_token'), (next) => ({
      body: { next_page_token: next ?? '' },
    })),
    continuation_token: pages(byCursor('continuation_token'), (next) => ({
      body: { continuation_token: next },
    })),
    'a cursor beside has_next_page, that stays on the last page': pages(byCursor('after'), (next) => ({
      body: { page_info: { has_next_page: next !== null, end_cursor: next ?? 'the-end' } },
    })),
    'next as an object with a cursor': pages(byCursor('cursor'), (next) => ({
      body: { next: next && { cursor: next } },
    })),
    'next as an object with a link': pages(byCursor('starting_after'), (next) => ({
      body: { next: next && { href: link(next, 'starting_after') } },
    })),
    'links.next': pages(byCursor('cursor'), (next) => ({ body: { links: { next: link(next, 'cursor') } } })),
    '_links.next.href': pages(byCursor('page_token'), (next) => ({
      body: { _links: { self: { href: PATH }, next: next && { href: link(next, 'page_token') } } },
    })),
    'a list of links': pages(byCursor('cursor'), (next) => ({
      body: {
        links: [{ rel: 'self', href: PATH }, ...(next ? [{ rel: 'next', href: link(next, 'cursor') }] : [])],
      },
    })),
    next_page: pages(byPage, (next) => ({ body: { next_page: pageOf(next) } })),
    total_pages: pages(byPage, () => ({ body: { total_pages: 4 } })),
    'currentPage and lastPage': (query) => ({
      body: {
        items: ROWS.slice(byPage(query), byPage(query) + 2),
        meta: { currentPage: Number(query.get('page') ?? 1), lastPage: 4 },
      },
    }),
    'a Link header with a page': pages(byPage, (next) => ({
      headers: next === null ? [] : [`Link: <${PATH}?page=${pageOf(next)}>; rel="next"`],
    })),
    'an X-Next-Page header': pages(byPage, (next) => ({ headers: [`X-Next-Page: ${pageOf(next) ?? ''}`] })),
  }
  it.each(Object.entries(ways))('%s: it is read to its end', async (_name, answer) => {
    const { ids, missing, paths } = await listAt(answer)
    expect(missing).toBeNull()
    expect(ids).toEqual(ROWS.map((item) => item.reference_id))
    expect(new Set(paths.map((path) => path.split('?')[0]))).toEqual(new Set([PATH]))
  })

  it('takes the rows of every array that the profile names, each order once', async () => {
    const { ids, missing } = await listAt(() => ({
      body: { items: [row(0)], orders: [row(1), row(0)], data: [], total: 2 },
    }))
    expect([ids, missing]).toEqual([['order-0', 'order-1'], null])
  })
})

describe('a list that is whole', () => {
  const whole: Readonly<Record<string, Answered>> = {
    'the page of the document': { body: { items: SHOWN, total: 2, page: 1, size: 50, pages: 1 } },
    'empty cursors': { body: { items: SHOWN, response_metadata: { next: null, before: null, after: null } } },
    'a way back alone': {
      body: { items: SHOWN, next: null, prev_cursor: 'abc', links: { prev: 'x', self: PATH } },
    },
    'every word for no': {
      body: { items: SHOWN, has_more: 'false', more: 0, truncated: 'no', next_cursor: '' },
    },
    'errors that are none': { body: { items: SHOWN, error: null, errors: [], warnings: {}, partial: false } },
    'a record of the request': {
      body: { items: SHOWN, request: { id: 'a', symbols: [], customer_code: 'C1' } },
    },
    'words that all is well': {
      body: { items: SHOWN, code: 'OK', status: 'success', ok: true, type: 'list' },
    },
    'its customer, and an id of the request': {
      body: { items: SHOWN, customer_code: 'C1', request_id: 'a-1' },
    },
    'headers of every day': {
      body: SHOWN,
      headers: [
        'X-Request-Id: 7',
        'X-RateLimit-Remaining: 99',
        'X-Nextjs-Cache: HIT',
        'X-Total-Count: 2',
        'Link: </style.css>; rel="preload"',
      ],
    },
    'links to its only page': {
      body: {
        items: SHOWN,
        links: { first: `${PATH}?page=1`, last: `${PATH}?page=1`, prev: null, next: null },
        meta: { current_page: 1, last_page: 1, links: [{ url: null, label: 'Next', active: false }] },
      },
    },
  }
  it.each(Object.entries(whole))('%s', async (_name, answer) => {
    const { ids, missing } = await listAt(() => answer)
    expect([ids, missing]).toEqual([['order-0', 'order-1'], null])
  })
})

describe('other lists', () => {
  const hook = { id: 'w1', url: 'https://example.com', include_all_events: true }

  it.each([
    [
      'webhooks that are counted and not shown',
      { items: [], total: 3, page: 1, size: 50, pages: 1 },
      /counts 3 and showed 0/,
    ],
    ['webhooks behind a cursor', { items: [hook], next: 'abc' }, /continues the list with a cursor/],
    ['webhooks beside a word for more', { items: [], has_more: 'yes' }, /has more rows/],
    ['webhooks that cannot be read', { items: [{ id: 'w1' }] }, /1 of its rows cannot be read/],
    ['webhooks beside an error', { items: [], errors: ['shard down'] }, /shard down/],
  ])('%s are not all webhooks', async (_name, body, words) => {
    const { venue, broker } = await signedIn()
    venue.answer = (delivery) => reply(delivery, 200, body)
    expect(await broker.webhooks(1)).toMatchObject({
      ok: true,
      value: { missing: expect.stringMatching(words) as string },
    })
  })

  it('webhooks over several pages are all returned, from any page', async () => {
    const { venue, broker } = await signedIn()
    venue.answer = (delivery) => {
      const page = Number(new URL(delivery.path, 'http://venue').searchParams.get('page'))
      reply(delivery, 200, { items: [{ ...hook, id: `w${page}` }], total: 2, page, size: 1, pages: 2 })
    }
    for (const page of [1, 2])
      expect(await broker.webhooks(page)).toMatchObject({
        value: { page, pages: 2, total: 2, missing: null },
      })
  })

  it('instruments and fees of which nothing is shown are unread, not none', async () => {
    const { venue, broker } = await signedIn()
    venue.answer = (delivery) => reply(delivery, 200, { items: [], total: 3 })
    expect(await broker.instruments()).toMatchObject({ ok: false, failure: { kind: 'unreadable' } })
    expect(await broker.feeProfile(customer)).toMatchObject({ ok: false, failure: { kind: 'unreadable' } })
  })

  it('instruments, prices and fees of which no row can be read are unread, not none', async () => {
    const { venue, broker } = await signedIn()
    venue.answer = (delivery) => reply(delivery, 200, [{ name: 'BTCUSDC_PERP' }, 7])
    const failure = {
      kind: 'unreadable',
      message: expect.stringMatching(
        /^\w+: the list is not complete: 2 of its 2 rows cannot be read: /,
      ) as string,
    }
    for (const list of [
      await broker.instruments(),
      await broker.tickers(),
      await broker.feeProfile(customer),
    ])
      expect(list).toMatchObject({ ok: false, failure })
  })

  it.each([
    ['an error beside them', { items: [], error: 'one shard is down' }],
    ['a cursor on an empty page', { items: [], next: 'abc' }],
    ['a word for more', { items: [], next: null, has_more: true }],
  ])('trades and ledger rows with %s are not at their first row', async (_name, body) => {
    const { venue, broker } = await signedIn()
    venue.answer = (delivery) => reply(delivery, 200, body)
    for (const page of [await broker.trades({}), await broker.ledger({})])
      expect(page.ok && (page.value.fault ?? page.value.behind?.(0))).toEqual(expect.any(String))
  })
})

it('a field that the venue profile names as harmless leaves the list whole', async () => {
  const { venue, broker } = await signedIn({ lists: { items: ['items'], harmless: ['region'] } })
  venue.answer = (delivery) => reply(delivery, 200, { items: SHOWN, region: { name: 'eu' } })
  expect(await broker.openOrders(customer)).toMatchObject({ ok: true, value: { missing: null } })
})

it('two lists of one name in one answer are no whole list', async () => {
  const { venue, broker } = await signedIn()
  venue.answer = (delivery) => reply(delivery, 200, `{"items":${JSON.stringify(SHOWN)},"items":[]}`)
  expect(await broker.openOrders(customer)).toMatchObject({
    ok: true,
    value: { missing: 'the answer holds items twice' },
  })
})
