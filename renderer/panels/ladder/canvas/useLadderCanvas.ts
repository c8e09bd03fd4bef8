/** Adds the paint worker's canvas to a ladder, and updates the accessible grid and the age of the book. Never renders on a tick. */

import { useEffect, useRef, type RefObject } from 'react'
import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { Painter } from '../../../paint/painter.ts'
import { writeAge, writeSpread } from './bookAge.ts'
import { LadderGrid } from './ladderGrid.ts'
import { whyNotBook } from '../ladderAnswer.ts'
import { regroup } from '../ladderInput.ts'
import type { LadderProps } from '../ladderProps.ts'
import type { BriefLadderMessage } from '../briefLadderMessage.ts'
import { listenForWheel } from './ladderWheel.ts'
import { PaintedLadder } from './paintedLadder.ts'

/** Ms between updates of age, grid and book state. */
const SLOW = 250
/** A ladder without the focus updates its grid in one of this many turns, because the layout of nine grids at once costs a frame. */
const GRID_TURNS = 4

interface CanvasOptions {
  readonly painter: Painter
  readonly clock: Clock
  readonly symbol: Symbol
  /** Prefix of the ids in the accessible grid. */
  readonly gridId: string
  /** The element that holds the canvas. */
  readonly book: RefObject<HTMLDivElement | null>
  /** The rows of the accessible grid. */
  readonly rows: RefObject<HTMLDivElement | null>
  readonly age: RefObject<HTMLSpanElement | null>
  /** Of a compact ladder. */
  readonly spread: RefObject<HTMLSpanElement | null>
  readonly speech: BriefLadderMessage
  /** Called when the rows were drawn anew, and with true at every slow turn: orders may have changed in rows that stand still. */
  readonly onRows: RefObject<(isTurn: boolean) => void>
  /** The props of the last render. */
  readonly latest: () => LadderProps
}

/** The painted ladder; null before the first effect and after the last. */
export function useLadderCanvas(options: CanvasOptions): RefObject<PaintedLadder | null> {
  const { painter, clock, symbol, gridId, book, rows, age, spread, speech, onRows, latest } = options
  const live = useRef<PaintedLadder | null>(null)
  useEffect(() => {
    const [element, body] = [book.current, rows.current]
    if (!element || !body) return undefined
    // A canvas can be transferred only once, so each ladder gets a new canvas.
    const canvas = document.createElement('canvas')
    canvas.setAttribute('aria-hidden', 'true')
    element.prepend(canvas)
    const grid = new LadderGrid(element, body, gridId)
    let looking = false
    const writeGrid = async () => {
      looking = true
      const scene = await ladder.look()
      looking = false
      if (scene) grid.update(scene)
      onRows.current(false)
    }
    const ladder = new PaintedLadder({
      painter,
      clock,
      symbol,
      canvas,
      // Writes the first book as soon as it is drawn, and later changes in turns. An answer to a look calls this too.
      onDrawn() {
        if (grid.empty && !looking) void writeGrid()
        onRows.current(false)
      },
    })
    live.current = ladder
    latest().onBook(() => whyNotBook(ladder.condition))
    ladder.setOrders(latest().orders, latest().ghost)
    ladder.setMarks(latest().marks)
    ladder.setShape(latest().shape)
    ladder.follow(latest().grouping)
    const stopFitting = fitCanvas(element, canvas, ladder)
    let reported = ''
    // Ladders start at different turns, so that they do not all update in the same frame.
    let turn = ladder.number
    const stopTurns = clock.every(SLOW, () => {
      onRows.current(true)
      const { condition, frame } = ladder.sight
      const { state, stale } = condition
      if (element === document.activeElement || turn++ % GRID_TURNS === 0) void writeGrid()
      if (age.current) writeAge(age.current, condition)
      if (spread.current) writeSpread(spread.current, frame, condition)
      speech.clearOld()
      if (reported === `${state} ${stale}`) return
      reported = `${state} ${stale}`
      latest().onBookState(state, stale)
    })
    const stopWheel = listenForWheel(element, {
      onScroll: (by) => ladder.use({ kind: 'scroll', by }),
      onZoom(by) {
        const answer = regroup(latest().grouping, by)
        if (answer.kind === 'grouping') latest().onGrouping(answer.ticksPerRow)
      },
    })
    return () => {
      stopWheel()
      stopTurns()
      stopFitting()
      ladder.close()
      canvas.remove()
      live.current = null
      latest().onBook(null)
      body.replaceChildren()
    }
  }, [painter, clock, symbol, gridId, book, rows, age, spread, speech, onRows, latest])
  return live
}

/** Gives the canvas the size of its element, in CSS px and device px. */
function fitCanvas(element: HTMLElement, canvas: HTMLCanvasElement, ladder: PaintedLadder): Stop {
  const sizes = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = element
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
    ladder.resize(width, height, window.devicePixelRatio)
  })
  sizes.observe(element)
  return () => sizes.disconnect()
}
