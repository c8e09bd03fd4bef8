/** Where the tiles of the quote board stand, where keys lead, and the ground that a change gives a tile. Pure. */

import { decimal, toDrawable, type DecimalText } from '../../../shared/base/decimal.ts'
import type { QuoteColumn, QuoteSort } from './lists/quoteLists.ts'

/** What a tile shows, and `age` to say how old it is. */
export const TILE_COLUMNS: readonly QuoteColumn[] = ['change', 'last', 'turnover', 'funding', 'age']

/** Tiles of a list without a sort of its own: the most traded first. */
export const TILE_SORT: QuoteSort = { column: 'turnover', descending: true }

const MOST_COLUMNS = 6
const ROWS_IN_VIEW = 4
/** Px in which a price of nine digits and the countdown fit. */
const LEAST_WIDTH = 155
const LEAST_HEIGHT = 112

/** The change, as a fraction, with the strongest ground. */
const STRONGEST_CHANGE = 0.06
const LEAST_ALPHA = 0.1
const MOST_ALPHA = 0.52

export interface TileGround {
  readonly side: 'up' | 'down'
  readonly alpha: number
}

/** `change`: a fraction of 24 hours. Null: no change, or an unknown one, has no ground. */
export function groundOf(change: DecimalText | null): TileGround | null {
  const fraction = change === null ? 0 : toDrawable(decimal(change))
  if (fraction === 0) return null
  const strength = Math.min(1, Math.abs(fraction) / STRONGEST_CHANGE)
  const alpha = Math.round((LEAST_ALPHA + strength * (MOST_ALPHA - LEAST_ALPHA)) * 100) / 100
  return { side: fraction > 0 ? 'up' : 'down', alpha }
}

/** Width of a tile over its height, as nearly as the panel allows. */
const BEST_SHAPE = 1.4
/** What one empty place costs, beside tiles of another shape. */
const EMPTY_PLACE = 0.15

export interface TileLayout {
  /** How many tiles stand side by side. */
  readonly columns: number
  /** Of a row of tiles, px. */
  readonly height: number
}

/**
 * The tiles of `count` instruments in a panel, in px. Few tiles fill the panel, in the shape nearest to the best one; of more than fit it
 * shows four rows and scrolls.
 */
export function tileLayout(
  panel: { readonly width: number; readonly height: number },
  count: number,
): TileLayout {
  const most = Math.min(MOST_COLUMNS, Math.max(1, Math.floor(panel.width / LEAST_WIDTH)))
  let best: TileLayout | null = null
  let least = Infinity
  for (let columns = 1; columns <= Math.min(most, count); columns++) {
    const rows = Math.ceil(count / columns)
    const height = Math.floor(panel.height / rows)
    if (height < LEAST_HEIGHT) continue
    const shape = panel.width / columns / height
    const cost = Math.abs(Math.log(shape / BEST_SHAPE)) + EMPTY_PLACE * (columns * rows - count)
    if (cost >= least) continue
    least = cost
    best = { columns, height }
  }
  return best ?? { columns: most, height: Math.max(LEAST_HEIGHT, Math.floor(panel.height / ROWS_IN_VIEW)) }
}

/**
 * The tile that a key walks to from tile `at`, -1 for none; `page` in rows. The same tile where there is none in that direction. Undefined for
 * any other key.
 */
export function tileOfKey(
  key: string,
  at: number,
  columns: number,
  page: number,
  count: number,
): number | undefined {
  const inColumn = (rows: number) => {
    const column = at % columns
    const lastRow = Math.floor((count - 1 - column) / columns)
    return Math.min(Math.max(Math.floor(at / columns) + rows, 0), lastRow) * columns + column
  }
  const targets: Readonly<Record<string, () => number>> = {
    ArrowLeft: () => at - 1,
    ArrowRight: () => at + 1,
    ArrowUp: () => inColumn(-1),
    ArrowDown: () => inColumn(1),
    PageUp: () => inColumn(-page),
    PageDown: () => inColumn(page),
    Home: () => 0,
    End: () => count - 1,
  }
  if (!Object.hasOwn(targets, key)) return undefined
  const to = at < 0 && key !== 'End' ? 0 : (targets[key]?.() ?? 0)
  return Math.min(Math.max(to, 0), count - 1)
}
