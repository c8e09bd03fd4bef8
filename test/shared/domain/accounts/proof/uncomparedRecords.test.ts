import { expect, it } from 'vitest'
import type { LedgerRow } from '../../../../../shared/domain/accounts/ledger.ts'
import {
  NOTHING_UNCOMPARED,
  uncomparedOf,
} from '../../../../../shared/domain/accounts/proof/uncomparedRecords.ts'
import type { Trade } from '../../../../../shared/domain/trade.ts'

const row = (code: string, more: Partial<LedgerRow> = {}) =>
  ({ code, status: 'completed', signedAmount: '1', realisedPnl: null, ...more }) as LedgerRow
const trade = (code: string, more: Partial<Trade> = {}) =>
  ({ code, fee: '1', realisedPnl: '2', ...more }) as Trade
const records = {
  trades: [trade('T1')],
  rows: [row('T1')],
  tradesAfter: null,
  rowsAfter: null,
  cash: { derived: '1', reported: { amount: '1', code: 'T1' } },
}

it('is nothing where all records were read and every value is known', () => {
  expect(uncomparedOf(records)).toEqual(NOTHING_UNCOMPARED)
})

it('names the trades that name no order, and the instruments whose fills are not compared', () => {
  const btc = 'BTCUSDC_PERP' as Trade['symbol']
  const unnamed = (code: string, more: Partial<Trade> = {}) =>
    trade(code, { type: 'trade', symbol: btc, referenceId: null, amount: '1' as never, ...more })
  const positionsOf = (...trades: Trade[]) => uncomparedOf({ ...records, trades }).positions
  expect(positionsOf(unnamed('T2'))).toBe(
    'Trade T2 names no order, so the fills of BTCUSDC_PERP are not compared.',
  )
  expect(positionsOf(unnamed('T2'), unnamed('T3'), unnamed('T4', { symbol: 'ETHUSDC_PERP' as never }))).toBe(
    'Trade T2 and 2 more name no order, so the fills of BTCUSDC_PERP, ETHUSDC_PERP are not compared.',
  )
  const named = { referenceId: 'op-1' as never }
  expect(positionsOf(unnamed('T2'), unnamed('T3', { ...named, amount: null }))).toBe(
    'Trade T2 and 1 more name no order or no amount, so the fills of BTCUSDC_PERP are not compared.',
  )
  expect(positionsOf(unnamed('T2', named), unnamed('T3', { type: 'liquidation' }))).toBe(null)
})

it('names what was not read, and the first record without a value', () => {
  expect(uncomparedOf({ ...records, tradesAfter: 5 })).toEqual({
    positions: 'The trades are not read to the first.',
    cash: null,
    pnl: 'Trades or ledger are not read to their first record.',
  })
  expect(uncomparedOf({ ...records, rowsAfter: 5 }).cash).toBe('The ledger is not read to its first row.')
  const unsigned = [row('T1'), row('X1', { signedAmount: null }), row('X2', { signedAmount: null })]
  expect(uncomparedOf({ ...records, rows: unsigned, cash: { derived: null, reported: null } }).cash).toBe(
    'The direction of ledger row X1 and 1 more is not known.',
  )
  expect(uncomparedOf({ ...records, cash: { derived: '1', reported: null } }).cash).toBe(
    'The venue has reported no balance since the sign-in.',
  )
  const bare = [trade('T1', { fee: null }), trade('T9', { fee: null })]
  expect(uncomparedOf({ ...records, trades: bare }).pnl).toBe('Trade T1 has no fee or no realised PnL.')
  // The row of a trade may have the realised PnL that the trade lacks.
  const inRow = { ...records, trades: [trade('T1', { realisedPnl: null })] }
  expect(uncomparedOf({ ...inRow, rows: [row('T1', { realisedPnl: '2' as never })] }).pnl).toBe(null)
  expect(uncomparedOf(inRow).pnl).toBe('Trade T1 has no fee or no realised PnL.')
})
