/** The two legs of a combo on a ladder: what stands beside their blocks, and the line that joins their rows. Pure. */

import type { Side } from '../../../shared/domain/scalars.ts'
import { PAD, type Column, type Columns } from './ladderLayout.ts'
import type { OrderBlock } from './orderBlock.ts'
import type { DrawnOrder, OwnOrders } from './ownOrders.ts'

/** The rows between the legs of one order, both included. */
interface Span {
  readonly side: Side
  readonly top: number
  readonly bottom: number
}

const known = new WeakMap<OwnOrders, readonly Span[]>()

function spansOf(own: OwnOrders): readonly Span[] {
  const kept = known.get(own)
  if (kept) return kept
  const rowsOfOrder = new Map<string, { side: Side; rows: number[] }>()
  for (const [row, { both }] of own)
    for (const { referenceId, side, leg, isGhost } of both as readonly DrawnOrder[]) {
      if (leg === undefined || leg === 'OCO' || isGhost === true) continue
      const found = rowsOfOrder.get(referenceId)
      if (found) found.rows.push(row)
      else rowsOfOrder.set(referenceId, { side, rows: [row] })
    }
  const made = [...rowsOfOrder.values()].flatMap(({ side, rows }) =>
    rows.length > 1 ? [{ side, top: Math.max(...rows), bottom: Math.min(...rows) }] : [],
  )
  known.set(own, made)
  return made
}

/** The line at a row: up to its upper edge, down to its lower edge, and to the block of a leg. */
export interface Joint {
  readonly up: boolean
  readonly down: boolean
  readonly leg: boolean
  /** The row in the middle between the legs: the word stands in place of the line. */
  readonly word: boolean
}

/** Null for a row between no legs. `side` null: of both sides. */
export function jointAt(own: OwnOrders, row: number, side: Side | null): Joint | null {
  const spans = spansOf(own)
  // Most ladders have no combo: nothing is allocated for their rows.
  if (spans.length === 0) return null
  const here = spans.filter(
    (span) => (side === null || span.side === side) && row <= span.top && row >= span.bottom,
  )
  return here.length === 0
    ? null
    : {
        up: here.some(({ top }) => row < top),
        down: here.some(({ bottom }) => row > bottom),
        leg: here.some(({ top, bottom }) => row === top || row === bottom),
        word: here.some(({ top, bottom }) => top - bottom > 2 && row === Math.floor((top + bottom) / 2)),
      }
}

export const sameJoint = (a: Joint | null, b: Joint | null): boolean =>
  a?.up === b?.up && a?.down === b?.down && a?.leg === b?.leg && a?.word === b?.word

/** `TP` or `SL` beside a block, CSS px. */
export interface LegLabel {
  readonly text: string
  readonly x: number
  readonly align: 'left' | 'center' | 'right'
}

interface LabelledRow {
  readonly bidText: string
  readonly askText: string
  readonly queueBuy: string
  readonly queueSell: string
  readonly workBuy: OrderBlock | null
  readonly workSell: OrderBlock | null
  /** A marked row has its own label. */
  readonly mark: unknown
}

/** The leg of a block that is one leg of one order. */
function legOf(block: OrderBlock | null): string {
  const [first, ...others] = (block?.orders ?? []) as readonly DrawnOrder[]
  return first?.leg !== undefined && others.length === 0 ? first.leg : ''
}

/** Room for a name with the gap beside it. */
const roomFor = (name: string, digit: number): number => name.length * digit + 4

function buyLabel(name: string, row: LabelledRow, columns: Columns, digit: number): LegLabel | null {
  const { queueBuy, bids, asks, workSell } = columns
  const isFree = row.mark === null
  if (queueBuy.width > 0) return inQueue(name, queueBuy, row.queueBuy)
  // The one column of a compact ladder holds sells too, whose depth is on the other side.
  if (isFree && row.bidText === '' && workSell.width === 0)
    return { text: name, x: bids.x + bids.width - PAD, align: 'right' }
  const room = bids.width - PAD - row.bidText.length * digit
  if (isFree && room >= roomFor(name, digit)) return { text: name, x: bids.x + 2, align: 'left' }
  return isFree && row.askText === '' ? { text: name, x: asks.x + PAD, align: 'left' } : null
}

function sellLabel(
  name: string,
  row: LabelledRow,
  columns: Columns,
  digit: number,
  askRight: number,
): LegLabel | null {
  const { queueSell, bids, asks } = columns
  const isFree = row.mark === null
  if (queueSell.width > 0) return inQueue(name, queueSell, row.queueSell)
  const right = asks.x + asks.width
  const room = right - (row.askText === '' ? asks.x : askRight)
  if (isFree && room >= roomFor(name, digit)) return { text: name, x: right - 2, align: 'right' }
  return isFree && row.bidText === '' ? { text: name, x: bids.x + bids.width - PAD, align: 'right' } : null
}

const inQueue = (name: string, { x, width }: Column, queue: string): LegLabel | null =>
  queue === '' ? { text: name, x: x + width / 2, align: 'center' } : null

/** The names of the legs at a row, in the column of queues, else beside the depth where it leaves room. */
export function legLabels(
  row: LabelledRow,
  columns: Columns,
  digit: number,
  askRight: number,
): readonly LegLabel[] {
  const [buy, sell] = [legOf(row.workBuy), legOf(row.workSell)]
  if (buy === '' && sell === '') return NO_LABELS
  const labels = [
    buy === '' ? null : buyLabel(buy, row, columns, digit),
    sell === '' ? null : sellLabel(sell, row, columns, digit, askRight),
  ]
  return labels.filter((label) => label !== null)
}

export const NO_LABELS: readonly LegLabel[] = []
