/** Hosts a ladder's canvas, grid, head and foot, and hands keys and clicks on. Never renders on a tick. */

import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { theme } from '../style/theme.ts'
import './ladder.css'
import { LadderFoot } from './LadderFoot.tsx'
import { LadderGrid } from './ladderGrid.ts'
import { LadderHead } from './LadderHead.tsx'
import {
  answerClick,
  answerKey,
  regroup,
  type KeyPress,
  type LadderAnswer,
  type LadderSituation,
} from './ladderInput.ts'
import type { LadderProps } from './ladderProps.ts'
import { forgetWidths } from './ladderRenderer.ts'
import { cellAt, type PointedCell } from './ladderView.ts'
import { LiveLadder } from './liveLadder.ts'

/** Ms between updates of age, grid and book state. */
const SLOW = 250
/** Wheel movement (px) that scrolls one row: a notch of a mouse is three. */
const WHEEL_PER_ROW = 33
/** Wheel movement (px) that makes rows one step coarser or finer: one notch. */
const WHEEL_PER_STEP = 90
/** Ms that a sentence to the dealer stays. */
const SAID_FOR = 4_000

/** A depth ladder of one instrument for one customer (reference/ux.md §1, §2, §15, §16). */
export function Ladder(props: LadderProps): ReactElement {
  // Another instrument or link is another ladder: nothing of the old one may stay on screen.
  return <LadderOfOne key={props.instrument.symbol} {...props} />
}

function LadderOfOne(props: LadderProps): ReactElement {
  const { client, clock, instrument, grouping, orders } = props
  const { symbol } = instrument
  const gridId = useId()
  const book = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const says = useRef<HTMLDivElement>(null)
  const age = useRef<HTMLSpanElement>(null)
  const live = useRef<LiveLadder | null>(null)
  const pressed = useRef<PointedCell | null>(null)
  const [editing, setEditing] = useState<number | null>(null)
  const saidAt = useRef(Number.NEGATIVE_INFINITY)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const [at, paper, body, context] = [
      book.current,
      canvas.current,
      rows.current,
      // Every pixel is drawn: the screen need not blend the ladder with what lies under it, half of the cost of showing it.
      canvas.current?.getContext('2d', { alpha: false }),
    ]
    if (!at || !paper || !body || !context) return undefined
    const ladder = new LiveLadder({
      client,
      clock,
      symbol,
      theme: theme(),
      context,
      scheduler,
      onError: reportError,
    })
    live.current = ladder
    ladder.setOrders(latest.current.orders)
    ladder.follow(latest.current.grouping)
    const grid = new LadderGrid(at, body, gridId)
    const fit = () => {
      const ratio = window.devicePixelRatio
      const { clientWidth: width, clientHeight: height } = at
      paper.width = Math.round(width * ratio)
      paper.height = Math.round(height * ratio)
      paper.style.width = `${width}px`
      paper.style.height = `${height}px`
      ladder.resize(width, height, ratio)
    }
    const sizes = new ResizeObserver(fit)
    sizes.observe(at)
    void document.fonts.ready.then(() => {
      forgetWidths()
      return ladder.invalidate()
    })
    let told = ''
    const slow = clock.every(SLOW, () => {
      const { state, age: ms, stale } = ladder.condition
      ladder.invalidate()
      if (ladder.scene) grid.update(ladder.scene)
      if (age.current) writeAge(age.current, ms, stale || state !== 'live')
      if (clock.monotonic() - saidAt.current > SAID_FOR) says.current?.replaceChildren()
      if (told === `${state} ${stale}`) return
      told = `${state} ${stale}`
      latest.current.onBookState(state, stale)
    })
    let turned = 0
    let zoomed = 0
    // Wheel must be heard actively: the page may not scroll under the ladder.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_PER_ROW)
      // Ctrl and the wheel, or a pinch, zooms: away is finer.
      if (event.ctrlKey) {
        zoomed += px
        if (Math.abs(zoomed) < WHEEL_PER_STEP) return
        const answer = regroup(latest.current.grouping, zoomed > 0 ? 1 : -1)
        zoomed = 0
        if (answer.kind === 'grouping') latest.current.onGrouping(answer.ticksPerRow)
        return
      }
      turned -= px
      const by = Math.trunc(turned / WHEEL_PER_ROW)
      turned -= by * WHEEL_PER_ROW
      if (by !== 0) ladder.use({ kind: 'scroll', by })
    }
    at.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      at.removeEventListener('wheel', onWheel)
      slow()
      sizes.disconnect()
      ladder.close()
      live.current = null
      body.replaceChildren()
    }
  }, [client, clock, symbol, gridId])

  useEffect(() => live.current?.setOrders(orders), [orders])
  useEffect(() => live.current?.follow(grouping), [grouping])
  const proposing = props.proposal !== null
  useEffect(() => live.current?.setHeld({ proposing }), [proposing])

  const situation = (): LadderSituation | null =>
    live.current && { ...live.current.sight, props: latest.current }

  const say = (sentence: string) => {
    saidAt.current = clock.monotonic()
    if (says.current) says.current.textContent = sentence
  }

  const act = (answer: LadderAnswer) => {
    const now = latest.current
    switch (answer.kind) {
      case 'view':
        return live.current?.use(answer.event)
      case 'request':
        return now.onRequest(answer.request)
      case 'sizes':
        return now.onSizes(answer.sizes, answer.index)
      case 'editSize':
        return setEditing(now.sizeIndex)
      case 'grouping':
        return now.onGrouping(answer.ticksPerRow)
      case 'arm':
        return now.onArm(answer.armed)
      case 'send':
        return now.onSend()
      case 'drop':
        return now.onDrop()
      case 'refused':
        return say(answer.why)
      case 'nothing':
        return undefined
    }
  }

  const press = (key: KeyPress): boolean => {
    const now = situation()
    const answer = now && answerKey(key, now)
    if (answer) act(answer)
    return answer !== null
  }
  const pressPlain = (code: string) => press({ ...PLAIN, code })

  // A click on a button leaves the keyboard where the dealer's hands expect it.
  const keepKeyboard = (event: React.MouseEvent) => {
    event.preventDefault()
    book.current?.focus()
  }

  const pointed = (event: React.MouseEvent): PointedCell | null => {
    const scene = live.current?.scene
    const box = canvas.current?.getBoundingClientRect()
    return scene && box ? cellAt(scene, event.clientX - box.left, event.clientY - box.top) : null
  }

  return (
    <section className="ladder" aria-label={`Depth ladder ${symbol}`}>
      <LadderHead
        {...{ instrument, grouping, customer: props.customer, armed: props.armed }}
        onGrouping={(ticks) => props.onGrouping(ticks)}
        onArmKey={() => pressPlain('F10')}
        onMouseDown={keepKeyboard}
      />
      <div className="ladder-frame">
        <div
          ref={book}
          className="ladder-book"
          role="grid"
          tabIndex={0}
          aria-label={`Ladder ${symbol}`}
          aria-readonly="true"
          onKeyDown={(event) => {
            if (!press(keyPress(event))) return
            event.preventDefault()
            event.stopPropagation()
          }}
          onBlur={() => live.current?.apply({ kind: 'leave' })}
          onPointerEnter={() => live.current?.setHeld({ pointerOver: true })}
          onPointerLeave={() => {
            live.current?.setHeld({ pointerOver: false })
            pressed.current = null
          }}
          onMouseDown={(event) => {
            // The page's own scrolling mode of the middle button would take the recentre.
            if (event.button === 1) event.preventDefault()
            pressed.current = event.button === 0 ? pointed(event) : null
          }}
          onMouseUp={(event) => {
            if (event.button === 1) pressPlain('Space')
            const now = situation()
            if (event.button !== 0 || !now) return
            const answer = answerClick(pressed.current, pointed(event), now, clock.monotonic())
            pressed.current = null
            if (answer) act(answer)
          }}
        >
          <canvas ref={canvas} aria-hidden="true" />
          <div ref={rows} className="hidden-visually" role="rowgroup" />
        </div>
        <div className="ladder-notes">
          <div ref={says} className="ladder-says" role="status" />
          {props.proposal !== null && (
            <div className="ladder-proposal" role="status">
              <b>{props.proposal}</b>
              <span>Enter sends · Esc drops</span>
            </div>
          )}
        </div>
      </div>
      <LadderFoot
        {...props}
        age={age}
        onMouseDown={keepKeyboard}
        onSize={(index) => props.onSizes(props.sizes, index)}
        editing={editing}
        onEdit={setEditing}
        onEdited={(size) => {
          if (size !== null && editing !== null) props.onSizes(props.sizes.with(editing, size), editing)
          setEditing(null)
          book.current?.focus()
        }}
        onRefused={say}
        onSizeOfPosition={() => pressPlain('KeyP')}
      />
    </section>
  )
}

const PLAIN = { shift: false, ctrl: false, alt: false, repeat: false, composing: false }

const keyPress = (event: React.KeyboardEvent): KeyPress => ({
  code: event.code,
  shift: event.shiftKey,
  ctrl: event.ctrlKey || event.metaKey,
  alt: event.altKey,
  repeat: event.repeat,
  composing: event.nativeEvent.isComposing,
})

const scheduler = {
  request: (run: (timeMs: number) => void) => requestAnimationFrame(run),
  cancel: (id: number) => cancelAnimationFrame(id),
}

function writeAge(at: HTMLElement, age: number | null, old: boolean): void {
  at.textContent =
    age === null ? '—' : age < 10_000 ? `${(age / 1000).toFixed(1)} s` : `${Math.floor(age / 1000)} s`
  at.classList.toggle('old', old)
}
