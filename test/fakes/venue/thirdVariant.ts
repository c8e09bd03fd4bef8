/** A venue that takes freedoms of the API (docs/api.md#gaps) which no venue profile can name, one or many, drawn from a seed. Rewrites answers and frames; changes no fact. */

import { seededRandom } from '../../../shared/base/random.ts'
import { listContinuations, type Shown } from './listContinuations.ts'

export const FREEDOMS = [
  /** Whole numbers with a point, or as text. */
  'leverage',
  /** Moments in milliseconds, microseconds, nanoseconds or seconds with a fraction, or as ISO 8601 with any fraction and offset. */
  'times',
  /** Optional fields that hold something else. */
  'odd-fields',
  /** Optional fields that are missing, null or empty. */
  'gone-fields',
  /** Lists bare, under `items` or `data`, or under their own name, from answer to answer. */
  'lists',
  /** Rows among trades and ledger rows that are no record. */
  'odd-rows',
  /** Fields that nobody has heard of; beside the rows of a list the profile must name them (`lists.harmless`). */
  'unheard-fields',
  /** White space around every body. */
  'padding',
  /** Frames that arrive twice or three times. */
  'repeated-frames',
  /** Lists of open orders that go on in words of their own, some of which lead nowhere. */
  'continuations',
  /** Lists of open orders with other rows, or words against them, beside their rows. */
  'bodies',
  /** Symbols that look like nothing else. */
  'odd-symbols',
  /** Customers whose codes look like one another. */
  'look-alikes',
  /** Lists of instruments and tickers in which a row is missing, or is no record, from answer to answer. */
  'hidden-instruments',
] as const
export type Freedom = (typeof FREEDOMS)[number]

export const UNHEARD = 'x_unheard_of'

/** An answer on its way. */
export interface Answered {
  readonly status: number
  /** Names in lower case; besides those that the venue sends anyway. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface ThirdVariant {
  /** What arrives for an answer to a request of this path. */
  answer(path: string, status: number, text: string): Answered
  /** What arrives for one frame, in order. */
  frames(text: string): readonly string[]
  /** Lists show all their rows from now on. */
  heal(): void
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value)

const raw = JSON as unknown as {
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
}
const isRaw = (value: unknown): boolean => raw.isRawJSON(value)

/** Numbers keep their digits. Undefined for what is no JSON: a fault made it, and it stays as it is. */
const parse = (text: string): unknown => {
  try {
    return parseRaw(text)
  } catch {
    return undefined
  }
}
const parseRaw = (text: string): unknown =>
  JSON.parse(text, ((_key: string, value: unknown, context: { source?: string }) =>
    typeof value === 'number' ? raw.rawJSON(context.source ?? '0') : value) as never)

const MOMENTS = ['created_at', 'balance_as_of', 'next_funding_at']
/** No fact hangs on these: they may be of any form, or missing. */
const OPTIONAL = ['leverage', 'time_in_force', 'trigger_price_type', 'liquidity', 'asset', 'funding_rate']
const TWO = 0.3
const ORDERS = /\/orders(\?|$)/

export function thirdVariant(freedoms: readonly Freedom[], seed: number): ThirdVariant {
  const random = seededRandom(seed)
  const takes = new Set(freedoms)
  const one = <T>(...list: readonly T[]): T => list[random.integer(list.length)] as T
  const often = () => random.next() < TWO

  const moment = (text: string): unknown => {
    const ms = Date.parse(text)
    const iso = new Date(ms + 330 * 60_000).toISOString().slice(0, 23)
    return one<unknown>(
      raw.rawJSON(`${ms}`),
      raw.rawJSON(`${ms}000`),
      `${ms}000000`,
      raw.rawJSON(`${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}`),
      `${iso}456789+05:30`,
      `${iso.replace('T', ' ')}+0530`,
      text,
    )
  }

  const field = (name: string, value: unknown): unknown => {
    if (takes.has('times') && MOMENTS.includes(name) && typeof value === 'string' && value.includes('T'))
      return moment(value)
    if (takes.has('leverage') && name === 'leverage' && value !== null) {
      const digits = (JSON.stringify(value) ?? '').replaceAll('"', '')
      return /^\d+$/.test(digits) ? one<unknown>(raw.rawJSON(`${digits}.0`), `${digits}.00`, digits) : value
    }
    if (takes.has('odd-fields') && OPTIONAL.includes(name) && often())
      return one<unknown>({ value: 'unknown' }, [], true, name === 'leverage' ? 'as set' : false)
    if (takes.has('gone-fields') && OPTIONAL.includes(name) && often())
      return one<unknown>(null, '', undefined)
    return rewritten(value)
  }
  const rewritten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewritten)
    if (!isObject(value)) return value
    const record: Json = {}
    for (const [name, item] of Object.entries(value)) {
      const made = field(name, item)
      if (made !== undefined) record[name] = made
    }
    if (takes.has('unheard-fields')) record[UNHEARD] = { list: [1, null], code: 'none' }
    return record
  }

  const ownName = (path: string): string => {
    const resource = path.split('?')[0]?.split('/').at(-1) ?? ''
    return resource === 'fee-profile' ? 'fees' : resource === 'market-trades' ? 'trades' : resource
  }
  const listed = (path: string, body: unknown): unknown => {
    const rows = Array.isArray(body) ? body : isObject(body) ? body['items'] : null
    if (!Array.isArray(rows)) return body
    const name = ownName(path)
    const mayHoldMore = takes.has('odd-rows') && (name === 'trades' || name === 'transactions')
    const mayHide = takes.has('hidden-instruments') && (name === 'instruments' || name === 'tickers')
    if (mayHide && rows.length > 1 && often()) {
      const hidden = random.integer(rows.length)
      // A list of instruments says what it does not show. A list of tickers need not: each ticker has its own age.
      rows.splice(hidden, 1, ...(name === 'instruments' ? [{ note: 'no record' }] : []))
    }
    const all =
      mayHoldMore && often()
        ? rows.toSpliced(random.integer(rows.length + 1), 0, one<unknown>(null, 'row', { note: 'no record' }))
        : rows
    if (!takes.has('lists')) return Array.isArray(body) ? all : { ...(body as Json), items: all }
    const { items: _rows, ...rest } = Array.isArray(body) ? { items: null } : (body as Json)
    const under = one('items', 'data', name)
    return Array.isArray(body) && often() ? all : { ...rest, [under]: all }
  }

  const goes = takes.has('continuations')
    ? listContinuations(seededRandom(seed ^ 0x60e5), 'continuations')
    : takes.has('bodies')
      ? listContinuations(seededRandom(seed ^ 0x60e5), 'bodies')
      : null
  const shownOf = (path: string, body: unknown): Shown => {
    const rows = rewritten(body)
    return goes !== null && ORDERS.test(path) && Array.isArray(rows)
      ? goes.show(path, rows as never)
      : { status: 200, headers: {}, body: listed(path, rows) }
  }

  return {
    heal: () => goes?.heal(),
    answer(path, status, text) {
      const plain = { status, headers: {}, text }
      if (status >= 300 || text === '' || path.endsWith('/login')) return plain
      const body = parse(text)
      if (body === undefined) return plain
      const shown = shownOf(path, body)
      const written = JSON.stringify(shown.body)
      return {
        status: shown.status === 200 ? status : shown.status,
        headers: shown.headers,
        text: takes.has('padding') ? `\r\n \t${written}\n\n` : written,
      }
    },
    frames(text) {
      const message = parse(text)
      const written = isObject(message) && !('op' in message) ? JSON.stringify(rewritten(message)) : text
      const times = takes.has('repeated-frames') && !text.includes('"op":') && often() ? one(2, 3) : 1
      return Array.from({ length: times }, () => written)
    },
  }
}

/** What no answer can be rewritten to: the symbols and customer codes of the venue, by those of the plain one. */
export function namesOf(freedoms: readonly Freedom[], seed: number): Readonly<Record<string, string>> {
  const random = seededRandom(seed ^ 0x0dd5)
  const symbols = ['$WIF-PERP', 'A/B-PERP', 'É-PERP', '%41_PERP', '1000000MOG.P']
  const [btc = ''] = symbols.splice(random.integer(symbols.length), 1)
  const eth = symbols[random.integer(symbols.length)] ?? ''
  return {
    ...(freedoms.includes('odd-symbols') ? { BTCUSDC_PERP: btc, ETHUSDC_PERP: eth } : {}),
    ...(freedoms.includes('look-alikes') ? { C2007: 'C1O42', C3312: 'C33l1' } : {}),
  }
}

/** A few of them, by seed. */
export function mixOf(seed: number): readonly Freedom[] {
  const random = seededRandom(seed ^ 0x3d1a)
  const mix = FREEDOMS.filter(() => random.next() < 0.5)
  return mix.length > 0 ? mix : [FREEDOMS[random.integer(FREEDOMS.length)] ?? 'times']
}
