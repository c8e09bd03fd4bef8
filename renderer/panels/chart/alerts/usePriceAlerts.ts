/** Follows the price alerts of a chart's instrument. Renders only when what the chart shows of them changes, never on a reading of the price. */

import { useEffect, useState } from 'react'
import type { ContractClient } from '../../../../shared/contract/ports.ts'
import type { AlertList } from '../../../../shared/domain/alerts/alertRule.ts'
import { NO_ALERTS, NOT_READ, priceAlertsOf, type PriceAlerts } from './priceAlerts.ts'

/** `symbol`: null follows nothing. */
export function usePriceAlerts(client: ContractClient, symbol: string | null): PriceAlerts {
  const [shown, setShown] = useState(NOT_READ)
  useEffect(() => {
    if (symbol === null) return undefined
    let last: AlertList | null = null
    let reported = ''
    const tell = (next: PriceAlerts) => {
      const text = JSON.stringify(next)
      if (text === reported) return
      reported = text
      setShown(next)
    }
    const take = (list: AlertList) => {
      last = list
      tell(priceAlertsOf(list, symbol, false))
    }
    const handle = client.open('alerts', null, {
      snapshot: take,
      delta: take,
      stale: () => tell(last === null ? NOT_READ : priceAlertsOf(last, symbol, true)),
    })
    return () => {
      handle.close()
      setShown(NOT_READ)
    }
  }, [client, symbol])
  return symbol === null ? NO_ALERTS : shown
}
