/** The bar above time and sales: the instrument, the sizes, and what is joined. Saves nothing by itself. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { ReactNode, RefObject } from 'react'
import { decimal } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { exact } from '../../format/numbers.ts'
import type { SalesSizes } from '../../state/stores/salesChoices.ts'
import { FilterChoice } from '../tables/FilterFields.tsx'
import { boundChoices, boundOf, boundValue } from './salesWords.ts'
import { SizeThreshold } from './SizeThreshold.tsx'
import { capOf } from '../../keys/caps.ts'

interface SalesBarProps {
  /** A size belongs to an instrument: another one has other fields. */
  readonly symbol: string | null
  readonly instruments: readonly Instrument[]
  /** Empty: the instrument of the panel. */
  readonly pinned: string
  readonly linked: string | null
  /** Null: the panel has an instrument of its own. */
  readonly link: string | null
  /** Of the sizes, such as BTC. */
  readonly unit: string
  readonly sizes: SalesSizes
  readonly bound: number | null
  readonly minimumField: RefObject<HTMLInputElement | null>
  readonly bigField: RefObject<HTMLInputElement | null>
  readonly onPin: (symbol: string) => void
  readonly onSizes: (sizes: Partial<SalesSizes>) => void
  readonly onBound: (bound: number | null) => void
  /** Back to the rows. */
  readonly onLeave: () => void
  readonly children: ReactNode
}

export function SalesBar(props: SalesBarProps) {
  const { symbol, instruments, pinned, linked, link, unit, sizes, bound, minimumField, bigField } = props
  const { onPin, onSizes, onBound, onLeave, children } = props
  return (
    <div className="panel-bar">
      <FilterChoice
        label="Instrument"
        value={pinned}
        options={[
          [
            '',
            `${link === null ? 'This panel' : `Link ${link}`}: ${linked ?? `none chosen (${capOf('F3')})`}`,
          ],
          ...instruments.map((listed) => [listed.symbol, shownCode(listed.symbol)] as const),
        ]}
        onChoose={onPin}
      />
      <SizeThreshold
        key={`minimum ${symbol}`}
        label={
          <>
            From <span className="key-cap">{capOf('M', 'sales')}</span>
          </>
        }
        unit={unit}
        field={minimumField}
        value={sizes.minimum}
        onChange={(size) => onSizes({ minimum: size })}
        onLeave={onLeave}
      />
      <SizeThreshold
        key={`big ${symbol}`}
        label={
          <>
            Big from <span className="key-cap">{capOf('B', 'sales')}</span>
          </>
        }
        unit={unit}
        field={bigField}
        value={sizes.big}
        onChange={(size) => onSizes({ big: size })}
        onLeave={onLeave}
      />
      <FilterChoice
        label="Join"
        value={boundValue(bound)}
        options={boundChoices(bound)}
        onChoose={(value) => onBound(boundOf(value))}
      />
      <span className="key-cap">{capOf('J', 'sales')}</span>
      {sizes.minimum !== null && <span className="filtered">▼ from {exact(decimal(sizes.minimum))}</span>}
      <span className="spring" />
      {children}
    </div>
  )
}
