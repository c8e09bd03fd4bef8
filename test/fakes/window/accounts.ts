/** Records of one customer that account figures need: cash, a position, a margin profile that was read, and a comparison that agrees. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { CustomerMargin } from '../../../shared/domain/accounts/margin.ts'
import { NOTHING_UNCOMPARED } from '../../../shared/domain/accounts/proof/uncomparedRecords.ts'
import type { CustomerReconciliation } from '../../../shared/domain/accounts/reconciliationRules.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import { NOW, code, customerOf, positionOf, sym, wholeReading, type ScriptedCore } from './scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)

/** 34 % of initial margin in BTC, 10 % elsewhere; 5 % of maintenance margin. */
export const marginOf = (word: string): CustomerMargin => ({
  customerCode: code(word),
  profile: {
    initialMargin: text('10'),
    maintenanceMargin: text('5'),
    maxLeverage: text('13'),
    instrumentMargins: [{ symbol: sym('BTCUSDC_PERP'), leverage: text('3'), initialMargin: text('34') }],
  },
  readAt: NOW,
  why: null,
})

/** Compared at `at`, and everything agreed. */
export const reconciled = (word: string, at: EpochMs = NOW): CustomerReconciliation => ({
  customerCode: code(word),
  state: 'agrees',
  open: true,
  why: null,
  since: at,
  comparedAt: at,
  compared: { orders: 0, trades: 0, rows: 0 },
  discrepancies: [],
  uncompared: NOTHING_UNCOMPARED,
})

/** Customers of the group macro with so much cash each, whole records and no position. */
export function startGroup(desk: ScriptedCore, words: readonly string[], cash: string): void {
  desk.startWith(
    'customers',
    words.map((word) => ({ ...customerOf(word, `Name of ${word}`), group: 'macro' })),
  )
  desk.startWith(
    'balances',
    words.map((word) => ({
      customerCode: code(word),
      amount: text(cash),
      source: 'event' as const,
      asOf: NOW,
    })),
  )
  desk.startWith(
    'cashSums',
    words.map((word) => ({
      customerCode: code(word),
      whole: true,
      pendingOut: text('0'),
      dayFrom: NOW,
      instruments: [],
    })),
  )
  desk.startWith('margins', words.map(marginOf))
  desk.startWith('reconciliation', words.map(reconciled))
  desk.startWith('openOrderReadings', words.map(wholeReading))
}

/** C1042 with 1 BTC bought at 60,149.50 and marked at 62,149.50, and 20,000 USDC in cash. Initial margin of BTC: 34 %. */
export function startAccount(desk: ScriptedCore): void {
  desk.startWith('balances', [
    { customerCode: code('C1042'), amount: text('20000'), source: 'event', asOf: NOW },
  ])
  desk.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '1', '60149.5')])
  desk.startWith('margins', [marginOf('C1042')])
  desk.startWith('cashSums', [
    {
      customerCode: code('C1042'),
      whole: true,
      pendingOut: text('0'),
      dayFrom: NOW,
      instruments: [{ symbol: null, settled: text('0'), today: text('-12.4') }],
    },
  ])
  desk.startWith('reconciliation', [reconciled('C1042')])
}
