/** What the four-eyes rules would say to an order, scale, block or amend on a form, asked of the core again each second. Judges nothing and sends nothing. */

import { useEffect, useRef, useState } from 'react'
import type { Request } from '../../shared/contract/contract.ts'
import { useSession } from '../state/useSession.ts'

export type WrittenAct = Request<'approval.foretell'>['act']

/** Ms between two questions about the same act: its value follows the market, and the rules may change. */
const ASK_EVERY = 1_000
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
  const turns = useRef(0)
  useEffect(() => {
    if (key === null) return
    let newest = 0
    let isOver = false
    const ask = async () => {
      const turn = ++turns.current
      const reply = await client.call('approval.foretell', JSON.parse(key) as Request<'approval.foretell'>)
      // Ignores an answer that came after a newer one.
      if (isOver || turn < newest) return
      newest = turn
      const sentence = reply.ok
        ? reply.value.sentence
        : `Whether a second dealer must approve it is not known: ${reply.failure.message}`
      setAnswer((was) => (was?.key === key && was.sentence === sentence ? was : { key, sentence }))
    }
    void ask()
    const stops = [clock.every(ASK_EVERY, () => void ask()), clock.after(MAY_BE_OLD, () => setLateKey(key))]
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [client, clock, key])
  if (key === null) return null
  if (answer?.key === key) return answer.sentence
  return lateKey === key
    ? 'Whether a second dealer must approve it is not known yet.'
    : (answer?.sentence ?? null)
}
