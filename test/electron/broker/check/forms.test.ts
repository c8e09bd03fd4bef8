/** The forms of lists, times and stream messages that a check tells apart. */

import { expect, test } from 'vitest'
import { cursorNames, listForm, timeForm } from '../../../../electron/broker/check/listForm.ts'
import { streamForm } from '../../../../electron/broker/check/streamForm.ts'

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
