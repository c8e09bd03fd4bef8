/** The blocks of a simulated day, with crashes near them and what the dealer does with them on the way. Plans only; the desk acts. */

import type { Request } from '../../../shared/contract/contract.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import type { Random } from '../../../shared/base/random.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { INSTRUMENTS, MIDDLES } from '../world/quietExchange.ts'
import { amountOf, priceOf, type Act } from './dealer.ts'
import type { PlannedFault, WorldFault } from './faults.ts'

export interface PlannedBlock {
  readonly at: number
  readonly request: Request<'order.submitBlock'>
  /** Windows that send the same request, and when. */
  readonly copies: readonly { readonly after: number; readonly window: string }[]
  /** What the dealer does with it on the way; null: only what a pause asks for. */
  readonly meddling: {
    readonly after: number
    readonly command: 'block.pause' | 'block.stop' | 'block.cancel'
  } | null
  /** The dealer sends the rows that were not sent once more, every time that he looks. Left out: he does not. */
  readonly retriesUnsent?: boolean
  /** What happens in the middle of it, by the number of its orders that left. Left out: nothing. */
  readonly midway?: readonly Midway[]
}

export type Midway = { readonly orders: number } & ({ readonly act: Act } | { readonly fault: WorldFault })

/** Beside the other acts and faults of the day, and drawn apart from them. */
export interface BlockPlan {
  readonly blocks: readonly PlannedBlock[]
  readonly faults: readonly PlannedFault[]
}

export const NO_BLOCKS: BlockPlan = { blocks: [], faults: [] }

/** Larger than every other size of the day, by which the venue's records are known. */
export const SMALLEST_LOTS = 150

export function blockRequest(
  customers: readonly CustomerCode[],
  order: { readonly symbol: string; readonly side: 'buy' | 'sell'; readonly ticks: number },
  how: Pick<Request<'order.submitBlock'>, 'onRefused' | 'inFlight'>,
): Request<'order.submitBlock'> {
  const rows = customers.map((customerCode, at) => ({ customerCode, amount: amountOf(SMALLEST_LOTS + at) }))
  return {
    intentId: 'block-0000',
    group: null,
    method: 'list',
    draft: plainDraft({
      customerCode: customers[0] as CustomerCode,
      symbol: order.symbol as Request<'order.submitBlock'>['draft']['symbol'],
      side: order.side,
      type: 'limit',
      amount: rows[0]?.amount ?? null,
      limitPrice: priceOf(order.ticks),
      timeInForce: 'GTC',
    }),
    rows,
    ...how,
    typed: null,
  }
}

/** A block in two days of five. Some are sent again, some are paused, stopped or canceled on the way, and every second one meets a crash while it is sent. */
export function planBlocks(random: Random, customers: readonly CustomerCode[], horizon: number): BlockPlan {
  if (random.next() >= 0.4) return NO_BLOCKS
  const at = random.integer(horizon)
  const { symbol } = INSTRUMENTS[random.integer(INSTRUMENTS.length)] ?? INSTRUMENTS[0]
  const side = random.next() < 0.5 ? ('buy' as const) : ('sell' as const)
  const away = side === 'buy' ? -1 : 1
  const first = random.integer(customers.length)
  const rotated = [...customers.slice(first), ...customers.slice(0, first)]
  const request = blockRequest(
    rotated.slice(0, 2 + random.integer(Math.max(1, rotated.length - 1))),
    { symbol, side, ticks: (MIDDLES.get(symbol) ?? 0) + away * (random.integer(40) - 4) },
    { onRefused: random.next() < 0.5 ? 'stop' : 'continue', inFlight: 1 + random.integer(4) },
  )
  const copies = [{ after: 0, window: 'left' }]
  if (random.next() < 0.4) copies.push({ after: random.integer(600), window: 'right' })
  const command = (['block.pause', 'block.pause', 'block.stop', 'block.cancel'] as const)[random.integer(4)]
  const meddling =
    command !== undefined && random.next() < 0.4 ? { after: random.integer(1_500), command } : null
  const crash: PlannedFault = {
    at,
    fault: { does: 'crash', atOperation: random.integer(16), downMs: 1 + random.integer(5_000) },
  }
  return { blocks: [{ at, request, copies, meddling }], faults: random.next() < 0.5 ? [crash] : [] }
}
