/** Cells and rows drawn again one by one make the same picture, pixel for pixel, as a ladder drawn whole. */

import { expect, test } from 'vitest'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '../../renderer/style/tokens.css'
import { applyLadder, bookCondition, emptyLadder } from '../../renderer/paint/ladder/ladderModel.ts'
import { digitWidth } from '../../renderer/paint/ladder/brush/ladderBrush.ts'
import { drawLadder } from '../../renderer/paint/ladder/ladderRenderer.ts'
import { ladderView, type LadderScene } from '../../renderer/paint/ladder/ladderView.ts'
import { ownOrders } from '../../renderer/paint/ladder/ownOrders.ts'
import { PixelCanvas } from '../../renderer/paint/ladder/brush/pixelCanvas.ts'
import { theme } from '../../renderer/style/theme.ts'
import type { BookFrame } from '../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../shared/domain/orders/order.ts'
import { calm, comboOf, NOW, orderOf, text } from '../renderer/panels/ladder/scenes.ts'
import { loadFonts } from './stage.tsx'

const ROWS = 20

function sceneOf(
  frame: BookFrame,
  orders: readonly Order[],
  cursor: number,
  digit: number,
  width: number,
  isCompact: boolean,
): LadderScene {
  const sized = applyLadder(emptyLadder, { kind: 'resized', rows: ROWS }, 0)
  const first = applyLadder(sized, { kind: 'frame', frame: calm(), held: false }, 0)
  const state = applyLadder(first, { kind: 'cursorTo', row: cursor }, 0)
  const condition = bookCondition(frame, 'live', NOW)
  return ladderView(
    { state, frame, own: ownOrders(orders, 5, 1), condition },
    { width, height: 19 * (ROWS + 1), rowHeight: 19, digit, shape: { isCompact, off: [] } },
  )
}

// As wide as it likes, and so narrow that texts are clipped.
const widths = [396, 280, 213, 187] as const
const cases = [1, 1.25, 2].flatMap((ratio) => [
  ...widths.map((width) => [ratio, width, false] as const),
  ...[252, 213].map((width) => [ratio, width, true] as const),
])

test.each(cases)(
  'at %s device pixels to a pixel, %s px wide, compact: %s',
  async (ratio, width, isCompact) => {
    await loadFonts()
    const pictureOf = () => {
      const context = new OffscreenCanvas(1, 1).getContext('2d', { alpha: false })
      if (!context) throw new Error('No canvas in this browser')
      return {
        context,
        canvas: new PixelCanvas(context, Math.round(width * ratio), Math.round(19 * (ROWS + 1) * ratio)),
      }
    }
    const [byRows, whole] = [pictureOf(), pictureOf()]
    const digit = digitWidth(theme(), ratio)
    const orders = [orderOf('buy', '62147.5'), orderOf('sell', '62153', { phase: 'sent' })]
    const filled = orders.map((order) => ({ ...order, amount: text('2'), filledAmount: text('0.5') }))
    const long = comboOf({ takeProfitPrice: text('62151'), stopLossPrice: text('62146') })
    const short = { ...long, side: 'buy' as const }
    const levels = (value: number) =>
      calm({
        bids: Array.from(
          { length: 15 },
          (_, n) => [621_490 - 5 * n, n === value ? 9_876 : 4_000 + n] as const,
        ),
        asks: [[621_500, 12_000 - value]],
        last: [621_495 - 5 * (value % 3), 412, value % 2 === 0 ? 1 : -1],
        volumes: [
          [621_495, 9_000],
          [621_480, 1_000 * value],
        ],
        volumeSince: NOW,
        prints: [[621_475, 300, 1, 1_000 * (value % 4)]],
      })
    const scenes = [
      sceneOf(levels(0), orders, 124_294, digit, width, isCompact),
      sceneOf(levels(3), orders, 124_294, digit, width, isCompact),
      sceneOf(levels(4), orders.slice(1), 124_296, digit, width, isCompact),
      sceneOf(levels(5), orders, 124_290, digit, width, isCompact),
      // A fill, and a combo of either side that came and went.
      sceneOf(levels(5), [...filled, long], 124_290, digit, width, isCompact),
      sceneOf(levels(6), [...filled, short], 124_290, digit, width, isCompact),
      sceneOf(levels(6), orders, 124_290, digit, width, isCompact),
    ]
    let before: LadderScene | null = null
    for (const scene of scenes) {
      const drawn = drawLadder(byRows.canvas, scene, theme(), ratio, before)
      expect(drawn).toBeLessThanOrEqual(ROWS)
      before = scene
      drawLadder(whole.canvas, scene, theme(), ratio)
      const pixels = ({ context }: ReturnType<typeof pictureOf>) =>
        context.getImageData(0, 0, context.canvas.width, context.canvas.height).data
      const wanted = pixels(whole)
      expect(pixels(byRows).findIndex((pixel, n) => pixel !== wanted[n])).toBe(-1)
    }
  },
)
