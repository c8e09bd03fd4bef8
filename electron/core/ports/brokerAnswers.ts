/** What a broker answers: pages and lists, failures of reads, outcomes of requests that move orders or money. Types only. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import type { MarketTrade } from '../../../shared/domain/marketTrade.ts'

export interface SignInFailure {
  readonly kind: 'bad-credentials' | 'not-verified' | 'unreachable' | 'unreadable'
  /** The venue's code when it gave one. */
  readonly code: string | null
  /** One sentence for the dealer. */
  readonly message: string
}

/** Why a read failed. A read may be repeated. */
export interface ReadFailure {
  readonly kind: 'refused' | 'unauthorized' | 'unreachable' | 'unreadable'
  readonly code: string | null
  readonly message: string
  /** The venue has no such resource at all. A 404 with a code is different: it may mean an unknown customer. */
  readonly absent?: true
}

/** A list, as far as the venue showed it. */
export interface Listed<T> {
  readonly items: readonly T[]
  /** Why the list may hold more items, as a clause without a full stop; null where the venue showed the end of the list. */
  readonly missing: string | null
}

/**
 * The outcome of a request that moves orders or money. Only `refused` proves that the request had no effect
 * at the venue, and only `not-sent` that it never left. The adapter never sends a request again.
 */
export type SendOutcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'not-sent'; readonly message: string }
  /** `contradiction`: where the answer contradicts the request, as a clause without a full stop; left out where it does not. */
  | { readonly kind: 'unknown'; readonly message: string; readonly contradiction?: string }

/** A completed or canceled movement from `balance-changes`, with the end balance where the event had one. */
export interface BalanceChange {
  readonly row: LedgerRow
  readonly balance: DecimalText | null
  readonly balanceAsOf: EpochMs | null
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Pass as `before` for the next, older page; null where this was the last. */
  readonly next: string | null
}

/** A page of market trades, newest first. */
export interface MarketTradesPage extends Page<MarketTrade> {
  /** Every row of the page could be read. */
  readonly isWhole: boolean
}

/** A page of a list that must be read to its first record, with what it proves about older rows. Stays in this process. */
export interface HistoryPage<T> extends Page<T> {
  /** Rows of this page that could not be read; 0 when left out. */
  readonly unreadable?: number
  /** Why the list must hold more than `known` rows, as a clause without a full stop. Null or left out: nothing shows more. */
  readonly behind?: (known: number) => string | null
  /** Why the page as a whole cannot be trusted (errors, a part only), as a clause without a full stop. Null or left out: it can. */
  readonly fault?: string | null
}
