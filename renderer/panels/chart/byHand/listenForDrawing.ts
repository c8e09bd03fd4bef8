/** Follows the mouse on a chart: places the points of a new drawing, and moves drawings and their points. A press on an own order's line is never its own. */

import { hasControl, hasWindowsKey } from '../../../keys/controlKey.ts'
import type { Drawing } from '../../../state/stores/chartChoices.ts'
import type { LiveChart } from '../canvas/liveChart.ts'
import { NO_WIDTH, type DrawingKind } from '../drawings/drawings.ts'
import type { HandState } from './handState.ts'
import { hasWidth, moveDrawing, type DrawingPoint } from '../drawings/moveDrawing.ts'
import type { DrawingHit } from '../drawings/shapesOnCanvas.ts'

/** What the mouse acts on, and what its acts do. */
export interface DrawingActs {
  readonly drawings: readonly Drawing[]
  /** What the next press draws; null: a press takes what is drawn. */
  readonly tool: DrawingKind | null
  /** The first point of a drawing that waits for its second. */
  readonly first: DrawingPoint | null
  readonly onFirst: (point: DrawingPoint) => void
  /** A new drawing; the tool is put down. */
  readonly onDrawn: (drawing: Drawing) => void
  readonly onMoved: (before: Drawing, after: Drawing) => void
  /** Why a press came to nothing, one sentence. */
  readonly onProblem: (why: string) => void
}

type DrawingHand = DrawingActs & { readonly live: LiveChart | null }

/** CSS px that the pointer moves before a press is a drag. */
const DRAG = 4

interface Press {
  readonly pointer: number
  readonly x: number
  readonly y: number
  readonly point: DrawingPoint
  /** The drawing that it took; null: it places a point of a new one. */
  readonly hit: DrawingHit | null
  isDrag: boolean
}

export interface DrawingListener {
  /** Drops the present press; false where there is none. */
  readonly forget: () => boolean
  readonly close: () => void
}

/** Listens on the element that holds the canvas. */
export function listenForDrawing(
  element: HTMLElement,
  state: HandState,
  now: () => DrawingHand,
): DrawingListener {
  let press: Press | null = null
  const placeOn = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const pointAt = (event: PointerEvent): DrawingPoint | null => {
    const { x, y } = placeOn(event)
    return state.shapes?.pointAt(x, y) ?? null
  }
  const forget = () => {
    if (press === null) return false
    press = null
    for (const [kind, run] of whilePressed) window.removeEventListener(kind, run as EventListener)
    now().live?.own.hold(false)
    state.show(null)
    return true
  }
  const down = (event: PointerEvent) => {
    const { live, tool } = now()
    const { shapes } = state
    const isPlain = !hasControl(event) && !event.shiftKey && !event.altKey && !hasWindowsKey(event)
    const isLeft = event.button === 0 && event.isPrimary && event.pointerType !== 'touch'
    // A second pointer leaves open what was meant.
    if (press !== null) return void forget()
    if (!live || !shapes || !isPlain || !isLeft) return
    const { x, y } = placeOn(event)
    if (tool === null && live.own.at(x, y).length > 0) return
    const hit = tool === null ? shapes.at(x, y) : null
    if (tool === null && hit === null && state.selected !== null) state.select(null)
    const point = pointAt(event)
    if (point === null || (tool === null && hit === null)) return
    // Without mouse events the library neither scrolls the chart nor moves its crosshair.
    event.preventDefault()
    element.focus()
    live.own.hold(true)
    for (const [kind, run] of whilePressed) window.addEventListener(kind, run as EventListener)
    press = { pointer: event.pointerId, x, y, point, hit, isDrag: false }
    if (hit) state.select(hit.drawing)
  }
  const move = (event: PointerEvent) => {
    // Without a button the release happened elsewhere.
    const isOver = event.button !== -1 || event.buttons === 0
    if (press !== null && (isOver || event.pointerId !== press.pointer)) return void forget()
    const { x, y } = placeOn(event)
    if (press) press.isDrag ||= Math.hypot(x - press.x, y - press.y) >= DRAG
    if (press === null && now().tool === null) return
    const drawing = drawingAt(pointAt(event), press, now())
    state.show(drawing && { replaced: press?.hit?.drawing ?? null, drawing })
  }
  const up = (event: PointerEvent) => {
    const from = press
    if (from === null || event.pointerId !== from.pointer || event.button !== 0) return void forget()
    const point = pointAt(event)
    forget()
    const hand = now()
    const drawing = drawingAt(point, from, hand)
    if (from.hit) {
      const before = from.hit.drawing
      if (drawing && hand.drawings.includes(before)) hand.onMoved(before, drawing)
      return
    }
    if (hand.tool === null || point === null) return
    if (drawing) return hand.onDrawn(drawing)
    // A press and its release at one place set the first point, and another place the second.
    if (hand.first === null && !from.isDrag) return hand.onFirst(point)
    hand.onProblem(NO_WIDTH)
  }
  const left = () => {
    if (press === null) state.show(null)
  }
  const hover = (event: PointerEvent) => {
    if (press === null) move(event)
  }
  const whilePressed = [
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', forget],
    ['blur', forget],
  ] as const
  element.addEventListener('pointerdown', down, { capture: true })
  element.addEventListener('pointermove', hover)
  element.addEventListener('pointerleave', left)
  return {
    forget,
    close() {
      forget()
      element.removeEventListener('pointerdown', down, { capture: true })
      element.removeEventListener('pointermove', hover)
      element.removeEventListener('pointerleave', left)
    },
  }
}

/** The drawing that a release at `point` would make; null for none. */
function drawingAt(
  point: DrawingPoint | null,
  press: Press | null,
  { tool, first }: DrawingHand,
): Drawing | null {
  if (point === null) return null
  if (press?.hit)
    return press.isDrag ? moveDrawing(press.hit.drawing, press.hit.part, press.point, point) : null
  if (tool === null) return null
  if (tool === 'level') return { kind: tool, points: [point] }
  const start = first ?? (press?.isDrag === true ? press.point : null)
  const drawing = start && { kind: tool, points: [start, point] }
  return drawing && hasWidth(drawing) ? drawing : null
}
