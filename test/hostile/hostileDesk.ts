/** A desk whose venue sends payloads: every list of the contract has one record for each payload, as the readers let it in. */

import type { z } from 'zod'
import { ok } from '../../shared/base/result.ts'
import { visibleWord, visibleWords } from '../../shared/base/visibleText.ts'
import { commands, topics, type CommandName, type TopicName } from '../../shared/contract/contract.ts'
import type { Command, Topic } from '../../shared/contract/define.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import { lookAlikes } from '../../shared/domain/accounts/lookAlike.ts'
import { customerCode, symbol } from '../../shared/domain/scalars.ts'
import { liveConnection, readySession, type ScriptedCore } from '../fakes/window/scriptedCore.ts'
import { hostileValue } from './hostileValues.ts'
import { PAYLOADS } from './payloads.ts'

/** Characters of one text at most behind the readers. */
const LONGEST = 2_048

/** A payload as the readers let it in: a word of the venue, and the venue's sentence. */
export const asWord = (text: string): string => visibleWord(text).slice(0, LONGEST)
const asSentence = (text: string): string => visibleWords(text.slice(0, 400))

const TEXTS = PAYLOADS.map(({ text }) => text)
/** Codes and symbols keep their letters: the schemas say which payloads can be one. The letters in front say which is which on screen. */
const CUSTOMERS = TEXTS.map((text) => `KC${text}`).filter((text) => customerCode.safeParse(text).success)
const SYMBOLS = TEXTS.map((text) => `KS${text}`).filter((text) => symbol.safeParse(text).success)
/** Codes and symbols that must not be shown as they are: they look like others. */
export const DISGUISED: readonly string[] = [...CUSTOMERS, ...SYMBOLS].filter(
  (text) => shownCode(text) !== text,
)
const FIRST_CUSTOMERS = ['C1042', 'C2007', ...CUSTOMERS]
export const FIRST_SYMBOLS = ['BTCUSDC_PERP', 'ETHUSDC_PERP', 'SOLUSDC_PERP', ...SYMBOLS]
/** The customer and the instrument of the n-th record of a list. */
export const customerAt = (n: number): string => FIRST_CUSTOMERS[n % FIRST_CUSTOMERS.length]!
export const symbolAt = (n: number): string => FIRST_SYMBOLS[n % FIRST_SYMBOLS.length]!

/** A place from which customers and instruments must be shown in another form. */
const ODD = FIRST_CUSTOMERS.findIndex((_, n) =>
  [n, n + 1].every((at) => DISGUISED.includes(customerAt(at)) && DISGUISED.includes(symbolAt(at))),
)

/** Topics that no text of a venue is on, that the scripted core gives, or that `hostileOwnLists.ts` makes. */
const OWN: ReadonlySet<string> = new Set([
  'session',
  'connection',
  'settings',
  'links',
  'health',
  'limits',
  'halts',
  'alerts',
  'approvals',
  'dealtRequests',
  'blocks',
  'book',
  'candles',
])

export type Row = Record<string, unknown>

/** Every code within a value is one of those that the desk lists; the lists of a record name others than the record. */
function withCodes(value: unknown, n: number): unknown {
  if (Array.isArray(value)) return value.map((inner) => withCodes(inner, n + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'customerCode' && typeof inner === 'string') return [name, customerAt(n)]
      if (name === 'symbol' && typeof inner === 'string') return [name, symbolAt(n)]
      return [name, withCodes(inner, n)]
    }),
  )
}

/** The keys of a record are unique, and its customers and instruments are among those that the desk lists. */
function withKeys(row: Row, n: number): Row {
  const keyed = { ...(withCodes(row, n) as Row) }
  if ('referenceId' in row) keyed['referenceId'] = `v1-${n}`
  if ('id' in row) keyed['id'] = typeof row['id'] === 'number' ? n + 1 : `${String(row['id'])} ${n}`
  if ('looksLike' in row) keyed['looksLike'] = null
  return keyed
}

/** Records of one key are one record. */
const keyOf = (row: Row): string =>
  ['id', 'list', 'code', 'referenceId', 'customerCode', 'symbol']
    .map((name) => JSON.stringify(row[name] ?? null))
    .join(' ')

const made = new Map<string, readonly Row[]>()

/** The records of a list topic, one for each payload. Every desk of a test file has the same. */
export function rowsOf(name: string, schema: z.ZodType): readonly Row[] {
  const rows = made.get(name) ?? makeRows(name, schema)
  made.set(name, rows)
  return rows
}

function makeRows(name: string, schema: z.ZodType): readonly Row[] {
  const rows = new Map<string, Row>()
  const count =
    { customers: FIRST_CUSTOMERS.length, instruments: FIRST_SYMBOLS.length }[name] ?? PAYLOADS.length
  for (let n = 0; n < count; n++) {
    const text = TEXTS[n % TEXTS.length]!
    const shown = name === 'notices' ? asSentence(text) : asWord(text)
    const row = withKeys(hostileValue(schema, shown, new Map(), name) as Row, n)
    if (name === 'customers') row['code'] = FIRST_CUSTOMERS[n]
    rows.set(keyOf(row), row)
  }
  return [...rows.values()]
}

/** Fills every list topic and every answer of a read. */
export function makeHostile(core: ScriptedCore, venueSays: string): void {
  for (const [name, { snapshot }] of Object.entries(topics as Readonly<Record<string, Topic>>)) {
    if (OWN.has(name) || snapshot.def.type !== 'array') continue
    const { element } = snapshot as unknown as { element: z.ZodType }
    core.startWith(name as TopicName, rowsOf(name, element) as never)
  }
  const alike = lookAlikes(FIRST_CUSTOMERS)
  core.startWith(
    'customers',
    rowsOf('customers', topics.customers.snapshot.element).map((row) => {
      return { ...row, looksLike: alike.get(row['code'] as string) ?? null }
    }) as never,
  )
  const sentence = asSentence(venueSays)
  core.startWith('session', { ...readySession, message: sentence, username: 'dealer' })
  core.startWith('connection', {
    ...liveConnection,
    rest: { state: 'degraded' as never, medianMs: 41, message: sentence },
    streams: liveConnection.streams.map((one) => ({ ...one, message: sentence })),
  })
  answerReads(core, asWord(venueSays))
}

/** Answers every read with `text` in each of its texts. */
export function answerReads(core: ScriptedCore, text: string): void {
  for (const [name, { scope, reply }] of Object.entries(commands as Readonly<Record<string, Command>>))
    if (scope === 'read' && !ANSWERED.has(name))
      core.answer(
        name as CommandName,
        () => ok(withCodes(hostileValue(reply, text, new Map(), name), ODD)) as never,
      )
}

/** Answers that the scripted core makes of its own figures. */
const ANSWERED: ReadonlySet<string> = new Set([
  'order.check',
  'book.walk',
  'candles.read',
  'session.active',
  'block.fairness',
  'order.conflicts',
])
