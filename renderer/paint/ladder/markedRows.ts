/** The rows that a ladder marks for a position: average entry, break-even and liquidation. Pure. */

import {
  add,
  decimal,
  decimalOf,
  divide,
  fromInteger,
  multiply,
  roundToStep,
  signOf,
  subtract,
  toText,
  type DecimalText,
} from '../../../shared/base/decimal.ts'
import type { RowSize } from './ladderModel.ts'

export type MarkKind = 'liquidation' | 'breakEven' | 'average'

/** A price that the dealer's position gives a meaning. */
export interface LadderMark {
  readonly kind: MarkKind
  readonly price: DecimalText
  readonly isLong: boolean
  /** The price as text, with `~` where it is an estimate. */
  readonly priceText: string
  /** What stands before the price where there is room, such as `+4.000`. */
  readonly size: string
}

/** Words of a mark: the longest first. */
const NAMES: Readonly<Record<MarkKind, readonly string[]>> = {
  liquidation: ['liquidation', 'liq'],
  breakEven: ['break-even', 'even'],
  average: ['average', 'avg'],
}

/** The worst news first: of two marks on one row it gives the colour. */
export const MARK_ORDER: readonly MarkKind[] = ['liquidation', 'breakEven', 'average']

/** What a mark is about, in words for the grid. */
export const markWords = ({ kind, size, priceText }: LadderMark): string =>
  [NAMES[kind][0], size, priceText].filter(Boolean).join(' ')

/** The label of a mark in at most `room` characters. */
export function markLabel({ kind, size, priceText }: LadderMark, room: number): string {
  const [long = '', short = ''] = NAMES[kind]
  const texts = [[long, size, priceText], [short, size, priceText], [short, priceText], [short]]
  return texts.map((parts) => parts.filter(Boolean).join(' ')).find((text) => text.length <= room) ?? ''
}

/**
 * The row of a mark. An entry stands in the book's row of its side. Break-even and liquidation stand at the row that the market reaches later and
 * sooner: a ladder never shows them better than they are.
 */
function rowOfMark({ kind, price, isLong }: LadderMark, { rowStep, priceScale }: RowSize): number | null {
  if (rowStep <= 0) return null
  const step = fromInteger(rowStep, priceScale)
  const up = kind === 'average' ? !isLong : isLong
  return Number(roundToStep(decimal(price), step, up ? 'ceil' : 'floor') / step)
}

/** Marks by row, the worst first. */
export type MarkedRows = ReadonlyMap<number, readonly LadderMark[]>

export function markedRows(marks: readonly LadderMark[], size: RowSize): MarkedRows {
  const rows = new Map<number, LadderMark[]>()
  for (const mark of marks.toSorted((a, b) => MARK_ORDER.indexOf(a.kind) - MARK_ORDER.indexOf(b.kind))) {
    const row = rowOfMark(mark, size)
    if (row !== null && row > 0) rows.set(row, [...(rows.get(row) ?? []), mark])
  }
  return rows
}

/**
 * The price at which closing a position leaves nothing, with the taker's fee for opening and closing it: what it cost to open is not known order by
 * order, and the taker's fee is the dearer one. `bps`: the taker's fee in basis points.
 */
export function breakEvenOf(averageEntry: DecimalText, size: DecimalText, bps: DecimalText): DecimalText {
  const fee = divide(decimal(bps), decimalOf(10_000))
  const [more, less] = [add(ONE, fee), subtract(ONE, fee)]
  const entry = decimal(averageEntry)
  return toText(
    signOf(decimal(size)) > 0 ? divide(multiply(entry, more), less) : divide(multiply(entry, less), more),
  )
}

const ONE = decimalOf(1)

/** A `markedRows` that returns the same map until marks, step or scale change, because every frame calls it. */
export function steadyMarkedRows(): typeof markedRows {
  let before: { readonly marks: readonly LadderMark[]; readonly size: RowSize } | null = null
  let rows: MarkedRows = new Map()
  return (marks, size) => {
    const isSame =
      before?.marks === marks &&
      before.size.rowStep === size.rowStep &&
      before.size.priceScale === size.priceScale
    if (!isSame) {
      before = { marks, size }
      rows = markedRows(marks, size)
    }
    return rows
  }
}
