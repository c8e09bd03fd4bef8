/** The forms of lists, times and stream messages that a check tells apart. */

import { expect, test } from 'vitest'
import {
  cursorNames,
  directionWords,
  listForm,
  rowKey,
  timeForm,
} from '../../../../electron/broker/check/listForm.ts'
import { streamForm } from '../../../../electron/broker/check/stream/streamForm.ts'

test.each([
  ['a bare list', [{ a: 1 }], null, []],
  ['a named list with its cursor', { rows: [{ a: 1 }], older: 'x7' }, 'rows', ['older']],
  [
    'metadata in an object of its own',
    { data: [], meta: { cursor: 'x', limit: 5, total: 9 } },
    'data',
    ['cursor'],
  ],
])('%s', (_, answer, name, cursors) => {
  const form = listForm(answer)
  expect(form?.name).toBe(name)
  expect(form && cursorNames(form)).toEqual(cursors)
})

test('a row that is no record is left out, and hides no list', () => {
  expect(listForm({ rows: [null, 'row', { a: '1' }], note: [1] })).toMatchObject({
    name: 'rows',
    rows: [{ a: '1' }],
  })
})

test('a row is known by its code, however its other fields are written', () => {
  expect(rowKey({ code: 'T1', created_at: '1767604288' })).toBe(rowKey({ created_at: '2026', code: 'T1' }))
  expect(rowKey({ code: 'T1' })).not.toBe(rowKey({ code: 'T2' }))
  expect(rowKey(undefined)).toBeNull()
})

test('words of deposits and withdrawals show a sign; words of other rows do not', () => {
  const row = (transaction_type: string, direction: string) => ({ transaction_type, direction })
  expect(
    directionWords([row('deposit', 'CR'), row('withdrawal', 'DR'), row('fee', 'DR'), row('rebate', 'X')]),
  ).toEqual({ in: ['CR'], out: ['DR'], other: ['X'] })
})

test.each([[{ rows: [{}], others: [{}] }], [{ rows: [1, 2] }], ['text'], [null]])(
  '%j is no list whose rows are known',
  (answer) => {
    expect(listForm(answer)).toBeNull()
  },
)

test.each([
  [1767604288, 'seconds since 1970'],
  ['1767604288259', 'milliseconds since 1970'],
  ['1767604288259000000', 'nanoseconds since 1970'],
  ['2026-01-05T09:11:28.259Z', 'ISO 8601'],
  ['2026-01-05 14:41:28.259456789 +0530', 'ISO 8601'],
  ['1767604288.259', 'seconds since 1970, with a fraction'],
  ['05.01.2026', null],
  [{}, null],
])('the time %j is written as %s', (value, form) => {
  expect(timeForm(value)).toBe(form)
})

test('a stream is read by what is about the book, beside confirmations and news of other channels', () => {
  const channel = 'orderbook-stream:BTCUSDC_PERP'
  const messages = [
    { event: 'subscribed', args: [channel] },
    { topic: 'market-trades:BTCUSDC_PERP', event: 'update', payload: [{ price: '1' }] },
    { topic: channel, event: 'full', payload: { bids: [], asks: [['2', '1']] } },
    { topic: channel, event: 'delta', payload: [{ action: 'new' }] },
  ]
  expect(streamForm(messages, channel)).toEqual({
    channel: 'topic',
    type: 'event',
    data: 'payload',
    snapshot: 'full',
    update: 'delta',
  })
  expect(streamForm([{ event: 'subscribed', topic: channel }], channel)).toBeNull()
})

test('the kind of a message is the field that differs between snapshot and changes, not another word', () => {
  const channel = 'orderbook-stream:X'
  const book = { bids: [], asks: [['2', '1']] }
  const messages = [
    { ch: channel, symbol: 'X_PERP', extra: { list: [1] }, kind: 'image', body: book },
    { ch: channel, symbol: 'X_PERP', extra: { list: [1] }, kind: 'image', body: book },
    { ch: channel, symbol: 'X_PERP', extra: { list: [1] }, kind: 'diff', body: [{ price: '2' }] },
  ]
  expect(streamForm(messages, channel)).toEqual({
    channel: 'ch',
    type: 'kind',
    data: 'body',
    snapshot: 'image',
    update: 'diff',
  })
})
