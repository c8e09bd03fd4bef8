import { EVERY_ROW, EVERY_TRADE } from '../everyRecord.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ZERO,
  add,
  decimal,
  negate,
  subtract,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { plainDraft, type OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../../shared/domain/scalars.ts'
import { openBrokerage } from '../../../../electron/paper/brokerage/brokerage.ts'
import type { News } from '../../../../electron/paper/bookkeeping/records.ts'
import { openStore } from '../../../../electron/paper/store/store.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { BTC, ETH, FakeExchange } from '../../../fakes/venue/fakeExchange.ts'

const CUSTOMERS = ['C1', 'C2'] as CustomerCode[]
const SMALL = '3000' as DecimalText

const customer = fc.constantFrom(...CUSTOMERS)
const symbol = fc.constantFrom(BTC, ETH)
const side = fc.constantFrom('buy' as const, 'sell' as const)
const lots = fc.integer({ min: 1, max: 900 })
const ticksOff = fc.integer({ min: -4, max: 4 })

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('market' as const), customer, symbol, side, lots }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('limit' as const), customer, symbol, side, lots, ticksOff }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cash' as const),
      customer,
      symbol,
      side,
      cash: fc.integer({ min: 1, max: 40_000 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fill' as const), nth: fc.nat(20), lots }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), nth: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reprice' as const), symbol, ticksOff, lots }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      customer,
      out: fc.boolean(),
      cents: fc.integer({ min: 1, max: 400_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 3000 }) }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

const TICK = { [BTC]: '0.5', [ETH]: '0.01' } as Record<string, string>
const LOT = { [BTC]: '0.001', [ETH]: '0.01' } as Record<string, string>
const times = (step: string | undefined, count: number): DecimalText =>
  toText((decimal(step ?? '0') * BigInt(count)) as Decimal)

function openScene() {
  const clock = new FakeClock()
  const exchange = new FakeExchange(clock)
  const store = openStore(null)
  const customers = CUSTOMERS.map((code) => ({ code, collateral: SMALL }))
  const brokerage = openBrokerage(store, exchange, clock, customers, 1000)
  const published: News[] = []
  brokerage.onNews((news) => published.push(news))
  let reference = 0

  const draft = (
    more: Partial<OrderDraft> & Pick<OrderDraft, 'customerCode' | 'symbol' | 'side'>,
  ): OrderDraft => plainDraft({ type: 'market', ...more })
  const submit = (order: OrderDraft) => brokerage.orders.submit(order, `r${reference++}` as ReferenceId)
  const restingId = (nth: number) => [...exchange.resting.keys()][nth % Math.max(1, exchange.resting.size)]

  const act = (item: Action) => {
    switch (item.do) {
      case 'market':
        submit(
          draft({
            customerCode: item.customer,
            symbol: item.symbol,
            side: item.side,
            amount: times(LOT[item.symbol], item.lots),
          }),
        )
        return
      case 'limit': {
        const best = item.symbol === BTC ? 120000 : 300000
        const limitPrice = times(TICK[item.symbol], best + item.ticksOff)
        const amount = times(LOT[item.symbol], item.lots)
        submit(
          draft({
            customerCode: item.customer,
            symbol: item.symbol,
            side: item.side,
            type: 'limit',
            amount,
            limitPrice,
          }),
        )
        return
      }
      case 'cash':
        submit(
          draft({
            customerCode: item.customer,
            symbol: item.symbol,
            side: item.side,
            cashAmount: String(item.cash) as DecimalText,
          }),
        )
        return
      case 'fill': {
        const id = restingId(item.nth)
        const resting = id === undefined ? undefined : exchange.resting.get(id)
        if (id !== undefined && resting) exchange.fillResting(id, Math.min(item.lots, resting.lots))
        return
      }
      case 'cancel': {
        const [owner = '', ref = ''] = (restingId(item.nth) ?? '').split('/')
        brokerage.orders.cancel(owner, ref)
        return
      }
      case 'reprice': {
        const best = item.symbol === BTC ? 120000 : 300000
        exchange.print(item.symbol, best + item.ticksOff * 700, item.lots, 'buy')
        exchange.setLevel(item.symbol, 'bid', best - Math.abs(item.ticksOff), item.lots)
        exchange.setLevel(item.symbol, 'ask', best + 1 + Math.abs(item.ticksOff), item.lots)
        return
      }
      case 'transfer':
        brokerage.transfers.request(
          item.out ? 'withdrawal' : 'deposit',
          item.customer,
          decimal(times('0.01', item.cents)),
        )
        return
      case 'wait':
        clock.advance(item.ms)
    }
  }
  return { store, published, exchange, act, close: () => store.close() }
}

/** What must hold at every moment, reckoned from the records alone. */
function check({ store, published, exchange }: ReturnType<typeof openScene>) {
  for (const code of CUSTOMERS) {
    const rows = store.movements.page({ ...EVERY_ROW, customerCode: code }).items
    const completed = rows.filter((row) => row.status === 'completed')
    const sum = completed.reduce((total, row) => add(total, decimal(row.signedAmount)), ZERO)
    expect(store.accounts.balance(code)).toBe(toText(sum))

    const lastBalance = published.findLast(
      (news) => news.kind === 'movement' && news.movement.customerCode === code && news.balance !== null,
    )
    expect(lastBalance?.kind === 'movement' ? lastBalance.balance : toText(sum)).toBe(toText(sum))

    const trades = store.trades.page({ ...EVERY_TRADE, customerCode: code }).items
    expect(completed.filter((row) => row.type === 'trade').map((row) => row.code)).toEqual(
      trades.map((trade) => trade.code).toReversed(),
    )
    for (const trade of trades)
      expect(store.movements.find(trade.code)?.signedAmount).toBe(
        toText(subtract(decimal(trade.realisedPnl), decimal(trade.fee))),
      )
    for (const item of [BTC, ETH]) {
      const own = trades.filter((trade) => trade.symbol === item)
      const signed = (trade: { side: string }, value: DecimalText) =>
        trade.side === 'buy' ? decimal(value) : negate(decimal(value))
      const size = own.reduce((total, trade) => add(total, signed(trade, trade.amount)), ZERO)
      const paid = own.reduce((total, trade) => add(total, signed(trade, trade.quote)), ZERO)
      const realised = own.reduce((total, trade) => add(total, decimal(trade.realisedPnl)), ZERO)
      const position = store.accounts.position(code, item)
      expect(position?.size ?? '0').toBe(toText(size))
      // What was realised and what is still in the position is all the money that went: not a digit is lost.
      expect(toText(realised)).toBe(toText(subtract(decimal(position?.cost ?? '0'), paid)))
    }
  }
  const resting = store.orders
    .live(null, null)
    .filter(({ status }) => status !== 'untriggered')
    .map((order) => `${order.customerCode}/${order.referenceId}`)
  expect(resting.toSorted()).toEqual([...exchange.resting.keys()].toSorted())
}

test('a customer’s completed ledger rows add up to the balance to the last digit at all times', () => {
  let trades = 0
  let transfers = 0
  fc.assert(
    fc.property(fc.array(action, { minLength: 20, maxLength: 60 }), (actions) => {
      const scene = openScene()
      for (const each of actions) {
        scene.act(each)
        check(scene)
      }
      trades += scene.store.trades.lastSequence()
      transfers += scene.published.filter(
        (news) => news.kind === 'movement' && news.movement.type !== 'trade',
      ).length
      scene.close()
    }),
    { numRuns: 60, seed: 20260105 },
  )
  // The sequences must have moved something, or nothing was shown.
  expect(trades).toBeGreaterThan(300)
  expect(transfers).toBeGreaterThan(50)
})
