/** The line below a compact ladder: position and PnL, else the spread and the turnover of the day; and the age of the book. Draws props; its owner writes spread and age without React. */

import type { MouseEvent, ReactElement, Ref } from 'react'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import { PositionFacts } from '../LadderFoot.tsx'
import type { LadderProps } from '../ladderProps.ts'

interface Props extends Pick<LadderProps, 'position' | 'unrealised' | 'customer' | 'instrument' | 'day'> {
  readonly age: Ref<HTMLSpanElement>
  /** The element for the spread. */
  readonly spread: Ref<HTMLSpanElement>
  readonly onSizeOfPosition: () => void
  /** Keeps the focus on the ladder. */
  readonly onMouseDown: (event: MouseEvent) => void
}

export function CompactFoot({ age, spread, day, ...facts }: Props): ReactElement {
  const { customer } = facts
  return (
    <footer className="ladder-foot compact">
      {/* Whole or absent: what does not fit goes to a line that is not shown. */}
      <span className="ladder-facts">
        {customer !== null && (
          <span className="ladder-customer" title={`Work and position of ${customer.name} only`}>
            <b>▼</b> {shownCode(customer.code)}
          </span>
        )}
        <PositionFacts {...facts} />
        <span className="ladder-market">
          spread <span ref={spread} />
        </span>
        <span className="ladder-market">vol {day.turnover}</span>
      </span>
      <span ref={age} className="ladder-age" title="Age of the book" />
    </footer>
  )
}
