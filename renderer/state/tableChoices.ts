/** How a dealer has a table: the column that sorts it. Kept with its panel. */

import { z } from 'zod'

export const tableSort = z.object({ column: z.string().min(1).max(40), descending: z.boolean() })
export type TableSort = z.infer<typeof tableSort>

/** A field that cannot be read has its usual value; fields of a later release stay as they are. */
export const tableChoices = z.looseObject({
  /** Null: the table's own order. */
  sort: tableSort.nullable().catch(null),
  /** The orders show finished orders too. */
  finished: z.boolean().optional().catch(undefined),
})
export type TableChoices = z.infer<typeof tableChoices>

export const PLAIN_TABLE: TableChoices = { sort: null }
