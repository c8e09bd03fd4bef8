/** Gathers once what the checks of many amends of one moment have in common: the orders, positions and standing orders of the desk. Checks no limit. */

import type { Decimal } from '../../../../../shared/base/decimal.ts'
import { standingOrders, type StandingOrders } from '../../../../../shared/domain/limits/crossing.ts'
import { exposureBeside } from '../../../../../shared/domain/limits/exposure.ts'
import { once } from '../../../../../shared/domain/limits/once.ts'
import type { Order } from '../../../../../shared/domain/orders/order.ts'
import type { ExceededLimitsOptions, GatheredForAmends } from '../exceededLimits.ts'
import { createPairsWithout, openPairs } from '../openExposures.ts'

/** The state of the desk at the moment of the call: use the answer before anything changes. */
export type GatherForAmends = () => GatheredForAmends

/** `amendedTo`: the contracts to which an order is being amended; null for none. */
export const createGatherForAmends =
  (options: ExceededLimitsOptions, amendedTo: (order: Order) => Decimal | null): GatherForAmends =>
  () => {
    const known = options.orderStore.recent()
    const { trades, instruments } = options
    const gathered = { orderStore: { recent: () => known }, trades, instruments }
    const pairsWithout = once(() => createPairsWithout(gathered, amendedTo))
    const besideOf = once(() => exposureBeside(openPairs(gathered, [], amendedTo, null)))
    const standing = new Map<string, StandingOrders>()
    return {
      pairsFor: (amends) => ({
        pairs: pairsWithout()(amends),
        beside: (scope) => besideOf()(amends.customerCode)(scope),
      }),
      standing({ symbol, side }) {
        const key = `${symbol} ${side}`
        const orders = standing.get(key) ?? standingOrders(known, { symbol, side })
        standing.set(key, orders)
        return orders
      },
    }
  }
