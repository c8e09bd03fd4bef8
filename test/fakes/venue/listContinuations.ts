/** How a venue with freedoms says that a list of open orders goes on, or that its answer is not all: some ways lead on, others never do. Shows rows; makes none. */

import type { Random } from '../../../shared/base/random.ts'

/** What is sent in place of an answer with all rows. */
export interface Shown {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

type Json = Readonly<Record<string, unknown>>
interface Row {
  readonly reference_id: string
}

interface Page {
  readonly rows: readonly Row[]
  /** Rows that this page and those before it leave out. */
  readonly hidden: readonly Row[]
  /** The id that the next page begins behind, and the number of the next page; null at the end. */
  readonly cursor: string | null
  readonly next: number | null
  readonly pages: number
  readonly path: string
  readonly total: number
}

const body = (page: Page, more: Json): Shown => ({
  status: 200,
  headers: {},
  body: { items: page.rows, ...more },
})
const headed = (page: Page, headers: Shown['headers'], status = 200): Shown => ({
  status,
  headers,
  body: page.rows,
})

/** Parameter of the cursor, and what is said beside the rows. */
const BY_CURSOR: readonly (readonly [string, (page: Page) => Shown])[] = [
  ['cursor', (page) => body(page, { next_cursor: page.cursor })],
  ['cursor', (page) => body(page, { paging: { nextCursor: page.cursor ?? '' } })],
  ['cursor', (page) => body(page, { next: page.cursor && { cursor: page.cursor } })],
  ['continuation_token', (page) => body(page, { continuation_token: page.cursor })],
  ['page_token', (page) => body(page, { next_page_token: page.cursor })],
  [
    'after',
    (page) =>
      body(page, { page_info: { has_next_page: page.cursor !== null, end_cursor: page.cursor ?? 'end' } }),
  ],
  [
    'cursor_id',
    (page) => body(page, { links: { next: page.cursor && `${page.path}?limit=2&cursor_id=${page.cursor}` } }),
  ],
  [
    'token',
    (page) =>
      headed(page, page.cursor === null ? {} : { link: `<${page.path}?token=${page.cursor}>; rel="next"` }),
  ],
]
const BY_PAGE: readonly ((page: Page) => Shown)[] = [
  (page) => body(page, { total_pages: page.pages }),
  (page) => body(page, { next_page: page.next }),
  (page) => headed(page, { 'x-next-page': page.next === null ? '' : String(page.next) }),
  (page) => headed(page, page.next === null ? {} : { link: `<${page.path}?page=${page.next}>; rel="next"` }),
]
/** Says of hidden rows that they are there, and shows them to nobody. */
const ASTRAY: readonly ((page: Page) => Shown)[] = [
  (page) => body(page, { next: null, has_more: page.hidden.length > 0 }),
  (page) => body(page, { has_more: page.hidden.length > 0 ? 'true' : 'false' }),
  (page) => body(page, { has_more: page.hidden.length > 0 ? 1 : 0 }),
  (page) => body(page, { next: page.cursor && { offset: page.rows.length } }),
  (page) => body(page, { last: page.hidden.length === 0 }),
  (page) => body(page, { pagination: { total_items: page.total } }),
  (page) => body(page, { totalItems: page.total }),
  (page) =>
    body(page, {
      links: { next: page.cursor && `https://elsewhere.example${page.path}?cursor=${page.cursor}` },
    }),
  (page) => headed(page, { 'x-total-count': String(page.total) }),
  (page) => headed(page, { 'content-range': `items 0-1/${page.total}` }, page.hidden.length > 0 ? 206 : 200),
]
/** Other rows, or words against the rows, beside them. */
const BODIES: readonly ((page: Page) => Shown)[] = [
  (page) => body(page, { advanced_orders: page.hidden }),
  (page) => ({ ...body(page, {}), body: { items: [], orders: [...page.rows, ...page.hidden] } }),
  (page) => body(page, { data: page.hidden }),
  (page) => body(page, { error: page.hidden.length > 0 ? { code: 'SHARD_DOWN' } : null }),
  (page) => body(page, { errors: page.hidden.map(() => 'a row could not be loaded') }),
  (page) => body(page, { warning: page.hidden.length > 0 ? 'results may be incomplete' : '' }),
  (page) => body(page, { partial: page.hidden.length > 0 }),
  (page) => body(page, { meta: { incomplete: page.hidden.length > 0 } }),
  (page) => body(page, { truncated: page.hidden.length > 0 ? 'yes' : 'no' }),
]

export interface ListContinuations {
  /** The answer to a request of this path and query, for these rows of the customer. */
  show(path: string, rows: readonly Row[]): Shown
  /** From now on every row is shown. */
  heal(): void
}

/** One way, drawn from a seed, for all lists of a venue. `freedom`: whether it is the pages or the bodies that are free. */
export function listContinuations(random: Random, freedom: 'continuations' | 'bodies'): ListContinuations {
  const size = 1 + random.integer(3)
  let isHealed = false
  /** Orders in the order in which they were first seen, so that no page moves while another is read. */
  const order = new Map<string, number>()
  const cursors = BY_CURSOR.map(
    ([parameter, say]) =>
      (query: URLSearchParams): [number, (page: Page) => Shown] => {
        const cursor = query.get(parameter)
        return [cursor === null ? 0 : (order.get(cursor) ?? -1) + 1, say]
      },
  )
  const pages = BY_PAGE.map((say) => (query: URLSearchParams): [number, (page: Page) => Shown] => [
    (Number(query.get('page') ?? 1) - 1) * size,
    say,
  ])
  const still = (ways: readonly ((page: Page) => Shown)[]) =>
    ways.map((say) => (): [number, (page: Page) => Shown] => [0, say])
  const ways = freedom === 'bodies' ? still(BODIES) : [...cursors, ...pages, ...still(ASTRAY)]
  const at = random.integer(ways.length)
  const way = ways[at] ?? ways[0]
  const isByPage = freedom === 'continuations' && at >= cursors.length && at < cursors.length + pages.length
  return {
    heal() {
      isHealed = true
    },
    show(asked, rows) {
      for (const { reference_id: id } of rows) if (!order.has(id)) order.set(id, order.size)
      const { pathname, searchParams } = new URL(asked, 'http://venue')
      const [from, say] = way?.(searchParams) ?? [0, BODIES[0] as (page: Page) => Shown]
      const indexOf = ({ reference_id: id }: Row) => order.get(id) ?? 0
      const sorted = rows.toSorted((a, b) => indexOf(a) - indexOf(b))
      const left = sorted.filter((row) => indexOf(row) >= from)
      const page = isHealed
        ? left
        : isByPage
          ? left.filter((row) => indexOf(row) < from + size)
          : left.slice(0, size)
      const hidden = left.slice(page.length)
      return say({
        rows: page,
        hidden,
        cursor: hidden.length === 0 ? null : (page.at(-1)?.reference_id ?? null),
        next: hidden.length === 0 ? null : from / size + 2,
        pages: isHealed ? 1 : Math.ceil(order.size / size),
        path: pathname,
        total: rows.length,
      })
    },
  }
}
