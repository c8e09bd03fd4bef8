/** Writes answers and stream messages in one variant of the API: the paths, shapes and words that docs/api.md#gaps leaves open. Holds no rule of the broker. */

import type { VenueProfile } from '../../shared/broker/venueProfile.ts'

/** A variant of the API: one choice for each gap of docs/api.md#gaps that a client must read either way. */
export interface VariantChoices {
  /** docs/api.md#gap.2: the path of each resource. */
  readonly paths: VenueProfile['paths']
  /** docs/api.md#rule.tolerant: `mixed` writes pages as `{items}` and short lists bare; `bare` and `named` write every list that way. */
  readonly lists: 'mixed' | 'bare' | 'named'
  /** Field that holds the rows when a list is an object. */
  readonly listName: string
  /** docs/api.md#gap.24: field that holds the cursor of the next page. */
  readonly cursorName: string
  /** docs/api.md#gap.4 and #gap.29: code and message at the top, or under `error`. */
  readonly errors: 'top' | 'nested'
  /** Whether decimals are JSON text or JSON numbers. Fields that the API calls strings stay text. */
  readonly numbers: 'text' | 'json'
  /** docs/api.md#gap.17: words of `direction`. */
  readonly directions: { readonly in: string; readonly out: string }
  /** docs/api.md#gap.13 and #9.additive: other words for order statuses, instrument statuses and liquidity. An unlisted word stays. */
  readonly words: Readonly<Record<'orderStatus' | 'instrumentStatus' | 'liquidity', Words>>
  /** Triggered stops have the type `stop_market` or `stop_limit` (docs/api.md#2.order.type.read). */
  readonly renameTriggered: boolean
  /** Every record carries an undocumented field (docs/api.md#9.additive). */
  readonly unknownFields: boolean
  /** docs/api.md#gap.10 and #gap.11: whether the API has a list of open orders, and an amend. */
  readonly openOrders: boolean
  readonly amend: boolean
  /** docs/api.md#gap.8: fields and words of stream messages. `levels`: a level of a book snapshot is an object or `[price, amount]`. */
  readonly stream: {
    readonly channel: string
    readonly type: string
    readonly data: string
    readonly snapshot: string
    readonly update: string
    readonly levels: 'objects' | 'pairs'
    /** `required`: the server refuses clients that do not offer permessage-deflate. */
    readonly compression: 'none' | 'required'
  }
}

type Words = Readonly<Record<string, string>>
type Json = Readonly<Record<string, unknown>>

export const PLAIN_VARIANT: VariantChoices = {
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

export interface ApiVariant {
  /** The path in the routes' own form; null when this variant has no such path. */
  path(pathname: string): string | null
  /** Whether this variant has a route of the plain variant. */
  offers(method: string, route: string): boolean
  /** The server refuses stream clients that do not offer compression. */
  readonly insistsOnCompression: boolean
  /** Writes the body of an answer as JSON text. */
  body(status: number, value: unknown): string
  /** Writes one stream message as JSON text. */
  frame(message: object): string
}

const ORDERS = '/v1/customers/:customer/orders'

/** Without choices, the plain variant: it writes every value unchanged. */
export function apiVariantOf(choices: Partial<VariantChoices>): ApiVariant {
  const all: VariantChoices = { ...PLAIN_VARIANT, ...choices }
  const plain = Object.keys(choices).length === 0
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

/** The longest matching path wins: the path of the ledger may lie under the path of the customers. */
function pathIn(paths: VariantChoices['paths'], pathname: string): string | null {
  const resources = Object.keys(paths) as (keyof VariantChoices['paths'])[]
  resources.sort((a, b) => paths[b].length - paths[a].length)
  const found = resources.find((resource) => isUnder(pathname, paths[resource]))
  if (found) return PLAIN_VARIANT.paths[found] + pathname.slice(paths[found].length)
  return Object.values(PLAIN_VARIANT.paths).some((path) => isUnder(pathname, path)) ? null : pathname
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function bodyOf(choices: VariantChoices, status: number, value: unknown): unknown {
  if (status >= 400) return errorOf(choices, value)
  const rows = Array.isArray(value) ? value : isObject(value) ? value['items'] : undefined
  if (!Array.isArray(rows)) return recordOf(choices, value)
  const records = rows.map((row: unknown) => recordOf(choices, row))
  const bare = choices.lists === 'bare' || (choices.lists === 'mixed' && Array.isArray(value))
  if (bare) return records
  const { items: _rows, ...rest } = isObject(value) ? value : { items: null }
  return { ...withCursor(choices, rest), [choices.listName]: records }
}

function withCursor(choices: VariantChoices, page: Json): Json {
  const entries = Object.entries(page).map(([name, value]): [string, unknown] => [
    name === 'next' ? choices.cursorName : name,
    name === 'response_metadata' && isObject(value) ? withCursor(choices, value) : value,
  ])
  return Object.fromEntries(entries)
}

/** A login error holds its code as `detail` (docs/api.md#gap.3). The nested form moves that code under `error` as well. */
function errorOf(choices: VariantChoices, value: unknown): unknown {
  if (choices.errors === 'top' || !isObject(value)) return value
  const { code, message, detail, ...rest } = value
  if (typeof code === 'string') return { ...rest, error: { code, message } }
  return typeof detail === 'string' ? { ...rest, error: { code: detail } } : value
}

/** Fields that the API calls numbers or decimals. Margins, leverages and codes are text in the API. */
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

/** A JSON number with exactly these digits. Converting to a binary number would lose some of them. */
const rawNumber = (digits: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits)

function recordOf(choices: VariantChoices, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => recordOf(choices, item))
  if (!isObject(value)) return value
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) record[name] = fieldOf(choices, value, name, field)
  if (choices.unknownFields) record['x_unheard_of'] = { since: 'yesterday', list: [1, null] }
  return record
}

const TRIGGERED: Words = {
  stop_loss: 'stop_market',
  take_profit: 'stop_market',
  stop_loss_limit: 'stop_limit',
  take_profit_limit: 'stop_limit',
}

function fieldOf(choices: VariantChoices, record: Json, name: string, field: unknown): unknown {
  if (typeof field !== 'string') return recordOf(choices, field)
  const { words } = choices
  const isOrder = 'filled_amount' in record
  if (name === 'direction') return choices.directions[field as 'in' | 'out'] ?? field
  if (name === 'liquidity') return words.liquidity[field] ?? field
  if (name === 'status' && isOrder) return words.orderStatus[field] ?? field
  if (name === 'status' && 'init_margin_req' in record) return words.instrumentStatus[field] ?? field
  if (name === 'type' && isOrder && choices.renameTriggered && 'triggered_at' in record)
    return TRIGGERED[field] ?? field
  // docs/api.md#6.book.delete
  const asNumber = choices.numbers === 'json' && DECIMALS.has(name) && record['action'] !== 'delete'
  return asNumber ? rawNumber(field) : field
}

function frameOf(choices: VariantChoices, message: Json): unknown {
  const { channel, type, data, changes, code, message: words, ...rest } = message
  const { stream } = choices
  const envelope: Record<string, unknown> = { ...rest }
  if (channel !== undefined) envelope[stream.channel] = channel
  if (code !== undefined) return { ...envelope, ...(errorOf(choices, { code, message: words }) as Json) }
  if (type !== undefined) envelope[stream.type] = type === 'snapshot' ? stream.snapshot : stream.update
  const payload = data ?? changes
  if (payload !== undefined) envelope[stream.data] = levelsOf(choices, recordOf(choices, payload))
  return envelope
}

function levelsOf({ stream }: VariantChoices, payload: unknown): unknown {
  if (stream.levels === 'objects' || !isObject(payload) || !Array.isArray(payload['bids'])) return payload
  const pairs = (levels: unknown) => (levels as readonly Json[]).map(({ price, amount }) => [price, amount])
  return { ...payload, bids: pairs(payload['bids']), asks: pairs(payload['asks']) }
}
