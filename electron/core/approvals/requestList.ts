/** The requests that wait for a second dealer, and how they ended: journaled, shown and expired here. Decides nothing. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import {
  APPROVALS_SHOWN,
  type ApprovalOutcome,
  type ApprovalRequest,
  type EndedApproval,
  type WaitingApproval,
} from '../../../shared/domain/fourEyes/approval.ts'
import { isSeenInOrders, outcomeVerb, SEEN_IN_ORDERS } from '../../../shared/domain/fourEyes/fourEyesWords.ts'
import type { DealerName } from '../../../shared/domain/settings/dealerName.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { ActKey } from './actKey.ts'
import { brokeOff, DECIDES, undoneWords } from './undoneWords.ts'
import type { UnendedApproval } from './unendedApprovals.ts'

export type Run = () => Promise<Result<unknown, Failure>>

/** Where a request comes from, and what its approval does. */
interface Asked {
  readonly key: ActKey
  readonly windowId: string
  readonly run: Run
  /** What the words of the act cannot show. */
  readonly unshown?: string | undefined
  /** Equal for two requests of the same act. */
  readonly same: string
}

interface Waiting extends Asked {
  readonly shown: WaitingApproval
  /** Monotonic ms. */
  readonly endsAt: number
  readonly stop: Stop
}

export interface RequestListOptions {
  readonly clock: Clock
  readonly journalWriter: Pick<JournalWriter, 'note'>
  readonly notices: Pick<Notices, 'say'>
  /** Requests of an earlier run that had no end: that run ended first. */
  readonly unended: readonly UnendedApproval[]
  readonly changed: () => void
}

export interface RequestList {
  all(): readonly Waiting[]
  get(id: number): Waiting | undefined
  /** Newest first. */
  ended(): readonly EndedApproval[]
  /** `ms`: how long the request waits. */
  add(
    asked: Asked,
    act: Pick<WaitingApproval, 'kind' | 'what' | 'parts' | 'changes'>,
    maker: DealerName,
    ms: number,
  ): WaitingApproval
  /** Takes a request off the list: from here on nobody else decides it. Call `over` with its end. */
  take(id: number): Waiting | null
  over(shown: ApprovalRequest, outcome: ApprovalOutcome, by: DealerName | null, detail: string | null): void
  /** Both in one. False: the request was over already. */
  end(id: number, outcome: ApprovalOutcome, by: DealerName | null, detail: string): boolean
  expire(id: number): void
  /** The wall clock was set, or the machine slept: ends what waited too long meanwhile, and shows nothing with more time than it has left. */
  clockStepped(): void
}

export const approvalEntry = (
  { id, kind, what, maker }: ApprovalRequest,
  stage: 'asked' | 'approved' | ApprovalOutcome,
  dealer: DealerName | null,
  detail: string | null,
) => ({ type: 'approval', id, stage, kind, what, maker, dealer, detail }) as const

const RUN_ENDED = 'Openpit ended before anybody decided.'

export function createRequestList(options: RequestListOptions): RequestList {
  const { clock, journalWriter, notices, changed } = options
  const waiting = new Map<number, Waiting>()
  let ended: EndedApproval[] = []
  let lastId = 0

  const keep = (
    { id, kind, what, maker, at, expiresAt }: ApprovalRequest,
    outcome: ApprovalOutcome,
    by: DealerName | null,
    detail: string | null,
  ) => {
    const request = { id, kind, what, maker, at, expiresAt }
    journalWriter.note(approvalEntry(request, outcome, by, detail))
    ended = [{ ...request, outcome, by, detail, endedAt: clock.now() }, ...ended].slice(0, APPROVALS_SHOWN)
  }
  const say: RequestList['over'] = ({ id, kind, maker, what }, outcome, by, detail) =>
    notices.say(
      outcome === 'done' ? 'info' : 'warning',
      `Request ${id} of ${maker.name} ${outcomeVerb({ kind, outcome })}${by === null ? '' : ` (${by.name})`}: ${what}.`,
      detail ?? (isSeenInOrders({ kind, outcome }) ? SEEN_IN_ORDERS : null),
    )
  for (const { request, outcome, by } of options.unended) {
    const { kind } = request
    const why = outcome === 'expired' ? `${RUN_ENDED} ${undoneWords(kind)}.` : brokeOff(kind).message
    keep(request, outcome, by, why)
    if (outcome === 'unknown') say(request, outcome, by, why)
  }

  const list: RequestList = {
    all: () => Array.from(waiting.values()),
    get: (id) => waiting.get(id),
    ended: () => ended,
    add(asked, act, maker, ms) {
      const id = ++lastId
      const at = clock.now()
      const { what } = act
      const shown = { id, ...act, maker, at, expiresAt: at + ms }
      journalWriter.note(approvalEntry(shown, 'asked', null, null))
      const stop = clock.after(ms, () => list.expire(id))
      const { key, windowId, run, unshown, same } = asked
      waiting.set(id, { key, windowId, run, unshown, same, shown, endsAt: clock.monotonic() + ms, stop })
      changed()
      notices.say(
        'warning',
        `Request ${id} of ${maker.name} waits for a second dealer: ${what}.`,
        `${undoneWords(act.kind)} yet. ${DECIDES}`,
      )
      return shown
    },
    take(id) {
      const found = waiting.get(id)
      if (!found) return null
      waiting.delete(id)
      found.stop()
      changed()
      return found
    },
    over(shown, outcome, by, detail) {
      keep(shown, outcome, by, detail)
      changed()
      say(shown, outcome, by, detail)
    },
    end(id, outcome, by, detail) {
      const found = list.take(id)
      if (found) list.over(found.shown, outcome, by, detail)
      return found !== null
    },
    expire(id) {
      const kind = waiting.get(id)?.shown.kind
      if (kind) list.end(id, 'expired', null, `Nobody decided in time. ${undoneWords(kind)}.`)
    },
    clockStepped() {
      for (const [id, each] of waiting) {
        if (clock.now() >= each.shown.expiresAt) {
          list.expire(id)
          continue
        }
        const latest = clock.now() + Math.max(0, each.endsAt - clock.monotonic())
        if (each.shown.expiresAt > latest)
          waiting.set(id, { ...each, shown: { ...each.shown, expiresAt: latest } })
      }
      changed()
    },
  }
  return list
}
