/** The line above a ladder: what, for whom, armed or not. Draws props; asks through callbacks. */

import type { MouseEvent, ReactElement } from 'react'
import type { LadderProps } from './ladderProps.ts'

interface Props extends Pick<LadderProps, 'instrument' | 'grouping' | 'customer' | 'armed'> {
  readonly onCoarser: () => void
  readonly onArmKey: () => void
  /** Keeps the keyboard on the ladder. */
  readonly onMouseDown: (event: MouseEvent) => void
}

export function LadderHead(props: Props): ReactElement {
  const { instrument, grouping, customer, armed, onMouseDown } = props
  return (
    <header className="ladder-head">
      <strong>{instrument.symbol}</strong>
      <button
        type="button"
        tabIndex={-1}
        className="ladder-ticks"
        title="Ticks per row: numpad + and −"
        onMouseDown={onMouseDown}
        onClick={props.onCoarser}
      >
        × {grouping}
        <span className="ladder-unit"> {grouping === 1 ? 'tick' : 'ticks'}</span>
      </button>
      {customer === null ? (
        <span className="ladder-customer">no customer</span>
      ) : (
        <span className="ladder-customer" title={`Work and position of ${customer.name} only`}>
          <b>▼</b> {customer.code}
        </span>
      )}
      <button
        type="button"
        tabIndex={-1}
        className="ladder-arm"
        aria-pressed={armed}
        onMouseDown={onMouseDown}
        onClick={props.onArmKey}
      >
        {armed ? 'ARMED' : 'F10 arm'}
      </button>
    </header>
  )
}
