/** Alerts as the core shows them to a window. */

import type { AlertList, WatchedAlert } from '../../../shared/domain/alerts/alertRule.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import { NOW, sym } from './scriptedCore.ts'

/** A price alert on BTC above 62,300 that has not fired; the price is 62,148. */
export const alertOf = (id: number, more: Partial<WatchedAlert> = {}): WatchedAlert => ({
  id,
  watch: {
    kind: 'price',
    symbol: sym('BTCUSDC_PERP'),
    direction: 'above',
    level: decimalText.parse('62300'),
  },
  customerCode: null,
  mustAcknowledge: false,
  isOnce: false,
  isOn: true,
  firedAt: null,
  fired: 0,
  reading: { value: decimalText.parse('62148'), owner: null, at: NOW, why: null },
  ...more,
})

export const alertsOf = (alerts: readonly WatchedAlert[], more: Partial<AlertList> = {}): AlertList => ({
  alerts: [...alerts],
  deleted: null,
  problem: null,
  ...more,
})
