/** What is known of the positions of customers: sizes, and why a size is not known. No position means flat only where all trades were read. Sends nothing. */

import { ZERO, decimal, type Decimal } from '../../../shared/base/decimal.ts'
import { positionKey, unsureWords } from '../../../shared/domain/accounts/position.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { closedSentence } from '../../format/closedSentence.ts'
import { unreadSentence } from '../../format/unreadWords.ts'
import type { WindowSession } from '../windowSession.ts'

/** Why a customer, or with null any customer, may hold a position that has no row here; null: no row means flat. */
export function whyPositionsMayBeMissing(
  session: WindowSession,
  customer: CustomerCode | null,
): string | null {
  const { positions, reads, reconciliation } = session.server
  const unread = unreadSentence(positions.getState().known ? reads.getState().value : null, ['trades'])
  if (unread !== null) return unread
  const compared = reconciliation.getState().value
  const asked = customer === null ? [...(compared?.values() ?? [])] : [compared?.get(customer)]
  const closed = asked.find((records) => records?.open === false)
  return closed ? closedSentence(closed) : null
}

/** Why the position of a customer is unknown; null where it is known. No position means flat only where all trades were read. */
export function whyPositionUnknown(
  session: WindowSession,
  customer: CustomerCode,
  symbol: Symbol,
): string | null {
  const held = session.server.positions.getState().rows.get(positionKey(customer, symbol))
  if (held?.complete) return null
  if (held) return held.unsure === null ? 'its trades are not all read' : unsureWords(held.unsure)
  return whyPositionsMayBeMissing(session, customer)
}

/** The same as a clause without a full stop. */
export function positionUnknownClause(
  session: WindowSession,
  customer: CustomerCode,
  symbol: Symbol,
): string | null {
  const why = whyPositionUnknown(session, customer, symbol)
  return why === null ? null : reasonOf(why)
}

/** Contracts that a customer holds, signed; null while unknown. */
export function positionOf(session: WindowSession, customer: CustomerCode, symbol: Symbol): Decimal | null {
  if (whyPositionUnknown(session, customer, symbol) !== null) return null
  const held = session.server.positions.getState().rows.get(positionKey(customer, symbol))
  return held ? decimal(held.size) : ZERO
}
