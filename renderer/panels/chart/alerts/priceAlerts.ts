/** The price alerts of one instrument as a chart shows them. Pure. */

import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { AlertDirection, AlertList } from '../../../../shared/domain/alerts/alertRule.ts'

/** An alert on the last price that is switched on. */
export interface PriceAlert {
  readonly id: number
  /** It fires when the last price is at the level or further this way. */
  readonly direction: AlertDirection
  readonly level: DecimalText
  /** Firings since the alert was set. An alert that fires once is switched off by its firing, so it is no longer here. */
  readonly fired: number
  /** Something keeps it from being watched, or the list is old. */
  readonly mayMiss: boolean
}

export interface PriceAlerts {
  readonly alerts: readonly PriceAlert[]
  /** Why alerts may be missing or not watched, one sentence; null when the list is whole and fresh. */
  readonly unsure: string | null
}

/** What a chart shows that follows no alerts. */
export const NO_ALERTS: PriceAlerts = { alerts: [], unsure: null }

/** What a chart shows before the first list. */
export const NOT_READ: PriceAlerts = { alerts: [], unsure: 'Waiting for the alerts.' }

export function priceAlertsOf(list: AlertList, symbol: string, isStale: boolean): PriceAlerts {
  const alerts = list.alerts.flatMap(({ id, watch, isOn, fired, reading }) =>
    isOn && watch.kind === 'price' && watch.symbol === symbol
      ? [
          {
            id,
            direction: watch.direction,
            level: watch.level,
            fired,
            mayMiss: isStale || reading.why !== null,
          },
        ]
      : [],
  )
  return {
    alerts,
    unsure: isStale ? 'The link to the core is lost, so the alerts shown are old.' : list.problem,
  }
}
