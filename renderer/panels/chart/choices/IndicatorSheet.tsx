/** The sheet of a chart's indicators. */

import { MOST_INDICATORS, type IndicatorChoice } from '../../../state/stores/chartChoices.ts'
import { INDICATOR_KINDS, indicatorOf, indicatorText, readIndicator } from '../indicators/indicators.ts'
import { WordSheet } from './WordSheet.tsx'

export interface IndicatorSheetProps {
  readonly chart: string
  readonly indicators: readonly IndicatorChoice[]
  /** Open time of the newest candle, ms, null before the first; a time without a date is of its day. */
  readonly newest: () => number | null
  readonly onChange: (indicators: readonly IndicatorChoice[]) => void
  readonly onClose: () => void
}

const nameOf = ({ kind }: IndicatorChoice): string =>
  INDICATOR_KINDS.find(({ word }) => word === kind)?.name ?? 'Unknown to this release, not drawn'

const EXAMPLES = INDICATOR_KINDS.map(({ word, name, numbers }) => ({
  text: word === 'avwap' ? 'avwap 09:30' : [word, ...numbers.map(({ usual }) => usual)].join(' '),
  name,
}))

const IndicatorSheet = ({ chart, indicators, newest, onChange, onClose }: IndicatorSheetProps) => (
  <WordSheet
    title={`Indicators of ${chart}`}
    one="Indicator"
    several="Indicators of the chart"
    chosen={indicators}
    most={MOST_INDICATORS}
    read={(text) => readIndicator(text, newest())}
    textOf={indicatorText}
    wordsOf={(choice) => ({ title: indicatorOf(choice)?.title ?? choice.kind, name: nameOf(choice) })}
    examples={EXAMPLES}
    onChange={onChange}
    onClose={onClose}
  />
)

export default IndicatorSheet
