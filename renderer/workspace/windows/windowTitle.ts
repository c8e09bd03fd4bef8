/** The title of a window, as the task bar and the list of windows show it. Pure. */

import { visibleWord } from '../../../shared/base/visibleText.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'

export const TITLE = 'Openpit'

export interface WindowTitle {
  /** As the dealer named the window; empty: not named. */
  readonly name: string
  /** Null: no instrument. */
  readonly symbol: string | null
  readonly price: string
  /** Null: no customer. */
  readonly customer: string | null
}

/** `Left screen · BTCUSDC_PERP 62,150.0 · C1042 · Openpit`. Foreign characters are escaped: a title has no marks of direction around its parts. */
export function windowTitle({ name, symbol, price, customer }: WindowTitle): string {
  const market = symbol === null ? 'no instrument' : `${shownCode(symbol)} ${price}`
  const who = customer === null ? 'no customer' : shownCode(customer)
  return `${name === '' ? '' : `${visibleWord(name)} · `}${market} · ${who} · ${TITLE}`
}
