import { expect, test } from 'vitest'
import { simulatedExchange } from '../../../../electron/paper/exchange/simulatedExchange.ts'
import type { InstrumentStatus } from '../../../../electron/paper/exchange/exchange.ts'
import { ZERO, add, decimal, decimalOf, multiply, toText } from '../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import type { FakeExchange } from '../../../fakes/venue/fakeExchange.ts'
import { openTestBroker, type TestBroker } from '../testBroker.ts'

const CUSTOMERS = ['C1042', 'C2007', 'C5501']
const LIVE = ['untriggered', 'open', 'partially_filled']

interface Order {
  readonly reference_id: string
  readonly customer_code: string
  readonly status: string
  readonly amount: string
  readonly filled_amount: string
  readonly filled_quote: string
}

/** A desk on a living market of which a test may also pull the strings. */
async function openMarket(seed: number) {
  const clock = new FakeClock()
  const exchange = simulatedExchange({ seed, clock })
  // The desk hands back what it was given; nothing of the hand-moved exchange is used here.
  const desk = await openTestBroker({ clock, exchange: exchange as unknown as FakeExchange })
  const [instrument] = exchange.instruments
  if (!instrument) throw new Error('the exchange lists no instrument')
  const price = (ticks: number) => toText(multiply(decimal(instrument.tickSize), decimalOf(ticks)))
  const amount = (lots: number) => toText(multiply(decimal(instrument.lotSize), decimalOf(lots)))
  return { clock, exchange, desk, symbol: instrument.symbol, price, amount }
}

const amend = (desk: TestBroker, customer: string, reference: string, body: object) =>
  desk.raw(`/v1/customers/${customer}/orders/${reference}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${desk.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

async function expectConsistent(desk: TestBroker, references: ReadonlyMap<string, string>) {
  const trades = (await desk.get('/v1/trades?limit=1000')).body
  expect(trades.next).toBeNull()
  const sums = new Map<string, { amount: typeof ZERO; quote: typeof ZERO }>()
  for (const trade of trades.items) {
    const key = `${trade.customer_code}/${trade.reference_id}`
    const known = sums.get(key) ?? { amount: ZERO, quote: ZERO }
    sums.set(key, {
      amount: add(known.amount, decimal(trade.amount)),
      quote: add(known.quote, decimal(trade.quote)),
    })
  }
  const live: string[] = []
  for (const [reference, customer] of references) {
    const order = (await desk.get(`/v1/customers/${customer}/orders/${reference}`)).body as Order
    const sum = sums.get(`${customer}/${reference}`) ?? { amount: ZERO, quote: ZERO }
    expect([reference, order.filled_amount, order.filled_quote]).toEqual([
      reference,
      toText(sum.amount),
      toText(sum.quote),
    ])
    const whole = decimal(order.filled_amount) === decimal(order.amount)
    expect([reference, order.status === 'filled']).toEqual([reference, whole])
    if (LIVE.includes(order.status)) live.push(reference)
  }
  const listed = await Promise.all(
    CUSTOMERS.map(async (code) => (await desk.get(`/v1/customers/${code}/orders`)).body as Order[]),
  )
  expect(
    listed
      .flat()
      .map(({ reference_id }) => reference_id)
      .toSorted(),
  ).toEqual(live.toSorted())
}

test.each([1, 2, 3])(
  'orders, trades and the open list agree after random acts and halts (seed %d)',
  async (seed) => {
    const { clock, exchange, desk, symbol, price, amount } = await openMarket(seed)
    const random = seededRandom(seed)
    const pick = <T>(from: readonly T[]): T => from[random.integer(from.length)] as T
    const references = new Map<string, string>()
    const refused = new Set<string>()
    const near = () => {
      const last = exchange.prices(symbol).lastTicks ?? 0
      return price(last + random.integer(81) - 40)
    }
    const draft = (type: string) => {
      const [low, high] = [near(), near()].toSorted((a, b) => (decimal(a) < decimal(b) ? -1 : 1))
      const side = pick(['buy', 'sell'])
      return {
        symbol,
        side,
        type,
        amount: amount(1 + random.integer(3000)),
        ...(type.endsWith('limit') ? { limit_price: near() } : {}),
        ...(type.startsWith('stop_loss') || /^take_profit(_limit)?$/.test(type)
          ? { trigger_price: near() }
          : {}),
        ...(type === 'take_profit_stop_loss'
          ? { stop_loss_price: side === 'sell' ? low : high, take_profit_price: side === 'sell' ? high : low }
          : {}),
        ...(random.next() < 0.3 ? { time_in_force: pick(['IOC', 'FOK', 'GTC']) } : {}),
      }
    }
    const types = [
      'market',
      'limit',
      'limit',
      'stop_loss',
      'stop_loss_limit',
      'take_profit',
      'take_profit_limit',
      'take_profit_stop_loss',
    ]
    for (let n = 0; n < 220; n++) {
      const action = random.next()
      const [reference, customer] = pick([...references, ['', pick(CUSTOMERS)] as const])
      if (action < 0.5) {
        const name = `w${n}`
        const by = pick(CUSTOMERS)
        const { status, body } = await desk.order(name, draft(pick(types)), by)
        if (status === 200) references.set(name, by)
        else refused.add(body.code)
      } else if (action < 0.7 && reference !== '') {
        const changes = pick([
          { amount: amount(1 + random.integer(4000)) },
          { limit_price: near() },
          { trigger_price: near() },
        ])
        await amend(desk, customer, reference, changes)
      } else if (action < 0.8 && reference !== '')
        await desk.remove(`/v1/customers/${customer}/orders/${reference}`)
      else if (action < 0.84)
        desk.broker.setInstrumentStatus(
          symbol,
          pick<InstrumentStatus>(['open', 'open', 'post_only', 'trade_halt']),
        )
      else clock.advance(400)
      if (n % 20 === 19) desk.broker.setInstrumentStatus(symbol, 'open')
    }
    expect(references.size).toBeGreaterThan(40)
    expect([...refused].filter((code) => !['ORDER_REJECTED', 'INSUFFICIENT_FUNDS'].includes(code))).toEqual(
      [],
    )
    await expectConsistent(desk, references)
    for (const [reference, customer] of references)
      await desk.remove(`/v1/customers/${customer}/orders/${reference}`)
    await expectConsistent(desk, references)
    for (const code of CUSTOMERS) expect((await desk.get(`/v1/customers/${code}/orders`)).body).toEqual([])
    expect(desk.faults).toEqual([])
  },
  30_000,
)

test('a stop that triggers another stop: each is sent once, in the order of their prices', async () => {
  const { exchange, desk, symbol, price } = await openMarket(7)
  const { bids } = exchange.depth(symbol)
  const lots = (from: number, to: number) => bids.slice(from, to).reduce((sum, [, at]) => sum + at, 0)
  const instrument = exchange.instruments[0]
  const amountOf = (count: number) => toText(multiply(decimal(instrument?.lotSize ?? '1'), decimalOf(count)))
  const [, second, third, fourth] = bids.map(([ticks]) => ticks)
  if (second === undefined || third === undefined || fourth === undefined) throw new Error('a shallow book')
  const stop = (ticks: number, count: number) => ({
    symbol,
    type: 'stop_loss',
    side: 'sell',
    trigger_price: price(ticks),
    amount: amountOf(count),
  })
  // Placed last first: what triggers decides, not who was there before.
  await desk.order('later', stop(third, 1), 'C5501')
  await desk.order('sooner', stop(second, lots(1, 3)), 'C2007')
  expect((await desk.get('/v1/trades')).body.items).toEqual([])
  // Takes the best bid and one lot of the second: that price triggers `sooner`, which reaches the third and triggers `later`.
  const sweep = { symbol, side: 'sell', amount: amountOf(lots(0, 1) + 1) }
  expect((await desk.order('sweep', sweep)).body.status).toBe('filled')
  const trades = (await desk.get('/v1/trades?sort=asc')).body.items
  const order = [...new Set(trades.map((trade: { reference_id: string }) => trade.reference_id))]
  expect(order).toEqual(['sweep', 'sooner', 'later'])
  expect(desk.faults).toEqual([])
})
