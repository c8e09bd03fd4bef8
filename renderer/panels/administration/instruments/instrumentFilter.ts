/** The filter of the instruments panel: the typed form, and the form in the request to the venue (docs/api.md#symbol-filters). Pure. */

import type { Request } from '../../../../shared/contract/contract.ts'

export interface InstrumentFilter {
  readonly symbol: string
  readonly underlying: string
  readonly quoteCurrency: string
  readonly status: string
}

export const NO_FILTER: InstrumentFilter = { symbol: '', underlying: '', quoteCurrency: '', status: '' }

/** Removes blanks around words and `|`. An empty field does not filter. */
const clean = (text: string): string | null => {
  const words = text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return words.length === 0 ? null : words.join('|')
}

export const filterRequest = (filter: InstrumentFilter): Request<'instruments.read'> => ({
  symbol: clean(filter.symbol),
  underlying: clean(filter.underlying),
  quoteCurrency: clean(filter.quoteCurrency),
  status: clean(filter.status),
})

export const isFiltered = (filter: InstrumentFilter): boolean =>
  Object.values(filterRequest(filter)).some((value) => value !== null)
