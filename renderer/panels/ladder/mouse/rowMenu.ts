/** What the menu of a ladder's row offers. Pure: an item's answer is made anew when it is chosen. */

import { absolute, decimal, signOf, type DecimalText } from '../../../../shared/base/decimal.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId, Side } from '../../../../shared/domain/scalars.ts'
import { exact } from '../../../format/numbers.ts'
import { meantFor, priceOfRow, type RowSize } from '../../../paint/ladder/ladderModel.ts'
import { sizeText } from '../../../paint/ladder/ownOrders.ts'
import {
  cancelable,
  order,
  refused,
  request,
  sizeInUse,
  trigger,
  triggerType,
  view,
  whyNotTrade,
  type LadderAnswer,
  type LadderSituation,
} from '../ladderAnswer.ts'

/** The row that a menu was opened on. */
export interface MenuRow extends RowSize {
  readonly row: number
  readonly price: DecimalText
  /** Own orders that rested there. */
  readonly orders: readonly ReferenceId[]
  /** Null: no customer. */
  readonly customerCode: string | null
}

export interface MenuItem {
  /** Tells items with the same words apart. */
  readonly id: string
  readonly label: string
  /** `refused`: the item is shown and cannot be chosen. */
  readonly answer: LadderAnswer
}

export function menuRow(row: number, { state, own, props }: LadderSituation): MenuRow {
  const { buys, sells } = own.get(row) ?? { buys: [], sells: [] }
  return {
    row,
    rowStep: state.rowStep,
    priceScale: state.priceScale,
    price: priceOfRow(row, state),
    orders: [...buys, ...sells].map(({ referenceId }) => referenceId),
    customerCode: props.customer?.code ?? null,
  }
}

const SIDES = { buy: 'Buy', sell: 'Sell' } as const

/** `price` is written by `write`. */
export function menuItems(
  { row, price, orders, ...rowSize }: MenuRow,
  situation: LadderSituation,
  write: (price: DecimalText) => string,
): readonly MenuItem[] {
  const { props } = situation
  const why = whyNotTrade(situation)
  const dealing = (answer: () => LadderAnswer): LadderAnswer => (why === null ? answer() : refused(why))
  const at = write(price)
  const size = sizeInUse(situation)
  const amount = size === null ? '' : ` ${exact(decimal(size))}`
  const limit = (side: Side): MenuItem => ({
    id: `limit ${side}`,
    label: `${SIDES[side]}${amount}: limit at ${at}${props.express ? ', leaves at once within express' : ''}`,
    answer: dealing(() => order('limit', side, price, situation)),
  })
  const waiting = (side: Side): MenuItem => {
    const type = triggerType(side, price, situation)
    const words = typeof type === 'string' ? type.replace('_', ' ') : 'trigger order'
    return {
      id: `trigger ${side}`,
      label: `${SIDES[side]}${amount}: ${words} at ${at}`,
      answer: dealing(() => trigger(side, price, situation)),
    }
  }
  const held = props.position === null ? null : decimal(props.position.size)
  const isHeld = held !== null && signOf(held) !== 0
  const ofPosition = (answer: LadderAnswer): LadderAnswer =>
    dealing(() => (isHeld ? answer : refused(held === null ? 'The position is not known' : 'No position')))
  const heldText = isHeld ? ` ${exact(absolute(held))}` : ''
  const live = cancelable(props.orders.filter(({ referenceId }) => orders.includes(referenceId))).toSorted(
    (a, b) => a.createdAt - b.createdAt,
  )
  const toRow = { kind: 'cursorTo', row } as const
  return [
    limit('buy'),
    limit('sell'),
    waiting('buy'),
    waiting('sell'),
    {
      id: 'stop',
      label: `Position${heldText}: stop loss at ${at}`,
      answer: ofPosition(request({ kind: 'stopPosition', price })),
    },
    {
      id: 'protect',
      label: `Position${heldText}: take profit and stop loss at the offset of the settings`,
      answer: ofPosition(request({ kind: 'protect' })),
    },
    ...live.map((own, n): MenuItem => ({
      id: `cancel ${own.referenceId}`,
      label: `${cancelLabel(own)}${live.length > 1 ? `, ${n + 1} of ${live.length} by age` : ''}`,
      answer: request({ kind: 'cancel', orders: [own] }),
    })),
    ...(live.length > 1
      ? [
          {
            id: 'cancel all',
            label: `Cancel all ${live.length} here`,
            answer: request({ kind: 'cancel', orders: live }),
          },
        ]
      : []),
    {
      id: 'cursor',
      label: `Cursor to ${at}`,
      answer: meantFor(rowSize, toRow, situation.state)
        ? view(toRow)
        : refused('The rows have another size now: open the menu again'),
    },
    { id: 'recentre', label: 'Recentre', answer: view({ kind: 'recentre', frame: situation.frame }) },
    { id: 'columns', label: 'Columns …', answer: { kind: 'columns' } },
  ]
}

const cancelLabel = (own: Order): string =>
  `Cancel ${own.side.toUpperCase()} ${sizeText(own)} ${own.type.replaceAll('_', ' ')}`
