/** Draws row records as pixels. Decides nothing. Uses no DOM but its canvas, so it can run in a worker. */

import type { Theme } from '../../style/theme.ts'
import { cellBox, drawLegs, drawOwn, drawQueue } from './brush/drawOrders.ts'
import { Brush, words, type Box } from './brush/ladderBrush.ts'
import { changedRows, sameAway, sameStrip, type RowChange } from './ladderChanges.ts'
import { firstRowY, volumeColumn, type ColumnName } from './ladderLayout.ts'
import type { LadderScene, RowMark, RowRecord } from './ladderView.ts'
import type { MarkKind } from './markedRows.ts'
import type { PixelCanvas } from './brush/pixelCanvas.ts'

const HEADINGS = [
  ['volume', 'Vol', 'right'],
  ['workBuy', 'Work', 'center'],
  ['queueBuy', 'Q~', 'center'],
  ['bids', 'Bids', 'right'],
  ['price', 'Price', 'right'],
  ['asks', 'Asks', 'left'],
  ['queueSell', 'Q~', 'center'],
  ['workSell', 'Work', 'center'],
] as const
const PAD = 6
/** Between a price and the trade beside it, CSS px. */
const PRINT_GAP = 9
/** The mark beside the price of the last trade, with its gap. */
const ARROW = 11
/** The shortest bar between the sums of the depth, CSS px. */
const MIN_BAR = 24

/**
 * Draws a scene. `ratio`: device px per CSS px; the canvas must be `width × ratio` by `height × ratio`. `before`: the scene on the canvas. Draws
 * only the cells that differ where the rest is equal. Returns the number of rows drawn.
 */
export function drawLadder(
  canvas: PixelCanvas,
  scene: LadderScene,
  theme: Theme,
  ratio: number,
  before: LadderScene | null = null,
): number {
  const brush = new Brush(canvas.pixels, ratio, scene.metrics.rowHeight, theme)
  const changes = before && changedRows(before, scene)
  if (changes === null) {
    drawWhole(brush, scene)
    canvas.show(canvas.pixels.box)
    return scene.rows.length
  }
  if (before !== null && !sameStrip(before, scene)) canvas.show(brush.pixelsOf(drawStrip(brush, scene)))
  if (before !== null && !sameAway(before, scene)) canvas.show(brush.pixelsOf(drawAway(brush, scene)))
  for (const change of changes) {
    const { row, cells } = change
    if (cells === 'all') drawRow(brush, scene, row)
    else for (const name of cells) drawCell(brush, scene, row, name)
    canvas.show(brush.pixelsOf(boxOf(scene, change)))
  }
  return changes.length
}

/** The part of the row that a change covers. */
function boxOf({ columns, metrics }: LadderScene, { row, cells }: RowChange): Box {
  const { rowHeight: height, width } = metrics
  if (cells === 'all') return { x: 0, y: row.y, width, height }
  const x = Math.min(...cells.map((cell) => columns[cell].x))
  const right = Math.max(...cells.map((cell) => columns[cell].x + columns[cell].width))
  return { x, y: row.y, width: right - x, height }
}

function drawWhole(brush: Brush, scene: LadderScene): void {
  const { theme } = brush
  const { width, height } = scene.metrics
  brush.fill(0, 0, width, height, theme.panel)
  if (scene.message !== null) {
    const font = words(theme, theme.sizeWords)
    brush.words(scene.message, width / 2, Math.floor(height / 2), 'center', theme.muted, font)
    return
  }
  drawHeadings(brush, scene)
  for (const row of scene.rows) drawRow(brush, scene, row)
  if (scene.away !== null) drawAway(brush, scene)
  if (scene.warning !== null) drawWarning(brush, scene, scene.warning)
}

function drawHeadings(brush: Brush, scene: LadderScene): void {
  const { theme, rowHeight } = brush
  const { height } = scene.metrics
  const { price } = scene.columns
  const top = firstRowY(rowHeight)
  brush.fill(price.x, top, price.width, height - top, theme.raised)
  for (const [name, text, align] of HEADINGS) {
    const { x, width: wide } = scene.columns[name]
    if (wide === 0) continue
    const right = name === 'price' ? scene.priceRight : x + wide - PAD
    const at = align === 'right' ? right : align === 'left' ? x + PAD : x + wide / 2
    brush.words(headingOf(name, text, scene), at, brush.baseline(0) - 1, align, theme.muted, words(theme))
  }
  drawSince(brush, scene)
  drawStrip(brush, scene)
}

/** Bars of volumes that may lack trades have a `~` above them, as a column of volumes has beside its time. */
const headingOf = (name: ColumnName, text: string, { columns, metrics, volume }: LadderScene): string =>
  metrics.shape?.isCompact === true && name === volumeColumn(columns) && volume.isMissing ? `~${text}` : text

/** Sums of the best rows at either end, and the bids' part of both as a bar in the middle. Returns the box that it covers. */
function drawStrip(brush: Brush, scene: LadderScene): Box {
  const { theme, rowHeight, plain, digit } = brush
  const { volume } = scene.columns
  const { bidText, askText, bidShare } = scene.strip
  const box = { x: volume.width, y: rowHeight, width: scene.metrics.width - volume.width, height: rowHeight }
  const right = box.x + box.width
  const base = brush.baseline(rowHeight)
  brush.fill(box.x, box.y, box.width, rowHeight - 1, theme.panel)
  brush.fill(box.x, box.y + rowHeight - 1, box.width, 1, theme.line)
  if (bidShare === null) return box
  const sums = [`Σ ${bidText}`, `${askText} Σ`] as const
  brush.number(sums[0], box.x + PAD, base, 'left', theme.bidText, plain, box)
  brush.number(sums[1], right - PAD, base, 'right', theme.askText, plain, box)
  const [left, end] = [box.x + PAD + (sums[0].length + 1) * digit, right - PAD - (sums[1].length + 1) * digit]
  const percent = Math.ceil(4 * digit)
  const isCompact = scene.metrics.shape?.isCompact === true
  if (end - left < (isCompact ? 0 : 2 * percent) + MIN_BAR) return box
  if (!isCompact) {
    brush.number(`${bidShare}%`, left, base, 'left', theme.bidText, plain, box)
    brush.number(`${100 - bidShare}%`, end, base, 'right', theme.askText, plain, box)
  }
  const beside = isCompact ? 0 : percent + digit
  const [from, to] = [Math.round(left + beside), Math.round(end - beside)]
  const at = from + Math.round(((to - from) * bidShare) / 100)
  const middle = box.y + Math.round(rowHeight / 2) - 2
  brush.fill(from, middle, at - from, 4, theme.bid)
  brush.fill(at, middle, to - at, 4, theme.ask)
  return box
}

/** Since when the volumes count, under their heading. */
function drawSince(brush: Brush, { columns: { volume }, volume: { since, isMissing } }: LadderScene): void {
  const { theme, rowHeight } = brush
  if (volume.width === 0) return
  const text = since === null ? '—' : `${isMissing ? '~' : ''}${new Date(since).toISOString().slice(11, 16)}`
  const font = words(theme, theme.sizeWords - 2)
  brush.words(text, volume.width - 2, brush.baseline(rowHeight) - 1, 'right', theme.muted, font)
  brush.fill(0, 2 * rowHeight - 1, volume.width, 1, theme.line)
}

function drawRow(brush: Brush, scene: LadderScene, row: RowRecord): void {
  const { theme, rowHeight } = brush
  const { width } = scene.metrics
  const { price } = scene.columns
  brush.fill(0, row.y, width, rowHeight, groundOf(row, theme))
  brush.fill(price.x, row.y, price.width, rowHeight, row.last ? theme.lastGround : theme.raised)
  drawVolume(brush, scene, row)
  drawBids(brush, scene, row)
  drawPrice(brush, scene, row)
  drawAsks(brush, scene, row)
  drawQueue(brush, scene.columns.queueBuy, row.y, row.queueBuy)
  drawQueue(brush, scene.columns.queueSell, row.y, row.queueSell)
  if (row.mark) drawMark(brush, scene, row, row.mark)
  drawLegs(brush, scene, row)
  drawOwn(brush, scene, row, 'workBuy')
  drawOwn(brush, scene, row, 'workSell')
  if (row.cursor) brush.frame(0, row.y, width, rowHeight, theme.focus)
}

/** Draws one cell of a row that has neither last trade nor cursor. */
function drawCell(brush: Brush, scene: LadderScene, row: RowRecord, name: ColumnName): void {
  const { theme, rowHeight } = brush
  const column = scene.columns[name]
  brush.fill(column.x, row.y, column.width, rowHeight, name === 'price' ? theme.raised : theme.panel)
  switch (name) {
    case 'volume':
      return drawVolume(brush, scene, row)
    case 'bids':
      return drawBids(brush, scene, row)
    case 'price':
      return drawPrice(brush, scene, row)
    case 'asks':
      return drawAsks(brush, scene, row)
    case 'queueBuy':
    case 'queueSell':
      return drawQueue(brush, column, row.y, row[name])
    case 'workBuy':
    case 'workSell':
      if (name === volumeColumn(scene.columns)) drawVolume(brush, scene, row)
      return drawOwn(brush, scene, row, name)
    case 'gutter':
      return drawOwn(brush, scene, row, 'workSell')
  }
}

/** The background of the bars and blocks of a row. */
const groundOf = ({ last, mark }: RowRecord, theme: Theme) => (last || mark ? theme.raised : theme.panel)

function drawVolume(brush: Brush, scene: LadderScene, row: RowRecord): void {
  const { y, volumeText, volumeBar } = row
  const { theme, rowHeight, plain } = brush
  const volume = scene.columns[volumeColumn(scene.columns)]
  if (volumeBar === 0) return
  brush.fill(volume.x, y + 1, volumeBar, rowHeight - 1, row.last || row.mark ? theme.lastGround : theme.line)
  const box = cellBox(volume, y, rowHeight)
  brush.number(volumeText, volume.x + volume.width - 3, brush.baseline(y), 'right', theme.muted, plain, box)
}

function drawBids(brush: Brush, scene: LadderScene, row: RowRecord): void {
  const { y, bidBar, bidText } = row
  const { theme, rowHeight, plain } = brush
  const { bids } = scene.columns
  const right = bids.x + bids.width
  if (bidBar > 0)
    brush.fill(right - bidBar, y + 1, bidBar, rowHeight - 1, theme.bidFill, groundOf(row, theme))
  const box = cellBox(bids, y, rowHeight)
  brush.number(bidText, right - PAD, brush.baseline(y), 'right', theme.bidText, plain, box)
}

function drawAsks(brush: Brush, scene: LadderScene, row: RowRecord): void {
  const { y, askBar, askText } = row
  const { theme, rowHeight, plain } = brush
  const { asks } = scene.columns
  if (askBar > 0) brush.fill(asks.x, y + 1, askBar, rowHeight - 1, theme.askFill, groundOf(row, theme))
  const box = cellBox(asks, y, rowHeight)
  brush.number(askText, scene.askRight, brush.baseline(y), 'right', theme.askText, plain, box)
}

function drawPrice(brush: Brush, scene: LadderScene, row: RowRecord): void {
  const { y, priceText, side, last, print } = row
  const { theme, rowHeight, plain, bold } = brush
  const { columns, priceRight } = scene
  const base = brush.baseline(y)
  const box = cellBox(columns.price, y, rowHeight)
  const tone = side === 'bid' ? theme.bidText : side === 'ask' ? theme.askText : theme.muted
  brush.number(priceText, priceRight, base, 'right', last ? theme.text : tone, last ? bold : plain, box)
  if (last) drawLast(brush, priceRight + 4, base, last, box)
  if (print) drawPrint(brush, priceRight + PRINT_GAP, y, print, row, box)
}

/** A pill in the taker's colour, which loses its ground, then its colour. */
function drawPrint(
  brush: Brush,
  x: number,
  y: number,
  { text, direction, fade }: NonNullable<RowRecord['print']>,
  row: RowRecord,
  box: Box,
): void {
  const { theme, rowHeight, digit } = brush
  const [bid, ask] = [direction === 'up', direction === 'down']
  const width = Math.ceil(text.length * digit) + 8
  const ground = bid ? theme.bidFill : ask ? theme.askFill : theme.line
  if (fade < 2) brush.block(x, y + 2, width, rowHeight - 4, ground, groundOfPrice(row, theme))
  const tone =
    fade === 0
      ? theme.text
      : fade === 2
        ? theme.muted
        : bid
          ? theme.bidText
          : ask
            ? theme.askText
            : theme.muted
  brush.number(text, x + 4, brush.baseline(y), 'left', tone, brush.plain, box)
}

const groundOfPrice = ({ last }: RowRecord, theme: Theme) => (last ? theme.lastGround : theme.raised)

function drawLast(
  brush: Brush,
  x: number,
  base: number,
  last: NonNullable<RowRecord['last']>,
  box: Box,
): void {
  const { theme } = brush
  const tone =
    last.direction === 'up' ? theme.bidText : last.direction === 'down' ? theme.askText : theme.muted
  const half = (ARROW - 4) / 2
  brush.arrow(x, base - theme.sizeNumbers * 0.36, half, last.direction, tone, box)
  brush.number(last.text, x + 2 * half + 4, base, 'left', theme.text, brush.plain, box)
}

/** Draws what is out of view below the rows, with the key that leads there. Returns the box that it covers. */
function drawAway(brush: Brush, { away, metrics, rows, columns: { price } }: LadderScene): Box {
  const { theme, rowHeight, plain } = brush
  const { width } = metrics
  const box = { x: 0, y: firstRowY(rowHeight) + rows.length * rowHeight, width, height: rowHeight }
  brush.fill(0, box.y, width, rowHeight, away === null ? theme.panel : theme.raised)
  if (away === null) brush.fill(price.x, box.y, price.width, rowHeight, theme.raised)
  else {
    brush.fill(0, box.y, width, 1, theme.lineStrong)
    const base = brush.baseline(box.y)
    const tone =
      away.kind === 'market'
        ? theme.text
        : away.kind === 'order'
          ? theme.own
          : MARK_TONES[away.kind].label(theme)
    brush.number(away.text, PAD, base, 'left', tone, plain, box)
    const beforeEnd = width - PAD - 4 * brush.digit
    brush.number(away.orders, beforeEnd, base, 'right', theme.own, plain, box)
    brush.number('End', width - PAD, base, 'right', theme.muted, plain, box)
  }
  return box
}

/** The left edge and the label of a marked row. */
const MARK_TONES: Readonly<Record<MarkKind, { edge(theme: Theme): string; label(theme: Theme): string }>> = {
  average: { edge: (theme) => theme.muted, label: (theme) => theme.text },
  breakEven: { edge: (theme) => theme.ok, label: (theme) => theme.ok },
  liquidation: { edge: (theme) => theme.ask, label: (theme) => theme.askText },
}

function drawMark(brush: Brush, scene: LadderScene, { y }: RowRecord, mark: RowMark): void {
  const { theme, rowHeight, plain } = brush
  const tones = MARK_TONES[mark.kind]
  brush.fill(0, y, 2, rowHeight, tones.edge(theme))
  const { bids, asks } = scene.columns
  const box = { x: 0, y, width: scene.metrics.width, height: rowHeight }
  const tone = tones.label(theme)
  const base = brush.baseline(y)
  if (mark.half === 'asks') brush.number(mark.label, asks.x + PAD, base, 'left', tone, plain, box)
  else brush.number(mark.label, bids.x + bids.width - PAD, base, 'right', tone, plain, box)
}

/** Hatches the whole ladder, with the reason in the middle, so that nobody takes old numbers for live ones. */
function drawWarning(brush: Brush, scene: LadderScene, warning: string): void {
  const { theme, rowHeight } = brush
  const { width, height } = scene.metrics
  const top = firstRowY(rowHeight)
  const bottom = Math.min(height, top + scene.rows.length * rowHeight)
  const numbers = { x: 0, y: rowHeight, width, height: bottom - rowHeight }
  brush.veil(numbers, theme.panel, 0.45)
  brush.hatch(numbers, theme.own, 0.2)
  const wide = Math.min(width - 8, Math.ceil(warning.length * brush.digit) + 20)
  const x = Math.round((width - wide) / 2)
  const y = top + rowHeight * Math.floor(scene.rows.length / 4)
  const box = { x, y: y - 3, width: wide, height: rowHeight + 6 }
  brush.block(x, box.y, wide, box.height, theme.own)
  brush.number(warning, x + wide / 2, brush.baseline(y), 'center', theme.background, brush.bold, box)
}
