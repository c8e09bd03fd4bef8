import { describe, expect, test } from 'vitest'
import {
  readBalanceChange,
  readLedgerRow,
  readMarginProfile,
  readOrder,
  readTrade,
  readTransfer,
} from '../../../shared/broker/accountRecords.ts'
import { readTime } from '../../../shared/broker/fields.ts'
import { readInstrument, readMarketTrade, readTicker } from '../../../shared/broker/marketRecords.ts'
import { parseStreamMessage } from '../../../shared/broker/stream/streamMessages.ts'
import { feeProfilePath, marketTradesPath } from '../../../shared/broker/requests.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { parseExact } from '../../../shared/base/json.ts'
import { symbol, type CustomerCode, type Symbol } from '../../../shared/domain/scalars.ts'
import type { TransferRequest } from '../../../shared/domain/accounts/ledger.ts'

const C = 'C1042' as CustomerCode
const BTC = 'BTCUSDC_PERP' as Symbol
const profile = venueProfile.parse({ name: 'V', kind: 'paper', restUrl: 'http://v', streamUrl: 'ws://v' })
const wire = (text: string): Record<string, unknown> => {
  const read = parseExact(text)
  if (!read.ok) throw new Error(read.failure)
  return read.value as Record<string, unknown>
}
const order = wire(
  '{"reference_id":"a","symbol":"BTCUSDC_PERP","side":"buy","type":"limit","status":"open","amount":0.1,"limit_price":"62000","filled_amount":0,"filled_quote":0}',
)
const trade = { code: 'T1', customer_code: 'C1042', symbol: BTC, side: 'buy', price: '1', amount: '2' }
const row = {
  code: 'L1',
  customer_code: 'C1042',
  transaction_type: 'deposit',
  status: 'completed',
  total_amount: '5',
  direction: 'in',
}

describe('an optional field that cannot be read', () => {
  test.each([
    ['5.0', 5],
    ['5', 5],
    ['"5"', 5],
    ['5e0', 5],
  ])('is read where it means a whole number: leverage %s', (text, leverage) => {
    const read = readOrder({ ...order, ...wire(`{"leverage":${text}}`) }, C)
    expect(read).toMatchObject({ ok: true, value: { leverage } })
    expect(read.odd).toBeUndefined()
  })

  test.each([
    ['order', () => readOrder({ ...order, leverage: '5.5' }, C), 'leverage'],
    ['order', () => readOrder({ ...order, created_at: 'yesterday' }, C), 'created_at'],
    ['order', () => readOrder({ ...order, trigger_price: 'high' }, C), 'trigger_price'],
    ['order', () => readOrder({ ...order, amount: `0.${'1'.repeat(30)}` }, C), 'amount'],
    ['order', () => readOrder({ ...order, time_in_force: true }, C), 'time_in_force'],
    ['trade', () => readTrade({ ...trade, fee: {} }, null), 'fee'],
    ['trade', () => readTrade({ ...trade, side: 'long' }, null), 'side'],
    ['trade', () => readTrade({ ...trade, reference_id: 'not an id' }, null), 'reference_id'],
    ['ledger row', () => readLedgerRow({ ...row, mark_price: 'none' }, null, profile), 'mark_price'],
    ['balance change', () => readBalanceChange({ ...row, balance: 'much' }), 'balance'],
    [
      'market trade',
      () => readMarketTrade({ ...trade, created_at: '1767603600123', side: 'up' }, BTC),
      'side',
    ],
    ['ticker', () => readTicker({ symbol: BTC, funding_rate: '—' }, 1), 'funding_rate'],
    [
      'instrument',
      () =>
        readInstrument({
          symbol: BTC,
          underlying: 'BTC',
          quote_currency: 'USDC',
          status: 'open',
          init_margin_req: 'ten',
        }),
      'init_margin_req',
    ],
    ['entry', () => readMarginProfile({ instrument_margins: [{ symbol: BTC, leverage: 'x' }] }), 'leverage'],
  ])('costs a %s alone, and is reported', (what, read, field) => {
    const record = read()
    expect(record).toMatchObject({ ok: true, odd: [{ what, field }] })
    expect(record.odd?.[0]?.why).toContain(field)
  })

  test('is never replaced by a guessed value', () => {
    expect(readOrder({ ...order, customer_code: 'no code' }, C).ok).toBe(false)
    expect(readTrade({ ...trade, customer_code: 7 }, C).ok).toBe(false)
    expect(readMarketTrade({ ...trade, created_at: '1767603600123', symbol: 'A B' }, BTC).ok).toBe(false)
    expect(readOrder({ ...order, filled_amount: 'some' }, C).ok).toBe(false)
    expect(readTrade({ ...trade, type: {} }, null)).toMatchObject({ ok: true, value: { type: 'unknown' } })
    expect(readLedgerRow({ ...row, direction: [] }, null, profile)).toMatchObject({
      ok: true,
      value: { signedAmount: null },
    })
    const request = { customerCode: C, kind: 'deposit', amount: '5', asset: 'USDC' } as TransferRequest
    const fields = ['total_amount', 'status', 'asset', 'direction', 'transaction_type']
    const transfers = fields.map((field) =>
      readTransfer({ ...row, asset: 'USDC', [field]: [] }, request, profile),
    )
    expect(transfers.map(({ ok }) => ok)).toEqual(fields.map(() => false))
  })

  test('of a public trade is reported without losing the trade', () => {
    const print = { price: '1', amount: '2', created_at: '2026-01-05T09:00:00Z', side: 'up' }
    const message = JSON.stringify({ channel: `market-trades:${BTC}`, type: 'update', data: print })
    expect(parseStreamMessage(message, profile.stream)).toMatchObject({
      kind: 'trades',
      trades: [{ price: '1', side: null }],
      unreadable: [],
      odd: [expect.stringMatching(/side/)],
    })
  })
})

const AT = Date.UTC(2026, 0, 5, 9, 0, 0, 123)
test.each([
  ['1767603600', Date.UTC(2026, 0, 5, 9)],
  ['1767603600.1239', AT],
  ['1767603600123', AT],
  ['1767603600123.9', AT],
  ['1.767603600123e12', AT],
  ['1767603600123456', AT],
  ['1767603600123456789', AT],
  ['17676036001234567', null],
  ['2026-01-05T09:00:00.123456789012Z', AT],
  ['2026-01-05T09:00:00,123Z', AT],
  ['2026-01-05t14:30:00.123+0530', AT],
  ['2026-01-05T14:30:00.123+05:30', AT],
  ['2026-01-05T06:00:00.123-03', AT],
  ['2026-01-04 23:00:00.123 -10:00', AT],
  ['2026-02-31T09:00:00Z', null],
  ['2026-01-05T09:00:00+25:00', null],
  ['', null],
])('reads the moment of %s', (text, at) => {
  expect(readTime(text)).toBe(at)
})

describe('symbols', () => {
  test.each([
    '$WIFUSDC_PERP',
    'A/BUSDC_PERP',
    'ÉUSDC_PERP',
    '1000PEPE+USDC_PERP',
    '狗USDC_PERP',
    'A:B',
    "a'b\\c",
  ])('%s is an instrument, and one segment of an address', (text) => {
    const instrument = { symbol: text, underlying: 'X', quote_currency: 'USDC', status: 'open' }
    expect(readInstrument(instrument)).toMatchObject({ ok: true, value: { symbol: text } })
    const path = feeProfilePath(profile, C, text as Symbol)
    expect(path).toEqual({ ok: true, value: `/v1/customers/C1042/fee-profile/${encodeURIComponent(text)}` })
    const query = marketTradesPath(profile, text as Symbol, null)
    expect(query.ok && new URL(`http://v${query.value}`).searchParams.get('symbol')).toBe(text)
    const frame = JSON.stringify({
      channel: `orderbook-stream:${text}`,
      type: 'snapshot',
      data: { bids: [['1', '2']], asks: [] },
    })
    expect(parseStreamMessage(frame, profile.stream)).toMatchObject({ kind: 'snapshot', symbol: text })
  })

  test.each([
    '',
    '.',
    '..',
    'A B',
    'A\u00a0B',
    'A\u202eB',
    'A\u200bB',
    'A\nB',
    'A\ud800',
    'A|B',
    'A*',
    'A'.repeat(41),
  ])('%j is none', (text) => {
    expect(symbol.safeParse(text).success).toBe(false)
  })
})

test('a price of 0 in a ticker is no price: nothing may be valued, limited or liquidated at 0', () => {
  const prices = { last_price: '0', mark_price: '0.00', index_price: 0, best_bid: '-1', best_ask: '0' }
  const extremes = { high_24h: '0', low_24h: '0.0' }
  const read = readTicker(
    { symbol: BTC, ...prices, ...extremes, change_24h: '0', volume_24h: '0', funding_rate: '0' },
    1,
  )
  expect(read).toMatchObject({
    value: {
      lastPrice: null,
      markPrice: null,
      indexPrice: null,
      bestBid: null,
      bestAsk: null,
      high24h: null,
      low24h: null,
      // A change, a volume and a rate may well be 0.
      change24h: '0',
      volume24h: '0',
      fundingRate: '0',
    },
  })
})
