/** How a dealer has a table: its sort, columns and grouping. Kept with its panel. */

import { z } from 'zod'

/** Rows of one table that can be pinned. */
export const MOST_PINNED = 5

export const tableSort = z.object({ column: z.string().min(1).max(40), descending: z.boolean() })
export type TableSort = z.infer<typeof tableSort>

const ids = z.array(z.string().min(1).max(40)).max(60)
/** Columns by id. Those that are not named stand where they come. */
export const columnChoice = z.object({
  order: ids,
  hidden: ids,
  /** Columns that are off at first, and that the dealer shows. Left out: none. */
  shown: ids.optional(),
})
export type ColumnChoice = z.infer<typeof columnChoice>

/** A field that cannot be read has its usual value; fields of a later release stay as they are. */
export const tableChoices = z.looseObject({
  /** Null: the table's own order. */
  sort: tableSort.nullable().catch(null),
  /** The orders show finished orders too. */
  finished: z.boolean().optional().catch(undefined),
  /** Left out: the columns as they come. */
  columns: columnChoice.optional().catch(undefined),
  /** The column whose values group the rows; left out: none. */
  group: z.string().min(1).max(40).optional().catch(undefined),
  /** Keys of the rows that stand before all others; left out: none. */
  pinned: z.array(z.string().min(1).max(200)).max(MOST_PINNED).optional().catch(undefined),
})
export type TableChoices = z.infer<typeof tableChoices>

export const PLAIN_TABLE: TableChoices = { sort: null }
