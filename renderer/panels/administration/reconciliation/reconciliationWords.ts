/** The words of the reconciliation panel: the title of each difference and what to do about it. Pure. */

import { timeOfDay } from '../../../format/times.ts'
import type { OpenOrderReading } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { Uncompared } from '../../../../shared/domain/accounts/proof/uncomparedRecords.ts'
import {
  isReconciled,
  unprovenOf,
  type CustomerReconciliation,
  type DifferenceKind,
} from '../../../../shared/domain/accounts/reconciliationRules.ts'

const WORDS: Readonly<Record<DifferenceKind, readonly [title: string, advice: string]>> = {
  fill: [
    'Trades do not add up to the fill',
    'Ask the venue for the order, then compare its fills with the trades listed here. If they still differ, call the broker with the reference id.',
  ],
  position: [
    'Position and trades do not agree',
    'Ask the broker for the side, amount and price of this record. Until Openpit reads them, only cancels and trade-outs are sent.',
  ],
  'trade-row': [
    'A trade without its ledger row',
    'The cash of this trade is not booked. Call the broker with the code of the trade.',
  ],
  'row-trade': [
    'A ledger row without its trade',
    'Cash moved for a trade that the venue does not list. The position may be wrong. Call the broker with the code.',
  ],
  'row-amount': [
    'One movement with two amounts',
    'One of the amounts is wrong. Call the broker with the code and both amounts.',
  ],
  cash: [
    'The balance is not the sum of the ledger',
    'A ledger row is missing or wrong. Compare the ledger up to this movement with the broker’s statement.',
  ],
  'two-states': [
    'One order in two states',
    'Ask the venue for the order. While it may be open, count it as open.',
  ],
}

export const titleOf = (kind: DifferenceKind): string => WORDS[kind][0]
export const adviceOf = (kind: DifferenceKind): string => WORDS[kind][1]

/** The list of open orders in one cell: the time of the reading, or how much of the list was read. */
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

/** The parts of the ledger proof, with the kinds of difference that break each. */
const PROOF: readonly (readonly [part: keyof Uncompared, title: string, kinds: readonly DifferenceKind[]])[] =
  [
    ['positions', 'Positions and fills', ['fill', 'position', 'two-states']],
    ['cash', 'Cash', ['cash', 'trade-row', 'row-trade']],
    ['pnl', 'PnL of trades', ['row-amount']],
  ]

/** One part of the proof that the ledger explains positions, cash and PnL. */
export interface ProofLine {
  readonly title: string
  readonly state: 'proven' | 'broken' | 'open'
  readonly words: string
}

/** A tick, the records that break it, or why it is not known. Nothing is proven before the records were compared. */
export const ledgerProof = (customer: CustomerReconciliation): readonly ProofLine[] =>
  PROOF.map(([part, title, kinds]) => {
    const broken = customer.discrepancies.filter(({ kind }) => kinds.includes(kind))
    const why = customer.uncompared[part]
    if (broken.length > 0)
      return { title, state: 'broken', words: `✕ ${broken.map(({ row }) => row).join(', ')}` }
    if (customer.state === 'reading' || customer.comparedAt === null)
      return { title, state: 'open', words: '… not compared yet' }
    if (why !== null) return { title, state: 'open', words: `≈ not proven. ${why}` }
    return { title, state: 'proven', words: '✓ agrees' }
  })

const rankOf = (customer: CustomerReconciliation): number =>
  isReconciled(customer) ? 2 : customer.state === 'reading' ? 1 : 0

/** Customers with differences first, then those that are being read; each group by code. */
export const inOrder = (customers: readonly CustomerReconciliation[]): CustomerReconciliation[] =>
  customers.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.customerCode < b.customerCode ? -1 : 1))

/** One row per difference, and one row for a customer without differences. */
export const csvRows = (customers: readonly CustomerReconciliation[]): object[] =>
  customers.flatMap((customer): object[] => {
    const { customerCode, state, open, comparedAt, discrepancies } = customer
    const notProven = unprovenOf(customer).join(' ')
    const head = { customerCode, state, notProven, open: open ? 'yes' : 'no', comparedAt }
    const none = {
      kind: '',
      record: '',
      row: '',
      here: '',
      reportedBy: '',
      there: '',
      sinceAt: '',
    }
    if (discrepancies.length === 0) return [{ ...head, ...none }]
    return discrepancies.map(({ since, ...difference }) => ({
      ...head,
      ...none,
      ...difference,
      sinceAt: since,
    }))
  })
