/** Asks the core how a new total of a block would be split now, and again once an order of the block changes or the form says so, one question at a time. Sends no order. */

import { useCallback, useEffect, useRef, useState } from 'react'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import type { Reply } from '../../../../shared/contract/contract.ts'
import { askInTurns } from '../../../state/askInTurns.ts'
import { useSession } from '../../../state/useSession.ts'

export type SplitReply = Reply<'block.splitAnew'>

interface Answer {
  readonly key: string
  readonly reply: SplitReply | null
  /** Why the core did not answer. */
  readonly failure: string | null
}

export interface SplitShown {
  /** Null: not answered yet for this total and these orders. */
  readonly reply: SplitReply | null
  readonly failure: string | null
  /** Contracts of the whole block as the core answered last; null: not yet. */
  readonly from: DecimalText | null
  /** Asks once more. The split also goes by what other blocks of the instrument gave, and this window sees nothing of that. */
  readonly askAgain: () => void
}

/** `orders`: words that change with each order of the block. */
export function useSplitAnew(blockId: string, total: DecimalText, orders: string): SplitShown {
  const { client, clock } = useSession()
  const [turn, setTurn] = useState(0)
  const askAgain = useCallback(() => setTurn((before) => before + 1), [])
  const key = JSON.stringify([blockId, total, orders, turn])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const underWay = useRef<Promise<unknown> | null>(null)
  useEffect(
    () =>
      askInTurns({
        clock,
        underWay,
        pause: null,
        ask: () => client.call('block.splitAnew', { blockId, total }),
        take: (reply) =>
          setAnswer(
            reply.ok
              ? { key, reply: reply.value, failure: null }
              : { key, reply: null, failure: reply.failure.message },
          ),
      }),
    [client, clock, blockId, total, key],
  )
  const isOfNow = answer?.key === key
  return {
    reply: isOfNow ? answer.reply : null,
    failure: isOfNow ? answer.failure : null,
    from: answer?.reply?.from ?? null,
    askAgain,
  }
}
