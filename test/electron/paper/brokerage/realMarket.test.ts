import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import { startPaperBroker } from '../../../../electron/paper/paperBroker.ts'
import { ZERO, add, decimal, negate, toText } from '../../../../shared/base/decimal.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { listen, login } from '../testBroker.ts'

async function openMarket() {
  const clock = new FakeClock()
  const exchange = simulatedExchange({ seed: 5, clock })
  const onFault = vi.fn<(error: unknown) => void>()
  const broker = await startPaperBroker({ exchange, clock, randomBytes, onFault })
  onTestFinished(() => broker.close())
  const headers = { Authorization: `Bearer ${await login(broker)}`, 'Content-Type': 'application/json' }
  // Tests read what they expect.
  // oxlint-disable-next-line typescript/no-explicit-any
  const call = async (path: string, body?: object): Promise<any> => {
    const more = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    return (await fetch(`${broker.restUrl}${path}`, { headers, ...more })).json()
  }
  const listener = await listen(broker)
  await listener.ask({ op: 'authenticate', token: headers.Authorization.slice(7) })
  await listener.ask({ op: 'subscribe', args: ['orders', 'trades', 'balance-changes'] })
  return { clock, broker, call, listener, onFault }
}

type Market = Awaited<ReturnType<typeof openMarket>>
const place = ({ call }: Market, customer: string, reference: string, more: object) =>
  call(`/v1/customers/${customer}/orders`, {
    reference_id: reference,
    symbol: 'BTCUSDC_PERP',
    amount: '0.01',
    ...more,
  })

test('one customer’s order fills another’s resting one: both sides are posted and published', async () => {
  const market = await openMarket()
  const [ticker] = await market.call('/v1/tickers?symbol=BTCUSDC_PERP')
  // Joined to the best bid, so that a seller of the whole level fills it.
  const rests = await place(market, 'C1042', 'maker', {
    side: 'buy',
    type: 'limit',
    limit_price: ticker.best_bid,
  })
  expect(rests.status).toBe('open')
  const taker = await place(market, 'C2007', 'taker', {
    side: 'sell',
    type: 'limit',
    limit_price: ticker.best_bid,
    amount: '20',
    time_in_force: 'IOC',
  })
  expect(Number(taker.filled_amount)).toBeGreaterThan(0.01)
  expect(await market.call('/v1/customers/C1042/orders/maker')).toMatchObject({
    status: 'filled',
    filled_amount: '0.01',
  })
  const [made] = (await market.call('/v1/customers/C1042/trades')).items
  expect(made).toMatchObject({ liquidity: 'maker', price: ticker.best_bid, side: 'buy' })
  await vi.waitFor(() =>
    expect(market.listener.on('orders').map(({ data }) => [data.reference_id, data.status])).toContainEqual([
      'maker',
      'filled',
    ]),
  )
  expect(market.onFault).not.toHaveBeenCalled()
})

test('every ledger adds up to the published balance after two minutes with orders of all kinds', async () => {
  const market = await openMarket()
  const customers = ['C1042', 'C2007', 'C3311']
  for (let n = 0; n < 60; n++) {
    const customer = customers[n % customers.length] ?? ''
    const [ticker] = await market.call('/v1/tickers?symbol=BTCUSDC_PERP')
    const side = n % 4 < 2 ? 'buy' : 'sell'
    if (n % 3 === 0) await place(market, customer, `r${n}`, { side, type: 'market' })
    else if (n % 3 === 1)
      await place(market, customer, `r${n}`, {
        side,
        type: 'limit',
        limit_price: side === 'buy' ? ticker.best_bid : ticker.best_ask,
      })
    else
      await place(market, customer, `r${n}`, {
        side,
        type: 'market',
        amount: undefined,
        cash_amount: '777.77',
      })
    market.clock.advance(2000)
  }
  const trades = (await market.call('/v1/trades?limit=1000')).items
  const makers = trades.filter((trade: { liquidity: string }) => trade.liquidity === 'maker')
  expect(trades.length).toBeGreaterThan(40)
  expect(makers.length).toBeGreaterThan(3)
  await vi.waitFor(() => expect(market.listener.on('trades')).toHaveLength(trades.length))
  expect(market.broker.sent('trades')).toBe(trades.length)
  for (const customer of customers) {
    const rows = (await market.call(`/v1/customers/${customer}/transactions?limit=1000`)).items
    const sum = rows.reduce(
      (total: typeof ZERO, row: { direction: string; total_amount: string }) =>
        add(total, row.direction === 'in' ? decimal(row.total_amount) : negate(decimal(row.total_amount))),
      ZERO,
    )
    const published = market.listener
      .on('balance-changes')
      .findLast(({ data }) => data.customer_code === customer)
    expect(published.data.balance).toBe(toText(sum))
  }
  expect(market.onFault).not.toHaveBeenCalled()
})
