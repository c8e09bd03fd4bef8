/** Finds the warnings that a dealer must confirm before a position is closed on old or incomplete data. Reads the core's state only; sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { unsureWords } from '../../../shared/domain/accounts/position.ts'
import {
  capital,
  readingWords,
  type OpenOrderReading,
} from '../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'
import type { LostChannels } from '../support/lostPrivateChannels.ts'

export interface FlattenWarningsOptions {
  readonly customers: Pick<CustomerDirectory, 'looksLike'>
  readonly trades: Pick<TradeBook, 'unsure' | 'positionAsRead'>
  /** Private channels that are not live; null while all are. */
  readonly lost: () => LostChannels | null
  /** The customer's list of open orders where it is not whole; null where it is. */
  readonly unseen: (customer: CustomerCode) => OpenOrderReading | null
}

export interface FlattenWarnings {
  /** Warnings about a private channel that is down and trades that are missing. Empty: the position is current. */
  staleData(customer: CustomerCode, symbol: Symbol): readonly string[]
  /** Every warning at once, so that the typed customer code confirms all of them. Empty: nothing to confirm. */
  all(customer: CustomerCode, symbol: Symbol): readonly string[]
}

const ageWords = (ms: number): string =>
  ms < 120_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`

export function createFlattenWarnings(options: FlattenWarningsOptions): FlattenWarnings {
  const { customers, trades, lost, unseen } = options

  const staleData = (customerCode: CustomerCode, symbol: Symbol): readonly string[] => {
    const channels = lost()
    const loss = trades.unsure(customerCode)
    if (channels === null && loss === null) return []
    const warnings: string[] = []
    if (channels !== null)
      warnings.push(
        `${channels.words}: what Openpit knows of ${shownCode(customerCode)} may be ${ageWords(channels.ms)} old.`,
      )
    if (loss !== null) {
      const size = trades.positionAsRead(customerCode, symbol)?.size ?? '0'
      warnings.push(
        `The position of ${shownCode(customerCode)} in ${shownCode(symbol)} is ${unsureWords(loss)}. The known trades make ${size} contracts. The market order has that size. It may leave a position or reverse it.`,
      )
    }
    warnings.push('Openpit reads orders and trades from the venue again before it sends the market order.')
    return warnings
  }

  /** A venue without lists never shows the orders, so waiting for a list would not help. */
  const hiddenOrders = (customerCode: CustomerCode, symbol: Symbol): readonly string[] => {
    const reading = unseen(customerCode)
    if (reading === null || reading.state === 'unavailable') return []
    return [
      `${capital(readingWords(reading))}.`,
      `Orders in ${shownCode(symbol)} that the list does not show stay live. They may fill after the position is closed.`,
    ]
  }

  const lookAlike = (customerCode: CustomerCode): readonly string[] => {
    const other = customers.looksLike(customerCode)
    const shown = shownCode(customerCode)
    return other === null
      ? []
      : [
          `Customer ${shown} looks like ${shownCode(other)}, which is another customer. This closes the position of ${shown}.`,
        ]
  }

  return {
    staleData,
    all(customerCode, symbol) {
      const stale = staleData(customerCode, symbol)
      return [...(stale.length > 0 ? stale : hiddenOrders(customerCode, symbol)), ...lookAlike(customerCode)]
    },
  }
}
