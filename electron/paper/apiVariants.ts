/** How this broker says what the API leaves open (docs/api.md#gaps): paths, shapes and words at the rim. Changes no fact and holds no rule. */

import type { VenueProfile } from '../../shared/broker/venueProfile.ts'

/** Every gap of docs/api.md#gaps that a client must read both ways, with the defaults given there. */
export interface Doubts {
  /** docs/api.md#gap.2: where each resource stands. */
  readonly paths: VenueProfile['paths']
  /** docs/api.md#rule.tolerant: pages as `{items}` and short lists bare (`mixed`), every list bare, or every list under a name. */
  readonly lists: 'mixed' | 'bare' | 'named'
  /** Name of the rows in a list that is an object. */
  readonly listName: string
  /** docs/api.md#gap.24: field that holds the next cursor. */
  readonly cursorName: string
  /** docs/api.md#gap.4 and #gap.29: code and message at the top, or under `error`. */
  readonly errors: 'top' | 'nested'
  /** Decimals as JSON text or as JSON numbers; what the API calls a string stays one. */
  readonly numbers: 'text' | 'json'
  /** docs/api.md#gap.17. */
  readonly directions: { readonly in: string; readonly out: string }
  /** docs/api.md#gap.13 and #9.additive: other words for our order statuses, instrument statuses and liquidity; a word not listed stays. */
  readonly words: Readonly<Record<'orderStatus' | 'instrumentStatus' | 'liquidity', Words>>
  /** Stops that have triggered are called `stop_market` and `stop_limit` (docs/api.md#2.order.type.read). */
  readonly renameTriggered: boolean
  /** Every record carries a field that nobody knows (docs/api.md#9.additive). */
  readonly unknownFields: boolean
  /** docs/api.md#gap.10 and #gap.11: whether there is a list of open orders, and an amend. */
  readonly openOrders: boolean
  readonly amend: boolean
  /** docs/api.md#gap.8: fields and words of stream messages. Levels of a book snapshot are objects or `[price, amount]`. */
  readonly stream: {
    readonly channel: string
    readonly type: string
    readonly data: string
    readonly snapshot: string
    readonly update: string
    readonly levels: 'objects' | 'pairs'
    /** `required`: whoever does not offer permessage-deflate gets no stream. */
    readonly compression: 'none' | 'required'
  }
}

type Words = Readonly<Record<string, string>>
type Json = Readonly<Record<string, unknown>>

export const PLAIN_DOUBTS: Doubts = {
  paths: {
    login: '/auth/jwt/login',
    webhooks: '/webhooks',
    customers: '/v1/customers',
    trades: '/v1/trades',
    transactions: '/v1/customers/transactions',
    instruments: '/v1/instruments',
    tickers: '/v1/tickers',
    marketTrades: '/v1/market-trades',
  },
  lists: 'mixed',
  listName: 'items',
  cursorName: 'next',
  errors: 'top',
  numbers: 'text',
  directions: { in: 'in', out: 'out' },
  words: { orderStatus: {}, instrumentStatus: {}, liquidity: {} },
  renameTriggered: false,
  unknownFields: false,
  openOrders: true,
  amend: true,
  stream: {
    channel: 'channel',
    type: 'type',
    data: 'data',
    snapshot: 'snapshot',
    update: 'update',
    levels: 'objects',
    compression: 'none',
  },
}

export interface Dialect {
  /** The path as the routes know it; null when it names nothing here. */
  path(pathname: string): string | null
  /** Whether a route of the plain dialect is spoken. */
  offers(method: string, route: string): boolean
  /** Streams are compressed, and given to nobody who does not offer it. */
  readonly insistsOnCompression: boolean
  /** Body of an answer, as JSON text. */
  body(status: number, value: unknown): string
  /** One stream message, as JSON text. */
  frame(message: object): string
}

const ORDERS = '/v1/customers/:customer/orders'

/** The plain dialect writes what it is given, as it is. */
export function dialectOf(doubts: Partial<Doubts>): Dialect {
  const all: Doubts = { ...PLAIN_DOUBTS, ...doubts }
  const plain = Object.keys(doubts).length === 0
  return {
    path: (pathname) => pathIn(all.paths, pathname),
    offers: (method, route) =>
      (method !== 'GET' || route !== ORDERS || all.openOrders) && (method !== 'PATCH' || all.amend),
    insistsOnCompression: all.stream.compression === 'required',
    body: (status, value) => JSON.stringify(plain ? value : bodyOf(all, status, value)),
    frame: (message) => JSON.stringify(plain ? message : frameOf(all, message as Json)),
  }
}

const isUnder = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)

/** The longest path that fits wins, so that the ledger is found before the customers it may stand under. */
function pathIn(paths: Doubts['paths'], pathname: string): string | null {
  const resources = Object.keys(paths) as (keyof Doubts['paths'])[]
  resources.sort((a, b) => paths[b].length - paths[a].length)
  const found = resources.find((resource) => isUnder(pathname, paths[resource]))
  if (found) return PLAIN_DOUBTS.paths[found] + pathname.slice(paths[found].length)
  return Object.values(PLAIN_DOUBTS.paths).some((path) => isUnder(pathname, path)) ? null : pathname
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function bodyOf(doubts: Doubts, status: number, value: unknown): unknown {
  if (status >= 400) return errorOf(doubts, value)
  const rows = Array.isArray(value) ? value : isObject(value) ? value['items'] : undefined
  if (!Array.isArray(rows)) return recordOf(doubts, value)
  const records = rows.map((row: unknown) => recordOf(doubts, row))
  const bare = doubts.lists === 'bare' || (doubts.lists === 'mixed' && Array.isArray(value))
  if (bare) return records
  const { items: _rows, ...rest } = isObject(value) ? value : { items: null }
  return { ...withCursor(doubts, rest), [doubts.listName]: records }
}

function withCursor(doubts: Doubts, page: Json): Json {
  const entries = Object.entries(page).map(([name, value]): [string, unknown] => [
    name === 'next' ? doubts.cursorName : name,
    name === 'response_metadata' && isObject(value) ? withCursor(doubts, value) : value,
  ])
  return Object.fromEntries(entries)
}

/** A login error holds its code as `detail` (docs/api.md#gap.3); nested, it goes where the others are. */
function errorOf(doubts: Doubts, value: unknown): unknown {
  if (doubts.errors === 'top' || !isObject(value)) return value
  const { code, message, detail, ...rest } = value
  if (typeof code === 'string') return { ...rest, error: { code, message } }
  return typeof detail === 'string' ? { ...rest, error: { code: detail } } : value
}

/** Fields that the API calls numbers or decimals. Margins, leverages and codes are text there. */
const DECIMALS: ReadonlySet<string> = new Set([
  'amount',
  'cash_amount',
  'limit_price',
  'trigger_price',
  'stop_loss_price',
  'take_profit_price',
  'filled_amount',
  'filled_quote',
  'total_amount',
  'realised_pnl',
  'mark_price',
  'funding_rate',
  'balance',
  'price',
  'quote',
  'fee',
  'maker_fee',
  'taker_fee',
  'last_price',
  'index_price',
  'best_bid',
  'best_ask',
  'high_24h',
  'low_24h',
  'volume_24h',
  'open_interest',
])

/** A JSON number of exactly these digits: through a binary number some would be lost. */
const rawNumber = (digits: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits)

function recordOf(doubts: Doubts, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => recordOf(doubts, item))
  if (!isObject(value)) return value
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) record[name] = fieldOf(doubts, value, name, field)
  if (doubts.unknownFields) record['x_unheard_of'] = { since: 'yesterday', list: [1, null] }
  return record
}

const TRIGGERED: Words = {
  stop_loss: 'stop_market',
  take_profit: 'stop_market',
  stop_loss_limit: 'stop_limit',
  take_profit_limit: 'stop_limit',
}

function fieldOf(doubts: Doubts, record: Json, name: string, field: unknown): unknown {
  if (typeof field !== 'string') return recordOf(doubts, field)
  const { words } = doubts
  const isOrder = 'filled_amount' in record
  if (name === 'direction') return doubts.directions[field as 'in' | 'out'] ?? field
  if (name === 'liquidity') return words.liquidity[field] ?? field
  if (name === 'status' && isOrder) return words.orderStatus[field] ?? field
  if (name === 'status' && 'init_margin_req' in record) return words.instrumentStatus[field] ?? field
  if (name === 'type' && isOrder && doubts.renameTriggered && 'triggered_at' in record)
    return TRIGGERED[field] ?? field
  // docs/api.md#6.book.delete
  const asNumber = doubts.numbers === 'json' && DECIMALS.has(name) && record['action'] !== 'delete'
  return asNumber ? rawNumber(field) : field
}

function frameOf(doubts: Doubts, message: Json): unknown {
  const { channel, type, data, changes, code, message: words, ...rest } = message
  const { stream } = doubts
  const envelope: Record<string, unknown> = { ...rest }
  if (channel !== undefined) envelope[stream.channel] = channel
  if (code !== undefined) return { ...envelope, ...(errorOf(doubts, { code, message: words }) as Json) }
  if (type !== undefined) envelope[stream.type] = type === 'snapshot' ? stream.snapshot : stream.update
  const payload = data ?? changes
  if (payload !== undefined) envelope[stream.data] = levelsOf(doubts, recordOf(doubts, payload))
  return envelope
}

function levelsOf({ stream }: Doubts, payload: unknown): unknown {
  if (stream.levels === 'objects' || !isObject(payload) || !Array.isArray(payload['bids'])) return payload
  const pairs = (levels: unknown) => (levels as readonly Json[]).map(({ price, amount }) => [price, amount])
  return { ...payload, bids: pairs(payload['bids']), asks: pairs(payload['asks']) }
}
