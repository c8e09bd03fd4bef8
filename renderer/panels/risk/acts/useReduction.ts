/** A reduction of the chosen rows, from the typed percent to its last order. Hands each step on to a review: a block to its sheet, a single order to the proposal. Sends nothing itself. */

import { useState } from 'react'
import { toText, type Decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import { plainDraft } from '../../../../shared/domain/orders/order.ts'
import {
  reductionOf,
  remainingSteps,
  type PositionName,
  type Reduction,
  type ReductionStep,
  type RemainingSteps,
} from '../../../../shared/domain/risk/reduction.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { instrumentOf, propose } from '../../../state/actions/dealing.ts'
import { fillBlock } from '../../../state/blockForm/blockStore.ts'
import { closablePosition } from '../../../state/rebalance/rebalanceFacts.ts'
import { tell } from '../../../state/stores/noticeStore.ts'
import type { InstanceId } from '../../../state/stores/panelInstances.ts'
import { useSession } from '../../../state/useSession.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import { nothingLeftWords } from './reductionWords.ts'

function handOn(session: WindowSession, place: InstanceId, { symbol, side, orders }: ReductionStep): void {
  const [first, second] = orders
  if (!first) return
  if (second === undefined) {
    const { customerCode, amount, held } = first
    propose(session, place, {
      kind: 'order',
      draft: plainDraft({ customerCode, symbol, side, type: 'market', amount: toText(amount) }),
      sizedBy: toText(held),
    })
    return
  }
  const held: Partial<Record<CustomerCode, DecimalText>> = {}
  for (const order of orders) held[order.customerCode] = toText(order.held)
  fillBlock(session.block, {
    symbol,
    side,
    type: 'market',
    method: 'list',
    numbers: orders.map(({ customerCode, amount }) => `${customerCode} ${toText(amount)}`).join('\n'),
    sizedBy: { symbol, held },
  })
  session.overlay.setState({ open: { kind: 'block' } })
}

export interface Reducing {
  /** The rows for which a percent is being typed; null: none is. */
  readonly asked: readonly PositionName[] | null
  /** What is left of the confirmed reduction; null: there is none. */
  readonly remaining: (RemainingSteps & { readonly percent: Decimal }) | null
  readonly ask: (rows: readonly PositionName[]) => void
  /** The percent was typed: the first step is handed on. */
  readonly begin: (percent: Decimal) => void
  /** Hands the next step on. */
  readonly next: () => void
  readonly drop: () => void
}

/** `onOrder`: a single order of the reduction waits for Enter, so its row is to be selected. */
export function useReduction(place: InstanceId, onOrder: (name: PositionName) => void): Reducing {
  const session = useSession()
  const [asked, setAsked] = useState<readonly PositionName[] | null>(null)
  const [reduction, setReduction] = useState<Reduction | null>(null)
  const now = (confirmed: Reduction) => remainingSteps(confirmed, (name) => closablePosition(session, name))
  const handNext = (confirmed: Reduction): void => {
    const { steps, heldBack } = now(confirmed)
    const [step] = steps
    if (step) {
      const [order, second] = step.orders
      if (order && second === undefined) onOrder(order)
      return handOn(session, place, step)
    }
    const words = nothingLeftWords(
      confirmed.percent,
      heldBack,
      (symbol) => instrumentOf(session, symbol)?.underlying ?? symbol,
    )
    tell(session.notices, session.clock, 'warning', words)
  }
  return {
    asked,
    remaining: reduction === null ? null : { ...now(reduction), percent: reduction.percent },
    ask: (rows) => setAsked(rows),
    begin(percent) {
      if (asked === null) return
      const chosen = reductionOf(
        asked.map((name) => closablePosition(session, name)),
        percent,
      )
      setAsked(null)
      setReduction(chosen)
      handNext(chosen)
    },
    next() {
      if (reduction !== null) handNext(reduction)
    },
    drop() {
      setAsked(null)
      setReduction(null)
    },
  }
}
