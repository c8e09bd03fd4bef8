/** Row records to canvas calls. Decides nothing; uses no DOM but the context it is given, so it can run in a worker. */

import type { Theme } from '../style/theme.ts'
import type { Column, LadderScene, OrderBlock, RowRecord } from './ladderView.ts'

export type LadderContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

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

const numbers = (theme: Theme, weight = 400) => `${weight} ${theme.sizeNumbers}px ${theme.fontNumbers}`
const words = (theme: Theme, size = theme.sizeWords - 1) => `400 ${size}px ${theme.fontWords}`

const digitWidths = new Map<string, number>()

/** Width of a digit of the number font, CSS px. Kept per font: nothing is drawn before the fonts are there. */
export function digitWidth(context: LadderContext, theme: Theme): number {
  const font = numbers(theme)
  const kept = digitWidths.get(font)
  if (kept) return kept
  context.save()
  context.font = font
  const width = context.measureText('0000000000').width / 10
  context.restore()
  if (width > 0) digitWidths.set(font, width)
  return width
}

/**
 * Draws a scene. `ratio`: device px per CSS px; the canvas must be `width × ratio` by `height × ratio`. `before`: what stands on the canvas;
 * of a scene that differs from it in some rows only these are drawn, else all. Gives the number of rows drawn.
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
  const { width, rowHeight } = scene.metrics
  const { price } = scene.columns
  for (const row of changed) {
    brush.fill(0, row.y, width, rowHeight, theme.panel)
    brush.fill(price.x, row.y, price.width, rowHeight, theme.raised)
    drawRow(brush, scene, row)
    if (row.cursor) drawCursor(brush, scene, row)
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
  for (const row of scene.rows) if (row.cursor) drawCursor(brush, scene, row)
  if (scene.away !== null) drawAway(brush, scene, scene.away)
  if (scene.warning !== null) drawWarning(brush, scene, scene.warning)
}

/** The rows to draw again; null where more than rows differs, or something lies over them. */
function changedRows(before: LadderScene, scene: LadderScene): readonly RowRecord[] | null {
  const over = (of: LadderScene) => of.message ?? of.warning ?? of.away
  const same =
    over(before) === null &&
    over(scene) === null &&
    before.rows.length === scene.rows.length &&
    before.priceRight === scene.priceRight &&
    before.askRight === scene.askRight &&
    METRICS.every((of) => before.metrics[of] === scene.metrics[of]) &&
    HEADINGS.every(
      ([name]) =>
        before.columns[name].x === scene.columns[name].x &&
        before.columns[name].width === scene.columns[name].width,
    )
  if (!same) return null
  return scene.rows.filter((row, n) => {
    const was = before.rows[n]
    return was === undefined || !looksSame(was, row)
  })
}

const METRICS = ['width', 'height', 'rowHeight', 'digit'] as const
const PLAIN = ['y', 'priceText', 'side', 'bidText', 'askText', 'bidBar', 'askBar', 'cursor'] as const

const looksSame = (a: RowRecord, b: RowRecord): boolean =>
  PLAIN.every((of) => a[of] === b[of]) &&
  a.last?.text === b.last?.text &&
  a.last?.direction === b.last?.direction &&
  sameBlock(a.workBuy, b.workBuy) &&
  sameBlock(a.workSell, b.workSell)

const sameBlock = (a: OrderBlock | null, b: OrderBlock | null): boolean =>
  a?.text === b?.text && a?.selected === b?.selected && a?.unsettled === b?.unsettled

/** Fills on whole device pixels and text on a row's baseline. */
class Brush {
  readonly context: LadderContext
  readonly theme: Theme
  readonly rowHeight: number
  private readonly ratio: number
  readonly digit: number

  constructor(context: LadderContext, ratio: number, rowHeight: number, theme: Theme) {
    this.context = context
    this.ratio = ratio
    this.digit = digitWidth(context, theme)
    this.rowHeight = rowHeight
    this.theme = theme
  }

  private snap(value: number): number {
    return Math.round(value * this.ratio) / this.ratio
  }

  fill(x: number, y: number, width: number, height: number, style: string): void {
    const left = this.snap(x)
    const top = this.snap(y)
    this.context.fillStyle = style
    this.context.fillRect(left, top, this.snap(x + width) - left, this.snap(y + height) - top)
  }

  /** A frame of one CSS px inside the box. */
  frame(x: number, y: number, width: number, height: number, style: string): void {
    this.fill(x, y, width, 1, style)
    this.fill(x, y + height - 1, width, 1, style)
    this.fill(x, y, 1, height, style)
    this.fill(x + width - 1, y, 1, height, style)
  }

  block(x: number, y: number, width: number, height: number, style: string): void {
    this.context.fillStyle = style
    this.context.beginPath()
    this.context.roundRect(this.snap(x), this.snap(y), this.snap(width), this.snap(height), 2)
    this.context.fill()
  }

  text(text: string, x: number, y: number, align: CanvasTextAlign, style: string, font: string): void {
    this.context.font = font
    this.context.fillStyle = style
    this.context.textAlign = align
    this.context.fillText(text, x, this.snap(y))
  }

  /** The baseline that centres digits in a row that begins at `y`. */
  baseline(y: number): number {
    return y + Math.round((this.rowHeight + this.theme.sizeNumbers * 0.73) / 2)
  }

  /** `wide`: px that are drawn; a clip costs more than the text, so what fits goes without. */
  clipped(column: Column, y: number, wide: number, draw: () => void): void {
    if (wide <= column.width) return draw()
    this.context.save()
    this.context.beginPath()
    this.context.rect(column.x, y, column.width, this.rowHeight)
    this.context.clip()
    draw()
    this.context.restore()
  }
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
  const { bids, price, asks, workBuy, workSell } = scene.columns
  const base = brush.baseline(row.y)
  const plain = numbers(theme)
  if (row.last) brush.fill(0, row.y, scene.metrics.width, rowHeight, theme.raised)
  if (row.bidBar > 0)
    brush.fill(bids.x + bids.width - row.bidBar, row.y + 1, row.bidBar, rowHeight - 1, theme.bidFill)
  if (row.askBar > 0) brush.fill(asks.x, row.y + 1, row.askBar, rowHeight - 1, theme.askFill)
  if (row.last) brush.fill(price.x, row.y, price.width, rowHeight, theme.lineStrong)

  const tone = row.side === 'bid' ? theme.bidText : row.side === 'ask' ? theme.askText : theme.muted
  const { digit } = brush
  const beside = row.last ? 4 + ARROW + (row.last.text.length + 1) * digit : 0
  const left = scene.priceRight - (row.priceText.length + 1) * digit
  const right = scene.priceRight + beside
  const priceFits = left >= price.x && right <= price.x + price.width
  brush.clipped(price, row.y, priceFits ? 0 : Infinity, () => {
    brush.text(
      row.priceText,
      scene.priceRight,
      base,
      'right',
      row.last ? theme.text : tone,
      row.last ? numbers(theme, 700) : plain,
    )
    if (row.last) drawLast(brush, scene.priceRight + 4, base, row.last)
  })
  if (row.bidText !== '')
    brush.clipped(bids, row.y, (row.bidText.length + 1) * digit + PAD, () =>
      brush.text(row.bidText, bids.x + bids.width - PAD, base, 'right', theme.bidText, plain),
    )
  if (row.askText !== '')
    brush.clipped(asks, row.y, scene.askRight <= asks.x + asks.width ? 0 : Infinity, () =>
      brush.text(row.askText, scene.askRight, base, 'right', theme.askText, plain),
    )
  if (row.workBuy) drawBlock(brush, workBuy, row.y, row.workBuy)
  if (row.workSell) drawBlock(brush, workSell, row.y, row.workSell)
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
  if (last.text !== '') brush.text(last.text, x + 2 * half + 4, base, 'left', theme.text, numbers(theme))
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
  brush.clipped(column, y, (block.text.length + 1) * digit, () =>
    brush.text(
      block.text,
      x + width / 2,
      brush.baseline(y),
      'center',
      block.unsettled ? theme.own : theme.background,
      numbers(theme, 700),
    ),
  )
}

function drawCursor(brush: Brush, scene: LadderScene, row: RowRecord): void {
  brush.frame(0, row.y, scene.metrics.width, brush.rowHeight, brush.theme.focus)
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
  brush.text(text, x + width / 2, brush.baseline(y), 'center', theme.text, numbers(theme))
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
  const font = numbers(theme, 700)
  context.font = font
  const wide = Math.min(width - 8, Math.ceil(context.measureText(warning).width) + 20)
  const x = Math.round((width - wide) / 2)
  const y = rowHeight * Math.max(1, Math.floor(scene.rows.length / 4))
  brush.block(x, y - 3, wide, rowHeight + 6, theme.own)
  brush.text(warning, x + wide / 2, brush.baseline(y), 'center', theme.background, font)
}
