/** Row records to canvas calls. Decides nothing; uses no DOM but the context it is given, so it can run in a worker. */

import type { Theme } from '../style/theme.ts'
import { Brush, words, type LadderContext } from './ladderBrush.ts'
import { changedRows } from './ladderChanges.ts'
import type { Column, ColumnName, LadderScene, OrderBlock, RowRecord } from './ladderView.ts'

const HEADINGS = [
  ['workBuy', 'Work', 'center'],
  ['bids', 'Bids', 'right'],
  ['price', 'Price', 'right'],
  ['asks', 'Asks', 'left'],
  ['workSell', 'Work', 'center'],
] as const
const PAD = 6
/** The mark beside the price of the last trade, with its gap. */
const ARROW = 11

/**
 * Draws a scene. `ratio`: device px per CSS px; the canvas must be `width × ratio` by `height × ratio`. `before`: what stands on the canvas;
 * of a scene that differs from it in some cells only these are drawn, else all. Gives the number of rows that were drawn in.
 */
export function drawLadder(
  context: LadderContext,
  scene: LadderScene,
  theme: Theme,
  ratio: number,
  before: LadderScene | null = null,
): number {
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.textBaseline = 'alphabetic'
  const brush = new Brush(context, ratio, scene.metrics.rowHeight, theme)
  const changed = before && changedRows(before, scene)
  if (changed === null) {
    drawWhole(brush, scene)
    return scene.rows.length
  }
  for (const { row, cells } of changed) {
    if (cells === 'all') drawRow(brush, scene, row)
    else for (const name of cells) drawCell(brush, scene, row, name)
  }
  return changed.length
}

function drawWhole(brush: Brush, scene: LadderScene): void {
  const { theme } = brush
  const { width, height } = scene.metrics
  brush.fill(0, 0, width, height, theme.panel)
  if (scene.message !== null) {
    brush.text(
      scene.message,
      width / 2,
      Math.floor(height / 2),
      'center',
      theme.muted,
      words(theme, theme.sizeWords),
    )
    return
  }
  drawHeadings(brush, scene)
  for (const row of scene.rows) drawRow(brush, scene, row)
  if (scene.away !== null) drawAway(brush, scene, scene.away)
  if (scene.warning !== null) drawWarning(brush, scene, scene.warning)
}

function drawHeadings(brush: Brush, scene: LadderScene): void {
  const { theme, rowHeight } = brush
  const { width, height } = scene.metrics
  const { price } = scene.columns
  brush.fill(price.x, rowHeight, price.width, height - rowHeight, theme.raised)
  brush.fill(0, rowHeight - 1, width, 1, theme.line)
  for (const [name, text, align] of HEADINGS) {
    const { x, width: wide } = scene.columns[name]
    const right = name === 'price' ? scene.priceRight : x + wide - PAD
    const at = align === 'right' ? right : align === 'left' ? x + PAD : x + wide / 2
    brush.text(text, at, brush.baseline(0) - 1, align, theme.muted, words(theme))
  }
}

function drawRow(brush: Brush, scene: LadderScene, row: RowRecord): void {
  const { theme, rowHeight } = brush
  const { width } = scene.metrics
  const { price } = scene.columns
  brush.fill(0, row.y, width, rowHeight, row.last ? theme.raised : theme.panel)
  brush.fill(price.x, row.y, price.width, rowHeight, row.last ? theme.lineStrong : theme.raised)
  drawBids(brush, scene, row)
  drawPrice(brush, scene, row)
  drawAsks(brush, scene, row)
  if (row.workBuy) drawBlock(brush, scene.columns.workBuy, row.y, row.workBuy)
  if (row.workSell) drawBlock(brush, scene.columns.workSell, row.y, row.workSell)
  if (row.cursor) brush.frame(0, row.y, width, rowHeight, theme.focus)
}

/** One cell of a row that has neither last trade nor cursor. */
function drawCell(brush: Brush, scene: LadderScene, row: RowRecord, name: ColumnName): void {
  const { theme, rowHeight } = brush
  const column = scene.columns[name]
  brush.fill(column.x, row.y, column.width, rowHeight, name === 'price' ? theme.raised : theme.panel)
  switch (name) {
    case 'bids':
      return drawBids(brush, scene, row)
    case 'price':
      return drawPrice(brush, scene, row)
    case 'asks':
      return drawAsks(brush, scene, row)
    case 'workBuy':
    case 'workSell':
      if (row[name]) drawBlock(brush, column, row.y, row[name])
  }
}

const cellBox = ({ x, width }: Column, y: number, height: number) => ({ x, y, width, height })

function drawBids(brush: Brush, scene: LadderScene, { y, bidBar, bidText }: RowRecord): void {
  const { theme, rowHeight, digit } = brush
  const { bids } = scene.columns
  const right = bids.x + bids.width
  if (bidBar > 0) brush.fill(right - bidBar, y + 1, bidBar, rowHeight - 1, theme.bidFill)
  if (bidText === '') return
  const fits = bidText.length * digit + PAD < bids.width
  brush.clipped(fits, cellBox(bids, y, rowHeight), () =>
    brush.text(bidText, right - PAD, brush.baseline(y), 'right', theme.bidText, brush.plain),
  )
}

function drawAsks(brush: Brush, scene: LadderScene, { y, askBar, askText }: RowRecord): void {
  const { theme, rowHeight } = brush
  const { asks } = scene.columns
  if (askBar > 0) brush.fill(asks.x, y + 1, askBar, rowHeight - 1, theme.askFill)
  if (askText === '') return
  const fits = scene.askRight < asks.x + asks.width
  brush.clipped(fits, cellBox(asks, y, rowHeight), () =>
    brush.text(askText, scene.askRight, brush.baseline(y), 'right', theme.askText, brush.plain),
  )
}

function drawPrice(brush: Brush, scene: LadderScene, { y, priceText, side, last }: RowRecord): void {
  const { theme, rowHeight, digit, plain, bold } = brush
  const { price } = scene.columns
  const base = brush.baseline(y)
  const tone = side === 'bid' ? theme.bidText : side === 'ask' ? theme.askText : theme.muted
  const beside = last ? 4 + ARROW + (last.text.length + 1) * digit : 0
  const left = scene.priceRight - (priceText.length + 1) * digit
  const right = scene.priceRight + beside
  const fits = left >= price.x && right <= price.x + price.width
  brush.clipped(fits, cellBox(price, y, rowHeight), () => {
    brush.text(priceText, scene.priceRight, base, 'right', last ? theme.text : tone, last ? bold : plain)
    if (last) drawLast(brush, scene.priceRight + 4, base, last)
  })
}

function drawLast(brush: Brush, x: number, base: number, last: NonNullable<RowRecord['last']>): void {
  const { context, theme } = brush
  const tone =
    last.direction === 'up' ? theme.bidText : last.direction === 'down' ? theme.askText : theme.muted
  const half = (ARROW - 4) / 2
  const middle = base - theme.sizeNumbers * 0.36
  const point = last.direction === 'up' ? -half : half
  context.fillStyle = tone
  context.beginPath()
  if (last.direction === 'same') context.rect(x, middle - 1, 2 * half, 2)
  else {
    context.moveTo(x, middle - point)
    context.lineTo(x + 2 * half, middle - point)
    context.lineTo(x + half, middle + point)
  }
  context.fill()
  if (last.text !== '') brush.text(last.text, x + 2 * half + 4, base, 'left', theme.text, brush.plain)
}

function drawBlock(brush: Brush, column: Column, y: number, block: OrderBlock): void {
  const { theme, rowHeight, digit } = brush
  const width = Math.min(column.width - 2, Math.max(26, Math.ceil(block.text.length * digit) + 8))
  const x = column.x + Math.round((column.width - width) / 2)
  const top = y + 2
  const height = rowHeight - 4
  if (block.unsettled) {
    brush.block(x, top, width, height, theme.own)
    brush.block(x + 1, top + 1, width - 2, height - 2, theme.panel)
  } else brush.block(x, top, width, height, theme.own)
  if (block.selected) brush.frame(x - 1, top - 1, width + 2, height + 2, theme.text)
  brush.clipped(block.text.length * digit < column.width, cellBox(column, y, rowHeight), () =>
    brush.text(
      block.text,
      x + width / 2,
      brush.baseline(y),
      'center',
      block.unsettled ? theme.own : theme.background,
      brush.bold,
    ),
  )
}

/** Where the market went, on the edge it left by. */
function drawAway(brush: Brush, scene: LadderScene, away: NonNullable<LadderScene['away']>): void {
  const { theme, rowHeight } = brush
  const text = `${away.where === 'above' ? '▲' : '▼'} ${away.text}`
  const width = Math.ceil(text.length * brush.digit) + 12
  const { price } = scene.columns
  const x = price.x + Math.round((price.width - width) / 2)
  const y = away.where === 'above' ? rowHeight : scene.rows.length * rowHeight
  brush.block(x, y + 1, width, rowHeight - 2, theme.lineStrong)
  brush.text(text, x + width / 2, brush.baseline(y), 'center', theme.text, brush.plain)
}

/** Hatching over everything and the reason in the middle: old numbers must not pass for live ones. */
function drawWarning(brush: Brush, scene: LadderScene, warning: string): void {
  const { context, theme, rowHeight } = brush
  const { width, height } = scene.metrics
  const bottom = Math.min(height, (scene.rows.length + 1) * rowHeight)
  context.save()
  context.beginPath()
  context.rect(0, rowHeight, width, bottom - rowHeight)
  context.clip()
  context.globalAlpha = 0.45
  context.fillStyle = theme.panel
  context.fillRect(0, rowHeight, width, bottom - rowHeight)
  context.globalAlpha = 0.2
  context.strokeStyle = theme.own
  context.lineWidth = 2
  context.beginPath()
  for (let x = rowHeight - bottom; x < width; x += 10) {
    context.moveTo(x, bottom)
    context.lineTo(x + bottom - rowHeight, rowHeight)
  }
  context.stroke()
  context.restore()
  context.font = brush.bold
  const wide = Math.min(width - 8, Math.ceil(context.measureText(warning).width) + 20)
  const x = Math.round((width - wide) / 2)
  const y = rowHeight * Math.max(1, Math.floor(scene.rows.length / 4))
  brush.block(x, y - 3, wide, rowHeight + 6, theme.own)
  brush.text(warning, x + wide / 2, brush.baseline(y), 'center', theme.background, brush.bold)
}
