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

test('an unknown code is shown unchanged, also a code that looks like an object’s property [7.unknown]', () => {
  for (const code of ['BRAND_NEW', 'constructor', '__proto__'])
    expect(sentenceOfCode(code)).toBe(`The venue answered ${code}.`)
})
