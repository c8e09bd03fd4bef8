/** Reads the figures that an alert watches, whatever it watches. Fires nothing. */

import type { AlertRule } from '../../../shared/domain/alerts/alertRule.ts'
import { missing, NONE_IS_OVER, type AlertFigures, type AlertSources } from './alertFigure.ts'
import { createCustomerFigureReader } from './readCustomerFigures.ts'
import { createConnectionFigure, marketFigure } from './readMarketFigures.ts'

export interface AlertFigureReader {
  /** Begins a turn (`CustomerFigureReader`). */
  beginTurn(): void
  read(rule: AlertRule): AlertFigures
  /** Another account is in use. */
  clear(): void
}

export function createAlertFigureReader(sources: AlertSources): AlertFigureReader {
  const { clock } = sources
  const customers = createCustomerFigureReader(sources)
  const connectionFigure = createConnectionFigure(sources)
  const read = (rule: AlertRule): AlertFigures => {
    const { watch } = rule
    if (!sources.isSignedIn()) return missing('nobody is signed in')
    switch (watch.kind) {
      case 'price':
      case 'spread':
      case 'funding':
        return marketFigure(sources, watch, clock.now())
      case 'liquidation':
        return customers.distances(rule)
      case 'margin':
        return customers.freeMargin(rule)
      case 'used':
        return customers.marginUsed(rule)
      case 'equity':
        return customers.equity(rule)
      case 'orderAge':
        return customers.orderAges(rule)
      case 'connection':
        return connectionFigure.read()
      case 'fill':
      case 'reject':
        return { figures: [], why: customers.whyMissing(rule), isOver: NONE_IS_OVER }
    }
  }
  return {
    beginTurn: () => customers.beginTurn(),
    read,
    clear() {
      customers.clear()
      connectionFigure.clear()
    },
  }
}
