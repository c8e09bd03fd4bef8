/** The one way from an intent to the core: check, propose, send once. Sends nothing that was not proposed and confirmed, except cancels. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import type { Random } from '../../../shared/base/random.ts'
import { assertNever, type Result } from '../../../shared/base/result.ts'
import type { Reply } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { amendProblems, orderProblems } from '../../../shared/domain/orders/orderFieldRules.ts'
import { draftsOfRows } from '../../../shared/domain/orders/scale/scaleAct.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { reasonOf } from '../../../shared/domain/orders/openOrderReading.ts'
import { closedSentence } from '../../format/closedSentence.ts'
import { customerFirst } from '../../format/customerFirst.ts'
import { knownCustomer } from '../accounts/customerIndex.ts'
import { disagreement } from './customerLock.ts'
import { haltRefusal } from './halting.ts'
import { amendMarketProblems, marketProblems } from '../marketProblems.ts'
import { bareSentenceOf, customerOf, isNothingToFlatten, marketViewOf, sentenceOf } from './intentSentence.ts'
import { createProgressNotice, tell } from '../stores/noticeStore.ts'
import type { OverrideQuestion } from '../stores/overlayStore.ts'
import { setProposal, type Intent, type Place, type Proposal } from '../stores/proposalStore.ts'
import type { WindowSession } from '../windowSession.ts'
import { basisOf, whyOutdated } from './proposalBasis.ts'
import { distrust } from './workspaceActions.ts'
import { capOf } from '../../keys/caps.ts'

/** A new id for one intent; the core sends an id at most once. */
export const mintIntentId = (clock: Clock, random: Random): string =>
  `w${clock.now().toString(36)}-${[1, 2, 3].map(() => random.integer(0x7fffffff).toString(36)).join('')}`

export { customerOf, instrumentOf, marketViewOf, sentenceOf } from './intentSentence.ts'

export const customerName = (session: WindowSession, code: string): string =>
  knownCustomer(session.server, code)?.name ?? ''

/** Whether a failure proves that nothing was sent or that the venue refused. Only then is the next send a new intent. */
export const isSettled = ({ kind }: Failure): boolean =>
  kind === 'refused' || kind === 'invalid-request' || kind === 'not-permitted' || kind === 'rejected-by-venue'

/** Whether an act that failed may have been done: the request left, and no answer settles what became of it. */
export const isUnknown = (failure: Failure): boolean =>
  !isSettled(failure) && failure.kind !== 'not-connected'

/** Why nothing new may be sent for a customer; null when it may, or while that is unknown here and the core decides. */
export function whyClosed(session: WindowSession, code: string): string | null {
  const records = session.server.reconciliation.getState().value?.get(code)
  return !records || records.open ? null : closedSentence(records)
}

/** Why an intent may not be proposed; null when it may. Cancels are always allowed (docs/keyboard.md#cancels). */
export function refusalOf(session: WindowSession, intent: Intent): string | null {
  if (intent.kind === 'cancel' || intent.kind === 'cancelAll') return null
  const isTradeOut = intent.kind === 'flatten' || intent.kind === 'flattenAll'
  const trust = distrust(session.server, isTradeOut)
  if (trust !== null) return trust
  const halted = haltRefusal(session.server, intent)
  if (halted !== null) return halted
  if (intent.kind === 'flatten')
    return isNothingToFlatten(session, intent) ? sentenceOf(session, intent) : null
  if (intent.kind === 'flattenAll') return null
  const closed = whyClosed(session, customerOf(intent) ?? '')
  if (closed !== null) return closed
  if (intent.kind === 'amend') {
    const { order, changes } = intent
    const view = marketViewOf(session, order)
    const [problem] = [
      ...amendProblems(order, changes),
      ...(view ? amendMarketProblems(order, changes, view) : []),
    ]
    return problem?.sentence ?? (mayAmend(session) ? null : NO_AMEND)
  }
  const { draft } = intent
  const problem = orderProblems(draft)[0]
  if (problem) return problem.sentence
  const view = marketViewOf(session, draft)
  if (!view) return `${shownCode(draft.symbol)} is not an instrument of this venue.`
  const open = tradability(view.instrument.status)
  if (open === 'halted') return `${shownCode(draft.symbol)} is halted: new orders are refused.`
  if (open === 'limit-only' && draft.limitPrice === null)
    return `${shownCode(draft.symbol)} takes limit orders only: give a price.`
  const drafts = intent.scale === undefined ? [draft] : draftsOfRows(draft, intent.scale)
  return drafts.flatMap((each) => marketProblems(each, view))[0]?.sentence ?? null
}

/** What a dealer does where the venue takes no amend (docs/api.md#gap.11). */
export const NO_AMEND =
  'This venue does not change orders. Cancel the order (Delete), wait until it is canceled, then send a new one for the unfilled rest.'

/** Whether the venue signed in to takes amends. */
export function mayAmend(session: WindowSession): boolean {
  const value = session.server.session.getState().value
  return value?.venues.find((venue) => venue.id === value.venueId)?.amend ?? false
}

/** Proposes an intent at a place, for Enter. Returns the refusal, which is also shown as a notice, or null. */
export function propose(session: WindowSession, place: Place, intent: Intent): string | null {
  const refusal = refusalOf(session, intent)
  const customerCode = customerOf(intent)
  if (refusal !== null || customerCode === undefined) {
    setProposal(session.proposals, place, null)
    const why = refusal ?? `Choose a customer first (${capOf('F2')}).`
    tell(session.notices, session.clock, 'warning', why)
    return why
  }
  const proposal: Proposal = {
    intentId: mintIntentId(session.clock, session.random),
    intent,
    sentence: sentenceOf(session, intent),
    customerCode,
    showing: session.enters.show(),
    basis: basisOf(intent),
  }
  setProposal(session.proposals, place, proposal)
  return null
}

export const dropProposal = (session: WindowSession, place: Place): void =>
  setProposal(session.proposals, place, null)

const nothingSent = (why: string | null): string | null => (why === null ? null : `Nothing was sent. ${why}`)

/** Sends what waits at a place, once: it is removed before the call is sent. A press too soon does not remove it. `named`: the customer that the place names now. */
export async function sendProposal(
  session: WindowSession,
  place: Place,
  named: CustomerCode | null,
): Promise<boolean> {
  const proposal = session.proposals.getState()[place]
  if (!proposal || !session.enters.counts(proposal.showing)) return false
  setProposal(session.proposals, place, null)
  const refusal =
    disagreement(place, proposal, named) ??
    nothingSent(whyOutdated(session, proposal)) ??
    refusalOf(session, proposal.intent)
  if (refusal !== null) {
    tell(session.notices, session.clock, 'warning', refusal)
    return false
  }
  return (await sendIntent(session, proposal.intentId, proposal.intent)) === null
}

/** Sheets in which the dealer types what must not vanish: the question of an order never takes their place. */
const KEPT_SHEETS: ReadonlySet<string> = new Set(['kill', 'halts', 'override'])

/** Asks the dealer for the number that sends an order in spite of warnings; null: the order is dropped. */
function askNumber(session: WindowSession, question: OverrideQuestion): Promise<string | null> {
  const { overlay, notices, clock } = session
  const { open } = overlay.getState()
  if (open !== null && KEPT_SHEETS.has(open.kind)) {
    const words =
      open.kind === 'override'
        ? 'Nothing was sent: the limits warn, and the sheet of another order is still open. Answer that sheet, then send this order again.'
        : 'Nothing was sent: the limits warn, and a sheet is open that this question must not cover. Close that sheet, then send this order again.'
    tell(notices, clock, 'warning', words, question.sentence)
    return Promise.resolve(null)
  }
  return new Promise((resolve) => overlay.setState({ open: { kind: 'override', question, answer: resolve } }))
}

/** What the core answers instead of sending: the warnings of the limits, and what is to be typed. */
interface AskedByLimits extends Pick<OverrideQuestion, 'type' | 'means' | 'notional'> {
  readonly warnings: readonly { readonly sentence: string }[]
}

/** `askNumber` for an answer of the core. `before`: what was typed last, and did not send. */
export const askAsLimits = (
  session: WindowSession,
  sentence: string,
  { warnings, type, means, notional }: AskedByLimits,
  before: string | null,
): Promise<string | null> =>
  askNumber(session, {
    sentence,
    warnings: warnings.map((warning) => warning.sentence),
    type,
    means,
    notional,
    before,
  })

/** The dealer dropped an order that exceeded a warning limit: nothing was sent. */
export const DROPPED = failureOf('refused', 'Dropped: nothing was sent.')

type OrderReply = Result<Reply<'order.submit'> | Reply<'order.submitScale'>, Failure>

function callCore(
  { client }: WindowSession,
  intentId: string,
  { draft, remarks, sizedBy, bracket, scale }: Extract<Intent, { kind: 'order' }>,
  typed: string | null,
): Promise<OrderReply> {
  return scale === undefined
    ? client.call('order.submit', {
        intentId,
        draft,
        typed,
        ...(remarks === undefined ? {} : { remarks }),
        ...(sizedBy === undefined ? {} : { sizedBy }),
        ...(bracket === undefined ? {} : { bracket }),
      })
    : client.call('order.submitScale', { intentId, draft, rows: [...scale], typed })
}

/** One order or scale under one intent id: sent as it is, or with the number that the limits ask for. */
async function sendOrder(
  session: WindowSession,
  intentId: string,
  intent: Extract<Intent, { kind: 'order' }>,
): Promise<Failure | null> {
  const sentence = sentenceOf(session, intent)
  for (let typed: string | null = null; ;) {
    const reply = await callCore(session, intentId, intent, typed)
    if (!reply.ok) return tellFailure(session, sentence, reply.failure)
    if (reply.value.outcome === 'taken') return null
    typed = await askAsLimits(session, bareSentenceOf(session, intent), reply.value, typed)
    if (typed === null) return DROPPED
  }
}

/** The dealer dropped a trade-out. Its cancels may have been requested before the core asked for the customer code. */
export const TRADE_OUT_DROPPED = failureOf('refused', 'dropped: no market order was sent')

/** One trade-out under one intent id: sent as it is, or with the customer code that the core asks for. Shows no notice of a failure. */
export async function sendFlatten(
  session: WindowSession,
  intentId: string,
  intent: Extract<Intent, { kind: 'flatten' }>,
): Promise<Failure | null> {
  const sentence = sentenceOf(session, intent)
  const { customerCode, symbol } = intent
  for (let typed: string | null = null; ;) {
    const reply: Result<Reply<'position.flatten'>, Failure> = await session.client.call('position.flatten', {
      intentId,
      customerCode,
      symbol,
      typed,
    })
    if (!reply.ok) return reply.failure
    if (reply.value.outcome === 'taken') return null
    const { warnings, type } = reply.value
    typed = await askNumber(session, {
      sentence,
      warnings,
      type,
      means: 'customer',
      notional: null,
      before: typed,
    })
    if (typed === null) return TRADE_OUT_DROPPED
  }
}

/**
 * Trades out of one instrument after the other. A refusal does not stop it: no market order was sent, and the next instrument needs its own. One
 * notice names every instrument that was not flattened.
 */
async function sendFlattenAll(
  session: WindowSession,
  intentId: string,
  intent: Extract<Intent, { kind: 'flattenAll' }>,
): Promise<Failure | null> {
  const { customerCode, symbols } = intent
  const sentence = sentenceOf(session, intent)
  const showProgress = createProgressNotice(session.notices, session.clock)
  const missed: string[] = []
  const unknown: string[] = []
  let failure: Failure | null = null
  let isStopped = false
  for (const [n, symbol] of symbols.entries()) {
    if (isStopped) {
      missed.push(`${shownCode(symbol)} (not tried)`)
      continue
    }
    showProgress(`Flattening ${shownCode(customerCode)}: ${n + 1} of ${symbols.length}.`)
    const failed = await sendFlatten(session, `${intentId}-${n}`, { kind: 'flatten', customerCode, symbol })
    if (failed === null) continue
    failure = failed
    isStopped = failed === TRADE_OUT_DROPPED || !isSettled(failed)
    ;(isUnknown(failed) ? unknown : missed).push(`${shownCode(symbol)} (${reasonOf(failed.message)})`)
  }
  const accepted = symbols.length - missed.length - unknown.length
  showProgress(
    `Flatten of ${shownCode(customerCode)}: Openpit accepted ${accepted} of ${symbols.length} market orders.`,
  )
  const sentences = [
    missed.length === 0 ? null : `Not flattened: ${missed.join(', ')}.`,
    unknown.length === 0 ? null : `Not known whether flattened: ${unknown.join(', ')}.`,
  ].filter((words) => words !== null)
  if (sentences.length > 0) tell(session.notices, session.clock, 'error', sentences.join(' '), sentence)
  return failure
}

/** Sends a confirmed intent. Null: the core accepted it, and the outcome arrives on `orders` (C7). A failure is shown and returned. */
export async function sendIntent(
  session: WindowSession,
  intentId: string,
  intent: Intent,
): Promise<Failure | null> {
  const { client } = session
  switch (intent.kind) {
    case 'order': {
      session.dealt.at = session.clock.now()
      return sendOrder(session, intentId, intent)
    }
    case 'amend': {
      session.dealt.at = session.clock.now()
      const { customerCode, referenceId } = intent.order
      const reply = await client.call('order.amend', { customerCode, referenceId, changes: intent.changes })
      return reply.ok ? null : tellFailure(session, sentenceOf(session, intent), reply.failure)
    }
    case 'flatten': {
      session.dealt.at = session.clock.now()
      const sentence = sentenceOf(session, intent)
      const failure = await sendFlatten(session, intentId, intent)
      return failure === null || failure === TRADE_OUT_DROPPED
        ? failure
        : tellFailure(session, sentence, failure)
    }
    case 'flattenAll': {
      session.dealt.at = session.clock.now()
      return sendFlattenAll(session, intentId, intent)
    }
    case 'cancelAll': {
      const { customerCode, symbol, side } = intent
      const reply = await client.call('order.cancelAll', { customerCode, symbol, side })
      if (!reply.ok) return tellFailure(session, sentenceOf(session, intent), reply.failure)
      // The core reports the progress to every window in one notice that it updates.
      return null
    }
    case 'cancel': {
      const failures = await Promise.all(intent.orders.map((order) => cancelOrder(session, order)))
      return failures.find((failure) => failure !== null) ?? null
    }
    default:
      return assertNever(intent)
  }
}

/** Cancels one order at once, without a confirmation (docs/keyboard.md#cancels). */
export async function cancelOrder(session: WindowSession, order: Order): Promise<Failure | null> {
  const { customerCode, referenceId } = order
  const reply = await session.client.call('order.cancel', { customerCode, referenceId })
  return reply.ok
    ? null
    : tellFailure(session, customerFirst(customerCode, `CANCEL ${shownCode(order.symbol)}`), reply.failure)
}

/** Shows a failed command as a notice and returns the failure. An unknown outcome is an error until it is resolved. */
export function tellFailure(session: WindowSession, doing: string, failure: Failure): Failure {
  const level = failure.kind === 'refused' || failure.kind === 'invalid-request' ? 'warning' : 'error'
  tell(session.notices, session.clock, level, failure.message, doing)
  return failure
}
