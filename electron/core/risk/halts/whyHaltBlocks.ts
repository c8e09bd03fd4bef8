/** Decides which orders and requests the halts in force block. Starts and lifts no halt. */

import {
  haltBlocking,
  haltSentence,
  isOfOneCustomer,
  type Haltable,
} from '../../../../shared/domain/orders/halt.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { HaltRegister } from './journaledHalts.ts'

export interface HaltBlocks {
  /** Why a halt blocks anything new for this customer and instrument; null: no halt does. `tradeOut`: the order only closes a position. */
  whyBlocked(subject: Haltable, tradeOut: boolean): string | null
  /** The same for a halt that covers more than one customer. */
  whyManyBlocked(subject: Haltable): string | null
  /** Why the trade lock keeps everything that is no order from the venue: transfers, fees, webhooks. Null: trading is not locked. */
  whyLocked(): string | null
}

export const createHaltBlocks = (
  register: Pick<HaltRegister, 'inForce'>,
  customers: Pick<CustomerDirectory, 'groupOf'>,
): HaltBlocks => ({
  whyBlocked(subject, tradeOut) {
    const halt = haltBlocking(register.inForce(), subject, (code) => customers.groupOf(code), tradeOut)
    return halt && haltSentence(halt)
  },

  whyManyBlocked(subject) {
    const ofMany = register.inForce().filter(({ scope }) => !isOfOneCustomer(scope))
    const halt = haltBlocking(ofMany, subject, (code) => customers.groupOf(code))
    return halt && haltSentence(halt)
  },

  whyLocked() {
    const lock = register.inForce().find(({ mode }) => mode === 'locked')
    return lock ? haltSentence(lock) : null
  },
})
