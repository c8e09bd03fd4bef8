/** Whether the dealer in charge typed their passphrase in this run. Any change of the dealer by name alone takes the proof away. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import { isSameDealer } from '../../../shared/domain/fourEyes/sameDealer.ts'
import type { DealerName } from '../../../shared/domain/settings/dealerName.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { Listeners } from '../support/listeners.ts'
import type { CheckPassphrase } from './checkPassphrase.ts'
import type { FourEyesRegister } from './fourEyesRegister.ts'

/** Who deals now, as said at the sign-in. */
export interface NamedDealer {
  readonly named: DealerName | null
  readonly changed: Listeners
  name(dealer: DealerName): Result<null, string>
}

export interface ProvenDealerOptions {
  readonly register: FourEyesRegister
  readonly checkPassphrase: CheckPassphrase
  readonly maker: NamedDealer
  readonly notices: Pick<Notices, 'say'>
  readonly changed: () => void
}

export interface ProvenDealer {
  isProven(): boolean
  /** Why nobody may ask for a second dealer now: sentences about the dealer in charge. Null: the dealer in charge may. */
  whyNobody(): string | null
  prove(request: Request<'dealer.prove'>): Promise<Result<Record<string, never>, Failure>>
  forget(): void
}

export function createProvenDealer(options: ProvenDealerOptions): ProvenDealer {
  const { register, checkPassphrase, maker, notices, changed } = options
  let proven: DealerName | null = null
  const isProven = (): boolean => proven !== null && maker.named !== null && isSameDealer(proven, maker.named)
  maker.changed.add(() => {
    proven = null
    changed()
  })

  const whyNobody = (): string | null => {
    const { named } = maker
    if (named === null) return 'Nobody is named as the dealer: say who deals in the panel Approvals.'
    if (!register.find(named.name))
      return `${named.name} has no passphrase here, so nobody knows who asks. In the panel Approvals, add ${named.name} or say who deals.`
    if (!isProven())
      return `${named.name} has not typed their passphrase in this run. Type it in the panel Approvals, then send again.`
    if (register.now.dealers.every(({ dealer }) => isSameDealer(dealer, named)))
      return 'No other dealer has a passphrase here. Register one in the panel Approvals.'
    return null
  }
  return {
    isProven,
    whyNobody,
    async prove({ name, passphrase }) {
      const checked = await checkPassphrase(name, passphrase)
      if (!checked.ok) return fail(failureOf('refused', checked.failure))
      const { dealer } = checked.value
      // The name of the register stands in the journal, not the way in which it was typed.
      const named = maker.name(dealer)
      if (!named.ok) notices.say('warning', named.failure)
      proven = dealer
      changed()
      return ok({})
    },
    forget() {
      proven = null
      changed()
    },
  }
}
