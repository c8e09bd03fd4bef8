/** Reads the margin profiles of customers with a position or a live order, one at a time and slowly: unread profiles first, then the oldest. */

import type { Clock } from '../../../../shared/base/clock.ts'
import type { Random } from '../../../../shared/base/random.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { Broker } from '../../ports/broker.ts'
import type { Access } from '../../support/brokerAccess.ts'
import { createRepeatedReads } from '../../support/repeatReadWithBackOff.ts'
import type { MarginProfiles } from './readAndPublishMarginProfiles.ts'

/** Ms between two requests. */
const EVERY = 500
/** Ms after which a profile is read again, because another terminal may have set a leverage; and the same for a profile that could not be read. */
const AGAIN_AFTER = 300_000
const RETRY_AFTER = 10_000

export interface MarginProfilesInTurnOptions {
  readonly clock: Clock
  readonly random: Random
  readonly access: Access
  readonly margins: Pick<MarginProfiles, 'reading' | 'refresh'>
  /** Customers whose margin counts now. A customer may appear twice. */
  readonly customers: () => Iterable<CustomerCode>
}

export function readMarginProfilesInTurn(options: MarginProfilesInTurnOptions): { stop(): void } {
  const { clock, random, access, margins } = options
  const repeatedReads = createRepeatedReads(clock, random)
  /** When each profile was last requested from `asked`, monotonic ms. */
  const requested = new Map<CustomerCode, number>()
  let asked: Broker | null = null

  /** The customer whose turn it is; undefined where every profile is young enough. */
  const next = (): CustomerCode | undefined => {
    const now = clock.monotonic()
    let turn: { readonly customer: CustomerCode; readonly at: number } | undefined
    for (const customer of options.customers()) {
      const at = requested.get(customer) ?? -Infinity
      const pause = margins.reading(customer)?.why === null ? AGAIN_AFTER : RETRY_AFTER
      if (at + pause <= now && (turn === undefined || at < turn.at)) turn = { customer, at }
    }
    return turn?.customer
  }

  repeatedReads.every(EVERY, () => {
    const broker = access.broker()
    const phase = access.phase()
    if (broker !== asked) requested.clear()
    asked = broker
    const customer = phase === 'ready' || phase === 'channels-down' ? next() : undefined
    if (broker === null || customer === undefined) return Promise.resolve(ok(null))
    requested.set(customer, clock.monotonic())
    return margins.refresh(broker, customer)
  })
  return { stop: () => repeatedReads.stop() }
}
