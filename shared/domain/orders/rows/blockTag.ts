/** The rows of a block as they are sent, and the tag of each of its orders. Pure. */

import { z } from 'zod'
import { customerCode, decimalText } from '../../scalars.ts'

export const MOST_BLOCK_ROWS = 500

/** One customer of a block, with the contracts of the customer's order. */
export const blockRow = z.strictObject({
  customerCode,
  amount: decimalText,
  /** The customer's position, signed contracts, that gave the amount: the row does not leave once the position is another or is not known. Left out: none did. */
  sizedBy: decimalText.optional(),
})
export type BlockRow = z.infer<typeof blockRow>

/** In the order in which they are sent. */
export const blockRowList = z
  .array(blockRow)
  .min(2)
  .max(MOST_BLOCK_ROWS)
  .refine((rows) => new Set(rows.map((row) => row.customerCode)).size === rows.length, {
    error: 'must hold each customer once',
  })

/** `B` and base 36. A part of the reference id of every order of the block. */
export const blockId = z.string().regex(/^B[a-z0-9]{1,9}$/)

/** Of an order that belongs to a block: the block, which row it is of how many, and which attempt of the row it is. */
export const blockTag = z
  .strictObject({
    id: blockId,
    row: z.number().int().min(1).max(MOST_BLOCK_ROWS),
    count: z.number().int().min(2).max(MOST_BLOCK_ROWS),
    attempt: z.number().int().min(1),
  })
  .refine(({ row, count }) => row <= count, { error: 'must name a row of the block' })
export type BlockTag = z.infer<typeof blockTag>
