/** Follows presses and keys on the lines of own orders in a chart, and passes on what they mean. Sends only through the dealing's callbacks. */

import { useEffect, useRef, type RefObject } from 'react'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { hasControl, hasWindowsKey } from '../../../keys/controlKey.ts'
import type { LiveChart } from '../canvas/liveChart.ts'
import { orderLine, type ChartedInstrument, type ChartLine } from '../chartModel.ts'
import type { ChartDealing } from '../chartProps.ts'
import { answerDrag, answerLineKey, type LineAnswer, type LineSituation } from './answerLine.ts'

interface OrderMovesOptions {
  /** Holds the canvas. */
  readonly container: RefObject<HTMLElement | null>
  readonly live: RefObject<LiveChart | null>
  readonly instrument: ChartedInstrument
  readonly orders: readonly Order[]
  readonly lines: readonly ChartLine[]
  /** Why the candles do not change; null while they do. */
  readonly old: string | null
  /** The reference id of the selected order. */
  readonly selected: string | null
  readonly onSelect: (order: string | null) => void
  /** A tool for drawings is in use: a press belongs to it, so no order moves by it. */
  readonly isDrawing: boolean
  /** Undefined: own orders cannot be moved. */
  readonly dealing: ChartDealing | undefined
}

/** CSS px that the pointer moves before a press is a drag. */
const DRAG = 4

interface Press {
  readonly pointer: number
  /** The chart that was pressed: another interval has another. */
  readonly chart: LiveChart
  readonly lines: readonly ChartLine[]
  /** Where the first line was, CSS px from the top of the chart. */
  readonly lineY: number | null
  readonly y: number
  /** Monotonic ms since the lines moved. */
  readonly calm: number
  isDrag: boolean
}

export function useOrderMoves(options: OrderMovesOptions): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { container, live, old, dealing } = options
  const isOldWaiting = old !== null && dealing !== undefined && dealing.proposal !== null
  useEffect(() => {
    if (isOldWaiting) latest.current.dealing?.onDrop()
  }, [isOldWaiting])
  const isOff = dealing === undefined
  useEffect(() => {
    const element = container.current
    if (!element || isOff) return undefined
    return listen(element, live, () => latest.current)
  }, [container, live, isOff])
}

const situationOf = ({ orders, lines, old, selected, dealing }: OrderMovesOptions): LineSituation => ({
  orders,
  lines,
  old,
  selected,
  isWaiting: dealing !== undefined && dealing.proposal !== null,
})

function act(answer: LineAnswer, { dealing, onSelect }: OrderMovesOptions): void {
  switch (answer.kind) {
    case 'select':
      return onSelect(answer.order)
    case 'request':
      if (answer.request.kind === 'moveTo') onSelect(answer.request.order.referenceId)
      return dealing?.onRequest(answer.request)
    case 'send':
      return dealing?.onSend()
    case 'drop':
      return dealing?.onDrop()
    case 'refused':
      // The next Enter was meant for the change that was refused, not for what waited before it.
      dealing?.onDrop()
      return dealing?.onRefused(`${answer.why}.`)
    case 'nothing':
      return undefined
  }
}

/** Listens until the returned function is called. */
function listen(
  element: HTMLElement,
  live: RefObject<LiveChart | null>,
  now: () => OrderMovesOptions,
): () => void {
  let press: Press | null = null
  const placeOn = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const forget = () => {
    if (press === null) return
    press = null
    for (const [kind, run] of whilePressed) window.removeEventListener(kind, run as EventListener)
    live.current?.own.preview(null)
    live.current?.own.hold(false)
  }
  const priceAt = (y: number) => live.current?.tickOf(y) ?? null
  const down = (event: PointerEvent) => {
    const chart = live.current
    const own = chart?.own
    const { dealing, isDrawing } = now()
    const isPlain = !hasControl(event) && !event.shiftKey && !event.altKey && !hasWindowsKey(event)
    const isLeft = event.button === 0 && event.isPrimary && event.pointerType !== 'touch'
    // A second pointer leaves open what was meant.
    if (press !== null) return forget()
    if (!chart || !own || !dealing || isDrawing || !isPlain || !isLeft) return
    const { x, y } = placeOn(event)
    const lines = own.at(x, y)
    const [first] = lines
    if (first === undefined) return
    // Without mouse events the library neither scrolls the chart nor moves its crosshair.
    event.preventDefault()
    element.focus()
    own.hold(true)
    const calm = dealing.clock.monotonic() - own.movedAt
    for (const [kind, run] of whilePressed) window.addEventListener(kind, run as EventListener)
    press = { pointer: event.pointerId, chart, lines, lineY: own.yOf(first), y, calm, isDrag: false }
  }
  const move = (event: PointerEvent) => {
    if (press === null) return
    // Browsers report a second button as a move. Without a button the release happened elsewhere.
    const isOver = event.button !== -1 || event.buttons === 0
    if (isOver || event.pointerId !== press.pointer) return forget()
    const { y } = placeOn(event)
    press.isDrag ||= Math.abs(y - press.y) >= DRAG
    const [line] = press.lines
    const price = press.isDrag && press.lines.length === 1 ? priceAt(y) : null
    if (!line?.order) return
    const { leg, ...order } = line.order
    live.current?.own.preview(
      price === null ? null : orderLine(now().instrument, { ...order, isGhost: true }, price, { leg }),
    )
  }
  const up = (event: PointerEvent) => {
    const [from, own] = [press, live.current?.own]
    if (from === null || !own || event.pointerId !== from.pointer || event.button !== 0) return forget()
    const { y } = placeOn(event)
    const [first] = from.lines
    const lineY = first === undefined ? null : own.yOf(first)
    const drag = {
      pressed: from.lines,
      calm: from.calm,
      isDrag: from.isDrag,
      hasScaleMoved:
        live.current !== from.chart ||
        lineY === null ||
        from.lineY === null ||
        Math.abs(lineY - from.lineY) > 1,
      price: priceAt(y),
    }
    forget()
    const answer = answerDrag(drag, situationOf(now()))
    if (answer) act(answer, now())
  }
  const key = (event: KeyboardEvent) => {
    if (event.target !== element || event.getModifierState('AltGraph') || hasWindowsKey(event)) return
    if (press !== null && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return forget()
    }
    const { code, shiftKey: shift, altKey: alt, repeat, isComposing: composing } = event
    const pressed = { code, shift, ctrl: hasControl(event), alt, repeat, composing }
    const answer = answerLineKey(pressed, situationOf(now()))
    if (answer === null) return
    event.preventDefault()
    event.stopPropagation()
    // The line under the pointer shows another price than the sentence that waits.
    if (press === null) return act(answer, now())
    if (answer.kind === 'send')
      now().dealing?.onRefused('Nothing was sent: release the mouse, read the sentence, then press Enter.')
  }
  const whilePressed = [
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', forget],
    ['blur', forget],
  ] as const
  element.addEventListener('pointerdown', down, { capture: true })
  element.addEventListener('keydown', key)
  return () => {
    forget()
    element.removeEventListener('pointerdown', down, { capture: true })
    element.removeEventListener('keydown', key)
  }
}
