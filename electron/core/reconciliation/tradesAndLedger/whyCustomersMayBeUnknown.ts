/** Decides whether there may be customers that are not known here: trades and ledger name the customers. Pure. */

export interface CustomerSources {
  /** Trades and ledger were read to the first record. */
  readonly areHistoriesWhole: boolean
  /** A ledger row could not be read. */
  readonly isLedgerRowUnread: boolean
  /** A trade without a readable customer was lost. */
  readonly isTradeOfUnknownCustomerLost: boolean
}

/** Why there may be unknown customers, a clause without a full stop; null: all are known. */
export function whyCustomersMayBeUnknown(sources: CustomerSources): string | null {
  if (!sources.areHistoriesWhole)
    return 'trades and ledger, which name the customers, are not read to the first record'
  return sources.isLedgerRowUnread || sources.isTradeOfUnknownCustomerLost
    ? 'a record of trades or ledger, which name the customers, could not be read'
    : null
}
