/** Stands for the trading session in use, and for none while nobody is signed in. Reads nothing itself. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { HaltScope } from '../../../shared/domain/orders/halt.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Broker } from '../ports/broker.ts'
import type { TradingSession } from './trading/tradingSession.ts'

export interface CurrentSession extends Omit<TradingSession, 'broker'> {
  readonly isOpen: boolean
  /** Null while nobody is signed in, and once the venue ended the session. */
  broker(): Broker | null
  open(session: TradingSession): void
}

export function createCurrentSession(): CurrentSession {
  let session: TradingSession | null = null
  return {
    get isOpen() {
      return session !== null
    },
    broker: () => session?.broker ?? null,
    open(next) {
      session = next
    },
    readTrades: async (): Promise<Result<unknown, unknown>> => session?.readTrades() ?? fail(null),
    readLedger: async (): Promise<Result<unknown, unknown>> => session?.readLedger() ?? fail(null),
    readCustomer: (customer: CustomerCode) => session?.readCustomer(customer) ?? Promise.resolve(ok(null)),
    slept: (why) => session?.slept(why),
    isReadBack: () => session?.isReadBack() ?? true,
    listOpenOrders: (customer: CustomerCode) => session?.listOpenOrders(customer) ?? null,
    whyCustomersUnknown: (scope: HaltScope) =>
      session ? session.whyCustomersUnknown(scope) : 'nobody is signed in',
    ordersLiveSince: () => session?.ordersLiveSince() ?? null,
    lostChannels: () => session?.lostChannels() ?? null,
    close() {
      session?.close()
      session = null
    },
  }
}
