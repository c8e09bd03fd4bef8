/** Every text of a venue at the door: what the readers let in is visible, in one line and bounded, whatever the venue sends. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readOutcome, sendOutcome } from '../../electron/broker/rest/classify.ts'
import { decodeBody } from '../../electron/broker/rest/decodeBody.ts'
import { fail } from '../../shared/base/result.ts'
import { faultOf } from '../../shared/broker/lists/listFaults.ts'
import { readList } from '../../shared/broker/lists/lists.ts'
import { parseStreamMessage } from '../../shared/broker/stream/streamMessages.ts'
import { PAYLOAD_COUNT, PAYLOADS, type Payload } from './payloads.ts'
import { textsIn } from './textsIn.ts'
import { learn, PROFILE, READERS } from './wire/wireReaders.ts'

/** Characters of one text: an address of a webhook is the longest that is meant. */
const LONGEST = 2_100
/** Written here anew: characters that show no ink, and lone halves of a pair. U+2068 and U+2069 around a whole text isolate its direction. */
const INKLESS = /(?! )[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/u
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const ISOLATED = /\u2068[^\u2066-\u2069\u202a-\u202e]*\u2069/g

/** What is wrong with a text that came through the door; null: nothing. */
function faultOfText(text: string): string | null {
  if (text.length > LONGEST) return `${text.length} characters`
  const bare = text.replaceAll(ISOLATED, '')
  if (/[\p{Mn}\p{Me}]{5}/u.test(text)) return 'more than four marks on a letter'
  if (RIGHT_TO_LEFT.test(bare)) return 'letters that turn the sentence around'
  return INKLESS.test(text.replaceAll(ISOLATED, (part) => part.slice(1, -1)))
    ? 'a character without ink'
    : null
}

/** Texts that pass as they came: a customer code, which every screen shows through `shownCode`, and a key in several lines. */
const AS_IT_CAME = /\.(customerCode|publicKey)$/

/** Answers of the readers that were looked at. */
let cells = 0

/** The faults of every text in `values`, one answer of a reader each. Each fault once. */
function faultsIn(values: readonly unknown[]): readonly string[] {
  cells += values.length
  return [
    ...new Set(
      textsIn(values).flatMap(({ path, text }) => {
        if (AS_IT_CAME.test(path)) return []
        const fault = faultOfText(text)
        return fault === null ? [] : [`${path.replaceAll(/\.\d+/g, '')}: ${fault}`]
      }),
    ),
  ]
}
/** The shapes in which a text may stand in a field. */
const shapesOf = ({ text }: Payload): readonly unknown[] => [
  text,
  [text],
  { [text]: text },
  [{ symbol: text, leverage: text, initial_margin: text }],
]

it(`${PAYLOAD_COUNT} payloads differ, and each kind is among them`, () => {
  expect(new Set(PAYLOADS.map(({ text }) => text)).size).toBe(PAYLOAD_COUNT)
  expect(new Set(PAYLOADS.map(({ kind }) => kind)).size).toBe(7)
})

it('the check itself finds each payload that is invisible, turned around or too long', () => {
  const found = (kind: Payload['kind']) =>
    PAYLOADS.filter((payload) => payload.kind === kind && faultOfText(payload.text) === null).length
  expect([found('control'), found('invisible'), found('direction')]).toEqual([0, 0, 0])
  expect(faultOfText('\u2068\u05d0 5\u2069')).toBeNull()
  expect(faultOfText('\u2068\u05d0\u2069 5\u2069')).not.toBeNull()
})

describe.each(READERS)('%s', (_, read) => {
  const { sample, fields } = learn(read)
  it.each(fields)('lets no payload through in %s', (field) => {
    const results = PAYLOADS.flatMap((payload) =>
      shapesOf(payload).map((value) => read({ ...sample, [field]: value })),
    )
    expect(faultsIn(results)).toEqual([])
  })
})

/** Frames of the stream, each with `%` where a payload goes. */
const FRAMES: readonly unknown[] = [
  { op: '%', args: ['orders'] },
  { op: 'subscribe', args: ['%'], status: 'failed' },
  { op: 'subscribe', args: ['orders'], status: '%' },
  { op: 'subscribe', args: ['%', 'x'], event: '%' },
  { op: 'subscribe', args: ['orders'], status: 'rejected', message: '%' },
  { op: 'subscribe', args: ['orders'], status: 'rejected', reason: '%' },
  { channel: '%', data: [] },
  { channel: 'orderbook-stream:%', data: [] },
  { channel: 'market-trades', symbol: '%', data: [] },
  { channel: 'orderbook-stream:BTCUSDC_PERP', type: '%', data: [{ action: '%', type: 'bid' }] },
  { channel: 'orderbook-stream:BTCUSDC_PERP', data: [{ action: 'new', type: '%' }] },
  { channel: 'orderbook-stream:BTCUSDC_PERP', data: [{ action: 'new', type: 'bid', price: '%' }] },
  {
    channel: 'orderbook-stream:BTCUSDC_PERP',
    data: [{ action: 'new', type: 'bid', price: '1', amount: '%' }],
  },
  { channel: 'market-trades:BTCUSDC_PERP', data: [{ price: '1', amount: '1', created_at: '1', code: '%' }] },
  { channel: 'market-trades:BTCUSDC_PERP', data: [{ price: '%', amount: '%', side: '%', created_at: '%' }] },
  { type: 'error', code: '%', message: '%', channel: '%' },
  { event: 'error', error: { code: '%', message: '%', channel: '%' } },
  { success: false, op: '%', args: ['%'] },
  { '%': '%' },
  '%',
]
const filled = (frame: unknown, text: string): string =>
  JSON.stringify(frame).replaceAll('%', () => JSON.stringify(text).slice(1, -1))

it.each(FRAMES.map((frame) => [JSON.stringify(frame), frame] as const))(
  'a stream message says nothing unseen: %s',
  (_, frame) => {
    const messages = PAYLOADS.flatMap(({ text }) => {
      const message = parseStreamMessage(filled(frame, text), PROFILE.stream)
      // The channel is compared with those that were asked for, and never shown as it came.
      return [{ ...message, channel: null, channels: [], symbol: null, records: null, op: null }]
    })
    expect(faultsIn(messages)).toEqual([])
  },
)

it('a body that is no JSON says nothing unseen', () => {
  expect(faultsIn(PAYLOADS.map(({ text }) => parseStreamMessage(text, PROFILE.stream)))).toEqual([])
})

const ERROR_BODIES: readonly unknown[] = [
  { code: '%', message: '%' },
  { code: 'ORDER_REJECTED', message: '%' },
  { detail: '%' },
  { detail: [{ loc: ['body', '%'], msg: '%' }] },
  { detail: { code: '%', message: '%' } },
  { error: '%' },
  { error: { code: '%', message: '%' } },
  '%',
]
const STATUSES = [200, 400, 401, 404, 422, 429, 500]
it.each(STATUSES)('an answer with status %d says nothing unseen', (status) => {
  const unread = () => fail('no body')
  const outcomes = ERROR_BODIES.flatMap((body) =>
    PAYLOADS.flatMap(({ text }) => {
      const answer = { kind: 'answered' as const, status, headers: {}, body: filled(body, text), date: null }
      return [
        sendOutcome(answer as never, unread),
        readOutcome(answer as never, unread),
        readOutcome({ ...answer, body: text } as never, unread),
      ]
    }),
  )
  expect(faultsIn(outcomes)).toEqual([])
})

it('a list answer with payloads beside its rows says nothing unseen', async () => {
  const answers = await Promise.all(
    PAYLOADS.map(async ({ text }) => {
      const body = (more: object) => ({ path: '/v1/x', status: 200, headers: {}, body: more })
      const held = (name: string) => ({ path: '/v1/x', status: 200, headers: { [name]: text }, body: [] })
      return [
        readList({ [text]: text }, 'orders', PROFILE, () => fail('x')),
        faultOf(body({ errors: text, items: [] }), PROFILE),
        faultOf(body({ [`error${text}`]: text, [text]: text }), PROFILE),
        ...['age', 'x-cache', 'warning', 'x-errors', 'x-total'].map((name) => faultOf(held(name), PROFILE)),
        await decodeBody(text, new Uint8Array(), 10),
      ]
    }),
  )
  expect(faultsIn(answers.flat())).toEqual([])
})

it('docs/security.md states the numbers of readers, fields, shapes, frames, statuses and cells as counted here', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const fields = READERS.reduce((count, [, read]) => count + learn(read).fields.length, 0)
  expect(page).toContain(
    `${fields} fields of ${READERS.length} readers in ${shapesOf(PAYLOADS[0]!).length} shapes, ${FRAMES.length} kinds of stream frames, error bodies at ${STATUSES.length} statuses, list metadata: ${cells.toLocaleString('en-US')} cells.`,
  )
})
