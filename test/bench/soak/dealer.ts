/** A steady hand: rests an order, takes it back, buys and sells the same now and then. Leaves as many live orders as it found. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { ContractClient } from '../../../shared/contract/ports.ts'
import { plainDraft } from '../../../shared/domain/order.ts'
import type { CustomerCode, ReferenceId, Side, Symbol } from '../../../shared/domain/text.ts'

const BTC = 'BTCUSDC_PERP' as Symbol
const CUSTOMERS = ['C1042', 'C2007', 'C3311'] as readonly string[] as readonly CustomerCode[]
/** Every so many orders one trades at once; of two such the second undoes the first. */
const TRADES_EVERY = 10
/** Far below any market of the built-in broker; each order has a price of its own, because two alike are asked about. */
const RESTS_FROM = 20_000
const PRICES = 5_000
/** Thousandths that one trade may buy or sell, at most. */
const AMOUNTS = 9

export class Dealer {
  private readonly client: ContractClient
  private turn = 0
  private resting: { readonly customerCode: CustomerCode; readonly referenceId: ReferenceId } | null = null
  orders = 0
  cancels = 0
  readonly refusals: string[] = []

  constructor(client: ContractClient) {
    this.client = client
  }

  /** One act: an order, or the cancel of the one before. */
  async act(): Promise<void> {
    if (this.resting) {
      const { resting } = this
      this.resting = null
      const reply = await this.client.call('order.cancel', resting)
      if (reply.ok) this.cancels++
      else this.refusals.push(reply.failure.message)
      return
    }
    const n = this.turn++
    const trades = n % TRADES_EVERY === TRADES_EVERY - 1
    const pair = Math.floor(n / (2 * TRADES_EVERY))
    const side: Side = trades && Math.floor(n / TRADES_EVERY) % 2 === 1 ? 'sell' : 'buy'
    const customerCode = CUSTOMERS[pair % CUSTOMERS.length] as CustomerCode
    const draft = plainDraft({
      customerCode,
      symbol: BTC,
      side,
      type: trades ? 'market' : 'limit',
      amount: `0.00${1 + (pair % AMOUNTS)}` as DecimalText,
      limitPrice: trades ? null : (String(RESTS_FROM + (n % PRICES)) as DecimalText),
      timeInForce: trades ? 'IOC' : 'GTC',
    })
    const intentId = `soak-${String(n).padStart(8, '0')}`
    const reply = await this.client.call('order.submit', { intentId, draft, typed: null })
    if (!reply.ok) this.refusals.push(reply.failure.message)
    else if (reply.value.outcome === 'warned') this.refusals.push('warned')
    else {
      this.orders++
      if (!trades) this.resting = { customerCode, referenceId: reply.value.referenceId }
    }
  }
}
