/** The steps of the practice tour, and whether the state of the desk shows a step as done. A key that was pressed proves nothing here. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { capOf } from '../../keys/caps.ts'
import { ZERO, add, compare, decimal } from '../../../shared/base/decimal.ts'
import { isCleared, type HaltState } from '../../../shared/domain/orders/halt.ts'
import { isLive, isResting, type Order } from '../../../shared/domain/orders/order.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'

/** What the steps look at. */
export interface TourState {
  /** The customer of this window; null for none. */
  readonly customer: string | null
  /** Why the customer takes no new order yet, in one sentence; null: it takes orders. */
  readonly closed: string | null
  /** The kind of the panel that has, or last had, the focus. */
  readonly focusedKind: string | null
  readonly isArmed: boolean
  /** Why the ladders disarmed last; null where nothing disarmed them. */
  readonly disarmedBecause: string | null
  /** An order waits for Enter in a ladder. */
  readonly isProposed: boolean
  /** Orders of the customer; null while they are unknown or old. */
  readonly orders: readonly Order[] | null
  /** Null while they are unknown or old. */
  readonly halts: readonly HaltState[] | null
  /** Open positions of the customer; null while they are unknown or old, or trades were not read. */
  readonly positions: readonly Position[] | null
}

export interface TourStep {
  /** Stored with the progress: never change one. */
  readonly id: string
  readonly title: string
  /** The keys in the order in which they are pressed, as the dealer has them now. */
  readonly keys: () => readonly string[]
  readonly does: string
  readonly why: string
  /** What is still missing, in one sentence; null: the state shows the step as done. `since`: wall clock ms at which the step began. */
  readonly missing: (state: TourState, since: number) => string | null
  /** The id of the step whose effect this one takes away. Where that step was skipped and nothing is left to take away, this one is skipped too. */
  readonly undoes?: string
}

const UNKNOWN_ORDERS = 'The orders are not known at the moment. Wait until the link is back.'
const UNKNOWN_HALTS = 'The halts are not known at the moment. Wait until the link is back.'

const ownOrders = ({ orders }: TourState, since: number): readonly Order[] =>
  (orders ?? []).filter(({ origin, createdAt }) => origin === 'desk' && createdAt >= since)

const isShownResting = (order: Order): boolean => order.phase === 'working' && isResting(order.status)

function placeMissing(state: TourState, since: number): string | null {
  if (state.orders === null) return UNKNOWN_ORDERS
  const own = ownOrders(state, since)
  if (own.some(isShownResting)) return null
  if (state.isProposed) return 'The order waits: read the sentence, then press Enter.'
  const last = own.at(-1)
  if (last?.phase === 'rejected' || last?.phase === 'not-sent')
    return `Nothing rests: ${last.refusal?.message ?? 'the order was not sent'}. Place another.`
  if (last !== undefined && isLive(last)) return 'Sent. The venue has not shown the order yet.'
  if (last?.status === 'filled') return 'It filled at once. Go further below the market and place another.'
  return state.isArmed
    ? `No order waits. Move the cursor well below the market with PageDown, then press ${capOf('B')}.`
    : `The ladder is not armed: press ${capOf('F10')} on it first.`
}

function cancelMissing(state: TourState, since: number): string | null {
  if (state.orders === null) return UNKNOWN_ORDERS
  const isCanceled = ({ phase, status, updatedAt }: Order) =>
    phase === 'closed' && status === 'canceled' && updatedAt >= since
  if (state.orders.some(isCanceled)) return null
  const live = state.orders.filter(isLive)
  if (live.length === 0) return 'No live order is known. Place another below the market, then cancel it.'
  return live.some(({ pending }) => pending === 'cancel')
    ? 'The cancel is requested. The venue has not confirmed it yet.'
    : 'The order is live. Go to the ladder, put the cursor on its price, and press Delete.'
}

function bracketMissing(state: TourState, since: number): string | null {
  if (state.orders === null) return UNKNOWN_ORDERS
  const entry = ownOrders(state, since).findLast(({ bracket }) => bracket !== undefined)
  if (!entry)
    return 'No order with a bracket was sent. Fill in + Profit and + Stop before you send, such as 200t.'
  if (entry.phase === 'rejected' || entry.phase === 'not-sent')
    return `The entry was not placed: ${entry.refusal?.message ?? 'it was not sent'}. Send another.`
  const filled = decimal(entry.filledAmount)
  if (compare(filled, ZERO) === 0) return 'The entry has not filled. A market order fills at once.'
  const placed = state.orders
    .filter((order) => order.legOf === entry.referenceId && isShownResting(order))
    .reduce((sum, { amount }) => (amount === null ? sum : add(sum, decimal(amount))), ZERO)
  return compare(placed, filled) < 0
    ? 'The entry filled. Openpit places take profit and stop; the venue has not shown them yet.'
    : null
}

const deskHalt = (halts: readonly HaltState[]): HaltState | undefined =>
  halts.find(({ scope, mode }) => scope.kind === 'desk' && mode === 'halted')

function killMissing({ halts }: TourState): string | null {
  if (halts === null) return UNKNOWN_HALTS
  const halt = deskHalt(halts)
  if (!halt) return 'The desk is not halted.'
  const { orders, verified, unverified, lists } = halt
  if (unverified.length > 0)
    return `${unverified.length} orders are UNVERIFIED: treat them as live. The red line has the reasons.`
  if (verified < orders) return `${verified} of ${orders} cancels are verified. Wait for the others.`
  return isCleared(lists) ? null : 'The lists of open orders are still being read.'
}

function flatMissing({ positions }: TourState): string | null {
  if (positions === null) return 'The positions are not known at the moment. Wait until the link is back.'
  const [first] = positions
  if (!first) return null
  return `${positions.length === 1 ? 'One position is' : `${positions.length} positions are`} open, such as ${first.size} ${shownCode(first.symbol)}.`
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    id: 'customer',
    title: 'Choose a customer',
    keys: () => [capOf('F2'), 'C1042', 'Enter'],
    does: 'This window deals for C1042 from now on. The chip in the top bar shows the code.',
    why: 'Every window starts with no customer, so that nobody deals for the wrong one by habit.',
    missing: ({ customer, closed }) => (customer === null ? 'This window has no customer.' : closed),
  },
  {
    id: 'ladder',
    title: 'Go to the ladder',
    keys: () => [capOf('F5')],
    does: 'Gives the ladder the focus. The yellow ring shows where your keys go.',
    why: 'Letters deal only in the panel that has the focus.',
    missing: ({ focusedKind }) => (focusedKind === 'ladder' ? null : 'Another panel has the focus.'),
  },
  {
    id: 'arm',
    title: 'Arm the ladder',
    keys: () => [capOf('F10')],
    does: 'The ladder takes dealing keys. The top bar says ARMED with the customer and the age.',
    why: 'A ladder that is not armed sends nothing. It disarms by itself when customer, instrument or link changes.',
    missing: ({ isArmed, disarmedBecause }) =>
      isArmed
        ? null
        : `The ladder is not armed${disarmedBecause === null ? '' : `: ${disarmedBecause}`}. Wait until its book is not hatched.`,
  },
  {
    id: 'place',
    title: 'Place a limit order that rests',
    keys: () => ['PageDown (four times)', capOf('B'), 'Enter'],
    does: 'PageDown goes down ten rows, away from the market. The next key puts up a sentence with the customer first. Enter sends it, and the order rests at the price of the cursor.',
    why: 'No key sends an order alone: you read what Enter sends.',
    missing: placeMissing,
  },
  {
    id: 'cancel',
    title: 'Cancel it',
    keys: () => ['Delete'],
    does: 'Cancels every order of this customer at the price of the cursor.',
    why: 'A cancel takes risk away, so it asks nothing. It is over when the venue shows it, not when you pressed.',
    missing: cancelMissing,
  },
  {
    id: 'lock',
    title: 'Lock trading',
    keys: () => ['F12'],
    does: 'Nothing is sent from any window but cancels. Every ladder disarms.',
    why: 'For the moment in which somebody must not deal by mistake. It holds after a restart too.',
    missing: ({ halts }) =>
      halts === null
        ? UNKNOWN_HALTS
        : halts.some(({ mode }) => mode === 'locked')
          ? null
          : 'Trading is not locked.',
  },
  {
    id: 'unlock',
    undoes: 'lock',
    title: 'Release the lock',
    keys: () => ['F12', 'UNLOCK', 'Enter'],
    does: 'The same key asks for the word that releases.',
    why: 'A typed word cannot be pressed by mistake.',
    missing: ({ halts }) =>
      halts === null
        ? UNKNOWN_HALTS
        : halts.some(({ mode }) => mode === 'locked')
          ? 'Trading is locked.'
          : null,
  },
  {
    id: 'bracket',
    title: 'Buy from the ticket, with take profit and stop',
    keys: () => [capOf('F9'), 'Ctrl Enter', 'Enter'],
    does: 'In the ticket: Buy, Market, Amount 0.1, + Profit 2%, + Stop 2%. Ctrl Enter goes to the button, Enter there sends. The entry fills, and Openpit places both legs.',
    why: 'The legs are orders at the venue, never larger than what filled. The table of orders shows them.',
    missing: bracketMissing,
  },
  {
    id: 'kill',
    title: 'Throw the kill switch',
    keys: () => ['Ctrl Shift F12', 'KILL', 'Enter'],
    does: 'Halts the whole desk and cancels its orders, the two legs too. The red line counts what the venue confirmed.',
    why: 'When orders must go. It is done when every cancel and every list is verified. The position stays.',
    missing: killMissing,
  },
  {
    id: 'lift',
    undoes: 'kill',
    title: 'Lift the halt',
    keys: () => ['Shift F12', 'DESK', 'Enter'],
    does: 'Lists the halts in force. The word of a halt lifts it.',
    why: 'A halt stays until somebody lifts it, also over a restart.',
    missing: ({ halts }) => (halts === null ? UNKNOWN_HALTS : deskHalt(halts) ? 'The desk is halted.' : null),
  },
  {
    id: 'flat',
    undoes: 'bracket',
    title: 'Close the position',
    keys: () => [capOf('F6'), capOf('F', 'positions'), 'Enter'],
    does: 'Goes to the positions, proposes to flatten the row, and sends it.',
    why: 'The kill switch took the stop away. Never leave a position without one by accident.',
    missing: flatMissing,
  },
]
