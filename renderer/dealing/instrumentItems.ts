/** Instruments as the items of a picker. A symbol that looks like another one says so. */

import { shownCode } from '../../shared/base/shownCode.ts'
import type { Instrument } from '../../shared/domain/instrument.ts'
import type { PickerItem } from '../ui/Picker.tsx'
import { symbolTwins } from './SymbolMark.tsx'

export function instrumentItems(instruments: readonly Instrument[]): readonly PickerItem[] {
  const twins = symbolTwins(instruments)
  return instruments.map(({ symbol, underlying }) => {
    const other = twins.get(symbol)
    const likeness = other === undefined ? '' : `looks like ${shownCode(other)} · `
    return { key: symbol, label: shownCode(underlying), detail: `${likeness}${shownCode(symbol)}` }
  })
}
