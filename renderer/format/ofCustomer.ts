/** Puts the customer in front of what is done for it, so that no line can cut the customer off. Pure. */

import { shownCode } from '../../shared/domain/accounts/lookAlike.ts'

/** `C1042 · BUY 2.5 BTCUSDC_PERP MARKET`. */
export const ofCustomer = (customer: string, words: string): string => `${shownCode(customer)} · ${words}`
