import { describe, expect, test } from 'vitest'
import { BTC } from '../../../fakes/venue/fakeExchange.ts'
import { openTestBroker, type TestBroker } from '../testBroker.ts'

const transfer = (
  desk: TestBroker,
  kind: string,
  amount: unknown,
  asset: unknown = 'USDC',
  customer = 'C1042',
) => desk.post(`/v1/customers/${customer}/${kind}s`, { amount, asset })

describe('transfers', () => {
  test('a deposit is pending, then completed under the same code [3.deposit 4.deposits 2.ledger.amount 9.deprecated.amount]', async () => {
    const desk = await openTestBroker()
    const { status, body } = await transfer(desk, 'deposit', '100.12345678')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      customer_code: 'C1042',
      transaction_type: 'deposit',
      status: 'pending',
      total_amount: '100.12345678',
      amount: '100.12345678',
      direction: 'in',
      asset: 'USDC',
    })
    desk.clock.advance(10_000)
    const [row] = (await desk.get('/v1/customers/transactions?customer_code=C1042')).body.items
    expect(row).toMatchObject({ code: body.code, status: 'completed' })
  })

  test('a withdrawal above the free balance is refused; pending withdrawals count [4.withdrawals 7.INSUFFICIENT_FUNDS.transfer]', async () => {
    const desk = await openTestBroker()
    expect((await transfer(desk, 'withdrawal', '250000.00000001')).body.code).toBe('INSUFFICIENT_FUNDS')
    const first = await transfer(desk, 'withdrawal', 200000)
    expect(first.body).toMatchObject({ status: 'pending', total_amount: '200000', direction: 'out' })
    expect((await transfer(desk, 'withdrawal', 50001)).body.code).toBe('INSUFFICIENT_FUNDS')
    expect((await transfer(desk, 'withdrawal', 50000)).status).toBe(201)
  })

  test('margin and open profit cannot be withdrawn', async () => {
    const desk = await openTestBroker()
    await desk.order('a', { amount: '0.5' }, 'C7719')
    desk.exchange.print(BTC, 130000, 1, 'buy')
    // 5000 less the fee of 12.0001 less 8 % of 0.5 × 65000.
    expect((await transfer(desk, 'withdrawal', '2388', 'USDC', 'C7719')).body.code).toBe('INSUFFICIENT_FUNDS')
    expect((await transfer(desk, 'withdrawal', '2387.9', 'USDC', 'C7719')).status).toBe(201)
  })

  test('a withdrawal whose money is lost before it settles is cancelled [3.cancelled 2.ledger.totalAmount]', async () => {
    const desk = await openTestBroker()
    await desk.order('a', { amount: '0.5' }, 'C7719')
    const { body } = await transfer(desk, 'withdrawal', 2000, 'USDC', 'C7719')
    desk.exchange.print(BTC, 110000, 1, 'sell')
    desk.clock.advance(10_000)
    const rows = (await desk.get('/v1/customers/transactions?customer_code=C7719&status=cancelled')).body
      .items
    expect(rows).toMatchObject([{ code: body.code, status: 'cancelled', total_amount: '2000' }])
  })

  test.each([
    [
      'nine decimals [2.transfer.amount 8.transferAmount 7.VALIDATION_ERROR.decimals]',
      '0.000000001',
      'USDC',
      /^amount must have at most 8 decimal places$/,
    ],
    ['twenty decimals', '0.00000000000000000001', 'USDC', /^amount must have at most 8 decimal places$/],
    ['zero [7.VALIDATION_ERROR.positive]', 0, 'USDC', /^amount/],
    ['negative', '-5', 'USDC', /^amount/],
    ['beyond all money', '1e39', 'USDC', /^amount/],
    ['no number', 'lots', 'USDC', /^amount/],
    ['missing', undefined, 'USDC', /^amount/],
    ['unknown asset [2.transfer.asset 7.VALIDATION_ERROR.asset]', 5, 'DOGE', /^asset/],
    ['missing asset', 5, null, /^asset/],
    ['an object', { valueOf: 1 }, 'USDC', /^amount/],
  ])('%s is 400 VALIDATION_ERROR', async (_name, amount, asset, message) => {
    const desk = await openTestBroker()
    for (const kind of ['deposit', 'withdrawal']) {
      const answer = await transfer(desk, kind, amount, asset)
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
      expect(answer.body.message).toMatch(message)
    }
  })

  test('an unknown customer is 404', async () => {
    const desk = await openTestBroker()
    expect((await transfer(desk, 'deposit', 5, 'USDC', 'NOBODY')).status).toBe(404)
  })
})

describe('ledger', () => {
  test('opening collateral is a completed deposit of each customer', async () => {
    const desk = await openTestBroker()
    const { items, response_metadata } = (await desk.get('/v1/customers/transactions')).body
    expect(items.map((row: { customer_code: string }) => row.customer_code).toSorted()).toEqual(
      desk.broker.customers,
    )
    expect(items[0]).toMatchObject({ transaction_type: 'deposit', status: 'completed', direction: 'in' })
    expect(response_metadata.next).toBeNull()
  })

  test('a trade is one row: code of the trade, realised PnL minus fee [2.ledger.code 2.ledger.net 2.ledger.tradeFields 2.ledger.direction gap.14]', async () => {
    const desk = await openTestBroker()
    await desk.order('buy', { amount: '0.1' })
    await desk.order('sell', { amount: '0.1', side: 'sell' })
    const [trade] = (await desk.get('/v1/customers/C1042/trades')).body.items
    expect(trade).toMatchObject({
      reference_id: 'sell',
      side: 'sell',
      price: '60000',
      amount: '0.1',
      quote: '6000',
      fee: '2.4',
      realised_pnl: '-0.05',
      liquidity: 'taker',
      type: 'trade',
    })
    const [row] = (await desk.get('/v1/customers/C1042/transactions')).body.items
    expect(row).toMatchObject({
      code: trade.code,
      transaction_type: 'trade',
      status: 'completed',
      total_amount: '2.45',
      amount: '2.45',
      direction: 'out',
      realised_pnl: '-0.05',
      reference_id: 'sell',
      symbol: BTC,
    })
  })

  test('makers get the rebate [2.fees.rebate 2.fees.bps]', async () => {
    const desk = await openTestBroker()
    await desk.order('rest', { type: 'limit', limit_price: 59000, amount: '0.1' })
    desk.exchange.fillResting('C1042/rest', 100)
    const [trade] = (await desk.get('/v1/trades')).body.items
    expect(trade).toMatchObject({ liquidity: 'maker', fee: '-0.295' })
    const [row] = (await desk.get('/v1/customers/transactions')).body.items
    expect(row).toMatchObject({ total_amount: '0.295', direction: 'in' })
  })

  test('cursors lead through every row once, newest first, and back [4.transactions.order 2.ledger.once]', async () => {
    const desk = await openTestBroker()
    for (let n = 0; n < 7; n++) await transfer(desk, 'deposit', n + 1)
    const codes: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null && page < 10; page++) {
      const before: string = cursor === '' ? '' : `&before=${cursor}`
      const { body } = await desk.get(`/v1/customers/transactions?limit=3${before}`)
      codes.push(...body.items.map((row: { code: string }) => row.code))
      cursor = body.response_metadata.next
    }
    expect(codes).toHaveLength(7 + desk.broker.customers.length)
    expect(new Set(codes).size).toBe(codes.length)
    const newer = (await desk.get(`/v1/customers/transactions?after=${codes[2]}`)).body.items
    expect(newer.map((row: { code: string }) => row.code)).toEqual(codes.slice(0, 2))
  })

  test('moments are ms or RFC 3339; anything else, an unknown cursor or status is refused by name [4.transactionsQuery.created 4.transactionsQuery.status 2.ledger.status 3.ledger.status 7.VALIDATION_ERROR.dates]', async () => {
    const desk = await openTestBroker()
    const opened = desk.clock.now()
    desk.clock.advance(60_000)
    await transfer(desk, 'deposit', 5)
    const count = async (query: string) =>
      (await desk.get(`/v1/customers/transactions?${query}`)).body.items.length
    expect(await count(`created_from=${opened + 1}`)).toBe(1)
    expect(await count(`created_to=${opened}`)).toBe(6)
    expect(await count(`created_from=${new Date(opened + 1).toISOString()}`)).toBe(1)
    expect(await count(`created_from=${encodeURIComponent('2026-01-05T11:00:30+02:00')}`)).toBe(1)
    for (const [name, value] of [
      ['created_from', 'yesterday'],
      ['created_from', '2026-01-05'],
      ['created_to', '2026-02-30T00:00:00Z'],
      ['created_to', '2026-01-05T10:00:00'],
      ['status', 'settled'],
      ['before', 'nope'],
      ['limit', '0'],
      ['limit', '1e3'],
    ] as const) {
      const { status, body } = await desk.get(`/v1/customers/transactions?${name}=${value}`)
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
      expect(body.message).toContain(name)
    }
  })
})

describe('trade lists', () => {
  async function traded() {
    const desk = await openTestBroker()
    for (const [n, customer] of ['C1042', 'C2007', 'C1042', 'C3311'].entries()) {
      await desk.order(`t${n}`, { amount: '0.01' }, customer)
      desk.clock.advance(1000)
    }
    await desk.order('eth', { symbol: 'ETHUSDC_PERP', amount: 1 })
    const references = async (path: string) =>
      (await desk.get(path)).body.items.map((trade: { reference_id: string }) => trade.reference_id)
    return { desk, references }
  }

  test('filters and sort [4.trades 4.customerTrades 4.tradesQuery.sort 4.tradesQuery.symbol 4.tradesQuery.customer]', async () => {
    const { desk, references } = await traded()
    const start = desk.clock.now() - 4000
    expect(await references('/v1/trades')).toEqual(['eth', 't3', 't2', 't1', 't0'])
    expect(await references('/v1/trades?sort=asc')).toEqual(['t0', 't1', 't2', 't3', 'eth'])
    expect(await references('/v1/trades?customer_code=C1042')).toEqual(['eth', 't2', 't0'])
    expect(await references('/v1/customers/C1042/trades?symbol=ETHUSDC_PERP')).toEqual(['eth'])
    expect(await references('/v1/trades?symbol=ethusdc_perp')).toEqual([])
    expect(await references(`/v1/trades?from=${start + 1000}&to=${start + 2000}`)).toEqual(['t2', 't1'])
  })

  test('pages backwards by `before` [4.tradesQuery.before gap.25]', async () => {
    const { desk, references } = await traded()
    const first = (await desk.get('/v1/trades?limit=2')).body
    expect(await references(`/v1/trades?limit=2&before=${first.next}`)).toEqual(['t2', 't1'])
    expect((await desk.get('/v1/trades?limit=5')).body.next).toBeNull()
  })

  test('one trade by code, of its own customer only [4.trade 2.trade.fields]', async () => {
    const { desk } = await traded()
    const [trade] = (await desk.get('/v1/customers/C2007/trades')).body.items
    expect((await desk.get(`/v1/customers/C2007/trades/${trade.code}`)).body).toEqual(trade)
    expect((await desk.get(`/v1/customers/C1042/trades/${trade.code}`)).body.code).toBe('NOT_FOUND')
    expect((await desk.get('/v1/customers/NOBODY/trades')).status).toBe(404)
  })

  test('the broker-wide list names an unsupported parameter and the supported set [4.tradesQuery.unsupported 4.tradesQuery.startEnd 7.VALIDATION_ERROR.parameter]', async () => {
    const { desk } = await traded()
    for (const name of ['start', 'end', 'page', '__proto__']) {
      const { status, body } = await desk.get(`/v1/trades?${name}=1`)
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
      expect(body.message).toBe(
        `${name} is not supported; supported are from, to, sort, symbol, before, limit, customer_code`,
      )
    }
    for (const query of ['sort=up', 'from=then', 'before=T99'])
      expect((await desk.get(`/v1/trades?${query}`)).body.code).toBe('VALIDATION_ERROR')
  })
})

describe('profiles', () => {
  test('margin and fees of a customer [4.margin.get 4.fees.get 2.margin.margins 2.margin.maxLeverage 2.margin.instruments 2.fees.item gap.20]', async () => {
    const desk = await openTestBroker()
    await desk.order('a', { amount: '0.01', leverage: 3 })
    expect((await desk.get('/v1/customers/C1042/margin-profile')).body).toEqual({
      initial_margin: '8.00',
      maintenance_margin: '4.00',
      max_leverage: '13',
      instrument_margins: [
        { symbol: 'BTCUSDC_PERP', leverage: '3', initial_margin: '34.00' },
        { symbol: 'ETHUSDC_PERP', leverage: '10', initial_margin: '10.00' },
      ],
    })
    expect((await desk.get('/v1/customers/C1042/fee-profile')).body).toContainEqual({
      symbol: 'BTCUSDC_PERP',
      maker_fee: '-0.5',
      taker_fee: '4',
    })
    for (const profile of ['margin-profile', 'fee-profile'])
      expect((await desk.get(`/v1/customers/NOBODY/${profile}`)).body.code).toBe('NOT_FOUND')
  })
})
