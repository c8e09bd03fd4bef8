/** What requests are broken with: bodies that would be taken, and values, names, codes and bytes that must not be. Data only. */

export const CUSTOMER = '/v1/customers/C1042'
export const ORDER = {
  reference_id: 'never',
  symbol: 'BTCUSDC_PERP',
  side: 'buy',
  type: 'limit',
  amount: '0.1',
  limit_price: '59000',
}
export type Body = Readonly<Record<string, unknown>>
export interface Template {
  readonly method: string
  readonly path: string
  readonly body: Body
  /** Fields that must be decimals above 0 where they stand. */
  readonly decimals: readonly string[]
}
export const TEMPLATES: readonly Template[] = [
  { method: 'POST', path: `${CUSTOMER}/orders`, body: ORDER, decimals: ['amount', 'limit_price'] },
  {
    method: 'POST',
    path: `${CUSTOMER}/orders`,
    body: {
      reference_id: 'never',
      symbol: 'BTCUSDC_PERP',
      side: 'sell',
      type: 'take_profit_stop_loss',
      amount: 1,
      stop_loss_price: 59000,
      take_profit_price: 61000,
    },
    decimals: ['amount', 'stop_loss_price', 'take_profit_price'],
  },
  {
    method: 'PATCH',
    path: `${CUSTOMER}/orders/resting`,
    body: { amount: '0.2', limit_price: '58000' },
    decimals: ['amount', 'limit_price'],
  },
  {
    method: 'POST',
    path: `${CUSTOMER}/deposits`,
    body: { amount: '5', asset: 'USDC' },
    decimals: ['amount'],
  },
  {
    method: 'POST',
    path: `${CUSTOMER}/withdrawals`,
    body: { amount: '5', asset: 'USDC' },
    decimals: ['amount'],
  },
]
export const PATHS = [
  '/v1/trades',
  '/v1/customers/transactions',
  `${CUSTOMER}/trades`,
  `${CUSTOMER}/transactions`,
]
export const NOT_DECIMAL = [
  '"NaN"',
  '"Infinity"',
  '"0x10"',
  '"1e"',
  '"--1"',
  '"1,5"',
  '" 1"',
  '"１"',
  '-1',
  '0',
  '-0.0',
  '"9e99"',
]
/** Numbers no amount or price can have: too many digits, or too small to be counted. */
export const HUGE = [
  '9'.repeat(60),
  `"${'9'.repeat(4000)}"`,
  '1e400',
  '"1e-60"',
  '1e-19',
  `0.${'1'.repeat(50)}`,
  '1E+999',
]
export const WRONG = ['[]', '{}', 'true', '[[1]]', '{"valueOf":1}', '[1,2]', '{"$gt":0}', 'false']
export const FOREIGN = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'stop_price',
  'hasOwnProperty',
  'Amount',
  'аmount',
  '',
]
export const CODES = [
  '..',
  '.',
  '%2e%2e',
  '%2E%2e%2f',
  'C1042%2f..%2fC2007',
  '%00',
  'C1042%00',
  '%2F',
  'C1042%20',
  'c1042',
  'constructor',
  '__proto__',
  '%ff%fe',
  '%',
  '%zz',
  '%25',
  'C1042;a=1',
  'C1042%0d%0aX:1',
  '*',
  "'%20OR%201=1--",
  'x'.repeat(3000),
]
export const QUERIES = [
  'limit=0',
  'limit=-1',
  'limit=1e3',
  'limit=99999999999999999999',
  'limit=abc',
  'before=%00',
  'before=__proto__',
  'before=nope',
]
export const GARBAGE = [
  'GARBAGE\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1e9\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
]
