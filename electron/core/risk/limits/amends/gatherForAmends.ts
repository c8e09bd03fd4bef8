/** Gathers once what the checks of many amends of one moment have in common: the orders, positions and standing orders of the desk. Checks no limit. */

import { standingOrders, type StandingOrders } from '../../../../../shared/domain/limits/crossing.ts'
import { exposureBeside } from '../../../../../shared/domain/limits/exposure.ts'
import { once } from '../../../../../shared/domain/limits/once.ts'
import type { ExceededLimitsOptions, GatheredForAmends } from '../exceededLimits.ts'
import { createPairsWithout, openPairs } from '../openExposures.ts'

/** The state of the desk at the moment of the call: use the answer before anything changes. */
export type GatherForAmends = () => GatheredForAmends

export const createGatherForAmends =
  (options: ExceededLimitsOptions): GatherForAmends =>
  () => {
    const known = options.orderStore.recent()
    const { trades, instruments } = options
    const gathered = { orderStore: { recent: () => known }, trades, instruments }
    const pairsWithout = once(() => createPairsWithout(gathered))
    const besideOf = once(() => exposureBeside(openPairs(gathered, [], null)))
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
