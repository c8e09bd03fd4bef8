/** Records exactly as docs/api.md#part-2, #part-3 and #part-6 give them, as the client reads them. */

import { describe, expect, test } from 'vitest'
import { parseExact } from '../../../shared/base/json.ts'
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
import { readList } from '../../../shared/broker/lists/lists.ts'
import { readInstrument, readMarketTrade } from '../../../shared/broker/marketRecords.ts'
import { parseStreamMessage } from '../../../shared/broker/stream/streamMessages.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { readWebhook, webhookPageOf } from '../../../shared/broker/webhookRecords.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import { transferRequest } from '../../../shared/domain/accounts/ledger.ts'
import { isTerminal } from '../../../shared/domain/orders/order.ts'
import { symbol, type Symbol } from '../../../shared/domain/scalars.ts'
import { tradeQuote } from '../../../shared/domain/trade.ts'

const profile = venueProfile.parse({ name: 'V', kind: 'paper', restUrl: 'http://v', streamUrl: 'ws://v' })

/** As it arrives: through the exact parser. */
const wire = (value: unknown): unknown => {
  const parsed = parseExact(JSON.stringify(value))
  if (!parsed.ok) throw new Error(parsed.failure)
  return parsed.value
}
const BTC = 'BTCUSDC_PERP'
const CREATED = '2026-01-05T09:00:00.123Z'
const createdAt = Date.UTC(2026, 0, 5, 9, 0, 0, 123)

test('symbols of perpetuals in their internal form [1.symbols 2.order.symbol]', () => {
  for (const good of [BTC, 'ETHUSDC_PERP', '1000PEPEUSDC_PERP'])
    expect(symbol.safeParse(good).success).toBe(true)
  for (const bad of ['', 'BTC*', 'A|B', 'a b', '..']) expect(symbol.safeParse(bad).success).toBe(false)
})

test('a token answer is the bearer’s access_token [2.token.accessToken 2.token.type]', () => {
  expect(readToken(wire({ access_token: 'a.b.c', token_type: 'bearer' }))).toEqual({
    ok: true,
    value: 'a.b.c',
  })
  expect(readToken(wire({ token_type: 'bearer' })).ok).toBe(false)
})

describe('webhooks', () => {
  const record = {
    id: '6f1c2f0e-58a3-4c6e-9b1d-0a4b8f9f8a11',
    key_id: 'key-1',
    url: 'https://dealer.example/hook',
    event_types: ['requirementsQuestionnaire'],
    include_all_events: false,
    created_at: CREATED,
  }
  const read = {
    id: record.id,
    keyId: 'key-1',
    url: record.url,
    eventTypes: ['requirementsQuestionnaire'],
    includeAllEvents: false,
    publicKey: null,
    createdAt,
  }

  test('a registration has its public key, a listed one may have none [2.webhook.fields 2.webhook.createdAt 4.webhooks.created]', () => {
    expect(readWebhook(wire({ ...record, public_key: 'PK' }))).toEqual({
      ok: true,
      value: { ...read, publicKey: 'PK' },
    })
    expect(readWebhook(wire(record))).toEqual({ ok: true, value: read })
  })

  test('a page has its counts, from page 1 in fifties [2.webhookPage 4.webhooks.list 8.webhookPage]', () => {
    const page = wire({ items: [], total: 51, page: 2, size: 50, pages: 2 })
    expect(webhookPageOf(page, 2, [read])).toEqual({ items: [read], total: 51, page: 2, size: 50, pages: 2 })
  })

  test('event types that nobody heard of are kept [9.additive.events 2.webhook.all]', () => {
    expect(readWebhook(wire({ ...record, event_types: ['somethingNew'] }))).toMatchObject({
      value: { eventTypes: ['somethingNew'] },
    })
    expect(readWebhook(wire({ ...record, event_types: [], include_all_events: true }))).toMatchObject({
      value: { includeAllEvents: true, eventTypes: [] },
    })
  })
})

describe('orders', () => {
  const order = {
    reference_id: 'a_B-9',
    symbol: BTC,
    side: 'sell',
    type: 'limit',
    amount: 0.5,
    limit_price: '62150.5',
    time_in_force: 'FOK',
    status: 'open',
    filled_amount: 0,
    filled_quote: 0,
  }

  test.each([
    ['open', false],
    ['partially_filled', false],
    ['canceled', true],
    ['canceled_partially_filled', false],
  ])(
    'status %s is over: %s [3.order.open 3.order.partiallyFilled 3.order.canceled 3.order.noPartialCancel]',
    (status, over) => {
      expect(
        readOrder(wire({ ...order, status, filled_amount: 0.2, filled_quote: 12430 }), null),
      ).toMatchObject({
        ok: true,
        value: { status, filledAmount: '0.2', filledQuote: '12430', timeInForce: 'FOK' },
      })
      expect(isTerminal(status)).toBe(over)
    },
  )

  test('time in force comes back as it was sent, and is unknown where the record has none [2.order.timeInForce]', () => {
    for (const word of ['IOC', 'FOK', 'GTC'])
      expect(readOrder(wire({ ...order, time_in_force: word }), null)).toMatchObject({
        value: { timeInForce: word },
      })
    const { time_in_force: _gone, ...rest } = order
    expect(readOrder(wire(rest), null)).toMatchObject({ value: { timeInForce: null } })
  })

  test('cash orders alone have a cash amount, listed or streamed [2.order.cashAmount 6.orders.fields]', () => {
    const cash = { ...order, type: 'market', cash_amount: 500, filled_quote: 499.5, filled_amount: 0.01 }
    const frame = JSON.stringify({ channel: 'orders', type: 'update', data: cash })
    const message = parseStreamMessage(frame, profile.stream)
    const [record] = message.kind === 'records' ? message.records : []
    for (const value of [wire(cash), record])
      expect(readOrder(value, null)).toMatchObject({ value: { cashAmount: '500', filledQuote: '499.5' } })
    expect(readOrder(wire(order), null)).toMatchObject({ value: { cashAmount: null } })
  })

  test.each(['', 'a b', 'ä', 'a'.repeat(41)])(
    'a reference_id like %j is none [2.order.referenceId 8.referenceId]',
    (reference) => {
      expect(readOrder(wire({ ...order, reference_id: reference }), null)).toMatchObject({
        failure: expect.stringContaining('reference_id'),
      })
    },
  )
})

describe('trades', () => {
  const bare = { code: 'T1', customer_code: 'C1042', type: 'auto_deleveraging', symbol: BTC }

  test('the four documented fields are enough; every other field is unknown, never 0 [2.trade.fields 2.trade.type gap.14]', () => {
    const read = readTrade(wire(bare), null)
    expect(read).toMatchObject({
      value: { code: 'T1', customerCode: 'C1042', type: 'auto_deleveraging', price: null, fee: null },
    })
    expect(read.ok && tradeQuote(read.value)).toBeNull()
    const { customer_code: _gone, ...nobody } = bare
    expect(readTrade(wire(nobody), null).ok).toBe(false)
  })

  test('a missing quote is price × amount [gap.14]', () => {
    const read = readTrade(wire({ ...bare, type: 'trade', price: '62150.5', amount: 0.1 }), null)
    expect(read.ok && tradeQuote(read.value)).toBe('6215.05')
  })

  test('a public trade reads the same from REST and from the stream [2.trade.public 6.marketTrades]', () => {
    const print = { symbol: BTC, price: '62150.5', amount: 0.25, side: 'buy', created_at: CREATED }
    const frame = JSON.stringify({ channel: `market-trades:${BTC}`, type: 'update', data: print })
    const rest = readMarketTrade(wire(print), BTC as Symbol)
    const streamed = parseStreamMessage(frame, profile.stream)
    expect(rest.ok && streamed).toMatchObject({ kind: 'trades', trades: [rest.ok && rest.value] })
  })
})

describe('the ledger', () => {
  const row = {
    code: 'M1',
    customer_code: 'C1042',
    transaction_type: 'trade',
    status: 'completed',
    total_amount: '3.123456789012345678',
    amount: '3.123456789012345678',
    direction: 'out',
    created_at: CREATED,
  }
  const read = (more: object) => readLedgerRow(wire({ ...row, ...more }), null, profile)

  test('a trade row keeps every digit, its PnL and our order id [2.ledger.net 2.ledger.tradeFields 2.ledger.customerCode 2.ledger.totalAmount]', () => {
    expect(read({ realised_pnl: '-0.05', reference_id: 'op-1', symbol: BTC })).toMatchObject({
      value: {
        code: 'M1',
        customerCode: 'C1042',
        totalAmount: '3.123456789012345678',
        signedAmount: '-3.123456789012345678',
        realisedPnl: '-0.05',
        referenceId: 'op-1',
      },
    })
  })

  test.each(['deposit', 'withdrawal', 'trade', 'settlement', 'funding'])(
    'a %s row reads under its own type [2.ledger.type 1.snakeCase]',
    (type) => {
      expect(read({ transaction_type: type })).toMatchObject({ value: { transactionType: type } })
    },
  )

  test('settlement tells its mark price and funding its rate; other rows have neither [2.ledger.markPrice 2.ledger.fundingRate]', () => {
    expect(read({ transaction_type: 'settlement', mark_price: '61000' })).toMatchObject({
      value: { markPrice: '61000', fundingRate: null },
    })
    expect(read({ transaction_type: 'funding', funding_rate: -0.0002 })).toMatchObject({
      value: { markPrice: null, fundingRate: '-0.0002' },
    })
  })

  test('the three statuses are read unchanged [2.ledger.status 3.ledger.status 3.cancelled]', () => {
    for (const status of ['pending', 'completed', 'cancelled'])
      expect(read({ status })).toMatchObject({ value: { status } })
  })

  test.each(['liquidation', 'auto_deleveraging'])(
    'a streamed %s has its symbol, its signed amount and no order id [6.balance.5 6.balance.3 6.balance.4]',
    (type) => {
      const { direction: _none, amount: _twin, ...rest } = row
      expect(
        readBalanceChange(
          wire({
            ...rest,
            transaction_type: type,
            total_amount: '-5.5',
            symbol: BTC,
            balance: 1,
            balance_as_of: CREATED,
          }),
        ),
      ).toMatchObject({
        value: {
          row: { transactionType: type, signedAmount: '-5.5', symbol: BTC, referenceId: null },
          balance: '1',
          balanceAsOf: createdAt,
        },
      })
    },
  )
})

test('a transfer is for an asset that can be written, and its answer is read with it [2.transfer.asset 4.withdrawals]', () => {
  const request = { customerCode: 'C1042', kind: 'withdrawal', amount: '1.5', asset: 'USDC' }
  for (const asset of ['', 'US DC', '<b>', 'A'.repeat(17)])
    expect(transferRequest.safeParse({ ...request, asset }).success).toBe(false)
  expect(
    readTransfer(wire({ code: 'M2', status: 'pending' }), transferRequest.parse(request), profile),
  ).toMatchObject({
    value: { status: 'pending', asset: 'USDC', signedAmount: '-1.5' },
  })
})

describe('instruments', () => {
  const record = {
    symbol: BTC,
    underlying: 'BTC',
    quote_currency: 'USDC',
    status: 'post_only',
    init_margin_req: '8.00',
    maint_margin_req: '4.00',
    max_leverage: '',
  }

  test('every named field is read except max_leverage [2.instrument.fields 2.instrument.margins 2.instrument.maxLeverage 9.deprecated.maxLeverage]', () => {
    const value = {
      symbol: BTC,
      underlying: 'BTC',
      quoteCurrency: 'USDC',
      status: 'post_only',
      initialMarginRequirement: '8',
      maintenanceMarginRequirement: '4',
      tickSize: null,
      lotSize: null,
    }
    expect(readInstrument(wire(record))).toEqual({ ok: true, value })
    expect(readInstrument(wire({ ...record, max_leverage: '13' }))).toEqual({ ok: true, value })
  })

  test('post_only takes limit orders, trade_halt none; any other status leaves it to the venue [2.instrument.postOnly 2.instrument.tradeHalt 2.instrument.settled 9.additive]', () => {
    expect(['post_only', 'trade_halt', 'open', 'settled', 'new_word'].map(tradability)).toEqual([
      'limit-only',
      'halted',
      'open',
      'open',
      'open',
    ])
  })
})

test('a margin profile with its instruments, as strings of two decimals [2.margin.margins 2.margin.maxLeverage 2.margin.instruments]', () => {
  expect(
    readMarginProfile(
      wire({
        initial_margin: '8.00',
        maintenance_margin: '4.00',
        max_leverage: '13',
        instrument_margins: [{ symbol: BTC, leverage: '3', initial_margin: '34.00' }],
      }),
    ),
  ).toEqual({
    ok: true,
    value: {
      initialMargin: '8',
      maintenanceMargin: '4',
      maxLeverage: '13',
      instrumentMargins: [{ symbol: BTC, leverage: '3', initialMargin: '34' }],
    },
  })
})

test('a list of fee items is read, with negative rebates; a bad item loses no other item [2.fees.item 2.fees.list 2.fees.rebate]', () => {
  const items = wire([
    { symbol: BTC, maker_fee: '-0.5', taker_fee: 4 },
    { symbol: BTC, maker_fee: 'low', taker_fee: 3 },
    { maker_fee: '1', taker_fee: '1' },
  ])
  expect(readList(items, 'fees', profile, readFeeProfileItem)).toMatchObject({
    ok: true,
    value: {
      items: [
        { symbol: BTC, makerFee: '-0.5', takerFee: '4' },
        { symbol: BTC, makerFee: null, takerFee: '3' },
      ],
      unreadable: ['fee: symbol is missing'],
      odd: [{ what: 'fee', field: 'maker_fee' }],
    },
  })
})
