/** The sheets of a chart: its indicators, its drawings and the instruments that it may be compared with. The code of each is loaded with its first use. */

import { Suspense, type RefObject } from 'react'
import { late } from '../../../ui/late.tsx'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Interval } from '../../../../shared/domain/candles/candle.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { drawingsOn, type ChartChoices, type Drawing } from '../../../state/stores/chartChoices.ts'
import type { LiveChart } from '../canvas/liveChart.ts'

const IndicatorSheet = late(async () => (await import('./IndicatorSheet.tsx')).default)
const DrawingSheet = late(async () => (await import('./DrawingSheet.tsx')).default)
const CompareSheet = late(async () => (await import('../compare/CompareSheet.tsx')).default)

/** What the dealer chooses now; null: nothing. */
export type OpenChoice = 'indicators' | 'drawings' | 'interval' | 'compare' | null

interface ChartSheetsProps {
  readonly open: OpenChoice
  readonly live: RefObject<LiveChart | null>
  readonly symbol: Symbol
  readonly interval: Interval
  readonly choices: ChartChoices
  readonly instruments: readonly Instrument[]
  readonly onDrawings: (drawings: readonly Drawing[]) => void
  readonly onChoices: (change: Partial<ChartChoices>) => void
  readonly onClose: () => void
}

export function ChartSheets({ open, live, symbol, interval, choices, ...props }: ChartSheetsProps) {
  const newest = () => live.current?.newest ?? null
  if (open === 'drawings')
    return (
      <Suspense>
        <DrawingSheet
          key={symbol}
          symbol={symbol}
          drawings={drawingsOn(choices, symbol)}
          newest={newest}
          onChange={(drawings) => props.onDrawings(drawings)}
          onClose={props.onClose}
        />
      </Suspense>
    )
  if (open === 'compare')
    return (
      <Suspense>
        <CompareSheet
          symbol={symbol}
          instruments={props.instruments}
          onPick={(compare) => props.onChoices({ compare })}
          onClose={props.onClose}
        />
      </Suspense>
    )
  if (open !== 'indicators') return null
  return (
    <Suspense>
      <IndicatorSheet
        chart={`${shownCode(symbol)} ${interval}`}
        indicators={choices.indicators}
        newest={newest}
        onChange={(indicators) => props.onChoices({ indicators: [...indicators] })}
        onClose={props.onClose}
      />
    </Suspense>
  )
}
