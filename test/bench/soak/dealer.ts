/** A desk's steady hand: for several customers it rests orders, changes some, takes each back after a while, and buys and sells the same now and then. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { NO_CHANGES, plainDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Side, Symbol } from '../../../shared/domain/scalars.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const CUSTOMERS = ['C1042', 'C2007', 'C3311'] as readonly string[] as readonly CustomerCode[]
/** Orders that rest at a time; the oldest is changed once it is as old as half of them, and taken back when there are more. */
const RESTING = 12
/** Of three orders one is changed before it is taken back. */
const CHANGES_EVERY = 3
/** Every so many orders one trades at once; of two such the second undoes the first. */
const TRADES_EVERY = 10
/** Far below any market of the built-in broker; each order has a price of its own, because two alike are asked about. */
const RESTS_FROM = 20_000
const PRICES = 5_000
/** Thousandths that one trade may buy or sell, at most. */
const AMOUNTS = 9

interface Resting {
  readonly customerCode: CustomerCode
  readonly referenceId: ReferenceId
  readonly price: number
  readonly changes: boolean
  changed: boolean
}

export class Dealer {
  private readonly client: ContractClient
  private turn = 0
  private readonly resting: Resting[] = []
  orders = 0
  amends = 0
  cancels = 0
  readonly refusals: string[] = []

  constructor(client: ContractClient) {
    this.client = client
  }

  /** One act: a cancel when enough rests, a change that is due, else an order. */
  async act(): Promise<void> {
    const oldest = this.resting[0]
    if (oldest && this.resting.length > RESTING) return this.cancel(oldest)
    const due = this.resting.at(-RESTING / 2)
    if (due?.changes && !due.changed) return this.change(due)
    return this.order()
  }

  /** Takes back what rests. */
  async end(): Promise<void> {
    for (let one = this.resting[0]; one; one = this.resting[0]) await this.cancel(one)
  }

  private async cancel(one: Resting): Promise<void> {
    this.resting.splice(this.resting.indexOf(one), 1)
    const { customerCode, referenceId } = one
    const reply = await this.client.call('order.cancel', { customerCode, referenceId })
    if (reply.ok) this.cancels++
    else this.refusals.push(reply.failure.message)
  }

  private async change(one: Resting): Promise<void> {
    one.changed = true
    const { customerCode, referenceId, price } = one
    const changes = { ...NO_CHANGES, limitPrice: String(price - PRICES) as DecimalText }
    const reply = await this.client.call('order.amend', { customerCode, referenceId, changes })
    if (reply.ok) this.amends++
    else this.refusals.push(reply.failure.message)
  }

  private async order(): Promise<void> {
    const n = this.turn++
    const trades = n % TRADES_EVERY === TRADES_EVERY - 1
    const pair = Math.floor(n / (2 * TRADES_EVERY))
    const side: Side = trades && Math.floor(n / TRADES_EVERY) % 2 === 1 ? 'sell' : 'buy'
    // What undoes a trade is of the same customer.
    const customerCode = CUSTOMERS[(trades ? pair : n) % CUSTOMERS.length] as CustomerCode
    const price = RESTS_FROM + (n % PRICES)
    const draft = plainDraft({
      customerCode,
      symbol: BTC,
      side,
      type: trades ? 'market' : 'limit',
      amount: `0.00${1 + (pair % AMOUNTS)}` as DecimalText,
      limitPrice: trades ? null : (String(price) as DecimalText),
      timeInForce: trades ? 'IOC' : 'GTC',
    })
    const intentId = `soak-${String(n).padStart(8, '0')}`
    const reply = await this.client.call('order.submit', { intentId, draft, typed: null })
    if (!reply.ok) this.refusals.push(reply.failure.message)
    else if (reply.value.outcome === 'warned') this.refusals.push('warned')
    else {
      this.orders++
      const { referenceId } = reply.value
      const changes = n % CHANGES_EVERY === 0
      if (!trades) this.resting.push({ customerCode, referenceId, price, changes, changed: false })
    }
  }
}
