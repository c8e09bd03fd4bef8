/** The scales of a simulated day, with crashes near them, and the orders of a scale as intents of their own. Plans only; the desk acts. */

import { ZERO, add, decimal, toText } from '../../../shared/base/decimal.ts'
import type { Random } from '../../../shared/base/random.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import { draftsOfRows } from '../../../shared/domain/orders/scale/scaleAct.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { INSTRUMENTS, MIDDLES } from '../world/quietExchange.ts'
import { amountOf, priceOf, type Intent, type PlannedAct } from './dealer.ts'
import type { PlannedFault } from './faults.ts'

/**
 * An intent that is sent as one order, or the orders of a scale. The names are those under which the desk journals them. Each has a size that no
 * other has, by which the venue's record is known.
 */
export const ordersOf = (intent: Intent): readonly Intent[] =>
  intent.rows === undefined
    ? [intent]
    : draftsOfRows(intent.draft, intent.rows).map((draft, at) => ({
        id: `${intent.id} row ${at + 1}`,
        draft,
        partOf: intent,
      }))

/** Beside the other acts and faults of the day, and drawn apart from them. */
export interface ScalePlan {
  readonly acts: readonly PlannedAct[]
  readonly faults: readonly PlannedFault[]
}

export const NO_SCALES: ScalePlan = { acts: [], faults: [] }

/** Larger than every other size of the day. */
const SMALLEST_LOTS = 100
const MOST_ORDERS = 6

function scaleOf(random: Random, customers: readonly CustomerCode[]): Intent {
  const { symbol } = INSTRUMENTS[random.integer(INSTRUMENTS.length)] ?? INSTRUMENTS[0]
  const side = random.next() < 0.5 ? 'buy' : 'sell'
  const away = side === 'buy' ? -1 : 1
  // Some begin through the market, so that their first orders fill at once.
  const first = (MIDDLES.get(symbol) ?? 0) + away * (random.integer(40) - 4)
  const step = away * (1 + random.integer(8))
  const sizes = SMALLEST_LOTS + random.integer(20)
  const rows = Array.from({ length: 2 + random.integer(MOST_ORDERS - 1) }, (_, at) => ({
    limitPrice: priceOf(first + at * step),
    amount: amountOf(sizes + at),
  }))
  return {
    id: 'scale-0000',
    rows,
    draft: plainDraft({
      customerCode: customers[random.integer(customers.length)] as CustomerCode,
      symbol,
      side,
      type: 'limit',
      amount: toText(rows.reduce((sum, { amount }) => add(sum, decimal(amount)), ZERO)),
      limitPrice: rows[0]?.limitPrice ?? null,
      timeInForce: 'GTC',
    }),
  }
}

/** A scale in two days of five. Some are sent again, by a held key or from another window, and every second one meets a crash while it is written and sent. */
export function planScales(random: Random, customers: readonly CustomerCode[], horizon: number): ScalePlan {
  if (random.next() >= 0.4) return NO_SCALES
  const at = random.integer(horizon)
  const copies = [{ after: 0, window: 'left' }]
  if (random.next() < 0.4) copies.push({ after: random.integer(600), window: 'right' })
  const crash: PlannedFault = {
    at,
    fault: { does: 'crash', atOperation: random.integer(12), downMs: 1 + random.integer(5_000) },
  }
  return {
    acts: [{ at, act: { does: 'submit', intent: scaleOf(random, customers), copies } }],
    faults: random.next() < 0.5 ? [crash] : [],
  }
}

/** The scales among acts, by their id. */
export const scalesIn = (acts: readonly PlannedAct[]): ReadonlyMap<string, Intent> =>
  new Map(
    acts.flatMap(({ act }) =>
      act.does === 'submit' && act.intent.rows !== undefined ? [[act.intent.id, act.intent] as const] : [],
    ),
  )
