/** What a limit engine is given where a test is about its checks: nobody dealt, every list is read, and no journal keeps anything. */

import type { LimitEngineOptions } from '../../../electron/core/risk/limits/checkAndCountOrders.ts'
import { memorySettings } from '../../../electron/storage/settingsStore.ts'
import { ok } from '../../../shared/base/result.ts'
import { unseenIn } from '../../../shared/domain/orders/openOrderReading.ts'

/** Everything except clock, records, market and rules. */
export const idleLimitOptions = (): Omit<
  LimitEngineOptions,
  'clock' | 'orderStore' | 'trades' | 'instruments' | 'startingLimits'
> => ({
  settings: memorySettings(),
  leverage: () => null,
  dealer: () => null,
  unread: () => unseenIn([]),
  walk: async () => null,
  who: () => 'test',
  journalWriter: { note: () => undefined, commit: async () => ok(null) },
  earlierEntries: [],
  recovered: { rules: () => null },
  besides: () => null,
  say: () => undefined,
  report: () => undefined,
  hold: () => null,
  isApproved: () => false,
})
