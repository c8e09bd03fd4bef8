/** The sheet of the drawings on a chart's instrument. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { MOST_DRAWINGS, type Drawing } from '../../../state/stores/chartChoices.ts'
import { DRAWING_KINDS, drawingName, drawingText, readDrawing } from '../drawings/drawings.ts'
import { WordSheet } from './WordSheet.tsx'

export interface DrawingSheetProps {
  readonly symbol: string
  readonly drawings: readonly Drawing[]
  /** Open time of the newest candle, ms, null before the first; a time without a date is of its day. */
  readonly newest: () => number | null
  readonly onChange: (drawings: readonly Drawing[]) => void
  readonly onClose: () => void
}

const DrawingSheet = ({ symbol, drawings, newest, onChange, onClose }: DrawingSheetProps) => (
  <WordSheet
    title={`Drawings on ${shownCode(symbol)}`}
    one="Drawing"
    several="Drawings on the chart"
    chosen={drawings}
    most={MOST_DRAWINGS}
    read={(text) => readDrawing(text, newest())}
    textOf={drawingText}
    wordsOf={(drawing) => ({ title: drawingText(drawing), name: drawingName(drawing) })}
    examples={DRAWING_KINDS.map(({ example, name }) => ({ text: example, name }))}
    onChange={onChange}
    onClose={onClose}
  />
)

export default DrawingSheet
