import { describe, expect, it } from 'vitest'
import { answerClick, termsOf } from '../../../../../renderer/panels/ladder/mouse/answerClick.ts'
import {
  applyLadder,
  emptyLadder,
  priceOfRow,
  type LadderState,
} from '../../../../../renderer/paint/ladder/ladderModel.ts'
import { cellAt, ladderView, type LadderScene } from '../../../../../renderer/paint/ladder/ladderView.ts'
import { PaintedLadder } from '../../../../../renderer/panels/ladder/canvas/paintedLadder.ts'
import { noOwnOrders } from '../../../../../renderer/paint/ladder/ownOrders.ts'
import { headOf } from '../../../../../renderer/paint/workerLadders.ts'
import type { LadderListener, Painter } from '../../../../../renderer/paint/painter.ts'
import type { LadderInput } from '../../../../../renderer/paint/paintWords.ts'
import type { BookFrame } from '../../../../../shared/domain/book/bookFrame.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'
import { calm, NOW, symbol, text } from '../scenes.ts'

/** The worker's clock began a minute before the page's. */
const AHEAD = 60_000

function setUp() {
  const clock = new FakeClock(NOW)
  const inputs: LadderInput[] = []
  let listener: LadderListener | null = null
  const painter: Painter = {
    open(_symbol, _canvas, ladderListener) {
      listener = ladderListener
      return { ladder: 1, tell: (input) => void inputs.push(input), close() {} }
    },
    look() {},
    hide() {},
    close() {},
  }
  const ladder = new PaintedLadder({ painter, clock, symbol, canvas: {} as HTMLCanvasElement })
  const workerMs = () => clock.monotonic() + AHEAD
  const sight = (place: number, state: LadderState, frame: BookFrame) =>
    listener?.onSnapshot({ ladder: 1, place, state, head: headOf(frame), link: 'live' })
  const answer = (scene: LadderScene) => {
    for (const input of inputs) if (input.kind === 'look') listener?.onLook(input.look, scene)
  }
  const place = () => inputs.filter((input) => input.kind === 'event').length
  const sized = applyLadder(emptyLadder, { kind: 'resized', rows: 20 }, 0)
  const state = applyLadder(sized, { kind: 'frame', frame: calm(), held: false }, AHEAD)
  return { clock, ladder, sight, answer, place, state, workerMs }
}

const sceneOf = (state: LadderState): LadderScene =>
  ladderView(
    {
      state,
      frame: calm(),
      own: noOwnOrders,
      condition: { state: 'live', age: 0, silence: 0, stale: false },
    },
    { width: 300, height: 400, rowHeight: 19, digit: 7 },
  )

describe('a ladder as the page knows it', () => {
  it('acts on earlier keys without the worker, and holds them until the worker has them', () => {
    const { ladder, sight, place, state } = setUp()
    sight(0, state, calm())
    ladder.use({ kind: 'cursorTo', row: 124_298 })
    ladder.use({ kind: 'moveCursor', by: -1 })
    const price = () => priceOfRow(ladder.sight.state.cursor ?? 0, ladder.sight.state)
    expect(price()).toBe('62148.5')
    // A snapshot that the worker sent before it received either, then a snapshot that includes the first.
    sight(0, state, calm())
    expect(price()).toBe('62148.5')
    sight(1, { ...state, cursor: 124_298 }, calm())
    expect(price()).toBe('62148.5')
    sight(place(), { ...state, cursor: 124_297 }, calm())
    expect(price()).toBe('62148.5')
  })

  it('drops a row of another row size instead of computing a price from it', () => {
    const { ladder, sight, state } = setUp()
    sight(0, state, calm())
    ladder.use({ kind: 'cursorTo', row: 124_298 })
    const coarse = calm({ rowStep: 50 })
    sight(0, applyLadder(state, { kind: 'frame', frame: coarse, held: false }, AHEAD), coarse)
    expect(ladder.sight.state).toMatchObject({ rowStep: 50, cursor: null })
  })

  it('a busy page takes no click for rows that moved meanwhile, however long ago', async () => {
    const { clock, ladder, sight, answer, state, workerMs } = setUp()
    sight(0, state, calm())
    clock.advance(10_000)
    sight(0, state, calm({ receivedAt: NOW + 10_000 }))
    const props = {
      armed: true,
      customer: { code: 'C1042', name: 'Acme Pension', closed: null },
      orders: [],
      position: null,
      sizes: [text('1')],
      sizeIndex: 0,
      grouping: 1,
      proposal: null,
      express: false,
      mouseProfile: 'tt' as const,
    }
    const clickOn = async (now: LadderState) => {
      const pressedAt = clock.monotonic()
      const looks = [ladder.look(), ladder.look()].map(async (seen) => {
        const scene = await seen
        return scene && cellAt(scene, 60, 100)
      })
      answer(sceneOf(now))
      const [from, to] = await Promise.all(looks)
      const given = { ...ladder.sight, props }
      const cells = { pressed: from ?? null, released: to ?? null, hasStrayed: false }
      return answerClick({ press: 'left', ...cells, pressedAt, terms: termsOf(given) }, given)
    }
    expect(await clickOn(state)).toMatchObject({ kind: 'request', request: { kind: 'limit', side: 'buy' } })
    // The rows moved; the page, busy for 2 s, hears of it only when it has to answer the click.
    const moved = applyLadder(state, { kind: 'scroll', by: 3 }, workerMs())
    clock.advance(2_000)
    sight(0, moved, calm({ receivedAt: NOW + 12_000 }))
    expect(await clickOn(moved)).toEqual({
      kind: 'refused',
      why: 'The rows had just moved, so the click was dropped',
    })
  })

  it('has the age and the touch of a book from the head of its frame alone', () => {
    const { clock, ladder, sight, state } = setUp()
    expect(ladder.condition).toMatchObject({ state: 'waiting', stale: false })
    sight(0, state, calm())
    clock.advance(5_500)
    expect(ladder.condition).toEqual({ state: 'live', age: 5_500, silence: 5_500, stale: true })
  })
})
