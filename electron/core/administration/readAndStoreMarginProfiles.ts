/** Reads margin profiles and stores each as last read. Publishes and reports nothing. */

import { fail, type Result } from '../../../shared/base/result.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { MarginProfile } from '../../../shared/domain/accounts/margin.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { notSignedIn, type Access } from '../support/brokerAccess.ts'
import { readFailed } from '../support/failureMessages.ts'
import type { Broker } from '../ports/broker.ts'
import type { ReadFailure } from '../ports/brokerAnswers.ts'

export interface MarginProfiles {
  /** Reads the profile for a window. */
  readForWindow(customer: CustomerCode): Promise<Result<MarginProfile, Failure>>
  /** Reads the profile again. A failure forgets the profile. Null where `broker` is no longer in use: then nothing changes. */
  readAgain(broker: Broker, customer: CustomerCode): Promise<Result<MarginProfile, ReadFailure> | null>
  /** The leverage last read, `default` without one of the instrument's own; null where none is known. */
  known(customer: CustomerCode, symbol: Symbol): string | null
  clear(): void
}

export function createMarginProfiles(access: Pick<Access, 'broker'>): MarginProfiles {
  const profiles = new Map<CustomerCode, MarginProfile>()
  let reads = 0
  /** By customer, the newest read that was answered. */
  const answered = new Map<CustomerCode, number>()

  /** Reads the profile and stores it, unless a read that began later was answered before. A failure forgets the profile unless `keepsOnFailure`. */
  const readAndStore = async (broker: Broker, customer: CustomerCode, keepsOnFailure: boolean) => {
    const read = ++reads
    const answer = await broker.marginProfile(customer)
    if (access.broker() !== broker || read < (answered.get(customer) ?? 0)) return answer
    if (answer.ok || !keepsOnFailure) answered.set(customer, read)
    if (answer.ok) profiles.set(customer, answer.value)
    else if (!keepsOnFailure) profiles.delete(customer)
    return answer
  }

  return {
    known(customer, symbol) {
      const profile = profiles.get(customer)
      return profile
        ? (profile.instrumentMargins.find((margin) => margin.symbol === symbol)?.leverage ?? 'default')
        : null
    },
    clear() {
      profiles.clear()
      answered.clear()
    },
    async readForWindow(customer) {
      const broker = access.broker()
      if (!broker) return fail(notSignedIn())
      const answer = await readAndStore(broker, customer, true)
      return answer.ok ? answer : fail(readFailed(answer.failure))
    },
    async readAgain(broker, customer) {
      const answer = await readAndStore(broker, customer, false)
      return access.broker() === broker ? answer : null
    },
  }
}
