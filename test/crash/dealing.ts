/** A stream of orders, cancels and replays from a seed, and what the window heard of each. Each intent has a price of its own, so that the broker's record shows the intent of each order. */

import type { DecimalText } from '../../shared/base/decimal.ts'
import type { Random } from '../../shared/base/random.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import { plainDraft, type OrderDraft } from '../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../shared/domain/scalars.ts'
import { clock } from '../contract/transports.ts'

/** One intent of the dealer. */
export interface Intent {
  readonly intentId: string
  readonly draft: OrderDraft
  /** Ids that the desk said the order has: one, however often the intent was sent. */
  readonly taken: Set<ReferenceId>
  /** Whether an answer was lost with the desk. */
  lost: boolean
  /** What the desk refused it with; its fate is settled then. */
  refused: string | null
}

const BTC = 'BTCUSDC_PERP' as Symbol
/** Bids here rest, and so do offers far above; a bid above the market trades at once. */
const REST_FROM = 20_000
const CROSS_FROM = 150_000
const SELL_FROM = 5_000
/** Of a hundred acts; the rest are replays. */
const ORDERS = 60
const CANCELS = 25
const CROSSING = 15
/** Ms between two acts, at most. */
const PACE = 25

export class Dealing {
  readonly intents: Intent[] = []
  private readonly random: Random
  private readonly customers: readonly string[]
  private readonly waiting = new Set<Promise<void>>()

  constructor(random: Random, customers: readonly string[]) {
    this.random = random
    this.customers = customers
  }

  /** Deals until `over` says so; answers that come after the end are still heard. */
  async stream(client: ContractClient, over: () => boolean): Promise<void> {
    // What the last crash left open, a dealer asks for again, or not.
    for (const intent of this.intents)
      if (intent.lost && intent.taken.size === 0 && this.random.integer(2) === 0) this.submit(client, intent)
    while (!over()) {
      const act = this.random.integer(100)
      if (act < ORDERS) this.submit(client, this.next())
      else if (act < ORDERS + CANCELS) this.cancel(client)
      else this.replay(client)
      await new Promise<void>((waited) => void clock.after(this.random.integer(PACE), waited))
    }
  }

  /** Resolves when every answer has come, or is known to be lost. */
  async settled(): Promise<void> {
    await Promise.all(this.waiting)
  }

  private next(): Intent {
    const n = this.intents.length
    const crossing = this.random.integer(100) < CROSSING
    const side = crossing && n % 2 === 0 ? 'sell' : 'buy'
    const from = crossing ? (side === 'sell' ? SELL_FROM : CROSS_FROM) : REST_FROM
    const intent: Intent = {
      intentId: `crash-${String(n).padStart(6, '0')}`,
      draft: plainDraft({
        customerCode: this.customers[n % this.customers.length] as CustomerCode,
        symbol: BTC,
        side,
        type: 'limit',
        amount: '0.001' as DecimalText,
        limitPrice: String(from + n) as DecimalText,
        timeInForce: crossing ? 'IOC' : 'GTC',
      }),
      taken: new Set(),
      lost: false,
      refused: null,
    }
    this.intents.push(intent)
    return intent
  }

  private submit(client: ContractClient, intent: Intent): void {
    const { intentId, draft } = intent
    this.hear(async () => {
      const reply = await client.call('order.submit', { intentId, draft, typed: null })
      if (reply.ok && reply.value.outcome === 'taken') intent.taken.add(reply.value.referenceId)
      else if (reply.ok) intent.refused = 'warned'
      else if (reply.failure.kind === 'unknown-outcome') intent.lost = true
      else if (reply.failure.kind !== 'not-connected') intent.refused = reply.failure.message
    })
  }

  private cancel(client: ContractClient): void {
    const { draft, taken } = this.pick() ?? {}
    const [referenceId] = taken ?? []
    if (!draft || referenceId === undefined) return
    this.hear(async () => {
      await client.call('order.cancel', { customerCode: draft.customerCode, referenceId })
    })
  }

  private replay(client: ContractClient): void {
    const intent = this.pick()
    if (intent) this.submit(client, intent)
  }

  /** One of the newest forty, or any. */
  private pick(): Intent | undefined {
    const { length } = this.intents
    const recent = Math.min(length, this.random.integer(4) === 0 ? length : 40)
    return this.intents[length - 1 - this.random.integer(Math.max(1, recent))]
  }

  private hear(call: () => Promise<void>): void {
    const waiting: Promise<void> = call().finally(() => this.waiting.delete(waiting))
    this.waiting.add(waiting)
  }
}
