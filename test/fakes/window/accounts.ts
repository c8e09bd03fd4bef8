/** Records of one customer that account figures need: a margin profile that was read, and a comparison that agrees. */

import type { CustomerMargin } from '../../../shared/domain/accounts/margin.ts'
import type { CustomerReconciliation } from '../../../shared/domain/accounts/reconciliationRules.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import { NOW, code, sym } from './scriptedCore.ts'

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

export const reconciled = (word: string): CustomerReconciliation => ({
  customerCode: code(word),
  state: 'agrees',
  open: true,
  why: null,
  since: NOW,
  comparedAt: NOW,
  compared: { orders: 0, trades: 0, rows: 0 },
  discrepancies: [],
})
