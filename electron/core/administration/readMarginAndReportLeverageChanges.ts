/** Stores margin profiles as last read. Reads a profile again after every order that carried a leverage, and reports a change. Reads only. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { MarginProfile } from '../../../shared/domain/accounts/margin.ts'
import type { OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { notSignedIn, type Access } from '../support/brokerAccess.ts'
import { readFailed } from '../support/failureMessages.ts'
import type { Notices } from '../notices/notices.ts'
import type { Broker, SendOutcome } from '../ports.ts'

export interface MarginProfiles {
  read(customer: CustomerCode): Promise<Result<MarginProfile, Failure>>
  /**
   * The service sets the leverage before it places the order (docs/api.md#4.rule.5): the leverage may have changed although the order
   * was refused or its outcome is unknown. `before`: the leverage when the order was sent.
   */
  afterOrder(
    broker: Broker,
    order: OrderDraft,
    outcome: SendOutcome<unknown>['kind'],
    before: string | null,
  ): Promise<void>
  /** The leverage last read; null where none is known. */
  known(customer: CustomerCode, symbol: Symbol): string | null
  clear(): void
}

export function createMarginProfiles(access: Access, notices: Notices): MarginProfiles {
  const profiles = new Map<CustomerCode, MarginProfile>()

  const leverageIn = (profile: MarginProfile | undefined, symbol: Symbol): string | null =>
    profile
      ? (profile.instrumentMargins.find((margin) => margin.symbol === symbol)?.leverage ?? 'default')
      : null
  const inWords = (leverage: string): string => (leverage === 'default' ? 'the default' : `${leverage}x`)

  return {
    known: (customer, symbol) => leverageIn(profiles.get(customer), symbol),
    clear: () => profiles.clear(),
    async read(customer) {
      const broker = access.broker()
      if (!broker) return fail(notSignedIn())
      const answer = await broker.marginProfile(customer)
      if (!answer.ok) return fail(readFailed(answer.failure))
      if (access.broker() === broker) profiles.set(customer, answer.value)
      return ok(answer.value)
    },
    async afterOrder(broker, { customerCode, symbol, leverage }, outcome, before) {
      if (leverage === null || outcome === 'not-sent') return
      const answer = await broker.marginProfile(customerCode)
      if (access.broker() !== broker) return
      const where = `The leverage of ${customerCode} in ${symbol}`
      if (!answer.ok) {
        profiles.delete(customerCode)
        notices.say(
          'warning',
          `${where} could not be read back after an order with ${leverage}x: it may have changed. Read the margin profile.`,
          answer.failure.message,
          { customerCode, symbol },
        )
        return
      }
      profiles.set(customerCode, answer.value)
      const after = leverageIn(answer.value, symbol)
      if (after === null || after === before) return
      const was = before === null ? '' : `, it was ${inWords(before)}`
      if (outcome === 'accepted')
        notices.say('info', `${where} is ${inWords(after)} now${was}. It stays for later orders.`, null, {
          customerCode,
          symbol,
        })
      else if (before !== null || after === String(leverage))
        notices.say(
          'warning',
          `${where} is ${inWords(after)} now${was}, although the order was ${outcome === 'refused' ? 'refused' : 'not confirmed'}.`,
          null,
          { customerCode, symbol },
        )
    },
  }
}
