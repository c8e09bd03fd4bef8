/** How many orders work, are unknown and are finished, with the key that shows or hides the finished ones. */

import { counted } from '../../format/numbers.ts'
import { capOf } from '../../keys/caps.ts'

interface OrderCountsProps {
  readonly working: number
  readonly unknown: number
  readonly finished: number
  /** Not all lists of open orders were read. */
  readonly isPartial: boolean
  /** Finished orders that only the journal still has. */
  readonly letGo: number
  readonly showsFinished: boolean
  readonly onToggle: () => void
}

export const OrderCounts = (props: OrderCountsProps) => {
  const { working, unknown, finished, isPartial, letGo, showsFinished, onToggle } = props
  return (
    <>
      <span role="status" aria-label="Orders by state">
        {isPartial && 'at least '}
        <span className="strong">{counted(working)}</span> working
        {unknown > 0 && <span className="problem strong"> · {counted(unknown)} unknown</span>}
        <span className="muted">
          {' · '}
          {letGo > 0 && 'at least '}
          {counted(finished)} finished{finished > 0 && !showsFinished && ', hidden'}
        </span>
      </span>
      <button type="button" className="button-quiet" aria-pressed={showsFinished} onClick={onToggle}>
        {showsFinished ? 'Hide finished' : 'Show finished'}{' '}
        <span className="key-cap">{capOf('D', 'orders')}</span>
      </button>
    </>
  )
}
