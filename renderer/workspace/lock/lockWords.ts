/** What a locked window says of the desk: counts and channels, never a customer, an instrument or an amount of money. Pure. */

import { plural } from '../../../shared/base/plural.ts'
import type { LockInForce } from '../../../shared/contract/status.ts'
import { capital, isAllSeen, type Unseen } from '../../../shared/domain/orders/openOrderReading.ts'
import { whatStays } from '../../../shared/domain/orders/restingOrders.ts'
import { timeWithZone } from '../../format/times.ts'
import type { Light } from '../../state/statusWords.ts'

export interface DeskCounts {
  /** Whether the core has said which orders and positions there are. */
  readonly isKnown: boolean
  /** Live orders, those of unknown status included. */
  readonly live: number
  readonly unknown: number
  readonly unseen: Unseen
  /** Positions that stand or may stand. */
  readonly positions: number
  /** Whether every trade was read. */
  readonly isEveryTradeRead: boolean
  readonly halts: number
  readonly mustAcknowledge: number
}

/** `trouble`: something that a dealer would want to look at. */
export interface LockLine {
  readonly name: string
  readonly text: string
  readonly trouble: boolean
}

export const sinceWords = ({ since, by, cause }: LockInForce, venue: string): string =>
  `${cause === 'key' ? 'Locked' : 'Locked by itself, after a time without a key or a click,'} at ${timeWithZone(since)} by ${by} at ${venue}.`

const NOT_KNOWN = 'Not known yet: the core has not said.'

function ordersLine({ isKnown, live, unknown, unseen }: DeskCounts): LockLine {
  if (!isKnown) return { name: 'Orders', text: NOT_KNOWN, trouble: true }
  const none = isAllSeen(unseen)
    ? 'No order is live at the venue.'
    : 'No live order is known, but not every list of open orders is read.'
  const more = live === unknown && !isAllSeen(unseen) ? ', and there may be others' : ''
  const some = `${capital(whatStays(live, unknown, unseen))}${more}.`
  return { name: 'Orders', text: live === 0 ? none : some, trouble: unknown > 0 || !isAllSeen(unseen) }
}

function positionsLine({ isKnown, positions, isEveryTradeRead }: DeskCounts): LockLine {
  if (!isKnown) return { name: 'Positions', text: NOT_KNOWN, trouble: true }
  const unread = isEveryTradeRead ? '' : ' There may be more: not every trade is read.'
  const words =
    positions === 0 ? 'No position is known to stand.' : `${plural(positions, 'position')} at the venue.`
  return { name: 'Positions', text: `${words}${unread}`, trouble: !isEveryTradeRead }
}

/** `lights`: null while the link to the core is lost, and nothing is known. */
function connectionLine(lights: readonly Light[] | null): LockLine {
  if (lights === null)
    return {
      name: 'Connection',
      text: 'The link to the core is lost: all of this is old. Openpit is connecting again.',
      trouble: true,
    }
  const down = lights.filter(({ state }) => state !== 'live').map(({ name }) => name)
  if (lights.length === 0) return { name: 'Connection', text: 'No connection yet.', trouble: true }
  return down.length === 0
    ? { name: 'Connection', text: 'Every channel is live.', trouble: false }
    : { name: 'Connection', text: `Not live: ${down.join(', ')}.`, trouble: true }
}

export function lockLines(counts: DeskCounts, lights: readonly Light[] | null): readonly LockLine[] {
  const { halts, mustAcknowledge } = counts
  return [
    ordersLine(counts),
    positionsLine(counts),
    connectionLine(lights),
    ...(halts > 0 ? [{ name: 'Halts', text: `${plural(halts, 'halt')} in force.`, trouble: true }] : []),
    ...(mustAcknowledge > 0
      ? [{ name: 'Notices', text: `${plural(mustAcknowledge, 'notice')} to acknowledge.`, trouble: true }]
      : []),
  ]
}
