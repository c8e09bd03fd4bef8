import { expect, test } from 'vitest'
import { sentenceOfCode } from '../../../shared/broker/errorCodes.ts'

/** Every code of docs/api.md#part-7. */
const CODES = [
  'LOGIN_BAD_CREDENTIALS',
  'LOGIN_USER_NOT_VERIFIED',
  'VALIDATION_ERROR',
  'ORDER_REJECTED',
  'INSUFFICIENT_FUNDS',
  'NOT_FOUND',
  'ORDERBOOK_STREAM_UPSTREAM_ERROR',
  'ORDERBOOK_STREAM_UPSTREAM_REJECT',
  'MARKET_TRADES_UPSTREAM_ERROR',
  'MARKET_TRADES_UPSTREAM_REJECT',
]

test('every code of the document has a sentence of its own, with what to do or what happens next [7.byCode 7.MARKET_TRADES_UPSTREAM_ERROR 7.LOGIN_USER_NOT_VERIFIED]', () => {
  const sentences = CODES.map(sentenceOfCode)
  expect(new Set(sentences).size).toBe(CODES.length)
  for (const sentence of sentences) expect(sentence).not.toMatch(/^The venue answered|[A-Z]_[A-Z]/)
})

test('another code is shown as it came, also one that looks like part of an object [7.unknown]', () => {
  for (const code of ['BRAND_NEW', 'constructor', '__proto__'])
    expect(sentenceOfCode(code)).toBe(`The venue answered ${code}.`)
})
