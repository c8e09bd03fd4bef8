/** What the limits say of one order of a block at its turn: it leaves, waits for a limit of a second, or does not leave. Counts and journals nothing. */

import { WAITED_FOR } from '../../../../shared/domain/limits/basketCheck.ts'
import type { WeighedFinding } from '../../../../shared/domain/limits/limitCheck.ts'
import { UNCONFIRMED } from '../../../../shared/domain/limits/limitNotices.ts'
import type { LimitFinding } from '../../../../shared/domain/orders/limitDecision.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import type { CheckedCircumstances, ExceededLimits } from './exceededLimits.ts'

/** Limits that measure the market or the desk, so that no row of a block would pass them. */
export const MATTERS_OF_ALL: ReadonlySet<string> = new Set([
  UNCONFIRMED,
  'price',
  'book',
  'touch',
  'mark',
  'away',
  'trigger',
  'slippage',
  'ordersInSecond',
  'ordersInMinute',
  'ordersInDay',
  'valueInMinute',
  'valueInDay',
])

type Exceeded = (draft: OrderDraft, circumstances: CheckedCircumstances) => ExceededLimits
type IsAnswered = (finding: WeighedFinding) => boolean
type OpenFinding = LimitFinding & Pick<WeighedFinding, 'isOwn'>

export interface CheckAtTurn {
  readonly found: ExceededLimits
  /** What keeps the order back, worst first. Empty: it leaves. */
  readonly open: readonly LimitFinding[]
  /** Why the order does not leave. `isForAll`: any other order of the block would meet the same limit. Null: it leaves, or waits for a limit of a second. */
  readonly stop: { readonly finding: LimitFinding; readonly isForAll: boolean } | null
}

const openOf = ({ blocks, weighed }: ExceededLimits, isAnswered: IsAnswered): readonly OpenFinding[] => [
  ...blocks.filter(({ limit }) => limit === UNCONFIRMED).map((each) => ({ ...each, isOwn: false })),
  ...weighed.filter((each) => (each.level === 'block' ? !each.isLesser : !isAnswered(each))),
]

const plain = ({ level, limit, sentence }: LimitFinding): LimitFinding => ({ level, limit, sentence })

/** `isAnswered`: whether the dealer answered this warning for the whole. */
export function checkAtTurn(
  exceeded: Exceeded,
  draft: OrderDraft,
  circumstances: CheckedCircumstances,
  isAnswered: IsAnswered,
): CheckAtTurn {
  const found = exceeded(draft, circumstances)
  const open = openOf(found, isAnswered)
  /** An order that exceeds a limit of a second with nothing sent before it would wait for ever. */
  const endless = (): OpenFinding | undefined =>
    open.length === 0
      ? undefined
      : openOf(exceeded(draft, { ...circumstances, isFirstOfSecond: true }), isAnswered).find(({ limit }) =>
          WAITED_FOR.has(limit),
        )
  const worst = open.find(({ limit }) => !WAITED_FOR.has(limit)) ?? endless()
  return {
    found,
    open: open.map(plain),
    stop:
      worst === undefined
        ? null
        : { finding: plain(worst), isForAll: MATTERS_OF_ALL.has(worst.limit) && !worst.isOwn },
  }
}
