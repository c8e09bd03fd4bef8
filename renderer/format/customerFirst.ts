/** Puts the customer at the start of a sentence, so that no line cuts the customer off. Pure. */

import { shownCode } from '../../shared/base/shownCode.ts'

/** `C1042 · BUY 2.5 BTCUSDC_PERP MARKET`. */
export const customerFirst = (customer: string, words: string): string => `${shownCode(customer)} · ${words}`
