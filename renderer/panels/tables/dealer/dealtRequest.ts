/** Who dealt a movement of cash or a fee change, by the records of the journal. Where they name nobody, one sentence says why. Draws nothing. */

import { decimal } from '../../../../shared/base/decimal.ts'
import type { FeeProfileItem } from '../../../../shared/domain/accounts/fees.ts'
import type { LedgerRow } from '../../../../shared/domain/accounts/ledger.ts'
import type { DealtRequest } from '../../../../shared/domain/dealers/dealtRequests.ts'
import {
  dealtRequestsOf,
  keyOfTransfer,
  type KnownDealtRequests,
} from '../../../state/follow/dealtRequests.ts'
import type { WindowSession } from '../../../state/windowSession.ts'
import { dealtTrade, nobody, orderOfTrade, type Dealt } from './dealtBy.ts'

export type MovementOfCash = Pick<
  LedgerRow,
  'customerCode' | 'code' | 'transactionType' | 'referenceId' | 'createdAt' | 'totalAmount' | 'asset'
>

const TRANSFERS: ReadonlySet<string> = new Set(['deposit', 'withdrawal'])
const FILLS: ReadonlySet<string> = new Set(['trade', 'liquidation', 'auto_deleveraging'])

/** `what`: `transfer`, or `change of fees`. */
const named = ({ dealer }: DealtRequest, what: string): Dealt =>
  typeof dealer === 'string'
    ? { dealer, why: null }
    : dealer === null
      ? nobody('Nobody was named as the dealer.')
      : nobody(`The journal does not say who dealt this ${what}.`)

/** Why the records prove nothing about an act that they do not hold; null: they were read. */
function whyUnread(known: KnownDealtRequests | null): string | null {
  if (known === null || known.state === 'reading') return 'Who dealt is being read from the journal.'
  return known.state === 'unread' ? `Who dealt could not be read. ${known.why ?? ''}`.trimEnd() : null
}

const isLike = ({ asked }: DealtRequest, row: MovementOfCash): boolean =>
  asked.deed === 'transfer' &&
  asked.transfer.customerCode === row.customerCode &&
  asked.transfer.kind === row.transactionType &&
  (row.asset === null || asked.transfer.asset === row.asset) &&
  decimal(asked.transfer.amount) === decimal(row.totalAmount)

/** Who dealt a deposit or withdrawal. */
export function dealtTransfer(row: MovementOfCash, known: KnownDealtRequests | null): Dealt {
  const recorded = known?.byCode.get(keyOfTransfer(row.customerCode, row.code))
  if (recorded) return named(recorded, 'transfer')
  const unread = whyUnread(known)
  if (known === null || unread !== null) return nobody(unread ?? '')
  const unknown = (why: string) => nobody(`It is unknown whether this desk sent the transfer: ${why}.`)
  if (known.requests.some((request) => request.outcome !== 'done' && isLike(request, row)))
    return unknown('the outcome of one like it is not known')
  if (!known.isProven) return unknown('the journal is not proven whole')
  if (row.createdAt === null || known.since === null || row.createdAt < known.since)
    return unknown('the records here begin later')
  return nobody('The transfer was not dealt here: it came from elsewhere.')
}

/** Who dealt a movement of cash of any kind. */
export function dealtMovement(session: WindowSession, row: MovementOfCash): Dealt {
  if (TRANSFERS.has(row.transactionType)) return dealtTransfer(row, dealtRequestsOf(session).getState().value)
  if (FILLS.has(row.transactionType)) return dealtTrade(row, orderOfTrade(session, row))
  return nobody('The venue booked this movement. Nobody dealt it.')
}

const shows = (item: FeeProfileItem, { makerFee, takerFee }: { makerFee: string; takerFee: string }) =>
  item.makerFee !== null &&
  item.takerFee !== null &&
  decimal(item.makerFee) === decimal(makerFee) &&
  decimal(item.takerFee) === decimal(takerFee)

/** Who set the fees that the venue shows: the newest change here of this instrument that the venue took, if it shows exactly those. */
export function dealtFees(customer: string, item: FeeProfileItem, known: KnownDealtRequests | null): Dealt {
  const unread = whyUnread(known)
  if (known === null || unread !== null) return nobody(unread ?? '')
  const unknown = (why: string) => nobody(`It is unknown whether this desk set these fees: ${why}.`)
  for (const request of known.requests.toReversed()) {
    const { asked, outcome } = request
    if (request.customerCode !== customer || asked.deed !== 'fees') continue
    if (asked.symbol !== null && asked.symbol !== item.symbol) continue
    if (shows(item, asked))
      return outcome === 'done'
        ? named(request, 'change of fees')
        : unknown('the outcome of the change to them is not known')
    if (outcome === 'done') return nobody('These fees were not set here: they came from elsewhere.')
  }
  return known.isProven
    ? nobody('No change of these fees is recorded here: they came from elsewhere.')
    : unknown('the journal is not proven whole')
}
