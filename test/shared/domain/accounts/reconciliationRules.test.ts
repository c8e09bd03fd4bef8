import { describe, expect, it } from 'vitest'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { LedgerRow } from '../../../../shared/domain/accounts/ledger.ts'
import { plainDraft, type Order } from '../../../../shared/domain/orders/order.ts'
import type { Position } from '../../../../shared/domain/accounts/position.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../../shared/domain/scalars.ts'
import {
  compareRecords,
  dated,
  persisting,
  type Records,
} from '../../../../shared/domain/accounts/reconciliationRules.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import { venueOrder } from '../../../fakes/core/venueOrder.ts'

const C = 'C1042' as CustomerCode
const BTC = 'BTCUSDC_PERP' as Symbol
const ID = 'op-1' as ReferenceId
const text = (word: string) => word as DecimalText

const filled = plainDraft({
  customerCode: C,
  symbol: BTC,
  side: 'buy',
  type: 'limit',
  amount: text('2'),
  limitPrice: text('60000'),
  timeInForce: 'GTC',
})
const order = (more: Partial<Order> = {}): Order =>
  venueOrder(filled, ID, 5_000, {
    phase: 'closed',
    status: 'filled',
    filledAmount: text('2'),
    filledQuote: text('120000'),
    updatedAt: 6_000,
    ...more,
  })
const trade = (code: string, more: Partial<Trade> = {}): Trade => ({
  code,
  customerCode: C,
  type: 'trade',
  symbol: BTC,
  referenceId: ID,
  side: 'buy',
  price: text('60000'),
  amount: text('1'),
  quote: null,
  fee: text('6'),
  realisedPnl: text('0'),
  liquidity: 'taker',
  createdAt: 5_500,
  ...more,
})
const row = (code: string, more: Partial<LedgerRow> = {}): LedgerRow => ({
  code,
  customerCode: C,
  transactionType: 'trade',
  status: 'completed',
  asset: 'USDC',
  symbol: BTC,
  totalAmount: text('6'),
  signedAmount: text('-6'),
  direction: 'out',
  realisedPnl: text('0'),
  referenceId: ID,
  markPrice: null,
  fundingRate: null,
  createdAt: 5_500,
  ...more,
})
const position = (size: string): Position => ({
  customerCode: C,
  symbol: BTC,
  size: text(size),
  cost: text('120000'),
  cashCost: text('120000'),
  averageEntry: text('60000'),
  realisedPnl: text('0'),
  fees: text('12'),
  tradeCount: 2,
  complete: true,
  unsure: null,
  lastTradeAt: 5_500,
})
const whole: Records = {
  orders: [order()],
  trades: [trade('t1'), trade('t2')],
  rows: [row('t1'), row('t2'), row('d1', { transactionType: 'deposit', signedAmount: text('100') })],
  positions: [position('2')],
  tradesAfter: null,
  rowsAfter: null,
  cash: { derived: '88', reported: { amount: '88', code: 't2' } },
  twice: [],
  stillListed: [],
}
const found = (more: Partial<Records>) =>
  compareRecords({ ...whole, ...more }).map(({ kind, record, row: name }) => `${kind} ${record} ${name}`)

describe('comparing one customer’s records', () => {
  it('finds nothing where orders, trades, ledger, positions and cash agree', () => {
    expect(compareRecords(whole)).toEqual([])
  })

  it('names an order of any origin with a fill that its trades do not add up to, and the trades', () => {
    expect(
      compareRecords({ ...whole, orders: [order({ origin: 'external', filledAmount: text('3') })] }),
    ).toEqual([
      {
        kind: 'fill',
        record: 'order',
        row: 'op-1',
        reportedBy: 'the order',
        here: '2 in 2 trades: t1, t2',
        there: 'filled 3 (filled)',
      },
    ])
  })

  it('names the filled order that no trade names', () => {
    const none = { trades: [], rows: [], positions: [], cash: { derived: null, reported: null } }
    expect(compareRecords({ ...whole, ...none })).toMatchObject([
      { kind: 'fill', row: 'op-1', here: 'no trade names it', there: 'filled 2 (filled)' },
    ])
    expect(found({ ...none, orders: [order({ status: 'canceled', filledAmount: text('0') })] })).toEqual([])
  })

  it('ignores a fill when a trade names no order, or the order is older than the trades read', () => {
    expect(
      found({
        orders: [order({ filledAmount: text('3') })],
        trades: [trade('t1'), trade('t2', { referenceId: null })],
      }),
    ).toEqual([])
    expect(found({ orders: [order({ filledAmount: text('3') })], tradesAfter: 5_200 })).toEqual([])
  })

  it('names a trade that gives no position, and a position that differs from its trades', () => {
    expect(
      found({
        trades: [
          trade('t1'),
          trade('t2'),
          trade('t3', { type: 'liquidation', referenceId: null, side: null }),
        ],
        rows: [...whole.rows, row('t3')],
      }),
    ).toEqual(['position trade t3'])
    expect(found({ positions: [position('2.5')] })).toEqual(['position position BTCUSDC_PERP'])
  })

  it('names the trade without a ledger row and the row without a trade, within what was read', () => {
    expect(found({ rows: [row('t1')] })).toEqual(['trade-row trade t2'])
    expect(found({ rows: [row('t1')], rowsAfter: 5_500 })).toEqual([])
    expect(found({ rows: [...whole.rows, row('t9')] })).toEqual(['row-trade ledger row t9'])
    expect(found({ rows: [...whole.rows, row('t9')], tradesAfter: 5_500, positions: [] })).toEqual([])
    expect(found({ rows: [...whole.rows, row('t9', { status: 'pending' })] })).toEqual([])
  })

  it('takes a forced fill’s plain trade row for its row', () => {
    const forced = trade('f1', { type: 'liquidation', referenceId: null, side: 'sell', amount: text('2') })
    expect(
      found({
        trades: [...whole.trades, forced],
        rows: [...whole.rows, row('f1')],
        positions: [position('0')],
      }),
    ).toEqual([])
  })

  it('names the row whose amount is not the trade’s realised PnL less its fee', () => {
    expect(found({ rows: [row('t1'), row('t2', { signedAmount: text('-5') })] })).toEqual([
      'row-amount ledger row t2',
    ])
    expect(found({ rows: [row('t1'), row('t2', { signedAmount: null, totalAmount: text('6') })] })).toEqual(
      [],
    )
  })

  it('compares no row of another asset with the cash of its trade, and names amounts in their asset', () => {
    const inBtc = row('t2', { asset: 'BTC', signedAmount: text('-0.0001'), totalAmount: text('0.0001') })
    expect(found({ rows: [row('t1'), inBtc] })).toEqual([])
    const differences = compareRecords({ ...whole, twice: [{ row: inBtc, first: '0.0002' }] })
    expect(differences).toMatchObject([{ here: '0.0002 BTC, as first reported', there: '0.0001 BTC' }])
  })

  it('names the movement whose balance differs from the sum of the ledger', () => {
    expect(found({ cash: { derived: '88', reported: { amount: '87', code: 't2' } } })).toEqual([
      'cash ledger row t2',
    ])
    expect(found({ cash: { derived: null, reported: { amount: '87', code: 't2' } } })).toEqual([])
    expect(found({ twice: [{ row: row('t1'), first: '7' }] })).toEqual(['row-amount ledger row t1'])
  })

  it('names the order that is over here and open in the venue’s list', () => {
    const listed = { ...order(), status: 'open', filledAmount: text('0') }
    expect(found({ stillListed: [listed] })).toEqual(['two-states order op-1'])
    expect(found({ stillListed: [listed], orders: [order({ phase: 'working' })] })).toEqual([])
  })
})

it('a difference counts after a second look, with the time of the first', () => {
  const first = compareRecords({ ...whole, rows: [row('t1')] })
  const second = compareRecords({ ...whole, rows: [row('t2')] })
  expect(persisting(first, second)).toEqual([])
  const both = compareRecords({ ...whole, rows: [] })
  expect(persisting(first, both).map(({ row: name }) => name)).toEqual(['t2'])
  const known = dated([], first, 10)
  expect(dated(known, both, 20).map(({ row: name, since }) => [name, since])).toEqual([
    ['t1', 20],
    ['t2', 10],
  ])
})
