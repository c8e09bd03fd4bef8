/** Whether a reported fill is in the position, where trades name their order, name none, come late, come twice, or are named later. */

import { describe, expect, it } from 'vitest'
import {
  createFilledPerOrder,
  type FilledPerOrder,
  type ReportedFill,
} from '../../../../electron/core/accounts/filledPerOrder.ts'
import { ZERO, add, decimal, maximum, subtract, type Decimal } from '../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import type { ReferenceId, Side } from '../../../../shared/domain/scalars.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import { BTC, C1, text, tradeOf } from '../deskHarness.ts'

const order = (id: string, side: Side = 'buy', filled = '1'): ReportedFill => ({
  customerCode: C1,
  symbol: BTC,
  side,
  referenceId: id as ReferenceId,
  filledAmount: text(filled),
  createdAt: 1_000_000,
})
const unnamed = (code: string, more: Partial<Trade> = {}) =>
  tradeOf(code, { referenceId: null, createdAt: 1_000_000, ...more })
const made = (fills: FilledPerOrder, ...ids: string[]) => {
  for (const id of ids) fills.orderMade(C1, id as ReferenceId)
}
const missing = (fills: FilledPerOrder, ...orders: ReportedFill[]) => fills.missingFills(C1, BTC, orders).buy

describe('a reported fill', () => {
  it('is missing until a trade that names no order can hold it', () => {
    const fills = createFilledPerOrder()
    made(fills, 'a')
    expect(missing(fills, order('a'))).toBe(decimal('1'))
    fills.put(unnamed('t1', { amount: text('0.4') }), undefined)
    expect(missing(fills, order('a'))).toBe(decimal('0.6'))
    fills.put(unnamed('t2', { amount: text('0.6') }), undefined)
    expect(missing(fills, order('a'))).toBe(ZERO)
    expect(fills.filledBy(C1, BTC, 'a' as ReferenceId)).toEqual({ named: ZERO, mayBeMore: true })
  })

  it('is never held by a trade that was known before the order, also when that trade arrives again', () => {
    const fills = createFilledPerOrder()
    const old = unnamed('old', { amount: text('5') })
    fills.put(old, undefined)
    made(fills, 'a')
    fills.put({ ...old, fee: text('1') }, old)
    expect(missing(fills, order('a'))).toBe(decimal('1'))
    expect(fills.filledBy(C1, BTC, 'a' as ReferenceId).mayBeMore).toBe(false)
  })

  it('of an earlier run is held by trades that are not proven to be older', () => {
    const fills = createFilledPerOrder()
    fills.put(unnamed('old', { createdAt: 600_000 }), undefined)
    expect(missing(fills, order('a'))).toBe(decimal('1'))
    fills.put(unnamed('its own'), undefined)
    expect(missing(fills, order('a'))).toBe(ZERO)
  })

  it('of an earlier run is not held by an older trade, in whatever order the pages of trades arrive', () => {
    const own = unnamed('own', { amount: text('0.1'), createdAt: 1_100_000 })
    const older = unnamed('older', { amount: text('50'), createdAt: 1_000 })
    for (const arriving of [
      [older, own],
      [own, older],
    ]) {
      const fills = createFilledPerOrder()
      for (const trade of arriving) fills.put(trade, undefined)
      expect(missing(fills, order('a'))).toBe(decimal('0.9'))
      // Two orders of an earlier run share what is not older than each.
      const newer = { ...order('b', 'buy', '0.5'), createdAt: 1_400_000 }
      expect(missing(fills, order('a'), newer)).toBe(decimal('1.4'))
      fills.put(unnamed('late', { amount: text('1.4'), createdAt: 1_200_000 }), undefined)
      expect(missing(fills, order('a'), newer)).toBe(ZERO)
    }
  })

  it('shares no contract of a trade with another fill', () => {
    const fills = createFilledPerOrder()
    made(fills, 'a', 'b')
    fills.put(unnamed('t1'), undefined)
    expect(missing(fills, order('a'))).toBe(ZERO)
    expect(missing(fills, order('a'), order('b'))).toBe(decimal('1'))
  })

  it('is not held by a trade of the other side, or by a forced fill', () => {
    const fills = createFilledPerOrder()
    made(fills, 'a')
    fills.put(unnamed('t1', { side: 'sell' }), undefined)
    fills.put(unnamed('t2', { type: 'liquidation' }), undefined)
    expect(missing(fills, order('a'))).toBe(decimal('1'))
  })

  it('is held by a trade whose side and amount come later', () => {
    const fills = createFilledPerOrder()
    made(fills, 'a')
    const bare = unnamed('t1', { side: null, amount: null })
    fills.put(bare, undefined)
    expect(missing(fills, order('a'))).toBe(decimal('1'))
    fills.put(unnamed('t1'), bare)
    expect(missing(fills, order('a'))).toBe(ZERO)
  })

  it('of an order that does not count still takes its trades up', () => {
    const fills = createFilledPerOrder()
    made(fills, 'own', 'elsewhere')
    fills.put(unnamed('t1'), undefined)
    const isOwn = ({ referenceId }: ReportedFill) => referenceId === 'own'
    const both = [order('own'), order('elsewhere')]
    expect(fills.missingFills(C1, BTC, both, isOwn).buy).toBe(decimal('1'))
    expect(fills.missingFills(C1, BTC, [order('elsewhere')], isOwn).buy).toBe(ZERO)
  })
})

interface Piece {
  readonly order: number
  readonly trade: Trade
}

/** One random day: orders of both sides that fill in pieces; reports and trades arrive in any order, named or not, late, twice, named later. */
function walk(seed: number, venueNames: 'all' | 'none' | 'some') {
  const random = seededRandom(seed)
  const below = (n: number) => Math.floor(random.next() * n)
  const fills = createFilledPerOrder()
  /** The same day without the trades that are older than every order. */
  const without = createFilledPerOrder()
  const known = new Map<string, Trade>()
  const old = Array.from({ length: below(4) }, (_, n) =>
    unnamed(`old${n}`, { side: n % 2 ? 'buy' : 'sell', amount: text(String(1 + below(5))) }),
  )
  for (const trade of old) fills.put(trade, undefined)
  const orders: { id: ReferenceId; side: Side; filled: Decimal }[] = []
  const reports: number[] = []
  const trades: Piece[] = []
  const arrived = { buy: ZERO, sell: ZERO }
  const namedOf = new Map<ReferenceId, Decimal>()

  const make = () => {
    const id = `o${orders.length}` as ReferenceId
    const side: Side = below(2) ? 'buy' : 'sell'
    orders.push({ id, side, filled: ZERO })
    for (const each of [fills, without]) each.orderMade(C1, id)
    for (let piece = below(4); piece > 0; piece--) {
      const isNamed = venueNames === 'all' || (venueNames === 'some' && below(2) === 0)
      const trade = tradeOf(`t${orders.length}-${piece}`, { side, referenceId: isNamed ? id : null })
      trades.push({ order: orders.length - 1, trade })
      reports.push(orders.length - 1)
    }
  }
  const arrive = ({ order: n, trade }: Piece) => {
    const before = known.get(trade.code)
    for (const each of [fills, without]) each.put(trade, before)
    known.set(trade.code, trade)
    const { id, side } = orders[n]!
    if (!before) arrived[side] = add(arrived[side], decimal('1'))
    if (trade.referenceId && !before?.referenceId) namedOf.set(id, add(namedOf.get(id) ?? ZERO, decimal('1')))
    // The trade may arrive again: as it is, or with its order, of which the ledger tells.
    if (below(4) === 0)
      trades.push({ order: n, trade: venueNames === 'none' ? trade : { ...trade, referenceId: id } })
  }
  const take = <T>(list: T[]): T | undefined => list.splice(below(list.length), 1)[0]

  const look = () => {
    const claims = orders.map(({ id, side, filled }) => ({
      ...order(id, side),
      filledAmount: text(String(Number(filled) / Number(decimal('1')))),
    }))
    const shown = fills.missingFills(C1, BTC, claims)
    expect(without.missingFills(C1, BTC, claims), `seed ${seed}: old trades change nothing`).toEqual(shown)
    for (const side of ['buy', 'sell'] as const) {
      const own = orders.filter((each) => each.side === side)
      let reported = ZERO
      let open = ZERO
      let named = ZERO
      for (const { id, filled } of own) {
        reported = add(reported, filled)
        named = add(named, namedOf.get(id) ?? ZERO)
        open = add(open, maximum(ZERO, subtract(filled, namedOf.get(id) ?? ZERO)))
      }
      const nameless = subtract(arrived[side], named)
      expect(shown[side] >= subtract(open, nameless), `seed ${seed}: never surer than the trades`).toBe(true)
      const isCertain = shown[side] === ZERO
      expect(!isCertain || arrived[side] >= reported, `seed ${seed}: ${side} certain`).toBe(true)
      expect(nameless > 0n || shown[side] === open, `seed ${seed}: named trades decide alone`).toBe(true)
    }
    return shown
  }

  for (let step = 0; step < 60 || reports.length > 0 || trades.length > 0; step++) {
    const kind = below(4)
    if (kind === 0 && step < 60) make()
    else if (kind === 1) {
      const n = take(reports)
      if (n !== undefined) orders[n]!.filled = add(orders[n]!.filled, decimal('1'))
    } else if (kind === 2) {
      const piece = take(trades)
      if (piece) arrive(piece)
    } else {
      const again = old[below(old.length)]
      if (again) fills.put(again, again)
    }
    look()
  }
  expect(look(), `seed ${seed}: certain again once all trades are there`).toEqual({ buy: ZERO, sell: ZERO })
  return orders.length
}

it.each(['all', 'none', 'some'] as const)(
  'the position is never surer than its trades, where %s of them name their order',
  (venueNames) => {
    let orders = 0
    for (let seed = 0; seed < 40; seed++) orders += walk(seed, venueNames)
    expect(orders).toBeGreaterThan(300)
  },
)
