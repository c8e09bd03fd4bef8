/** The rows of a scale as they are sent, and the tag of each of its orders. Pure. */

import { z } from 'zod'
import { decimalText } from '../../scalars.ts'

export const MOST_ROWS = 30

export const scaleRow = z.strictObject({ limitPrice: decimalText, amount: decimalText })
export type ScaleRow = z.infer<typeof scaleRow>

export const scaleRowList = z.array(scaleRow).min(2).max(MOST_ROWS)

/** Of an order that belongs to a scale: the id of the act, which is also a part of the order's reference id, and which row it is of how many. */
export const scaleTag = z.strictObject({
  act: z.string().regex(/^[a-z0-9]{1,10}$/),
  row: z.number().int().min(1).max(MOST_ROWS),
  count: z.number().int().min(2).max(MOST_ROWS),
})
export type ScaleTag = z.infer<typeof scaleTag>
