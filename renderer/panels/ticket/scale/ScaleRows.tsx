/** The rows that a scale would be sent as. Sends nothing. */

import { decimal, multiply } from '../../../../shared/base/decimal.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import type { ScaleRow } from '../../../../shared/domain/orders/rows/scaleTag.ts'
import { exact, grouped } from '../../../format/numbers.ts'
import { priceText } from '../../../format/priceText.ts'
import { valueOfRows } from '../../../format/scale/scaleSentence.ts'
import { useRowsBelow } from './useRowsBelow.ts'

interface ScaleRowsProps {
  readonly rows: readonly ScaleRow[]
  readonly instrument: Instrument
}

export function ScaleRows({ rows, instrument }: ScaleRowsProps) {
  const { box, below } = useRowsBelow(rows.length)
  return (
    <div className="scale-rows" ref={box}>
      <table aria-label="Orders of the scale">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Price</th>
            <th scope="col">{instrument.underlying}</th>
            <th scope="col">USDC</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ limitPrice, amount }, at) => (
            <tr key={limitPrice}>
              <td>{at + 1}</td>
              <td>{priceText(limitPrice, instrument)}</td>
              <td>{exact(decimal(amount))}</td>
              <td>{grouped(multiply(decimal(amount), decimal(limitPrice)), 0)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              All {rows.length}
              {below > 0 && <span className="muted"> · {below} more below ↓</span>}
            </th>
            <td>{grouped(valueOfRows(rows), 0)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
