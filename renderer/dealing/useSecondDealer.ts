/** What the four-eyes rules would say to an order, scale, block or amend on a form, asked of the core again each second. Judges nothing and sends nothing. */

import { useEffect, useRef, useState } from 'react'
import type { Request } from '../../shared/contract/contract.ts'
import { askInTurns } from '../state/askInTurns.ts'
import { useSession } from '../state/useSession.ts'

export type WrittenAct = Request<'approval.foretell'>['act']

/** Ms from an answer to the next question about the same act: its value follows the market, and the rules may change. */
const ASK_AGAIN = 1_000
/** Ms for which the answer about the act as it was before the last key may still show, so that the line does not flicker. */
const MAY_BE_OLD = 500

interface Answer {
  readonly key: string
  readonly sentence: string | null
}

/** One or two sentences. Null: no second dealer is needed. An unanswered question is a sentence too, never null. */
export function useSecondDealer(act: WrittenAct | null): string | null {
  const { client, clock } = useSession()
  const key = act === null ? null : JSON.stringify({ act })
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [lateKey, setLateKey] = useState<string | null>(null)
  const underWay = useRef<Promise<unknown> | null>(null)
  useEffect(() => {
    if (key === null) return
    const stops = [
      askInTurns({
        clock,
        underWay,
        pause: ASK_AGAIN,
        ask: () => client.call('approval.foretell', JSON.parse(key) as Request<'approval.foretell'>),
        take(reply) {
          const sentence = reply.ok
            ? reply.value.sentence
            : `Whether a second dealer must approve it is not known: ${reply.failure.message}`
          setAnswer((was) => (was?.key === key && was.sentence === sentence ? was : { key, sentence }))
        },
      }),
      clock.after(MAY_BE_OLD, () => setLateKey(key)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, clock, key])
  if (key === null) return null
  if (answer?.key === key) return answer.sentence
  return lateKey === key
    ? 'Whether a second dealer must approve it is not known yet.'
    : (answer?.sentence ?? null)
}
