/** The venue of a simulated world: the paper broker without its sockets, and the record of everything that truly happened there. */

import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Clock } from '../../../shared/base/clock.ts'
import { add, decimal, subtract, type Decimal } from '../../../shared/base/decimal.ts'
import { seededRandom, type Random } from '../../../shared/base/random.ts'
import { venueProfile, type VenueProfile } from '../../../shared/broker/venueProfile.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import type { Credentials, SigningKey } from '../../../electron/core/ports/credentials.ts'
import { SAMPLE_CUSTOMERS, type SampleCustomer } from '../../../electron/paper/brokerage/customers.ts'
import type { OrderRecord, PositionRecord, TradeRecord } from '../../../electron/paper/bookkeeping/records.ts'
import type { Exchange } from '../../../electron/paper/exchange/exchange.ts'
import { openPaperCore, type PaperCore } from '../../../electron/paper/paperCore.ts'
import { profileOf, SECOND_VARIANT } from '../../fakes/venue/secondVariant.ts'
import { UNHEARD } from '../../fakes/venue/thirdVariant.ts'
import { quietExchange } from './quietExchange.ts'

export const HOST = '127.0.0.1:1'
const AT = { restUrl: `http://${HOST}`, streamUrl: `ws://${HOST}/v1/stream` }

/** An Ed25519 pair for tests alone: its private half is 32 times the byte 7. */
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
})
export const SIGNING_KEY: SigningKey = {
  publicKey: createPublicKey(privateKey)
    .export({ type: 'spki', format: 'der' })
    .subarray(-32)
    .toString('base64'),
  privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

export interface VenueKind {
  readonly auth: 'signed' | 'bearer'
  readonly variant: 'plain' | 'second'
  readonly tokenLifetimeMs: number
  /** Symbols and customer codes of its own, by those of the plain venue. */
  readonly names?: Readonly<Record<string, string>>
  /** Customers beside the sample ones. */
  readonly crowd?: readonly SampleCustomer[]
}

export interface SimVenue {
  readonly profile: VenueProfile
  readonly credentials: Credentials
  readonly paper: PaperCore
  readonly exchange: Exchange
  readonly customers: readonly CustomerCode[]
  /** Every order that the broker ever kept, by customer and id. */
  readonly orders: ReadonlyMap<string, OrderRecord>
  /** Grows with every change of an order. */
  readonly changes: () => number
  positions(customer: CustomerCode): readonly PositionRecord[]
  /**
   * The smallest and the largest size, contracts, that a desk may take the position for while it has not heard of any of the trades of the last `ms`: each
   * trade's news can be lost or late by itself. Trades of `kept` are counted as heard.
   */
  sizesKnownAs(
    customer: CustomerCode,
    symbol: Symbol,
    ms: number,
    kept: ReferenceId | null,
  ): { readonly least: Decimal; readonly most: Decimal }
  close(): void
}

export const keyOf = (customer: CustomerCode, id: ReferenceId): string => `${customer} ${id}`

export function openVenue(
  kind: VenueKind,
  clock: Clock,
  random: Random,
  onOrder: (order: OrderRecord) => void,
): SimVenue {
  const bytes = (size: number) => Uint8Array.from({ length: size }, () => random.integer(256))
  const { names = {}, crowd = [] } = kind
  const exchange = quietExchange(clock, seededRandom(random.integer(2 ** 32)), names)
  const paper = openPaperCore({
    exchange,
    clock,
    randomBytes: bytes,
    onFault: (error) => {
      throw error
    },
    auth: kind.auth,
    signingKeys: [SIGNING_KEY.publicKey],
    tokenLifetimeMs: kind.tokenLifetimeMs,
    customers: [...SAMPLE_CUSTOMERS, ...crowd].map((customer) => ({
      ...customer,
      code: (names[customer.code] ?? customer.code) as CustomerCode,
    })),
    ...(kind.variant === 'second' ? { variant: SECOND_VARIANT } : {}),
  })
  const orders = new Map<string, OrderRecord>()
  let changes = 0
  /** Oldest first. `at`: monotonic ms. */
  const trades: { readonly at: number; readonly trade: TradeRecord }[] = []
  paper.brokerage.onNews((news) => {
    if (news.kind === 'trade') trades.push({ at: clock.monotonic(), trade: news.trade })
    if (news.kind !== 'order') return
    orders.set(keyOf(news.order.customerCode, news.order.referenceId), news.order)
    changes += 1
    onOrder(news.order)
  })
  const stopExchange = exchange.start()
  const plain = venueProfile.parse({
    name: 'Simulated venue',
    kind: 'paper',
    ...AT,
    capabilities: { openOrders: true, amend: true },
    paging: { limit: 1000 },
    lists: { harmless: [UNHEARD] },
  })
  const { accounts } = paper.brokerage.context.store
  return {
    profile: { ...(kind.variant === 'second' ? profileOf(SECOND_VARIANT, AT) : plain), auth: kind.auth },
    credentials: { username: paper.username, password: paper.password, signingKey: SIGNING_KEY },
    paper,
    exchange,
    customers: accounts.customers(),
    orders,
    changes: () => changes,
    positions: (customer) => accounts.positions(customer),
    sizesKnownAs(customer, symbol, ms, kept) {
      const position = accounts.positions(customer).find((each) => each.symbol === symbol)
      const now = decimal(position?.size ?? '0')
      const since = clock.monotonic() - ms
      let [least, most] = [now, now]
      for (const { at, trade } of trades) {
        if (at < since || trade.customerCode !== customer || trade.symbol !== symbol) continue
        if (kept !== null && trade.referenceId === kept) continue
        if (trade.side === 'buy') least = subtract(least, decimal(trade.amount))
        else most = add(most, decimal(trade.amount))
      }
      return { least, most }
    },
    close() {
      stopExchange()
      paper.streams.close()
      paper.close()
    },
  }
}
