/** What an order would fill against now, asked again each second and whenever the touch moves. Sends nothing to the venue. */

import { useEffect, useRef, useState } from 'react'
import type { DecimalText } from '../../shared/base/decimal.ts'
import type { BookWalk } from '../../shared/domain/book/bookWalk.ts'
import { walkSizeOf } from '../../shared/domain/preview/expectedFill.ts'
import type { OrderDraft } from '../../shared/domain/orders/order.ts'
import { useSession } from './useSession.ts'

/** Ms between two walks while the touch does not move. */
const LOOK_EVERY = 1_000

/** A walk through the book, and the touch on screen at its request. `walk` is null without a live book. */
export interface SeenWalk {
  readonly walk: BookWalk | null
  readonly touch: string
}

/** Undefined before the first answer for this order, and for an order that takes nothing now. */
export function useBookWalk(
  draft: OrderDraft | null,
  lotSize: DecimalText | null,
  touch: string,
): SeenWalk | undefined {
  const { client, clock } = useSession()
  const size = draft === null ? null : walkSizeOf(draft, lotSize)
  const key = draft && size ? JSON.stringify({ symbol: draft.symbol, side: draft.side, size }) : null
  const turns = useRef(0)
  const [seen, setSeen] = useState<(SeenWalk & { readonly key: string; readonly turn: number }) | null>(null)
  useEffect(() => {
    if (key === null) return
    const look = async () => {
      const turn = ++turns.current
      const reply = await client.call('book.walk', JSON.parse(key))
      const walk = reply.ok ? reply.value.walk : null
      // Ignores an answer that came after a newer one.
      setSeen((was) => (was !== null && was.turn > turn ? was : { key, walk, touch, turn }))
    }
    void look()
    return clock.every(LOOK_EVERY, () => void look())
  }, [client, clock, key, touch])
  return seen !== null && seen.key === key ? seen : undefined
}
