/** What the reconciliation panel says of a difference, and what to do about it. Pure. */

import { timeOfDay } from '../../../format/times.ts'
import type { OpenOrderReading } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerTie, DifferenceKind } from '../../../../shared/domain/accounts/reconciliationRules.ts'

const WORDS: Readonly<Record<DifferenceKind, readonly [title: string, advice: string]>> = {
  fill: [
    'Trades do not add up to the fill',
    'Ask the venue for the order, then compare its fills with the trades named here. Call the broker with the reference id if both stand.',
  ],
  position: [
    'The position cannot be made of its trades',
    'Ask the broker for this record: side, amount and price of it are needed before anything new is dealt.',
  ],
  'trade-row': [
    'A trade without its ledger row',
    'The cash of this trade is not booked. Call the broker with the code of the trade.',
  ],
  'row-trade': [
    'A ledger row without its trade',
    'Cash moved for a trade that the venue does not list: the position may be wrong. Call the broker with the code.',
  ],
  'row-amount': [
    'One movement with two amounts',
    'Call the broker with the code and both amounts: one of them is wrong.',
  ],
  cash: [
    'The balance is not the sum of the ledger',
    'A row is missing or wrong. Compare the ledger up to this movement with the broker’s statement.',
  ],
  'two-states': [
    'One order in two states',
    'Ask the venue for the order. While it may be open, count it as open.',
  ],
}

export const titleOf = (kind: DifferenceKind): string => WORDS[kind][0]
export const adviceOf = (kind: DifferenceKind): string => WORDS[kind][1]

/** How a customer stands, and its color: `ties` alone is a claim, and needs a whole list of open orders behind it. */
export type TieState = 'differs' | 'reading' | 'unlisted' | 'ties'

export function tieStateOf({ state }: Pick<CustomerTie, 'state'>, reading: OpenOrderReading): TieState {
  if (state !== 'ties') return state
  if (reading.state === 'whole') return 'ties'
  return reading.state === 'unavailable' ? 'unlisted' : 'reading'
}

export const TIE_WORDS: Readonly<Record<TieState, string>> = {
  differs: '✕ differs',
  reading: '… reading',
  unlisted: '≈ no list',
  ties: '✓ ties out',
}

/** The list of open orders in one cell: when it was read, or how much of it. */
export function listWords({ state, readAt, shown }: OpenOrderReading): string {
  switch (state) {
    case 'whole':
      return timeOfDay(readAt)
    case 'partial':
      return `at least ${shown}`
    case 'unread':
      return 'not read'
    case 'unavailable':
      return 'no list'
  }
}

const RANK = { differs: 0, reading: 1, ties: 2 } as const

/** Those that need a look first, then by code. */
export const inOrder = (ties: readonly CustomerTie[]): CustomerTie[] =>
  ties.toSorted((a, b) => RANK[a.state] - RANK[b.state] || (a.customerCode < b.customerCode ? -1 : 1))

/** One line per difference; one for a customer without any. */
export const csvRows = (ties: readonly CustomerTie[]): object[] =>
  ties.flatMap(({ customerCode, state, open, comparedAt, discrepancies }): object[] => {
    const head = { customerCode, state, open: open ? 'yes' : 'no', comparedAt }
    const none = { kind: '', of: '', row: '', here: '', toldBy: '', there: '', sinceAt: '' }
    if (discrepancies.length === 0) return [{ ...head, ...none }]
    return discrepancies.map(({ since, ...of }) => ({ ...head, ...none, ...of, sinceAt: since }))
  })
