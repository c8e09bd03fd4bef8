/** Hosts the canvas that the paint worker draws, grid, head and foot, and hands keys and clicks on. Never renders on a tick. */

import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import type { Painter } from '../../paint/painter.ts'
import './ladder.css'
import { LadderFoot } from './LadderFoot.tsx'
import { LadderGrid } from './ladderGrid.ts'
import { LadderHead } from './LadderHead.tsx'
import {
  answerClick,
  answerKey,
  regroup,
  whyNotBook,
  type KeyPress,
  type LadderAnswer,
  type LadderSituation,
} from './ladderInput.ts'
import { STALE_AFTER, type LadderState } from '../../paint/ladder/ladderModel.ts'
import type { LadderProps } from './ladderProps.ts'
import { cellAt, type LadderScene, type PointedCell } from '../../paint/ladder/ladderView.ts'
import { PaintedLadder } from './paintedLadder.ts'

/** Ms between updates of age, grid and book state. */
const SLOW = 250
/** Of so many turns a ladder without the focus writes its grid in one: laying nine grids out at once costs the page a frame. */
const GRID_TURNS = 4
/** Wheel movement (px) that scrolls one row: a notch of a mouse is three. */
const WHEEL_PER_ROW = 33
/** Wheel movement (px) that makes rows one step coarser or finer: one notch. */
const WHEEL_PER_STEP = 90
/** Ms that a sentence to the dealer stays. */
const SAID_FOR = 4_000

interface HostProps extends LadderProps {
  readonly painter: Painter
}

/** A depth ladder of one instrument for one customer (docs/keyboard.md#ladder). */
export function Ladder(props: HostProps): ReactElement {
  // Another instrument or link is another ladder: nothing of the old one may stay on screen.
  return <LadderOfOne key={props.instrument.symbol} {...props} />
}

function LadderOfOne(props: HostProps): ReactElement {
  const { painter, clock, instrument, grouping, orders } = props
  const { symbol } = instrument
  const gridId = useId()
  const book = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const says = useRef<HTMLDivElement>(null)
  const age = useRef<HTMLSpanElement>(null)
  const live = useRef<PaintedLadder | null>(null)
  const pressed = useRef<Promise<PointedCell | null> | null>(null)
  /** Where the row is that the last key or click aimed at: notes stand in the other half. */
  const [aimedBelow, setAimedBelow] = useState(false)
  const [editing, setEditing] = useState<number | null>(null)
  const saidAt = useRef(Number.NEGATIVE_INFINITY)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const [at, body] = [book.current, rows.current]
    if (!at || !body) return undefined
    // A canvas can be given to the worker only once: each ladder has one of its own.
    const canvas = document.createElement('canvas')
    canvas.setAttribute('aria-hidden', 'true')
    at.prepend(canvas)
    const grid = new LadderGrid(at, body, gridId)
    let looking = false
    const writeGrid = async () => {
      looking = true
      const scene = await ladder.look()
      looking = false
      if (scene) grid.update(scene)
    }
    const ladder = new PaintedLadder({
      painter,
      clock,
      symbol,
      canvas,
      // The first book is written as soon as it is drawn, what changes in it later by turns. An answer to a look is a sighting too.
      onSighted() {
        if (grid.empty && !looking) void writeGrid()
      },
    })
    live.current = ladder
    latest.current.onBook(() => whyNotBook(ladder.condition))
    ladder.setOrders(latest.current.orders)
    ladder.follow(latest.current.grouping)
    const fit = () => {
      const ratio = window.devicePixelRatio
      const { clientWidth: width, clientHeight: height } = at
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
      ladder.resize(width, height, ratio)
    }
    const sizes = new ResizeObserver(fit)
    sizes.observe(at)
    let told = ''
    // Each ladder begins at another turn, so that they do not all write in the same frame.
    let turn = ladder.number
    const slow = clock.every(SLOW, () => {
      const { state, age: ms, stale } = ladder.condition
      if (at === document.activeElement || turn++ % GRID_TURNS === 0) void writeGrid()
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
      canvas.remove()
      live.current = null
      latest.current.onBook(null)
      body.replaceChildren()
    }
  }, [painter, clock, symbol, gridId])

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
      case 'toggleArmed':
        return now.onToggleArmed()
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
    if (answer?.kind === 'request') setAimedBelow(inLowerHalf(now?.state.cursor ?? null, now?.state))
    if (answer) act(answer)
    return answer !== null
  }
  const pressPlain = (code: string) => press({ ...PLAIN, code })

  // A click on a button leaves the keyboard where the dealer's hands expect it.
  const keepKeyboard = (event: React.MouseEvent) => {
    event.preventDefault()
    book.current?.focus()
  }

  const pointed = async (event: React.MouseEvent): Promise<PointedCell | null> => {
    const { clientX, clientY, currentTarget } = event
    const box = currentTarget.getBoundingClientRect()
    const scene: LadderScene | null = (await live.current?.look()) ?? null
    return scene && cellAt(scene, clientX - box.left, clientY - box.top)
  }

  /** A click means what was drawn where it was pressed and released. */
  const click = async (from: typeof pressed.current, to: Promise<PointedCell | null>) => {
    const { customer } = latest.current
    const [was, is] = [await from, await to]
    // Clicked for one customer, it is not done for another.
    if (latest.current.customer?.code !== customer?.code) return
    const now = situation()
    const answer = now && answerClick(was, is, now, clock.monotonic())
    if (answer?.kind === 'request') setAimedBelow(inLowerHalf(is?.record.row ?? null, now?.state))
    if (answer) act(answer)
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
            if (event.button !== 0) return
            void click(pressed.current, pointed(event))
            pressed.current = null
          }}
        >
          <div ref={rows} className="hidden-visually" role="rowgroup" />
        </div>
        <div className={aimedBelow ? 'ladder-notes above' : 'ladder-notes'}>
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

/** Whether a row lies in the lower half of the rows in view. */
const inLowerHalf = (row: number | null, state: LadderState | undefined): boolean =>
  row !== null && state !== undefined && state.top !== null && 2 * (state.top - row) >= state.rows

const PLAIN = { shift: false, ctrl: false, alt: false, repeat: false, composing: false }

const keyPress = (event: React.KeyboardEvent): KeyPress => ({
  code: event.code,
  shift: event.shiftKey,
  ctrl: event.ctrlKey || event.metaKey,
  alt: event.altKey,
  repeat: event.repeat,
  composing: event.nativeEvent.isComposing,
})

/** A quiet book is no fault where the connection speaks, but a dealer must see that it is. */
function writeAge(at: HTMLElement, age: number | null, old: boolean): void {
  const quiet = !old && age !== null && age > STALE_AFTER
  const text = age === null ? '—' : `${quiet ? 'quiet ' : ''}${secondsText(age)}`
  // Mostly `0.0 s`: the same text written again is laid out again.
  if (at.textContent !== text) at.textContent = text
  at.classList.toggle('old', old)
  at.classList.toggle('quiet', quiet)
}

const secondsText = (ms: number): string =>
  ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 1000)} s`
