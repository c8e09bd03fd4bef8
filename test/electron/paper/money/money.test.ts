import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  balanceChangeOnWire,
  tradeOnWire,
  transactionOnWire,
} from '../../../../electron/paper/api/resources/wire.ts'
import { add, decimal, toText, ZERO, type DecimalText } from '../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { listen, openTestBroker } from '../testBroker.ts'
import { clientBooks } from './clientBooks.ts'
import { DRIVEN, drivenExchange } from './drivenExchange.ts'
import { noFigures, runSequence, type Published } from './moneyModel.ts'

const text = (value: string) => value as DecimalText
const SYMBOLS = DRIVEN.map(({ symbol }) => symbol)
/** 150 in every run; `OPENPIT_HISTORIES=10000` for as many as docs/money.md names. */
const HISTORIES = Number(process.env['OPENPIT_HISTORIES'] ?? '150')
/** Ms for one history at most. */
const PATIENCE = 1_000

test(
  'ledger sums, balances and positions’ cash agree after every step, in broker and clients [gap.18 gap.19 2.ledger.net 2.ledger.direction]',
  { timeout: HISTORIES * PATIENCE },
  () => {
    const figures = noFigures()
    for (let n = 0; n < HISTORIES; n++) runSequence(20260105 + n, 20, figures)
    // The sequences must have moved money in every way, or nothing was shown.
    expect(figures.trades).toBeGreaterThan(1000)
    for (const kind of [
      'triggered',
      'liquidations',
      'autoDeleveragings',
      'fundings',
      'settlements',
      'transfers',
      'cancelledTransfers',
    ] as const)
      expect([kind, figures[kind] > 5]).toEqual([kind, true])
  },
)

/** The records of sequences in which somebody was liquidated, auto-deleveraged or both. */
const forcedStories: readonly (readonly Published[])[] = Array.from({ length: 80 }, (_, n) =>
  runSequence(777_000 + n, 20, noFigures()),
).filter((records) => records.some((each) => each.kind === 'trade' && each.trade.type !== 'trade'))

test('forced fills count once, under their own type, whether list or stream comes first [gap.19 2.ledger.once]', () => {
  expect(forcedStories.length).toBeGreaterThan(5)
  let forced = 0
  fc.assert(
    fc.property(fc.constantFrom(...forcedStories), fc.integer(), (records, seed) => {
      const random = seededRandom(seed)
      const client = clientBooks()
      const deliveries = records.flatMap((each) => {
        const byStream = () =>
          each.kind === 'trade'
            ? client.streamed('trades', tradeOnWire(each.trade))
            : client.streamed('balance-changes', balanceChangeOnWire(each.movement, each.balance))
        const byList = () =>
          each.kind === 'trade'
            ? client.listed([], [tradeOnWire(each.trade)])
            : client.listed([transactionOnWire(each.movement)], [])
        // The stream tells once or twice (a reconnect), the list any number of times.
        return [
          byStream,
          ...(random.next() < 0.3 ? [byStream] : []),
          ...Array.from({ length: random.integer(3) }, () => byList),
        ]
      })
      const order = deliveries.map((deliver) => ({ deliver, at: random.next() }))
      for (const { deliver } of order.toSorted((a, b) => a.at - b.at)) deliver()

      for (const customer of ['C1', 'C2', 'C3', 'C4'] as CustomerCode[]) {
        const own = records.flatMap((each) =>
          each.kind === 'movement' &&
          each.movement.customerCode === customer &&
          each.movement.status === 'completed'
            ? [each.movement]
            : [],
        )
        const sum = (list: typeof own) =>
          toText(list.reduce((all, row) => add(all, decimal(row.signedAmount)), ZERO))
        expect(toText(client.ledgerSum(customer))).toBe(sum(own))
        for (const type of ['trade', 'liquidation', 'auto_deleveraging'])
          expect(toText(client.sumOf(customer, [type]))).toBe(sum(own.filter((row) => row.type === type)))
        const codes = own
          .filter((row) => row.type === 'liquidation' || row.type === 'auto_deleveraging')
          .map((row) => row.code)
        expect(client.forced(customer).toSorted()).toEqual(codes.toSorted())
        forced += codes.length
        for (const symbol of SYMBOLS) {
          const trades = records.flatMap((each) =>
            each.kind === 'trade' && each.trade.customerCode === customer && each.trade.symbol === symbol
              ? [each.trade]
              : [],
          )
          const size = trades.reduce(
            (all, trade) => add(all, decimal(trade.side === 'buy' ? trade.amount : `-${trade.amount}`)),
            ZERO,
          )
          expect(client.position(customer, symbol)?.size ?? '0').toBe(toText(size))
        }
      }
    }),
    { numRuns: 100, seed: 1 },
  )
  expect(forced).toBeGreaterThan(100)
})

test('lists read by cursor and the stream add up to equal money, over real HTTP and WebSocket [gap.18 gap.24 4.transactions.order]', async () => {
  const [BTC, DOGE] = SYMBOLS as [(typeof SYMBOLS)[number], (typeof SYMBOLS)[number]]
  const random = seededRandom(5)
  const clock = new FakeClock()
  const exchange = drivenExchange(clock, { [BTC]: text('60000.25'), [DOGE]: text('0.119341') }, 600_000)
  const customers = ['C1', 'C2', 'C3'].map((code) => ({
    code: code as CustomerCode,
    collateral: text('3000'),
  }))
  const desk = await openTestBroker({
    clock,
    exchange,
    customers,
    heartbeatMs: 100_000_000,
    tokenLifetimeMs: 100_000_000,
    settlementEveryMs: 1_800_000,
  })
  const stream = await listen(desk.broker)
  await stream.ask({ op: 'authenticate', token: desk.token })
  await stream.ask({ op: 'subscribe', args: ['trades', 'balance-changes'] })
  const client = clientBooks()
  const newest = new Map<string, string>()
  let heard = stream.received.length
  onTestFinished(() => stream.socket.terminate())

  const readAll = async (
    path: string,
    cursor: (body: { next?: string; response_metadata?: { next?: string } }) => unknown,
  ) => {
    const items: object[] = []
    for (let before = ''; ;) {
      const { body } = await desk.get(`${path}?limit=9${before}`)
      items.push(...body.items)
      const next = cursor(body)
      if (typeof next !== 'string') return items
      before = `&before=${next}`
    }
  }
  const mids = new Map([
    [BTC, 120_000],
    [DOGE, 11_934],
  ])
  const price = (symbol: string, ticks: number) => (symbol === BTC ? ticks / 2 : (ticks / 100_000).toFixed(5))
  for (let n = 0; n < 120; n++) {
    const symbol = random.next() < 0.5 ? BTC : DOGE
    const customer = customers[random.integer(3)]?.code ?? ''
    const side = random.next() < 0.5 ? 'buy' : 'sell'
    const dice = random.integer(10)
    if (dice < 5) {
      const amount = symbol === BTC ? (1 + random.integer(400)) / 1000 : 1 + random.integer(200_000)
      const limit = {
        type: 'limit',
        limit_price: price(symbol, (mids.get(symbol) ?? 0) + random.integer(21) - 10),
      }
      await desk.order(`h${n}`, { symbol, side, amount, ...(random.next() < 0.5 ? limit : {}) }, customer)
    } else if (dice < 8) {
      const mid = Math.round(
        (mids.get(symbol) ?? 0) * (1 + Math.max(-0.2, Math.min(0.2, random.normal() * 0.05))),
      )
      mids.set(symbol, mid)
      const lots = symbol === BTC ? 400 : 100_000
      exchange.setBook(symbol, [[mid - 1, lots]], [[mid + 1, lots]])
      exchange.setMark(symbol, text(String(price(symbol, mid))))
    } else if (dice < 9) {
      const kind = random.next() < 0.5 ? 'deposits' : 'withdrawals'
      await desk.post(`/v1/customers/${customer}/${kind}`, {
        amount: (random.integer(50_000) + 1) / 100,
        asset: 'USDC',
      })
    } else clock.advance(random.integer(1_200_000))

    const rows = await readAll('/v1/customers/transactions', (body) => body.response_metadata?.next)
    const trades = await readAll('/v1/trades', (body) => body.next)
    const over = rows.filter((row) => (row as { status: string }).status !== 'pending').length
    // Each completed movement was published once; the opening deposits before anyone listened.
    await vi.waitFor(() => expect(stream.on('balance-changes')).toHaveLength(over - customers.length))
    await vi.waitFor(() => expect(stream.on('trades')).toHaveLength(trades.length))
    for (; heard < stream.received.length; heard++) {
      const { channel, data } = stream.received[heard]
      client.streamed(channel, data)
      if (data.balance !== undefined) newest.set(data.customer_code, data.balance)
    }
    client.listed(rows.toReversed(), trades.toReversed())
    for (const { code } of customers) {
      const sum = toText(client.ledgerSum(code))
      expect(sum).toBe(newest.get(code) ?? '3000')
      expect(client.balance(code)?.amount).toBe(sum)
    }
  }
  expect(customers.flatMap(({ code }) => client.forced(code)).length).toBeGreaterThan(0)
  expect(desk.faults).toEqual([])
})
