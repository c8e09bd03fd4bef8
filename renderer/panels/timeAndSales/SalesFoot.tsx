/** The line below time and sales: the sums, why the list stands still, and why nothing comes. It is always there, so no row moves when its words change. */

import { counted, exact, signed, UNKNOWN } from '../../format/numbers.ts'
import type { SalesSums } from './salesRows.ts'
import { holdWords, type Hold } from './salesWords.ts'
import { capOf } from '../../keys/caps.ts'

interface SalesFootProps {
  /** Null: no print was read, and not that there is none. */
  readonly sums: SalesSums | null
  readonly unit: string
  readonly hold: Hold | null
  /** Prints that came since the list stands still. */
  readonly waiting: number
  readonly trouble: string | null
  readonly onGoOn: () => void
}

export const SalesFoot = ({ sums, unit, hold, waiting, trouble, onGoOn }: SalesFootProps) => (
  <div className="sales-foot">
    <span
      title={
        sums === null
          ? 'Waiting for the market trades.'
          : `Sizes of the ${sums.prints} prints held, in ${unit}, the small ones included`
      }
    >
      <span className="muted">{sums === null ? UNKNOWN : counted(sums.prints)} prints</span>{' '}
      <span className="gain">B</span>{' '}
      <span className="number">{sums === null ? UNKNOWN : exact(sums.bought)}</span>{' '}
      <span className="loss">S</span>{' '}
      <span className="number">{sums === null ? UNKNOWN : exact(sums.sold)}</span>{' '}
      <span className="muted">Δ</span>{' '}
      <span className="number">{sums === null ? UNKNOWN : signed(sums.delta, 3)}</span>
    </span>
    <span className="spring" />
    {trouble !== null && <output className="amber">{trouble}</output>}
    {hold === null ? (
      <span className="muted">
        <span className="key-cap">{capOf('Space', 'sales')}</span> pauses
      </span>
    ) : (
      <span>
        <output className="amber">{holdWords(hold)}</output>{' '}
        <span className="number">{counted(waiting)}</span> {waiting === 1 ? 'print waits.' : 'prints wait.'}{' '}
        <button type="button" className="button small" onClick={onGoOn}>
          Go on <span className="key-cap">{capOf('Space', 'sales')}</span>
        </button>
      </span>
    )}
  </div>
)
