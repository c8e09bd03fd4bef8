/** The filter of the instruments panel as typed, and as it is asked of the venue (docs/api.md#symbol-filters). Pure. */

import type { Request } from '../../../../shared/contract/contract.ts'

export interface InstrumentFilter {
  readonly symbol: string
  readonly underlying: string
  readonly quoteCurrency: string
  readonly status: string
}

export const NO_FILTER: InstrumentFilter = { symbol: '', underlying: '', quoteCurrency: '', status: '' }

/** Blanks around a word or a `|` mean nothing; an empty field does not filter. */
const clean = (text: string): string | null => {
  const words = text
    .split('|')
    .map((of) => of.trim())
    .filter((of) => of !== '')
  return words.length === 0 ? null : words.join('|')
}

export const filterRequest = (of: InstrumentFilter): Request<'instruments.read'> => ({
  symbol: clean(of.symbol),
  underlying: clean(of.underlying),
  quoteCurrency: clean(of.quoteCurrency),
  status: clean(of.status),
})

export const isFiltered = (of: InstrumentFilter): boolean =>
  Object.values(filterRequest(of)).some((value) => value !== null)
