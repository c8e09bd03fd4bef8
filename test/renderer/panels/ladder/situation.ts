/** What a ladder knows at a key or click, for tests. */

import type { LadderSituation } from '../../../../renderer/panels/ladder/ladderAnswer.ts'
import {
  applyLadder,
  bookCondition,
  emptyLadder,
  type LadderState,
} from '../../../../renderer/paint/ladder/ladderModel.ts'
import { markedRows, type LadderMark } from '../../../../renderer/paint/ladder/markedRows.ts'
import { ownOrders } from '../../../../renderer/paint/ladder/ownOrders.ts'
import { bookState, type BookFrame } from '../../../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { calm, longOne, NOW, orderOf, text } from './scenes.ts'

export const sizes = ['0.1', '0.5', '1', '2.5', '5', '10'].map(text)
export const offer = orderOf('sell', '62153')
export const bid = orderOf('buy', '62147.5')

export interface Given {
  readonly props?: Partial<LadderSituation['props']>
  readonly state?: Partial<LadderState>
  readonly frame?: BookFrame | null
  readonly linked?: boolean
  readonly now?: number
  readonly orders?: readonly Order[]
  readonly marks?: readonly LadderMark[]
}

export function situation({
  props,
  state,
  frame = calm(),
  linked = true,
  now = NOW,
  orders = [],
  marks = [],
}: Given = {}): LadderSituation {
  let at = applyLadder(emptyLadder, { kind: 'resized', rows: 27 }, -1_000)
  if (frame) at = applyLadder(at, { kind: 'frame', frame, held: false }, -1_000)
  return {
    state: { ...at, ...state },
    frame,
    condition: bookCondition(frame, linked ? (frame ? bookState(frame) : 'waiting') : 'down', now),
    own: ownOrders(orders, at.rowStep, at.priceScale),
    marked: markedRows(marks, at),
    props: {
      armed: true,
      customer: { code: 'C1042', name: 'Acme Pension', closed: null },
      orders,
      position: longOne,
      sizes,
      sizeIndex: 3,
      grouping: 1,
      proposal: null,
      express: false,
      mouseProfile: 'tt',
      ...props,
    },
  }
}
