/** A desk on a scripted broker with a scale of three buys. */

import type { Request } from '../../../../../shared/contract/contract.ts'
import type { LimitRule } from '../../../../../shared/domain/limits/limits.ts'
import { NO_LIMITS } from '../../../../fakes/core/noLimits.ts'
import { Desk, draftOf, text } from '../../deskHarness.ts'

export const INTENT = 'intent-0001'
export const ROWS = ['60000', '59900', '59800'].map((limitPrice, n) => ({
  limitPrice: text(limitPrice),
  amount: text(String(n + 1)),
}))
export const scaleOf = (more: Partial<Request<'order.submitScale'>> = {}): Request<'order.submitScale'> => ({
  intentId: INTENT,
  draft: draftOf({ amount: text('6') }),
  rows: ROWS,
  typed: null,
  ...more,
})
export const limited = (bounds: LimitRule['bounds']): readonly LimitRule[] => [
  { customerCode: null, symbol: null, bounds, instruments: null },
]

export async function startDesk(options: ConstructorParameters<typeof Desk>[0] = {}) {
  const desk = new Desk({ limits: NO_LIMITS, ...options })
  const orders = desk.orders()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const broker = await desk.ready()
  return { desk, orders, notices, broker }
}
export const idsOf = (reply: unknown) => (reply as { value: { orders: string[] } }).value.orders
