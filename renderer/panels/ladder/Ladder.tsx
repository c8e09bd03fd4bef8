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
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import { grouped, placesOf } from '../../format/numbers.ts'
import type { Painter } from '../../paint/painter.ts'
import { CompactFoot } from './compact/CompactFoot.tsx'
import { LadderFoot } from './LadderFoot.tsx'
import { LadderHead } from './LadderHead.tsx'
import type { LadderProps } from './ladderProps.ts'
import { createBriefLadderMessage } from './briefLadderMessage.ts'
import { useLadderCanvas } from './canvas/useLadderCanvas.ts'
import { RowMenu } from './mouse/RowMenu.tsx'
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
  const age = useRef<HTMLSpanElement>(null)
  const spread = useRef<HTMLSpanElement>(null)
  const [speech] = useState(() => createBriefLadderMessage(clock))
  const [editing, setEditing] = useState<number | null>(null)
  const lastProps = useRef<LadderProps>(props)
  useLayoutEffect(() => {
    lastProps.current = props
  })
  const latest = useCallback(() => lastProps.current, [])
  const live = useLadderCanvas({ painter, clock, symbol, gridId, book, rows, age, spread, speech, latest })
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
  const { aimedBelow, pressPlain, handlers, menu, choose } = useLadderInput({
    clock,
    live,
    book,
    latest,
    customerCode: props.customer?.code ?? null,
    say,
    onEditSize: setEditing,
  })

  const write = (price: DecimalText) => grouped(decimal(price), placesOf(instrument.tickSize, 8))
  const items = menu.items(props, write)

  const takePosition = () => void pressPlain('KeyP')
  // A click on a button keeps the focus on the ladder.
  const keepKeyboard = (event: MouseEvent) => {
    event.preventDefault()
    book.current?.focus()
  }
  return (
    <section className={shape.isCompact ? 'ladder compact' : 'ladder'} aria-label={`Depth ladder ${symbol}`}>
      <LadderHead
        {...props}
        onExpress={() => props.onToggleExpress()}
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
          {...handlers}
        >
          <div ref={rows} className="hidden-visually" role="rowgroup" />
        </div>
        {menu.menu !== null && items !== null && (
          <RowMenu
            title={`${symbol} at ${write(menu.menu.price)}${menu.menu.customerCode === null ? '' : `, ${menu.menu.customerCode}`}`}
            items={items}
            at={menu.menu.place}
            home={book}
            enters={props.enters}
            onChoose={({ id, label }) =>
              choose(menu.items(props, write)?.find((item) => item.id === id && item.label === label))
            }
            onClose={menu.close}
          />
        )}
        <div className={aimedBelow ? 'ladder-notes above' : 'ladder-notes'}>
          <div ref={attach} className="ladder-says" role="status" />
          {props.proposal !== null && (
            <div className="ladder-proposal" role="status">
              <b>{props.proposal}</b>
              <span>Enter sends · Esc drops</span>
            </div>
          )}
        </div>
      </div>
      {shape.isCompact && !props.armed && editing === null ? (
        <CompactFoot
          {...{ ...props, age, spread, onMouseDown: keepKeyboard }}
          onSizeOfPosition={takePosition}
        />
      ) : (
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
          onSizeOfPosition={takePosition}
        />
      )}
    </section>
  )
}
