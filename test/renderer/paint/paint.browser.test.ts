/** The paint worker in a real browser: what it tells is what the model says, and it draws on while the page is busy. */

import { expect, onTestFinished, test } from 'vitest'
import '../../../renderer/style/tokens.css'
import { PaintedLadder } from '../../../renderer/panels/ladder/canvas/paintedLadder.ts'
import {
  applyLadder,
  bookCondition,
  emptyLadder,
  FEWEST_ROWS,
} from '../../../renderer/paint/ladder/ladderModel.ts'
import { digitWidth } from '../../../renderer/paint/ladder/brush/ladderBrush.ts'
import { FULL_LADDER, rowsThatFit } from '../../../renderer/paint/ladder/ladderLayout.ts'
import { ladderView } from '../../../renderer/paint/ladder/ladderView.ts'
import { NO_QUEUES, withQueues } from '../../../renderer/paint/ladder/queueEstimate.ts'
import { ownOrders } from '../../../renderer/paint/ladder/ownOrders.ts'
import { theme } from '../../../renderer/style/theme.ts'
import type { TopicSink } from '../../../shared/contract/ports.ts'
import { HEADER } from '../../../shared/domain/book/bookFrame.ts'
import { countOf } from '../../../shared/domain/health/histogram.ts'
import { stagePainter, type PaintStage } from '../../fakes/window/paintStage.ts'
import { loadFonts } from '../../pixels/stage.tsx'
import { calm, NOW, orderOf, symbol } from '../panels/ladder/scenes.ts'

const WIDTH = 396
const HEIGHT = 520

function stageOne({ painter, clock }: PaintStage, onDrawn?: () => void) {
  const canvas = document.createElement('canvas')
  document.body.append(canvas)
  const ladder = new PaintedLadder({ painter, clock, symbol, canvas, ...(onDrawn && { onDrawn }) })
  ladder.resize(WIDTH, HEIGHT, 1)
  ladder.follow(1)
  onTestFinished(() => {
    ladder.close()
    painter.close()
    canvas.remove()
  })
  return ladder
}

test('the page receives the rows of the model, also after the dealer acted', async () => {
  await loadFonts()
  const stage = stagePainter(NOW, calm())
  const ladder = stageOne(stage)
  const orders = [orderOf('buy', '62147.5'), orderOf('sell', '62153', { phase: 'sent' })]
  ladder.setOrders(orders)
  await expect.poll(() => stage.books.opened.length).toBe(1)
  await stage.settle()

  const rowHeight = theme().rowLadder
  const metrics = {
    width: WIDTH,
    height: HEIGHT,
    rowHeight,
    digit: digitWidth(theme(), 1),
    shape: FULL_LADDER,
  }
  const sized = applyLadder(emptyLadder, { kind: 'resized', rows: rowsThatFit(HEIGHT, rowHeight) }, 0)
  const frame = calm()
  let state = applyLadder(sized, { kind: 'frame', frame, held: false }, 0)
  const own = ownOrders(orders, 5, 1)
  const queues = withQueues(NO_QUEUES, own, frame, 'live', FEWEST_ROWS)
  const view = () =>
    ladderView({ state, frame, own, queues, condition: bookCondition(frame, 'live', NOW) }, metrics)
  expect(await ladder.look()).toEqual(view())

  for (const event of [
    { kind: 'scroll', by: 3 },
    { kind: 'cursorTo', row: 124_294 },
  ] as const) {
    ladder.use(event)
    state = applyLadder(state, event, 0)
  }
  // At once on the page, whatever the worker has heard.
  expect(ladder.sight.state).toEqual(state)
  await stage.settle()
  expect(await ladder.look()).toEqual(view())
  expect(ladder.sight.state).toEqual(state)
})

test('the page hears that the first book is drawn, also after it looked before the drawing', async () => {
  const stage = stagePainter(NOW, calm())
  // A hidden window draws nothing.
  stage.painter.hide(true)
  let snapshots = 0
  const ladder = stageOne(stage, () => snapshots++)
  const frameSeen = async () => {
    expect(await ladder.look()).toBeNull()
    return ladder.sight.frame
  }
  await expect.poll(frameSeen).not.toBeNull()
  const looked = snapshots
  stage.painter.hide(false)
  await expect.poll(() => snapshots).toBeGreaterThan(looked)
  expect((await ladder.look())?.rows.length).toBeGreaterThan(0)
})

test('a ladder scrolled off the market asks for more rows, and stays live until they arrive', async () => {
  const stage = stagePainter(NOW, calm())
  const ladder = stageOne(stage)
  await expect.poll(() => stage.books.opened.length).toBe(1)
  await stage.settle()
  const asked = () => stage.books.open.map(({ key }) => (key as { rows: number }).rows)
  expect(asked()).toEqual([FEWEST_ROWS])

  // The core is slow with the rows that are asked for next.
  const slow: TopicSink<'book'>[] = []
  stage.books.begin = (sink) => void slow.push(sink)
  ladder.use({ kind: 'scroll', by: -150 })
  await expect.poll(() => slow.length).toBe(1)
  await stage.settle()
  expect(asked()).toEqual([FEWEST_ROWS, 256])
  expect(ladder.condition.state).toBe('live')
  expect(ladder.sight.frame?.[HEADER.version]).toBe(calm()[HEADER.version])

  const fuller = calm()
  fuller[HEADER.version] = 7
  slow[0]?.snapshot(fuller)
  await expect.poll(() => ladder.sight.frame?.[HEADER.version]).toBe(7)
  await expect.poll(asked).toEqual([256])
})

test('the worker reports how long a drawn change took, and nothing of what a hidden window made wait', async () => {
  const stage = stagePainter(NOW, calm())
  const { books, clock, painter } = stage
  const ladder = stageOne(stage)
  const version = () => ladder.sight.frame?.[HEADER.version]
  await expect.poll(version).toBe(1)
  /** A frame with a change that came `ms` ago. */
  const bring = async (next: number, ms: number) => {
    // The worker asks for the next frame half a frame after it drew the last.
    clock.advance(20)
    await stage.settle()
    const frame = calm()
    frame[HEADER.version] = next
    frame[HEADER.changedAt] = clock.now() - ms
    frame[HEADER.foldedIn] = 250
    frame[HEADER.waitedFor] = 1_500
    frame[HEADER.sentAt] = clock.now() - 2
    books.delta(frame)
  }
  await bring(2, 8)
  await expect.poll(version).toBe(2)
  clock.advance(5_000)
  const longest = () => books.drawn.map(({ measures }) => measures.wireToPixel?.most)
  await expect.poll(longest).toEqual([8_000])
  // The worker's clock stands still while it draws, so no drawing is shorter than its clock tells.
  expect(books.drawn[0]?.measures).toMatchObject({
    bookFolded: { most: 250 },
    frameWaited: { most: 1_500 },
    frameDelivered: { most: 2_000 },
    frameDrawn: { most: 100 },
  })

  painter.hide(true)
  await bring(3, 0)
  clock.advance(30_000)
  painter.hide(false)
  await expect.poll(version).toBe(3)
  await bring(4, 9)
  await expect.poll(version).toBe(4)
  clock.advance(5_000)
  await expect.poll(longest).toEqual([8_000, 9_000])
  expect(countOf(books.drawn[1]?.measures.wireToPixel?.counts ?? [])).toBe(1)
  expect(books.drawn.map(({ unmeasured }) => unmeasured)).toEqual([0, 0])
})

test('ladders are drawn while the page is busy for half a second', async () => {
  const core = new Worker(new URL('../../fakes/window/bookWorker.ts', import.meta.url), { type: 'module' })
  onTestFinished(() => core.terminate())
  const stage = stagePainter(Date.now(), null, () => {
    const { port1, port2 } = new MessageChannel()
    core.postMessage(port1, [port1])
    return Promise.resolve(port2)
  })
  const ladder = stageOne(stage)
  await expect.poll(() => ladder.sight.frame).not.toBeNull()
  await stage.settle()

  const now = () => performance.timeOrigin + performance.now()
  const from = now()
  while (now() < from + 500) Math.sqrt(from)
  const until = now()

  const drawnAt = await stage.settle()
  expect(drawnAt.filter((at) => at > from && at < until).length).toBeGreaterThan(3)
})
