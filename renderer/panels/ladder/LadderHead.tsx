/** The line above a ladder: instrument, customer, armed or not. Draws props; reports through callbacks. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { MouseEvent, ReactElement } from 'react'
import { regroup } from './ladderInput.ts'
import type { LadderProps } from './ladderProps.ts'
import { capOf } from '../../keys/caps.ts'

interface Props extends Pick<
  LadderProps,
  'instrument' | 'grouping' | 'customer' | 'armed' | 'express' | 'shape' | 'day'
> {
  readonly onGrouping: (ticksPerRow: number) => void
  readonly onArmKey: () => void
  readonly onExpress: () => void
  /** A right click asks for the menu of the columns. */
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => void
  /** Keeps the focus on the ladder. */
  readonly onMouseDown: (event: MouseEvent) => void
}

export function LadderHead(props: Props): ReactElement {
  const { instrument, grouping, customer, armed, express, shape, day, onMouseDown } = props
  // The line below a compact ladder names the customer while nothing can be dealt.
  const isQuiet = shape.isCompact && !armed
  const step = (by: 1 | -1, sign: string, words: string) => {
    const next = regroup(grouping, by)
    return (
      <button
        type="button"
        tabIndex={-1}
        aria-label={words}
        disabled={next.kind !== 'grouping'}
        onMouseDown={onMouseDown}
        onClick={() => {
          if (next.kind === 'grouping') props.onGrouping(next.ticksPerRow)
        }}
      >
        {sign}
      </button>
    )
  }
  return (
    // The right button of the mouse only: Menu on the rows opens the same menu.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <header
      className="ladder-head"
      onContextMenu={(event) => {
        event.preventDefault()
        props.onMenu({ x: event.clientX, y: event.clientY })
      }}
    >
      <strong>{shownCode(instrument.symbol)}</strong>
      <span className="ladder-grouping" title="Ticks per row: numpad + and −, or Ctrl and the wheel">
        {step(-1, '−', 'Finer rows')}
        <span>
          × {grouping}
          <span className="ladder-unit"> {grouping === 1 ? 'tick' : 'ticks'}</span>
        </span>
        {step(1, '+', 'Coarser rows')}
      </span>
      {isQuiet && <span className="ladder-day">{day.change}</span>}
      {customer === null ? (
        !shape.isCompact && <span className="ladder-customer roomy">no customer</span>
      ) : isQuiet ? null : (
        <span className="ladder-customer" title={`Work and position of ${customer.name} only`}>
          <b>▼</b> {shownCode(customer.code)}
          {customer.closed !== null && (
            <span className="ladder-closed" title={customer.closed} aria-label={customer.closed} role="img">
              {' '}
              ✕<span className="roomy"> not open</span>
            </span>
          )}
        </span>
      )}
      {armed && !express && (
        <button
          type="button"
          tabIndex={-1}
          className="ladder-express"
          aria-label={`Express (${capOf('Ctrl Shift E')})`}
          title={`Express (${capOf('Ctrl Shift E')}): limit orders within its limits leave without Enter`}
          onMouseDown={onMouseDown}
          onClick={props.onExpress}
        >
          E
        </button>
      )}
      {(!shape.isCompact || customer !== null) && (
        <button
          type="button"
          tabIndex={-1}
          className={express ? 'ladder-arm ladder-express' : 'ladder-arm'}
          title={
            express
              ? `Limit orders leave without Enter. ${capOf('Ctrl Shift E')} ends express, a click disarms.`
              : undefined
          }
          aria-label={express ? 'EXPRESS, ARMED' : armed ? 'ARMED' : `${capOf('F10')} arm`}
          aria-pressed={armed}
          onMouseDown={onMouseDown}
          onClick={props.onArmKey}
        >
          {armed ? (
            express ? (
              'EXPRESS'
            ) : (
              'ARMED'
            )
          ) : (
            <>
              {capOf('F10')}
              <span className="roomy"> arm</span>
            </>
          )}
        </button>
      )}
    </header>
  )
}
