import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  authenticateMessage,
  bookChannel,
  parseStreamMessage,
  subscribeMessage,
} from '../../../../shared/broker/stream/streamMessages.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'

const variant = venueProfile.parse({
  name: 'V',
  kind: 'paper',
  restUrl: 'http://v',
  streamUrl: 'ws://v',
}).stream
const channel = bookChannel('BTCUSDC_PERP' as Symbol)
const parse = (value: unknown, item = variant) =>
  parseStreamMessage(typeof value === 'string' ? value : JSON.stringify(value), item)

const levels = [
  { action: 'new', type: 'bid', price: '62150.5', amount: '2' },
  { action: 'new', type: 'ask', price: '62151', amount: '0.25' },
]

test.each([
  ['a list of changes', { channel, type: 'snapshot', changes: levels }],
  ['changes in data', { channel, type: 'snapshot', data: levels }],
  [
    'changes without action',
    { channel, type: 'snapshot', data: { changes: levels.map(({ action: _a, ...rest }) => rest) } },
  ],
  ['pairs', { channel, type: 'snapshot', data: { bids: [['62150.50', '2']], asks: [['62151', '0.25']] } }],
  ['pairs of numbers', { channel, data: { bids: [[62150.5, 2]], asks: [[62151, 0.25]] } }],
  [
    'objects at the top',
    { topic: channel, bids: [{ price: '62150.5', amount: '2' }], asks: [{ price: '62151', amount: '0.25' }] },
  ],
  [
    'a bare channel',
    { channel: 'orderbook-stream', symbol: 'BTCUSDC_PERP', event: 'snapshot', data: levels },
  ],
  ['an arg object', { arg: { channel }, type: 'snapshot', data: levels }],
])('a snapshot as %s [6.book gap.8]', (_shape, message) => {
  expect(parse(message)).toEqual({ kind: 'snapshot', channel, symbol: 'BTCUSDC_PERP', changes: levels })
})

test('an update keeps the order of its changes and the digits of its numbers [6.book.change 6.book.delete]', () => {
  const text = `{"channel":"${channel}","type":"update","changes":[{"action":"change","type":"ask","price":62151.10,"amount":0.12345678901234567},{"action":"delete","type":"bid","price":"62150","amount":"0"},{"action":"delete","type":"bid","price":"62149"}]}`
  expect(parse(text)).toMatchObject({
    kind: 'update',
    changes: [
      { action: 'change', type: 'ask', price: '62151.1', amount: '0.12345678901234567' },
      { action: 'delete', type: 'bid', price: '62150', amount: '0' },
      { action: 'delete', type: 'bid', price: '62149', amount: '0' },
    ],
  })
})

test.each([
  ['an unknown action', [{ action: 'move', type: 'bid', price: '1', amount: '1' }]],
  ['an unknown side', [{ action: 'new', type: 'buy', price: '1', amount: '1' }]],
  ['a price that is none', [{ action: 'new', type: 'bid', price: 'NaN', amount: '1' }]],
  ['no amount', [{ action: 'new', type: 'bid', price: '1' }]],
  ['a good change before a bad one', [levels[0], { action: 'new', type: 'bid' }]],
  ['no changes at all', 'x'],
])(
  'a book message with %s is not applied, and names its channel as damaged [6.book.together]',
  (_what, changes) => {
    expect(parse({ channel, type: 'update', changes })).toMatchObject({ kind: 'unknown', channel })
  },
)

test('public trades come alone and in lists; a bad trade loses no other trade [6.marketTrades gap.15]', () => {
  const trade = { price: '1.50', amount: 2, side: 'sell', created_at: 1_767_603_600_123, code: 77 }
  const read = {
    symbol: 'BTCUSDC_PERP',
    price: '1.5',
    amount: '2',
    side: 'sell',
    createdAt: 1_767_603_600_123,
    code: '77',
  }
  const item = { channel: 'market-trades:BTCUSDC_PERP' }
  for (const message of [
    { ...item, data: trade },
    { ...item, data: [trade] },
    { ...item, ...trade },
  ])
    expect(parse(message)).toMatchObject({ kind: 'trades', trades: [read], unreadable: [] })
  expect(parse({ ...item, data: [trade, { price: '1' }] })).toMatchObject({
    trades: [read],
    unreadable: ['market trade: amount is missing'],
  })
})

test.each([
  [
    { op: 'subscribe', args: [channel] },
    { kind: 'ack', op: 'subscribe', channels: [channel] },
  ],
  [
    { op: 'authenticate', args: [] },
    { kind: 'ack', op: 'authenticate', channels: [] },
  ],
  [
    { op: 'subscribe', channel: 'orders' },
    { kind: 'ack', op: 'subscribe', channels: ['orders'] },
  ],
  [
    { channel, code: 'ORDERBOOK_STREAM_UPSTREAM_ERROR', message: 'lost' },
    { kind: 'error', channel, op: null, code: 'ORDERBOOK_STREAM_UPSTREAM_ERROR', message: 'lost' },
  ],
  [
    { error: { code: 'X', message: 'm', channel } },
    { kind: 'error', channel, op: null, code: 'X', message: 'm' },
  ],
  [
    { op: 'authenticate', code: 'UNAUTHORIZED', message: 'expired' },
    { kind: 'error', channel: null, op: 'authenticate', code: 'UNAUTHORIZED', message: 'expired' },
  ],
  [
    { op: 'subscribe', args: ['orders'], success: false, message: 'no' },
    { kind: 'error', channel: 'orders', op: 'subscribe', code: null, message: 'no' },
  ],
])('%j', (message, expected) => {
  expect(parse(message)).toEqual(expected)
})

test('private records are passed on unread, alone or in a list', () => {
  expect(parse({ channel: 'orders', data: { reference_id: 'a' } })).toEqual({
    kind: 'records',
    channel: 'orders',
    records: [{ reference_id: 'a' }],
  })
  expect(parse({ channel: 'trades', type: 'update', data: [{ code: 'a' }, { code: 'b' }] })).toMatchObject({
    records: [{ code: 'a' }, { code: 'b' }],
  })
})

test('another venue’s names need that venue’s variant [gap.8]', () => {
  const names = { ...variant, channel: ['stream'], type: ['kind'], data: ['payload'], snapshot: ['full'] }
  const message = { stream: channel, kind: 'full', payload: levels }
  expect(parse(message, names)).toMatchObject({ kind: 'snapshot', changes: levels })
  expect(parse(message)).toMatchObject({ kind: 'unknown' })
})

test('reading never throws on any mangled frame', () => {
  const good = JSON.stringify({ channel, type: 'update', changes: levels })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc
          .tuple(fc.nat(good.length), fc.nat(good.length), fc.string({ maxLength: 4 }))
          .map(([from, to, insert]) => good.slice(0, from) + insert + good.slice(to)),
        fc
          .record({
            channel: fc.constantFrom<unknown>(channel, 'orders', 1, null, {}),
            data: fc.jsonValue(),
            type: fc.jsonValue(),
            op: fc.jsonValue(),
            error: fc.jsonValue(),
          })
          .map((value) => JSON.stringify(value)),
      ),
      (text) => {
        expect(parse(text).kind).toMatch(/^(ack|snapshot|update|trades|records|ended|error|unknown)$/)
      },
    ),
    { numRuns: 3_000 },
  )
  expect(parse({ channel, type: { toString: '' }, changes: [] }).kind).toBe('update')
  expect(parse('['.repeat(200_000)).kind).toBe('unknown')
  expect(parse(`{"channel":"${channel}","data":${'[['.repeat(50_000)}${']]'.repeat(50_000)}}`).kind).toBe(
    'unknown',
  )
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('what is sent [6.subscribe gap.7]', () => {
  expect(subscribeMessage(['orders', channel])).toBe(`{"op":"subscribe","args":["orders","${channel}"]}`)
  expect(authenticateMessage({ token: 't' })).toBe('{"op":"authenticate","token":"t"}')
})
