import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { canonical, type DecimalText } from '../../../shared/base/decimal.ts'
import { parseExact } from '../../../shared/base/json.ts'
import {
  customerLedgerPath,
  ledgerPath,
  marketTradesPath,
  orderBody,
  orderPath,
  ordersPath,
  tradePath,
  tradesPath,
  transferBody,
  transferPath,
  type TradesQuery,
} from '../../../shared/broker/requests.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { plainDraft, type OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'

const profile = venueProfile.parse({ name: 'V', kind: 'paper', restUrl: 'http://v', streamUrl: 'ws://v' })
const C = 'C1042' as CustomerCode
const id = 'op_1-a' as ReferenceId
const text = (value: string) => value as DecimalText
const market: OrderDraft = plainDraft({
  customerCode: C,
  symbol: 'BTCUSDC_PERP' as Symbol,
  side: 'sell',
  type: 'market',
  amount: text('0.1'),
})

test.each([
  [market, '"type":"market","amount":0.1}'],
  [
    { ...market, amount: null, cashAmount: text('500'), timeInForce: 'IOC' as const },
    '"type":"market","cash_amount":500,"time_in_force":"IOC"}',
  ],
  [
    {
      ...market,
      type: 'stop_loss_limit' as const,
      limitPrice: text('9'),
      triggerPrice: text('10'),
      triggerPriceType: 'trade_price' as const,
    },
    '"type":"stop_loss_limit","amount":0.1,"limit_price":"9","trigger_price":"10","trigger_price_type":"trade_price"}',
  ],
  [
    {
      ...market,
      type: 'take_profit_stop_loss' as const,
      stopLossPrice: text('9'),
      takeProfitPrice: text('11'),
    },
    '"type":"take_profit_stop_loss","amount":0.1,"stop_loss_price":"9","take_profit_price":"11"}',
  ],
])(
  'writes only the fields that the order has [2.order.type 2.order.comboPrices 2.order.stopPrice]',
  (draft, tail) => {
    expect(orderBody(id, draft, profile)).toEqual({
      ok: true,
      value: `{"reference_id":"op_1-a","symbol":"BTCUSDC_PERP","side":"sell",${tail}`,
    })
  },
)

test('numbers are written in the profile’s form with every digit', () => {
  const strings = venueProfile.parse({
    ...profile,
    numbers: { amounts: 'string', prices: 'number', transfers: 'number', leverage: 'string' },
  })
  const draft = { ...market, type: 'limit' as const, limitPrice: text('62150.123456789012345'), leverage: 5 }
  expect(orderBody(id, draft, strings)).toMatchObject({
    value: expect.stringContaining('"amount":"0.1","limit_price":62150.123456789012345,"leverage":"5"'),
  })
  const request = { customerCode: C, kind: 'deposit' as const, amount: text('0.00000001'), asset: 'USDC' }
  expect(transferBody(request, profile)).toBe('{"amount":"0.00000001","asset":"USDC"}')
  expect(transferBody(request, strings)).toBe('{"amount":0.00000001,"asset":"USDC"}')
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9][0-9]{0,20}(\.[0-9]{0,17}[1-9])?$/), (amount) => {
      const body = orderBody(id, { ...market, amount: text(amount) }, profile)
      const back = parseExact(body.ok ? body.value : '')
      const read = back.ok ? canonical((back.value as { amount: string }).amount) : back
      expect(read).toEqual({ ok: true, value: amount })
    }),
  )
})

test('a draft that breaks a rule is never written, and the field is named [4.rule.6]', () => {
  for (const [draft, field] of [
    [{ ...market, limitPrice: text('1') }, 'limitPrice'],
    [{ ...market, cashAmount: text('1') }, 'cashAmount'],
    [{ ...market, amount: text('-1') }, 'amount'],
    [{ ...market, leverage: 11 }, 'leverage'],
  ] as const)
    expect(orderBody(id, draft, profile)).toMatchObject({
      ok: false,
      failure: expect.stringContaining(field),
    })
})

test('paths follow the profile and carry only what the document allows [4.orders.get 4.trades 4.customerTrades 4.trade 4.transactions 4.customerTransactions 4.withdrawals gap.2 9.v1]', () => {
  const elsewhere = venueProfile.parse({
    ...profile,
    paths: { customers: '/api/v1/customers', trades: '/t' },
  })
  expect(orderPath(elsewhere, C, id)).toEqual({ ok: true, value: '/api/v1/customers/C1042/orders/op_1-a' })
  expect(tradesPath(elsewhere, {})).toEqual({ ok: true, value: '/t' })
  expect(ordersPath(profile, 'Müller&Söhne' as CustomerCode)).toEqual({
    ok: true,
    value: '/v1/customers/M%C3%BCller%26S%C3%B6hne/orders',
  })
  expect(tradesPath(profile, { customer: C, before: 'a&b=c' })).toEqual({
    ok: true,
    value: '/v1/customers/C1042/trades?before=a%26b%3Dc',
  })
  expect(tradesPath(elsewhere, { customer: C })).toEqual({
    ok: true,
    value: '/api/v1/customers/C1042/trades',
  })
  expect(tradePath(elsewhere, C, 'T/9')).toEqual({
    ok: true,
    value: '/api/v1/customers/C1042/trades/T%2F9',
  })
  expect(customerLedgerPath(elsewhere, C, { customer: C, before: 'x' })).toEqual({
    ok: true,
    value: '/api/v1/customers/C1042/transactions?before=x',
  })
  expect(ledgerPath(profile, { before: 'x' })).toEqual({
    ok: true,
    value: '/v1/customers/transactions?before=x',
  })
  expect(
    transferPath(profile, { customerCode: C, kind: 'withdrawal', amount: text('1'), asset: 'USDC' }),
  ).toEqual({
    ok: true,
    value: '/v1/customers/C1042/withdrawals',
  })
  expect(marketTradesPath(profile, 'BTC|*' as Symbol, null).ok).toBe(false)
})

test('no customer code can change the path around it [4.orders.path]', () => {
  const nasty = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      'transactions',
      'a/../b',
      'a%2fb',
      'a?b',
      'a#b',
      'a\\b',
      ' ',
      '',
      'a\nb',
      '\u202e',
    ),
    fc.string(),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(nasty, (code) => {
      const path = ordersPath(profile, code as CustomerCode)
      if (!path.ok) return
      const url = new URL(`http://v${path.value}`)
      expect(url.search + url.hash).toBe('')
      expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'v1', 'customers', code, 'orders'])
      expect(code).not.toBe('transactions')
    }),
  )
  fc.assert(
    fc.property(nasty, (code) => {
      const path = tradePath(profile, C, code)
      if (!path.ok) return
      const url = new URL(`http://v${path.value}`)
      expect(url.search + url.hash).toBe('')
      expect(url.pathname.split('/').map(decodeURIComponent).slice(3)).toEqual([C, 'trades', code])
    }),
  )
  for (const wrong of ['', 'a'.repeat(41), 'a/b', 'ä', '..'])
    expect(orderPath(profile, C, wrong as ReferenceId).ok).toBe(false)
})

test('the status filter goes to the ledger under the profile’s name, and never to the trades [4.transactionsQuery.status 4.tradesQuery.unsupported]', () => {
  const named = venueProfile.parse({ ...profile, parameters: { ledgerStatus: 'state' } })
  const query = { customer: C, status: 'pending', from: 0 } as const
  expect(ledgerPath(profile, query)).toEqual({
    ok: true,
    value:
      '/v1/customers/transactions?customer_code=C1042&created_from=1970-01-01T00%3A00%3A00.000Z&status=pending',
  })
  expect(ledgerPath(named, { status: 'cancelled' })).toEqual({
    ok: true,
    value: '/v1/customers/transactions?state=cancelled',
  })
  expect(customerLedgerPath(named, C, query)).toEqual({
    ok: true,
    value: '/v1/customers/C1042/transactions?created_from=1970-01-01T00%3A00%3A00.000Z&state=pending',
  })
  expectTypeOf<TradesQuery>().not.toHaveProperty('status')
  expect(tradesPath(profile, query)).toEqual({
    ok: true,
    value: '/v1/customers/C1042/trades?from=1970-01-01T00%3A00%3A00.000Z',
  })
})
