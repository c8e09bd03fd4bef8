import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseExact } from '../../../shared/base/json.ts'
import type { Result } from '../../../shared/base/result.ts'
import {
  readBalanceChange,
  readFeeProfileItem,
  readLedgerRow,
  readMarginProfile,
  readOrder,
  readToken,
  readTrade,
  readTransfer,
} from '../../../shared/broker/accountRecords.ts'
import { readErrorBody } from '../../../shared/broker/errorBody.ts'
import { readDecimal, readTime } from '../../../shared/broker/fields.ts'
import { readList } from '../../../shared/broker/lists/lists.ts'
import { readInstrument, readMarketTrade, readTicker } from '../../../shared/broker/marketRecords.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { ledgerRow, transferRequest } from '../../../shared/domain/accounts/ledger.ts'
import { marginProfile } from '../../../shared/domain/accounts/margin.ts'
import { order } from '../../../shared/domain/orders/order.ts'
import { symbol, type CustomerCode, type Symbol } from '../../../shared/domain/scalars.ts'
import { marketTrade } from '../../../shared/domain/marketTrade.ts'
import { trade } from '../../../shared/domain/trade.ts'
import { instrument, ticker } from '../../../shared/domain/instrument.ts'

const C = 'C1042' as CustomerCode
const BTC = 'BTCUSDC_PERP' as Symbol
const profile = venueProfile.parse({ name: 'V', kind: 'paper', restUrl: 'http://v', streamUrl: 'ws://v' })
const other = venueProfile.parse({
  ...profile,
  directions: { in: ['plus'], out: ['minus'] },
  lists: { items: ['rows'] },
  paging: { cursors: ['older'], limit: null },
})

/** As it arrives: through the exact parser, so that numbers are their source text. */
const wire = (text: string): unknown => {
  const parsed = parseExact(text)
  if (!parsed.ok) throw new Error(parsed.failure)
  return parsed.value
}

const orderText =
  '{"reference_id":"op-1","symbol":"BTCUSDC_PERP","side":"buy","type":"stop_limit","amount":0.10,"limit_price":"62150.50","leverage":"5","status":"brand_new_word","filled_amount":0.05,"filled_quote":3107.525,"created_at":"2026-01-05T09:00:00.123456","surprise":{"deep":[1]}}'

describe('orders', () => {
  test('unknown words and fields survive, numbers keep digits, times with microseconds are UTC [9.additive 2.order.type.read gap.13]', () => {
    expect(readOrder(wire(orderText), C)).toEqual({
      ok: true,
      value: {
        customerCode: C,
        referenceId: 'op-1',
        symbol: BTC,
        side: 'buy',
        type: 'stop_limit',
        updatedAt: null,
        amount: '0.1',
        cashAmount: null,
        limitPrice: '62150.5',
        triggerPrice: null,
        stopLossPrice: null,
        takeProfitPrice: null,
        triggerPriceType: null,
        timeInForce: null,
        leverage: 5,
        status: 'brand_new_word',
        filledAmount: '0.05',
        filledQuote: '3107.525',
        createdAt: Date.UTC(2026, 0, 5, 9, 0, 0, 123),
      },
    })
  })

  test.each([
    ['status', 'order: status is missing'],
    ['symbol', 'order: symbol is missing'],
    ['side', 'order: side is missing'],
    ['reference_id', 'order: reference_id is missing'],
    ['filled_amount', 'order: filled_amount is missing on a brand_new_word order'],
    ['filled_quote', 'order: filled_quote is missing on a filled order'],
  ])('without %s it is one sentence that names the field', (field, sentence) => {
    const { [field]: _gone, ...rest } = wire(orderText) as Record<string, unknown>
    expect(readOrder(rest, C)).toEqual({ ok: false, failure: sentence })
  })

  test('only a new order may leave out its fills [2.order.filledAmount 2.order.filledQuote]', () => {
    const bare = { reference_id: 'a', symbol: BTC, side: 'sell', type: 'limit' }
    expect(readOrder({ ...bare, status: 'open' }, null)).toMatchObject({
      ok: true,
      value: { filledAmount: '0', filledQuote: '0', customerCode: null },
    })
    expect(readOrder({ ...bare, status: 'canceled' }, null).ok).toBe(false)
    expect(readOrder({ ...bare, status: 'filled' }, null).ok).toBe(false)
  })
})

describe('the ledger', () => {
  const row = (more: object) => ({
    code: 'L1',
    customer_code: 'C1042',
    transaction_type: 'funding',
    status: 'completed',
    total_amount: '12.5',
    ...more,
  })
  test.each([
    ['in', '12.5', '12.5'],
    ['credit', '12.5', '12.5'],
    ['out', '12.5', '-12.5'],
    ['debit', '12.5', '-12.5'],
    ['out', '-12.5', '-12.5'],
    ['in', '-12.5', null],
    ['sideways', '12.5', null],
    [null, '12.5', null],
    ['sideways', '0', '0'],
  ])(
    'direction %s and amount %s sign as %s [2.ledger.direction 2.ledger.totalAmount gap.17]',
    (direction, total, signed) => {
      const read = readLedgerRow(row({ direction, total_amount: total }), null, profile)
      expect(read).toMatchObject({ ok: true, value: { signedAmount: signed, direction } })
    },
  )

  test('another venue’s direction words count at that venue only', () => {
    const read = (variant: typeof profile) => readLedgerRow(row({ direction: 'minus' }), null, variant)
    expect(read(other)).toMatchObject({ value: { signedAmount: '-12.5' } })
    expect(read(profile)).toMatchObject({ value: { signedAmount: null } })
  })

  test('the old name of total_amount is read where total_amount is missing [2.ledger.amount 9.deprecated.amount]', () => {
    const { total_amount: _gone, ...rest } = row({ direction: 'in', amount: 7 })
    expect(readLedgerRow(wire(JSON.stringify(rest)), null, profile)).toMatchObject({
      value: { signedAmount: '7' },
    })
  })

  test('a transfer’s answer takes what it leaves out from the request [3.withdrawal]', () => {
    const request = transferRequest.parse({
      customerCode: C,
      kind: 'withdrawal',
      amount: '10',
      asset: 'USDC',
    })
    expect(readTransfer({ code: 'W1' }, request, profile)).toMatchObject({
      value: {
        code: 'W1',
        customerCode: C,
        transactionType: 'withdrawal',
        status: 'pending',
        signedAmount: '-10',
      },
    })
    expect(readTransfer({ id: 'W1' }, request, profile)).toEqual({
      ok: false,
      failure: 'withdrawal: code is missing',
    })
  })

  test('on the stream the amount has its sign already, and a cancelled movement has no balance [6.balance.4 6.balance.6]', () => {
    expect(
      readBalanceChange(row({ total_amount: '-3.25', status: 'cancelled', direction: 'in' })),
    ).toMatchObject({ value: { row: { signedAmount: '-3.25' }, balance: null, balanceAsOf: null } })
  })
})

describe('lists', () => {
  const trades = [
    { code: 'T1', customer_code: 'C1', symbol: 'BTCUSDC_PERP' },
    { code: 'T2', symbol: 'BTCUSDC_PERP' },
    { code: 'T3', customer_code: 'C1', symbol: 'BTCUSDC_PERP' },
  ]
  const codes = (body: unknown, variant = profile) => {
    const read = readList(body, 'trades', variant, (value) => readTrade(value, null))
    return read.ok ? [read.value.items.map((item) => item.code), read.value.next] : read.failure
  }
  test.each([
    ['a bare array', trades, ['T1', 'T3'], undefined],
    ['items', { items: trades, total: 3 }, ['T1', 'T3'], undefined],
    ['data', { data: trades }, ['T1', 'T3'], undefined],
    ['its own name', { trades }, ['T1', 'T3'], undefined],
    [
      'a cursor in the metadata [gap.24]',
      { items: trades, response_metadata: { next: 'n1' } },
      ['T1', 'T3'],
      'n1',
    ],
    [
      'a nested cursor',
      { items: trades, response_metadata: { cursor: { before: 'b1' } } },
      ['T1', 'T3'],
      'b1',
    ],
    ['the last page', { items: trades, response_metadata: { next: null, after: 'a1' } }, ['T1', 'T3'], null],
    [
      'a number as cursor',
      wire('{"items":[],"response_metadata":{"next":12345678901234567890}}'),
      [],
      '12345678901234567890',
    ],
  ])('%s', (_shape, body, expected, next) => {
    expect(codes(body)).toEqual([expected, next])
  })

  test('an unreadable record is reported and loses no other record', () => {
    const read = readList(trades, 'trades', profile, (value) => readTrade(value, null))
    expect(read).toMatchObject({ value: { unreadable: ['trade: customer_code is missing'] } })
  })

  test('an answer without a list is a failure; another venue’s shape needs that venue’s profile', () => {
    expect(codes({ rows: trades, older: 'o1' })).toBe(
      'trades: the answer holds no list under items, data, trades (venue profile, lists.items); it holds rows, older',
    )
    expect(codes({ rows: trades, older: 'o1' }, other)).toEqual([['T1', 'T3'], 'o1'])
    expect(codes(null)).toBe(
      'trades: the answer holds no list under items, data, trades (venue profile, lists.items)',
    )
  })
})

test.each([
  [{ code: 'X', message: 'm' }, 'X', 'm'],
  [{ error: { code: 'X', message: 'm' } }, 'X', 'm'],
  [{ detail: 'LOGIN_BAD_CREDENTIALS' }, 'LOGIN_BAD_CREDENTIALS', 'LOGIN_BAD_CREDENTIALS'],
  [{ detail: 'Not authenticated, go away' }, null, 'Not authenticated, go away'],
  [{ detail: [{ loc: ['body', 'amount'], msg: 'wrong' }] }, null, 'amount: wrong'],
  [{ error: 'gone' }, 'gone', 'gone'],
  ['<html>', null, null],
  [null, null, null],
])('finds code and words in %j [gap.3 gap.4 7.byCode]', (body, code, message) => {
  expect(readErrorBody(body)).toEqual({ code, message })
})

test.each([
  ['1767603600123', 1_767_603_600_123],
  ['2026-01-05T09:00:00Z', Date.UTC(2026, 0, 5, 9)],
  ['2026-01-05T09:00:00.123456Z', Date.UTC(2026, 0, 5, 9, 0, 0, 123)],
  ['2026-01-05T10:30:00.5+01:30', Date.UTC(2026, 0, 5, 9, 0, 0, 500)],
  ['2026-01-05 09:00:00', Date.UTC(2026, 0, 5, 9)],
  ['2026-01-05', Date.UTC(2026, 0, 5)],
  ['yesterday', null],
  ['2026-13-05T09:00:00Z', null],
  ['2026-01-05T25:00:00Z', null],
  [true, null],
])('reads the time %s', (text, at) => {
  expect(readTime(text)).toBe(at)
})

test('a decimal of at most 18 places keeps all its digits; more places are refused in a sentence', () => {
  const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${max}}$`))
  fc.assert(
    fc.property(fc.boolean(), digits(20), digits(18), (negative, left, right) => {
      const whole = left.replace(/^0+(?=\d)/, '') || '0'
      const fraction = right.replace(/0+$/, '')
      const body = whole + (fraction === '' ? '' : `.${fraction}`)
      const expected = negative && body !== '0' ? `-${body}` : body
      const source = `${negative ? '-' : ''}${whole}${right === '' ? '' : `.${right}`}`
      const [asNumber, asText] = wire(`[${source},"${source}"]`) as unknown[]
      expect(readDecimal(asNumber)).toEqual({ ok: true, value: expected })
      expect(readDecimal(asText)).toEqual({ ok: true, value: expected })
    }),
  )
  expect(readDecimal(`0.${'1'.repeat(30)}`)).toMatchObject({
    failure: expect.stringMatching(/more than 18 decimal/),
  })
  expect(readOrder(wire(orderText.replace('0.10', `0.${'1'.repeat(30)}`)), C)).toMatchObject({
    ok: true,
    value: { amount: null },
    odd: [
      {
        field: 'amount',
        why: expect.stringMatching(/^order: amount cannot be read: .*more than 18 decimal places$/) as string,
      },
    ],
  })
})

test('reading never throws on any answer, and gives valid records only', () => {
  const base = {
    ...(wire(orderText) as object),
    code: 'x',
    customer_code: 'C1',
    transaction_type: 'trade',
    total_amount: '1.5',
    direction: 'in',
    price: '1',
    underlying: 'BTC',
    quote_currency: 'USDC',
    instrument_margins: [{ symbol: 'BTCUSDC_PERP', leverage: '5' }],
    balance: '4',
  }
  const strange = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      undefined,
      '',
      true,
      [],
      {},
      '1e400',
      'NaN',
      '-0',
      '0x10',
      '1'.repeat(60),
      '\ud800',
    ),
    fc.jsonValue(),
    fc.string(),
  )
  const mangled = fc
    .dictionary(fc.constantFrom(...Object.keys(base)), strange, { maxKeys: 4 })
    .map((changes): unknown => ({ ...base, ...changes }))
  const checks: readonly ((value: unknown) => void)[] = [
    check(
      (value) => readTrade(value, null),
      (read) => trade.parse(read),
    ),
    check(
      (value) => readLedgerRow(value, null, profile),
      (read) => ledgerRow.parse(read),
    ),
    check(
      (value) => readMarketTrade(value, BTC),
      (read) => marketTrade.parse(read),
    ),
    check(readInstrument, (read) => instrument.parse(read)),
    check(
      (value) => readTicker(value, 1),
      (read) => ticker.parse(read),
    ),
    check(readMarginProfile, (read) => marginProfile.parse(read)),
    check(readFeeProfileItem, (read) => symbol.parse(read.symbol)),
    check(readBalanceChange, (read) => ledgerRow.parse(read.row)),
    check(
      (value) => readOrder(value, C),
      (read) =>
        order.parse({
          ...read,
          phase: 'working',
          pending: null,
          refusal: null,
          origin: 'desk',
          validUntil: null,
          createdAt: read.createdAt ?? 0,
          updatedAt: 0,
        }),
    ),
  ]
  fc.assert(
    fc.property(fc.oneof(mangled, fc.jsonValue()), (value) => {
      for (const run of checks) run(value)
    }),
    { numRuns: 1_500 },
  )
  expect(proved).toBeGreaterThan(1_500)
})

let proved = 0

const check =
  <T>(read: (value: unknown) => Result<T, string>, prove: (value: T) => unknown) =>
  (value: unknown): void => {
    const result = read(value)
    if (result.ok) {
      prove(result.value)
      proved += 1
    } else expect(result.failure).toMatch(/^.{3,400}$/s)
  }

test('a token is read under either name, and an unknown body is not repeated in the failure [2.token.accessToken]', () => {
  expect(readToken({ access_token: 'a.b.c', token_type: 'bearer' })).toEqual({ ok: true, value: 'a.b.c' })
  expect(readToken({ token: 't' })).toEqual({ ok: true, value: 't' })
  expect(readToken({ access_token: 'line\r\nbreak' })).toEqual({
    ok: false,
    failure: 'login: access_token is missing',
  })
})
