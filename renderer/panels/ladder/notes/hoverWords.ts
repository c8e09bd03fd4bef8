/** What a click at the pointer would do, in words. Pure: the click itself is answered anew. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { decimal, type DecimalText } from '../../../../shared/base/decimal.ts'
import { assertNever } from '../../../../shared/base/result.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import { exact } from '../../../format/numbers.ts'
import { sizeText } from '../../../paint/ladder/ownOrders.ts'
import { cancelable, type LadderAnswer, type LadderSituation } from '../ladderAnswer.ts'
import type { LadderRequest } from '../ladderProps.ts'

export interface HoverWords {
  /** Customer, side, type, size and price. */
  readonly what: string
  /** What the click leads to. */
  readonly click: string
}

const TYPES = { stop_loss: 'STOP', take_profit: 'TAKE PROFIT' } as const

const isNamed = (orders: readonly Order[], id: ReferenceId): boolean =>
  orders.some(({ referenceId }) => referenceId === id)

function whatOf(
  request: LadderRequest,
  { props }: LadderSituation,
  write: (price: DecimalText) => string,
): string | null {
  switch (request.kind) {
    case 'limit':
      return `${request.side.toUpperCase()} ${exact(decimal(request.amount))} LIMIT ${write(request.price)}`
    case 'trigger': {
      const limit = request.limitPrice === null ? '' : ` LIMIT ${write(request.limitPrice)}`
      return `${request.side.toUpperCase()} ${exact(decimal(request.amount))} ${TYPES[request.type]} ${write(request.price)}${limit}`
    }
    case 'stopPosition':
      return `STOP of the whole position at ${write(request.price)}`
    case 'protect':
      return 'TAKE PROFIT and STOP on the whole position'
    case 'cancel': {
      // The rows as drawn may still show an order that is over.
      const live = cancelable(props.orders.filter(({ referenceId }) => isNamed(request.orders, referenceId)))
      const [first, ...others] = live
      if (first === undefined) return null
      return others.length > 0
        ? `CANCEL ${live.length} orders here`
        : `CANCEL ${first.side.toUpperCase()} ${sizeText(first)} ${first.type.replaceAll('_', ' ')}`
    }
    // No click of the left button asks for these.
    case 'take':
    case 'move':
    case 'moveTo':
    case 'reverse':
    case 'cancelAll':
    case 'flatten':
      return null
    default:
      return assertNever(request)
  }
}

/** Null where a click changes nothing at the venue, or only says that the ladder is not armed. */
export function hoverWords(
  answer: LadderAnswer | null,
  situation: LadderSituation,
  write: (price: DecimalText) => string,
): HoverWords | null {
  const { props } = situation
  if (answer === null || props.customer === null) return null
  if (answer.kind === 'refused') return props.armed ? { what: answer.why, click: '' } : null
  if (answer.kind !== 'request') return null
  const what = whatOf(answer.request, situation, write)
  if (what === null) return null
  const isCancel = answer.request.kind === 'cancel'
  const isDirect = answer.request.kind === 'limit' && props.express
  const click = isCancel
    ? 'Click cancels at once'
    : isDirect
      ? 'Click sends at once within express'
      : 'Click proposes, Enter sends'
  return { what: `${shownCode(props.customer.code)} ${what}`, click }
}
