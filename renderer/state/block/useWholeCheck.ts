/** Asks the core what it would say to a block as a whole, or to a change of one, and again while it is shown. Shows no answer about another block or change, and none that is old. Sends no order. */

import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Reply, Request } from '../../../shared/contract/contract.ts'
import { askInTurns } from '../askInTurns.ts'
import { useSession } from '../useSession.ts'
import type { WindowSession } from '../windowSession.ts'

/** Ms from an answer to the next question about the same block: prices, open exposures and sums of the day move on. */
const ASK_AGAIN = 3_000
/** Ms after its question for which an answer counts as one of now. */
const LASTS = 10_000

export type WholeCheck =
  | { readonly kind: 'asking' }
  | { readonly kind: 'unanswered'; readonly why: string }
  | ({ readonly kind: 'answered' } & Pick<Reply<'order.checkBlock'>, 'refusal' | 'findings'>)

interface Answer {
  readonly key: string
  /** Wall clock ms of the question. */
  readonly at: number
  readonly check: WholeCheck
}

const ASKING: WholeCheck = { kind: 'asking' }

type Question =
  | { readonly name: 'order.checkBlock'; readonly request: Request<'order.checkBlock'> }
  | { readonly name: 'block.checkAmend'; readonly request: Request<'block.checkAmend'> }

const askCore = ({ client }: Pick<WindowSession, 'client'>, question: Question) =>
  question.name === 'order.checkBlock'
    ? client.call(question.name, question.request)
    : client.call(question.name, question.request)

/** Null: there is no block to ask about. */
export const useWholeCheck = (request: Request<'order.checkBlock'> | null): WholeCheck | null =>
  useQuestion(request && { name: 'order.checkBlock', request: { draft: request.draft, rows: request.rows } })

/** The same of a change of a block. */
export const useAmendCheck = (request: Request<'block.checkAmend'> | null): WholeCheck | null =>
  useQuestion(request && { name: 'block.checkAmend', request })

function useQuestion(question: Question | null): WholeCheck | null {
  const session = useSession()
  const { clock, server } = session
  const limits = useStore(server.limits, ({ value }) => value?.version ?? -1)
  const halts = useStore(server.halts, ({ value }) => value?.map(({ id }) => id).join() ?? '')
  const asked = question === null ? null : JSON.stringify(question)
  const key = asked === null ? null : JSON.stringify([asked, limits, halts])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const underWay = useRef<Promise<unknown> | null>(null)
  useEffect(() => {
    if (key === null) return
    const [words] = JSON.parse(key) as [string]
    return askInTurns({
      clock,
      underWay,
      pause: ASK_AGAIN,
      async ask() {
        const at = clock.now()
        return { at, reply: await askCore(session, JSON.parse(words) as Question) }
      },
      take: ({ at, reply }) =>
        setAnswer({
          key,
          at,
          check: reply.ok
            ? { kind: 'answered', refusal: reply.value.refusal, findings: reply.value.findings }
            : { kind: 'unanswered', why: reply.failure.message },
        }),
    })
  }, [session, clock, key])
  if (key === null) return null
  return answer?.key === key && Math.abs(clock.now() - answer.at) <= LASTS ? answer.check : ASKING
}

/** Why the block must not be sent by what the core said to it as a whole; null: nothing keeps it back, or nobody asked. */
export function whyWholeKept(check: WholeCheck | null): string | null {
  if (check === null) return null
  switch (check.kind) {
    case 'asking':
      return 'Asking the limits about the block as a whole.'
    case 'unanswered':
      return `The limits could not be asked about the block as a whole: ${check.why}`
    case 'answered':
      return check.refusal
  }
}

/** A sentence for each limit that would be exceeded. */
export const findingsOf = (check: WholeCheck | null): readonly string[] =>
  check?.kind === 'answered' ? check.findings.map(({ sentence }) => sentence) : []
