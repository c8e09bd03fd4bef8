/** The list in which a dealer picks the second instrument of a chart. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { instrumentItems } from '../../../dealing/instrumentItems.ts'
import { Picker } from '../../../ui/Picker.tsx'

interface CompareSheetProps {
  /** Of the chart. */
  readonly symbol: Symbol
  readonly instruments: readonly Instrument[]
  readonly onPick: (symbol: Symbol) => void
  readonly onClose: () => void
}

const CompareSheet = ({ symbol, instruments, onPick, onClose }: CompareSheetProps) => (
  <Picker
    title={`Compare ${shownCode(symbol)} with`}
    placeholder="BTC, ETH, …"
    items={instrumentItems(instruments).filter(({ key }) => key !== symbol)}
    enter="sole"
    empty="No other instrument fits."
    onPick={(key) => onPick(key as Symbol)}
    onClose={onClose}
  />
)

export default CompareSheet
