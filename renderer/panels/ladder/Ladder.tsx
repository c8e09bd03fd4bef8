/** A ladder on screen: head, canvas of the paint worker with an accessible grid, notes and foot. Never renders on a tick. */

import './ladder.css'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
} from 'react'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import { grouped, placesOf } from '../../format/numbers.ts'
import type { Painter } from '../../paint/painter.ts'
import { LadderBelow } from './compact/LadderBelow.tsx'
import { LadderHead } from './LadderHead.tsx'
import type { LadderProps } from './ladderProps.ts'
import { createBriefLadderMessage } from './briefLadderMessage.ts'
import { useLadderCanvas } from './canvas/useLadderCanvas.ts'
import { LadderNotes } from './notes/LadderNotes.tsx'
import { useLadderNotes } from './notes/useLadderNotes.ts'
import { LadderColumns } from './columns/LadderColumns.tsx'
import { LadderMenus } from './mouse/LadderMenus.tsx'
import { useLadderInput } from './useLadderInput.ts'

interface HostProps extends LadderProps {
  readonly painter: Painter
}

/** A depth ladder of one instrument for one customer (docs/keyboard.md#ladder). */
export function Ladder(props: HostProps): ReactElement {
  // The key gives each instrument a new ladder, so that nothing of the old one stays on screen.
  return <InstrumentLadder key={props.instrument.symbol} {...props} />
}

function InstrumentLadder(props: HostProps): ReactElement {
  const { painter, clock, instrument, grouping, orders } = props
  const { symbol } = instrument
  const gridId = useId()
  const book = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const onRows = useRef((_isTurn: boolean) => {})
  const age = useRef<HTMLSpanElement>(null)
  const spread = useRef<HTMLSpanElement>(null)
  const [speech] = useState(() => createBriefLadderMessage(clock))
  const [editing, setEditing] = useState<number | null>(null)
  const lastProps = useRef<LadderProps>(props)
  useLayoutEffect(() => {
    lastProps.current = props
  })
  const latest = useCallback(() => lastProps.current, [])
  const live = useLadderCanvas({
    painter,
    clock,
    symbol,
    gridId,
    book,
    rows,
    age,
    spread,
    speech,
    onRows,
    latest,
  })
  const { ghost, marks, recentres, shape } = props
  useEffect(() => live.current?.setOrders(orders, ghost), [live, orders, ghost])
  const recentred = useRef(recentres)
  useEffect(() => {
    if (recentred.current === recentres) return
    recentred.current = recentres
    live.current?.recentre()
  }, [live, recentres])
  useEffect(() => live.current?.setMarks(marks), [live, marks])
  useEffect(() => live.current?.setShape(shape), [live, shape])
  useEffect(() => live.current?.follow(grouping), [live, grouping])
  const proposing = props.proposal !== null
  useEffect(() => live.current?.setHeld({ proposing }), [live, proposing])
  const { attach, say } = speech
  const write = (price: DecimalText) => grouped(decimal(price), placesOf(instrument.tickSize, 8))
  const situation = () => live.current && { ...live.current.sight, props: latest() }
  const { proposalNote, hoverNote, hover, rowsDrawn } = useLadderNotes({
    live,
    book,
    situation,
    write,
    props,
  })
  useEffect(() => {
    onRows.current = rowsDrawn
  }, [rowsDrawn])
  const { aimedBelow, pressPlain, handlers, menu, columns, choose } = useLadderInput({
    clock,
    live,
    book,
    latest,
    situation,
    hover,
    customerCode: props.customer?.code ?? null,
    say,
    onEditSize: setEditing,
  })

  // A click on a button keeps the focus on the ladder.
  const keepKeyboard = (event: MouseEvent) => {
    event.preventDefault()
    book.current?.focus()
  }
  return (
    <section
      className={shape.isCompact ? 'ladder compact' : 'ladder'}
      aria-label={`Depth ladder ${shownCode(symbol)}`}
    >
      <LadderHead
        {...props}
        onExpress={() => props.onToggleExpress()}
        onGrouping={(ticks) => props.onGrouping(ticks)}
        onArmKey={() => pressPlain('F10')}
        onMouseDown={keepKeyboard}
        onMenu={(at) => columns.open(at)}
      />
      <div className="ladder-frame">
        <div
          ref={book}
          className="ladder-book"
          role="grid"
          tabIndex={0}
          aria-label={`Ladder ${shownCode(symbol)}`}
          aria-readonly="true"
          {...handlers}
        >
          <div ref={rows} className="hidden-visually" role="rowgroup" />
        </div>
        <LadderMenus {...{ props, menu, choose, write }} home={book} />
        <LadderColumns {...{ props, live }} menu={columns} home={book} />
        <LadderNotes
          isAbove={aimedBelow}
          onMessage={attach}
          hover={hoverNote}
          waiting={proposalNote}
          proposal={props.proposal}
        />
      </div>
      <LadderBelow
        {...{ ...props, age, spread, editing }}
        onEdit={setEditing}
        onRefused={say}
        onSizeOfPosition={() => pressPlain('KeyP')}
        onMouseDown={keepKeyboard}
        onDone={() => book.current?.focus()}
      />
    </section>
  )
}
