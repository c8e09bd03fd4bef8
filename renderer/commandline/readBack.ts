/** What stands behind the sentence of a read-back: the touch and the position before and after. Looks only at what the window knows. */

import { add, decimal, negate } from '../../shared/base/decimal.ts'
import type { OrderDraft } from '../../shared/domain/order.ts'
import { positionKey } from '../../shared/domain/position.ts'
import { instrumentOf } from '../state/dealing.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { UNKNOWN, exact, grouped, placesOf, signed } from '../words/numbers.ts'
import { valueOf } from '../words/orderSentence.ts'

/** ` · book 62,148.0/62,150.5 · pos +1.0 → +3.5`; `—` for what is not known. */
export function readBackFacts(session: WindowSession, draft: OrderDraft): string {
  const ticker = session.server.tickers.getState().value?.get(draft.symbol)
  const instrument = instrumentOf(session, draft.symbol)
  const places = placesOf(instrument?.tickSize ?? null, 2)
  const touch = (text: string | null | undefined) => (text ? grouped(decimal(text), places) : UNKNOWN)
  const held = session.server.positions.getState().rows.get(positionKey(draft.customerCode, draft.symbol))
  const before = decimal(held?.size ?? '0')
  const { amount } = valueOf(draft, ticker)
  const after = amount === null ? null : add(before, draft.side === 'buy' ? amount : negate(amount))
  const lot = placesOf(instrument?.lotSize ?? null, 5)
  const known = held?.complete !== false
  return ` · book ${touch(ticker?.bestBid)}/${touch(ticker?.bestAsk)} · pos ${known ? exact(before) : UNKNOWN} → ${known && after !== null ? signed(after, lot) : UNKNOWN}`
}
