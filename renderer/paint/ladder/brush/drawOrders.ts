/** Draws own orders in a row of the ladder: their blocks, queues, legs and the line between two legs. Decides nothing. */

import { sellJointColumn, type Column } from '../ladderLayout.ts'
import type { LadderScene, RowRecord } from '../ladderView.ts'
import type { OrderBlock } from '../orderBlock.ts'
import type { Joint } from '../orderLegs.ts'
import type { Box, Brush } from './ladderBrush.ts'

export const cellBox = ({ x, width }: Column, y: number, height: number): Box => ({ x, y, width, height })

/** CSS px across a word that rises beside the rows. */
const WORD_ROOM = 8

/** The block of one side and the line between legs beside it. */
export function drawOwn(
  brush: Brush,
  scene: LadderScene,
  row: RowRecord,
  name: 'workBuy' | 'workSell',
): void {
  const { columns } = scene
  const block = row[name]
  if (block) drawBlock(brush, columns[name], row.y, block)
  const isBuy = name === 'workBuy'
  const joint = isBuy ? row.jointBuy : row.jointSell
  if (joint === null) return
  const { x, width } = isBuy ? columns.workBuy : columns[sellJointColumn(columns)]
  const inGutter = !isBuy && columns.gutter.width > 0
  const room = Math.min(WORD_ROOM, width)
  // A block needs the room of the word, unless the line has a column of its own.
  if (joint.word && !joint.leg && (inGutter || block === null))
    brush.rising(
      'OCO',
      { x: x + width - room, y: row.y, width: room, height: brush.rowHeight },
      brush.theme.own,
    )
  else drawJoint(brush, inGutter ? x + 3 : x + width - 1, row.y, joint, inGutter ? 3 : 0)
}

/** `reach`: CSS px from the line back to the block of a leg. */
function drawJoint(brush: Brush, x: number, y: number, { up, down, leg }: Joint, reach: number): void {
  const { theme, rowHeight } = brush
  const middle = y + Math.floor(rowHeight / 2)
  if (up) brush.fill(x, y, 1, middle - y, theme.own)
  if (down) brush.fill(x, middle, 1, y + rowHeight - middle, theme.own)
  if (leg) brush.fill(x - reach, middle, reach + 1, 1, theme.own)
}

/** A fill is a bar at the foot of the block. */
function drawBlock(brush: Brush, column: Column, y: number, block: OrderBlock): void {
  const { theme, rowHeight, digit } = brush
  const width = Math.min(column.width - 2, Math.max(26, Math.ceil(block.text.length * digit) + 8))
  const x = column.x + Math.round((column.width - width) / 2)
  const top = y + 2
  const height = rowHeight - 4
  brush.block(x, top, width, height, theme.own)
  if (block.unsettled) brush.block(x + 1, top + 1, width - 2, height - 2, theme.panel)
  if (block.selected) brush.frame(x - 1, top - 1, width + 2, height + 2, theme.text)
  const tone = block.unsettled ? theme.own : theme.background
  const box = cellBox(column, y, rowHeight)
  brush.number(block.text, x + width / 2, brush.baseline(y), 'center', tone, brush.bold, box)
  const filled = Math.round(((width - 4) * block.filledPercent) / 100)
  if (block.filledPercent > 0) brush.fill(x + 2, top + height - 2, Math.max(1, filled), 1, tone)
}

export function drawQueue(brush: Brush, column: Column, y: number, text: string): void {
  if (text === '') return
  const { theme, rowHeight, plain } = brush
  const box = cellBox(column, y, rowHeight)
  brush.number(text, column.x + column.width / 2, brush.baseline(y), 'center', theme.own, plain, box)
}

export function drawLegs(brush: Brush, { metrics }: LadderScene, { y, legs }: RowRecord): void {
  const { theme, rowHeight, plain } = brush
  const box = { x: 0, y, width: metrics.width, height: rowHeight }
  for (const { text, x, align } of legs)
    brush.number(text, x, brush.baseline(y), align, theme.own, plain, box)
}
