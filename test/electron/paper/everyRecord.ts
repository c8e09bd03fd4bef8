/** Filters of the paper broker's store that leave nothing out. */

/** Selects every row of the ledger, newest first. */
export const EVERY_ROW = {
  status: null,
  createdFrom: null,
  createdTo: null,
  after: null,
  before: null,
  limit: 100_000,
}

/** Selects every trade, oldest first. */
export const EVERY_TRADE = {
  symbol: null,
  from: null,
  to: null,
  before: null,
  sort: 'asc',
  limit: 100_000,
} as const
