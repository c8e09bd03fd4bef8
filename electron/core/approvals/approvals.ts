/**
 * Four eyes: holds an act that needs a second dealer, and does it once that dealer approved it. Each request is journaled from its making to its end. Never holds a
 * cancel, a halt or a trade-out; never does an act whose approval is not on disk.
 */

import type { Clock } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { Caller } from '../../../shared/contract/ports.ts'
import type {
  ApprovalChange,
  ApprovalOutcome,
  ApprovalPart,
  Approvals as ApprovalsShown,
  WaitingApproval,
} from '../../../shared/domain/fourEyes/approval.ts'
import {
  isAboutOrders,
  type ApprovalKind,
  type JudgedAct,
} from '../../../shared/domain/fourEyes/fourEyesRules.ts'
import { isSameDealer } from '../../../shared/domain/fourEyes/sameDealer.ts'
import type { DealerName } from '../../../shared/domain/settings/dealerName.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { ActKey } from './actKey.ts'
import { approvalEntry, createRequestList, type RequestList, type Run } from './requestList.ts'
import { createProvenDealer, type NamedDealer, type ProvenDealer } from './provenDealer.ts'
import { createRulings, type WrittenKind } from './ruling.ts'
import { brokeOff, DECIDES, undoneWords } from './undoneWords.ts'
import { whyNotTakenBack, type TakenBackBy } from './takeBack.ts'
import type { UnendedApproval } from './unendedApprovals.ts'
import { publish, type Published } from '../support/publishTopic.ts'
import { createDoneActs } from './doneActs.ts'
import type { CheckPassphrase } from './checkPassphrase.ts'
import { namesOf, type FourEyesRegister } from './fourEyesRegister.ts'

/** Ms for which a request waits. A price is old after a minute; a withdrawal or a rule is not. */
export const ORDERS_WAIT = 60_000
export const OTHERS_WAIT = 600_000
const MOST_WAITING = 50

export interface ApprovalsOptions {
  readonly clock: Clock
  readonly journalWriter: Pick<JournalWriter, 'note' | 'commit'>
  readonly notices: Pick<Notices, 'say'>
  readonly register: FourEyesRegister
  readonly checkPassphrase: CheckPassphrase
  /** Who deals now, as said at the sign-in. */
  readonly maker: NamedDealer
  /** Requests of an earlier run that had no end: that run ended first. */
  readonly unended: readonly UnendedApproval[]
}

/** An act as the rules judge it and as the second dealer reads it. */
export interface HeldAct extends JudgedAct {
  readonly what: string
  /** What each customer of a block gets, the largest first. Left out: the act is no block. */
  readonly parts?: readonly ApprovalPart[]
  /** What an import changes of each customer. Left out: the act is no import. */
  readonly changes?: readonly ApprovalChange[]
  /** What the words cannot show, such as the hash of a passphrase: another one is another act. Left out: the words show all. */
  readonly unshown?: string
  /** Equal for two acts that ask for the same thing, also where the market has moved between. Left out: the words. */
  readonly same?: string
}

type Done = Result<Record<string, never>, Failure>

export interface Approvals {
  readonly topic: Published<'approvals'>
  /** Does a window's act. Where `hold` holds it under this key, `run` runs again once a second dealer approved. */
  act<T>(key: ActKey, caller: Caller, run: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>>
  /** Why the act must not go on now: sentences. Null: it may. Call in the turn in which the act would count. */
  hold(key: ActKey, act: HeldAct): string | null
  /** Whether the act of this key is being done now because a second dealer approved it. */
  isApproved(key: ActKey): boolean
  isOff(): boolean
  /** What `hold` would say to the act now: one or two sentences. Null: it would go on. Makes no request. */
  foretell(act: JudgedAct, written: WrittenKind): string | null
  decide(request: Request<'approval.decide'>, caller: Caller): Promise<Done>
  takeBack(request: Request<'approval.takeBack'>, caller: Caller): Done
  prove(request: Request<'dealer.prove'>): Promise<Done>
  /** The rules or the dealers changed. */
  changed(): void
  /** The wall clock was set, or the machine slept. */
  clockStepped(): void
  /** Ends every request: the session or the run is over. `why`: a sentence. */
  endAll(why: string): void
}

const refused = (sentence: string): Done => fail(failureOf('refused', sentence))

const WARNED_AGAIN = 'The limits ask the maker for a number again. Nothing was sent. Send it once more.'

/** Does an approved act. Why it is not known to be taken; null: it was taken. */
async function carryOut(run: Run, kind: ApprovalKind): Promise<Failure | null> {
  const result = await run().catch(() => fail(brokeOff(kind)))
  if (!result.ok) return result.failure
  const { value } = result
  const isWarned =
    typeof value === 'object' && value !== null && 'outcome' in value && value.outcome === 'warned'
  return isWarned ? failureOf('refused', WARNED_AGAIN) : null
}

/** An act that may have reached the venue is never said to be not done: somebody would send it again. */
const outcomeOf = (failure: Failure | null): ApprovalOutcome =>
  failure === null ? 'done' : failure.kind === 'unknown-outcome' ? 'unknown' : 'not-done'

const isOver = (id: number): string => `Request ${id} is over. Nothing was decided.`
const askedAgain = (kind: ApprovalKind): string =>
  `${undoneWords(kind)}: the maker has asked for the act again meanwhile, perhaps with other values. The newer request must be approved.`
const BEING_DONE =
  'This press did nothing: the act is being done now, as the second dealer approved it. Look at what became of it first.'

const timeWords = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`

const twinWords = ({ id, kind }: WaitingApproval, ms: number): string =>
  `${undoneWords(kind)}: request ${id} asks for the same act, and waits ${timeWords(ms)} for a second dealer. To ask once more, take it back in the panel Approvals first.`

const waitsWords = ({ id, kind }: WaitingApproval, ms: number): string =>
  `${undoneWords(kind)} yet: request ${id} waits ${timeWords(ms)} for a second dealer. ${DECIDES}`

/** What the second dealer reads. `earlier`: the request of the same act that was done, or may have been. */
const shownOf = ({ kind, what, parts = [], changes }: HeldAct, earlier: number | undefined) => ({
  kind,
  what: earlier === undefined ? what : `${what}. Request ${earlier} was the same act, and was approved`,
  parts: [...parts],
  ...(changes ? { changes: [...changes] } : {}),
})

/** The request that waits for the same act, perhaps under another id: pressed once more, an act has a new one. */
const twinOf = (list: Pick<RequestList, 'all'>, { what, same = what, unshown }: HeldAct) =>
  list.all().find((each) => each.same === same && each.unshown === unshown)

/** Names in the refusal of an act the request for which it waits, so that its form can follow the request. */
function createRequestNames() {
  const waitsFor = new Map<ActKey, WaitingApproval>()
  return {
    note(key: ActKey, shown: WaitingApproval | undefined): void {
      if (shown) waitsFor.set(key, shown)
      else waitsFor.delete(key)
    },
    named<T>(key: ActKey, result: Result<T, Failure>): Result<T, Failure> {
      const asked = waitsFor.get(key)
      waitsFor.delete(key)
      return result.ok || asked === undefined
        ? result
        : fail({ ...result.failure, approval: { id: asked.id, at: asked.at } })
    },
  }
}

function takeBack(list: RequestList, id: number, by: TakenBackBy): Done {
  const found = list.get(id)
  if (!found) return refused(`Request ${id} is over.`)
  const why = whyNotTakenBack(found, by)
  if (why !== null) return refused(why)
  list.end(id, 'taken-back', null, `${undoneWords(found.shown.kind)}.`)
  return ok({})
}

/** Why no further request is made: the same act waits already. Null: it does not. Ends a request under this key that asks for another act. */
function whyWaits(
  clock: Clock,
  list: RequestList,
  key: ActKey,
  act: HeldAct,
  by: TakenBackBy,
): string | null {
  const again = list.all().find((each) => each.key === key)
  // Pressed once more, an act has another id. Approved twice, it would be done twice.
  const twin = twinOf(list, act)
  if (twin) return (twin === again ? waitsWords : twinWords)(twin.shown, twin.endsAt - clock.monotonic())
  const why = again ? whyNotTakenBack(again, by) : null
  if (why !== null) return `${undoneWords(act.kind)}: this act would take an earlier request back. ${why}`
  if (again) list.end(again.shown.id, 'taken-back', null, 'The act was changed and asked for again.')
  return null
}

/** Why a dealer in a window may not decide a request. Null: they may. Ends a request whose time is over. */
function whyNotDecided(
  clock: Clock,
  list: RequestList,
  id: number,
  windowId: string,
  name: string,
): string | null {
  const found = list.get(id)
  if (!found) return isOver(id)
  if (found.windowId === windowId)
    return 'Nothing was decided: the act was made in this window. Decide in another window of the desk.'
  if (isSameDealer(found.shown.maker, { name }))
    return `Nothing was decided: ${found.shown.maker.name} made this request. Another dealer must decide.`
  // The timer stands still while the machine sleeps.
  if (clock.monotonic() >= found.endsAt || clock.now() >= found.shown.expiresAt) list.expire(id)
  return list.get(id) ? null : isOver(id)
}

/** The dealer who may decide a request, once their passphrase was checked. */
async function whoDecides(
  { clock, journalWriter, checkPassphrase }: ApprovalsOptions,
  list: RequestList,
  { id, name, passphrase }: Request<'approval.decide'>,
  { windowId }: Caller,
): Promise<Result<DealerName, Failure>> {
  const why = () => whyNotDecided(clock, list, id, windowId, name)
  const problem = why()
  if (problem !== null) return fail(failureOf('refused', problem))
  const checked = await checkPassphrase(name, passphrase)
  if (!checked.ok) {
    journalWriter.note({
      type: 'alert',
      level: 'warning',
      message: `A decision on request ${id} failed: ${checked.failure}`,
    })
    return fail(failureOf('refused', checked.failure))
  }
  // The check takes a while: the request may be over by now.
  const problemNow = why()
  return problemNow === null ? ok(checked.value.dealer) : fail(failureOf('refused', problemNow))
}

const shownTo = (
  register: FourEyesRegister,
  dealer: Pick<ProvenDealer, 'isProven'>,
  list: Pick<RequestList, 'all' | 'ended'>,
): ApprovalsShown => ({
  rules: register.now.rules,
  rulesVersion: register.rulesVersion,
  dealers: namesOf(register.now),
  isProven: dealer.isProven(),
  problem: register.problem,
  waiting: list.all().map(({ shown }) => shown),
  ended: [...list.ended()],
})

export function createApprovals(options: ApprovalsOptions): Approvals {
  const { clock, journalWriter, notices, register, checkPassphrase, maker } = options
  const acts = new Map<ActKey, { readonly caller: Caller; readonly run: Run }>()
  const waitsFor = createRequestNames()
  /** Keys whose act is being done with approval. No window's call may pass under it. */
  const granted = new Set<ActKey>()
  const done = createDoneActs()

  const dealer = createProvenDealer({
    register,
    checkPassphrase,
    maker,
    notices,
    changed: () => topic.replace(),
  })
  const list = createRequestList({
    clock,
    journalWriter,
    notices,
    unended: options.unended,
    changed: () => topic.replace(),
  })
  const topic = publish<'approvals'>(() => shownTo(register, dealer, list))

  const rulings = createRulings(register, dealer, maker)
  const takenBackBy = ({ windowId }: Caller): TakenBackBy => ({
    windowId,
    named: maker.named,
    isProven: dealer.isProven(),
  })

  /** Does the act once the approval is on disk. */
  const approve = async (id: number, by: DealerName): Promise<Done> => {
    const taken = list.take(id)
    if (!taken) return refused(isOver(id))
    const { shown, key, run, same } = taken
    // That call would pass under this approval, and may hold another amount.
    if (acts.has(key)) {
      const again = askedAgain(shown.kind)
      list.over(shown, 'not-done', by, again)
      return refused(again)
    }
    granted.add(key)
    const written = await journalWriter.commit(approvalEntry(shown, 'approved', by, null))
    if (!written.ok) {
      granted.delete(key)
      const undone = undoneWords(shown.kind)
      list.over(shown, 'not-done', by, `The approval could not be stored. ${undone}. ${written.failure}`)
      return refused(`${undone}. ${written.failure}`)
    }
    const failure = await carryOut(run, shown.kind).finally(() => granted.delete(key))
    const outcome = outcomeOf(failure)
    if (outcome !== 'not-done') done.note(same, shown.id)
    list.over(shown, outcome, by, failure?.message ?? null)
    return failure === null ? ok({}) : fail(failure)
  }

  return {
    topic,
    async act(key, caller, run) {
      if (granted.has(key)) return fail(failureOf('refused', BEING_DONE))
      if (acts.has(key)) return run()
      acts.set(key, { caller, run })
      return waitsFor.named(key, await run().finally(() => acts.delete(key)))
    },
    hold(key, act) {
      if (granted.has(key)) return null
      const ruling = rulings.on(act)
      if (ruling.kind === 'free') return null
      const undone = undoneWords(act.kind)
      if (ruling.kind === 'unknown') return `${undone}. ${ruling.why}`
      if (ruling.kind === 'nobody') return `${undone}: this act needs a second dealer. ${ruling.why}`
      const made = acts.get(key)
      if (!made) return `${undone}: this act needs a second dealer, and no window asked for it.`
      waitsFor.note(key, twinOf(list, act)?.shown)
      const waits = whyWaits(clock, list, key, act, takenBackBy(made.caller))
      if (waits !== null) return waits
      if (list.all().length >= MOST_WAITING)
        return `${undone}: ${MOST_WAITING} requests wait for a second dealer already. Decide some of them first.`
      const ms = isAboutOrders(act.kind) ? ORDERS_WAIT : OTHERS_WAIT
      const { same = act.what, unshown } = act
      const asked = { ...made, key, windowId: made.caller.windowId, unshown, same }
      const shown = list.add(asked, shownOf(act, done.requestOf(same)), ruling.named, ms)
      waitsFor.note(key, shown)
      return waitsWords(shown, ms)
    },
    isApproved: (key) => granted.has(key),
    isOff: () => rulings.isOff(),
    foretell: (act, written) => rulings.foretell(act, written),
    async decide(request, caller) {
      const { id, decision, reason } = request
      const decider = await whoDecides(options, list, request, caller)
      if (!decider.ok) return decider
      const by = decider.value
      if (decision === 'refuse') {
        const kind = list.get(id)?.shown.kind
        if (kind) list.end(id, 'refused', by, `${reason.trim()} ${undoneWords(kind)}.`.trim())
        return ok({})
      }
      return approve(id, by)
    },
    takeBack: ({ id }, caller) => takeBack(list, id, takenBackBy(caller)),
    prove: (request) => dealer.prove(request),
    changed: () => topic.replace(),
    clockStepped: () => list.clockStepped(),
    endAll(why) {
      dealer.forget()
      for (const { shown } of list.all())
        list.end(shown.id, 'expired', null, `${why} ${undoneWords(shown.kind)}.`)
    },
  }
}
