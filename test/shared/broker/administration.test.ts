/** What the client sends and reads of amends, fees, filters and webhooks (docs/api.md#part-4, #gap.11 and #gap.25). */

import { describe, expect, test } from 'vitest'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { parseExact } from '../../../shared/base/json.ts'
import { sentenceOfStatus } from '../../../shared/broker/errorCodes.ts'
import { withinQuery } from '../../../shared/broker/lists/pageFilters.ts'
import {
  amendBody,
  feeBody,
  feeProfilePath,
  instrumentsPath,
  ledgerPath,
  tradesPath,
} from '../../../shared/broker/requests.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import {
  readWebhook,
  removeWebhookPath,
  webhookBody,
  webhookPageOf,
  webhooksPath,
} from '../../../shared/broker/webhookRecords.ts'
import type { OrderChanges } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'

const profile = venueProfile.parse({ name: 'V', kind: 'paper', restUrl: 'http://v', streamUrl: 'ws://v' })
const C = 'C1042' as CustomerCode
const BTC = 'BTCUSDC_PERP' as Symbol
const text = (word: string) => word as DecimalText
const at = Date.UTC(2026, 0, 5, 9, 0, 0, 7)

describe('requests', () => {
  test('ranges go out in RFC 3339, UTC, with milliseconds, under the names of each list [4.tradesQuery.fromTo 4.transactionsQuery.created]', () => {
    expect(
      tradesPath(profile, { customer: C, symbol: BTC, from: at, to: at + 1, sort: 'asc', before: 'T/9' }),
    ).toEqual({
      ok: true,
      value:
        '/v1/customers/C1042/trades?symbol=BTCUSDC_PERP&from=2026-01-05T09%3A00%3A00.007Z&to=2026-01-05T09%3A00%3A00.008Z&sort=asc&before=T%2F9',
    })
    expect(ledgerPath(profile, { from: at })).toEqual({
      ok: true,
      value: '/v1/customers/transactions?created_from=2026-01-05T09%3A00%3A00.007Z',
    })
    expect(tradesPath(profile, {})).toEqual({ ok: true, value: '/v1/trades' })
  })

  test.each([{ from: 2, to: 1 }, { from: Number.NaN }, { to: 9e15 }, { customer: '../x' as CustomerCode }])(
    'an invalid range or customer is not sent: %o',
    (query) => {
      expect(tradesPath(profile, query).ok).toBe(false)
      expect(ledgerPath(profile, query).ok).toBe(false)
    },
  )

  test('filters keep | and * and are escaped [4.filter.or 4.filter.star]', () => {
    expect(instrumentsPath(profile, { symbol: 'BTC*|ETH*', quoteCurrency: 'USDC&x' })).toBe(
      '/v1/instruments?symbol=BTC*%7CETH*&quote_currency=USDC%26x',
    )
    expect(instrumentsPath(profile, {})).toBe('/v1/instruments')
  })

  test('an amend sends what changes and nothing else [gap.11 2.order.stopPrice]', () => {
    const changes: OrderChanges = {
      amount: text('0.10000000000000001'),
      limitPrice: null,
      triggerPrice: null,
      stopLossPrice: text('59000'),
      takeProfitPrice: null,
    }
    expect(amendBody(changes, profile)).toEqual({
      ok: true,
      value: '{"amount":0.10000000000000001,"stop_loss_price":"59000"}',
    })
    expect(amendBody({ ...changes, amount: null, stopLossPrice: null }, profile).ok).toBe(false)
  })

  test('a fee is written with both values, as text or number by the profile [4.fees.put 4.fees.putSymbol]', () => {
    expect(feeBody(text('-0.5'), text('2'), profile)).toBe('{"maker_fee":"-0.5","taker_fee":"2"}')
    expect(
      feeBody(text('-0.5'), text('2'), { ...profile, numbers: { ...profile.numbers, fees: 'number' } }),
    ).toBe('{"maker_fee":-0.5,"taker_fee":2}')
    expect(feeProfilePath(profile, C)).toEqual({ ok: true, value: '/v1/customers/C1042/fee-profile' })
    expect(feeProfilePath(profile, C, BTC)).toEqual({
      ok: true,
      value: '/v1/customers/C1042/fee-profile/BTCUSDC_PERP',
    })
    expect(feeProfilePath(profile, C, '../x' as Symbol)).toEqual({
      ok: true,
      value: '/v1/customers/C1042/fee-profile/..%2Fx',
    })
    expect(feeProfilePath(profile, C, '..' as Symbol).ok).toBe(false)
  })

  test('a webhook request has event types only where they count, and a removal names one webhook [4.webhooks.create 4.webhooks.delete]', () => {
    const url = 'https://desk.example/in'
    expect(webhookBody({ url, includeAllEvents: true, eventTypes: ['a'] })).toBe(
      '{"url":"https://desk.example/in","include_all_events":true}',
    )
    expect(webhookBody({ url, includeAllEvents: false, eventTypes: ['a'] })).toContain('"event_types":["a"]')
    expect(webhooksPath(profile, 2)).toBe('/webhooks?page=2')
    expect(removeWebhookPath(profile, 'a&b')).toEqual({ ok: true, value: '/webhooks?webhook_id=a%26b' })
    expect(removeWebhookPath(profile, '').ok).toBe(false)
  })
})

describe('answers', () => {
  const record = {
    id: 'w1',
    key_id: 'k1',
    url: 'https://desk.example/in',
    event_types: ['entitlementCompleted', 'somethingNew'],
    include_all_events: false,
    public_key: 'PK',
    created_at: '2026-01-05T09:00:00.007Z',
    later: { field: true },
  }

  test('a webhook with every field, and with those of a list [2.webhook.fields 2.webhook.createdAt 9.additive.events]', () => {
    expect(readWebhook(record)).toEqual({
      ok: true,
      value: {
        id: 'w1',
        keyId: 'k1',
        url: 'https://desk.example/in',
        eventTypes: ['entitlementCompleted', 'somethingNew'],
        includeAllEvents: false,
        publicKey: 'PK',
        createdAt: at,
      },
    })
    const { public_key: _key, ...listed } = record
    expect(readWebhook(listed)).toMatchObject({ ok: true, value: { publicKey: null } })
    expect(readWebhook({ ...record, event_types: 'all' })).toMatchObject({
      ok: false,
      failure: expect.stringMatching(/event_types/) as string,
    })
  })

  test('a page of webhooks is read as an object and as a bare list; a bad row loses no other row [2.webhookPage]', () => {
    const around = parseExact(JSON.stringify({ items: [], total: 52, page: 2, size: 50, pages: 2 }))
    const read = readWebhook(record)
    const items = read.ok ? [read.value] : []
    expect(webhookPageOf(around.ok ? around.value : null, 2, items)).toEqual({
      items,
      total: 52,
      page: 2,
      size: 50,
      pages: 2,
    })
    expect(webhookPageOf([], 1, items)).toMatchObject({ total: 1, page: 1, pages: 1 })
    expect(readWebhook({ id: 'w2' })).toMatchObject({
      failure: expect.stringMatching(/url is missing/) as string,
    })
  })

  test('rows outside the request are left out with a sentence; rows without a time stay', () => {
    const row = (customerCode: string, createdAt: number | null) => ({
      customerCode: customerCode as CustomerCode,
      symbol: BTC,
      createdAt,
    })
    const rows = [row('C1042', 10), row('C1042', 9), row('C1042', null), row('C2007', 10)]
    const kept = withinQuery('trades', { customer: C, from: 10, to: 10 }, rows)
    expect(kept.items).toEqual([rows[0], rows[2]])
    expect(kept.sentence).toMatch(/^trades: the venue sent 2 rows that do not match the request/)
    expect(withinQuery('trades', {}, rows)).toEqual({ items: rows, sentence: null })
    const states = rows.map((item, n) => ({ ...item, status: n === 0 ? 'pending' : 'completed' }))
    expect(withinQuery('ledger', { status: 'pending' }, states).items).toEqual([states[0]])
    expect(withinQuery('trades', { symbol: 'ETHUSDC_PERP' as Symbol }, rows).items).toEqual([])
  })
})

test.each([401, 403, 404, 405, 422, 429, 500, 503, 418])(
  'status %i without a code has one sentence, with what to do [7.401 7.422 7.unknown]',
  (status) => {
    expect(sentenceOfStatus(status)).toMatch(new RegExp(`^The venue .*${status}.*\\. .*\\.$`))
  },
)
