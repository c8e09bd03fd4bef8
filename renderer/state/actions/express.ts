/** Express: limit orders of one armed ladder leave without the second Enter, within limits of their own. Never saved, and ended by every doubt. */

import type { Stop } from '../../../shared/base/clock.ts'
import { compare, decimal, multiply, type Decimal } from '../../../shared/base/decimal.ts'
import { grouped } from '../../format/numbers.ts'
import { tell } from '../stores/noticeStore.ts'
import { numberOf, targetIn, type InstanceId } from '../stores/panelInstances.ts'
import type { Intent } from '../stores/proposalStore.ts'
import type { WindowSession } from '../windowSession.ts'
import { dropProposal, isSettled, mintIntentId, refusalOf, sendIntent } from './dealing.ts'
import { capOf } from '../../keys/caps.ts'
import { isUnproven } from '../../../shared/domain/orders/order.ts'

/** Ms without an express order after which express ends. */
export const EXPRESS_REST_MS = 5 * 60_000
/** Ms between looks at the rest. */
const LOOK = 5_000

interface ExpressLimits {
  /** Contracts. */
  readonly amount: Decimal
  /** USDC. */
  readonly notional: Decimal
}

/** The limits of express on a ladder; null where the settings have none for its instrument. */
function limitsOf({ workspace, settings }: WindowSession, id: InstanceId): ExpressLimits | null {
  const { symbol } = targetIn(workspace.getState(), id)
  const stored = settings.getState().settings.values['express.limits'][symbol ?? '']
  const [amount, notional] = stored ?? []
  return amount === undefined || notional === undefined
    ? null
    : { amount: decimal(amount), notional: decimal(notional) }
}

const isArmed = ({ workspace }: WindowSession, id: InstanceId): boolean =>
  workspace.getState().armed[id] !== undefined

/** Why express may not begin on a ladder; null when it may. */
function whyNotExpress(session: WindowSession, id: InstanceId): string | null {
  if (!isArmed(session, id))
    return `Arm the ladder first (${capOf('F10')}): express works on an armed ladder only.`
  const { symbol } = targetIn(session.workspace.getState(), id)
  if (limitsOf(session, id) === null)
    return `Express has no limits for ${symbol ?? 'this ladder'}. Set the largest size and the largest notional in the settings first.`
  if (hasUnprovenOrder(session, id)) return `Express cannot begin: ${UNPROVEN}. Look at the orders first.`
  return session.unasked.refusal(id)
}

/** Whether an order of a ladder's customer and instrument was sent and its fate is not known. One that is just being sent does not count. */
function hasUnprovenOrder({ workspace, server }: WindowSession, id: InstanceId): boolean {
  const { customer, symbol } = targetIn(workspace.getState(), id)
  for (const order of server.orders.getState().rows.values())
    if (
      order.customerCode === customer &&
      order.symbol === symbol &&
      isUnproven(order) &&
      order.phase !== 'sent'
    )
      return true
  return false
}

const asText = (limits: ExpressLimits | null): string | null =>
  limits && `${limits.amount} ${limits.notional}`

/** Begins express on an armed ladder or says why not; ends it where it is on. What waits for Enter is dropped. */
export function toggleExpress(session: WindowSession, id: InstanceId): void {
  const { workspace, notices, clock } = session
  if (workspace.getState().express[id] !== undefined) return endExpress(session, null, id)
  const refusal = whyNotExpress(session, id)
  const limits = limitsOf(session, id)
  if (refusal !== null || limits === null) return tell(notices, clock, 'warning', refusal ?? '')
  dropProposal(session, id)
  workspace.setState(({ express }) => ({ express: { ...express, [id]: clock.now() } }))
  const { customer, symbol } = targetIn(workspace.getState(), id)
  tell(
    notices,
    clock,
    'info',
    `Express is on: limit orders from ladder ${numberOf(id)} for ${customer ?? ''} in ${symbol ?? ''} up to ${grouped(limits.amount, 8)} contracts and ${grouped(limits.notional, 0)} USDC leave without Enter.`,
  )
}

/** Ends express on one ladder or on all; `because` is null when the dealer asked. */
export function endExpress(session: WindowSession, because: string | null, id?: InstanceId): void {
  const { workspace, notices, clock } = session
  const { express } = workspace.getState()
  const ended = (Object.keys(express) as InstanceId[]).filter((ladder) => id === undefined || ladder === id)
  if (ended.length === 0) return
  const left = { ...express }
  for (const ladder of ended) delete left[ladder]
  workspace.setState({ express: left })
  const which = ended.map(numberOf).join(', ')
  if (because !== null)
    tell(
      notices,
      clock,
      'warning',
      `Express of ladder ${which} ended: ${because}. Orders wait for Enter again.`,
    )
}

/** A clock that was set back proves no time. */
const hasRested = (now: number, since: number): boolean => now < since || now - since >= EXPRESS_REST_MS
const RESTED = 'five minutes passed without an express order'
const UNPROVEN = 'it is not known what became of an order of this customer in this instrument'
const CHANGED = 'its limits were changed in the settings'

/**
 * Sends an order at once where express allows that; answers whether it took the order over. An order above the limits of express waits for Enter
 * like any other, and a notice says why.
 */
export function sendsAtOnce(session: WindowSession, id: InstanceId, intent: Intent): boolean {
  const { workspace, notices, clock } = session
  const since = workspace.getState().express[id]
  if (since === undefined || !isArmed(session, id)) return false
  if (intent.kind !== 'order' || intent.draft.type !== 'limit') return false
  const { amount, limitPrice, customerCode, symbol } = intent.draft
  if (hasRested(clock.now(), since)) {
    endExpress(session, RESTED, id)
    return false
  }
  const target = targetIn(workspace.getState(), id)
  const limits = limitsOf(session, id)
  if (limits === null || target.customer !== customerCode || target.symbol !== symbol) {
    endExpress(session, 'its limits are not set any more', id)
    return false
  }
  if (amount === null || limitPrice === null || isAbove(decimal(amount), decimal(limitPrice), limits)) {
    tell(
      notices,
      clock,
      'warning',
      'This order is above the limits of express. Read it, then press Enter to send.',
    )
    return false
  }
  // No sentence may wait behind an order that left: the next Enter would send a second one.
  dropProposal(session, id)
  const refusal = session.unasked.refusal(id) ?? refusalOf(session, intent)
  if (refusal !== null) {
    tell(notices, clock, 'warning', refusal)
    return true
  }
  workspace.setState(({ express }) => ({ express: { ...express, [id]: clock.now() } }))
  void sendAtOnce(session, id, intent)
  return true
}

async function sendAtOnce(session: WindowSession, id: InstanceId, intent: Intent): Promise<void> {
  const failure = await sendIntent(session, mintIntentId(session.clock, session.random), intent)
  if (failure !== null && !isSettled(failure)) endExpress(session, UNPROVEN, id)
}

const isAbove = (amount: Decimal, price: Decimal, limits: ExpressLimits): boolean =>
  compare(amount, limits.amount) > 0 || compare(multiply(amount, price), limits.notional) > 0

/** Ends express when the window loses the focus, after its rest, when its limits change, and when the fate of an order becomes unknown. Disarming ends it by itself. */
export function watchExpress(session: WindowSession, target: Window): Stop {
  const onBlur = () => endExpress(session, 'the window lost the focus')
  target.addEventListener('blur', onBlur)
  /** The limits with which express began on each ladder: more must not leave than the dealer read then. */
  const begunWith = new Map<InstanceId, string | null>()
  const remember = () => {
    const { express } = session.workspace.getState()
    for (const id of begunWith.keys()) if (express[id] === undefined) begunWith.delete(id)
    for (const id of Object.keys(express) as InstanceId[])
      if (!begunWith.has(id)) begunWith.set(id, asText(limitsOf(session, id)))
  }
  const look = () => {
    for (const [id, since] of Object.entries(session.workspace.getState().express) as [
      InstanceId,
      number,
    ][]) {
      if (hasRested(session.clock.now(), since)) endExpress(session, RESTED, id)
      else if (asText(limitsOf(session, id)) !== begunWith.get(id)) endExpress(session, CHANGED, id)
      else if (hasUnprovenOrder(session, id)) endExpress(session, UNPROVEN, id)
    }
  }
  const stops = [
    session.clock.every(LOOK, look),
    session.settings.subscribe(look),
    session.server.orders.subscribe(look),
    session.workspace.subscribe((now, was) => {
      if (now.express !== was.express) remember()
    }),
  ]
  return () => {
    target.removeEventListener('blur', onBlur)
    for (const stop of stops) stop()
  }
}
