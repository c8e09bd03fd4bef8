/** What the canvas of a chart shows, in words for screen readers. */

import type { CandleGap } from '../../../../shared/domain/candles/candle.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import { fillWords, gapWords, type ChartedInstrument, type ChartLine } from '../chartModel.ts'

interface WordsProps {
  readonly lines: readonly ChartLine[]
  readonly fills: readonly Trade[]
  readonly fillsUnread: string | null
  readonly gaps: readonly CandleGap[]
  readonly instrument: ChartedInstrument
}

export const ChartWords = ({ lines, fills, fillsUnread, gaps, instrument }: WordsProps) => (
  <>
    <ul className="hidden-visually" aria-label="Lines">
      {lines.map(({ id, words }) => (
        <li key={id}>{words}</li>
      ))}
    </ul>
    <ul className="hidden-visually" aria-label="Own trades">
      {fillsUnread !== null && <li>{fillsUnread}</li>}
      {fills.map((fill) => (
        <li key={fill.code}>{fillWords(fill, instrument)}</li>
      ))}
    </ul>
    <ul className="hidden-visually" aria-label="Times not known">
      {gaps.map((gap) => (
        <li key={gap.from}>{gapWords(gap)}</li>
      ))}
    </ul>
  </>
)
