/** Keeps who deals, as the dealer named himself, for the next sign-in too. Checks no password and proves nothing. */

import { fail, type Result } from '../../../shared/base/result.ts'
import { dealerName, type DealerName } from '../../../shared/domain/settings/dealerName.ts'
import type { Settings } from '../ports/settings.ts'
import { createListeners, type Listeners } from '../support/listeners.ts'

const SETTING = 'core-dealer'

export interface DealerInCharge {
  /** Null: nobody gave a name. */
  readonly named: DealerName | null
  readonly changed: Listeners
  /** Null: no name from now on. It holds for this run where the disk refuses it, and the refusal says so. */
  name(dealer: DealerName | null): Result<null, string>
}

function stored(settings: Pick<Settings, 'all'>): DealerName | null {
  try {
    const read = dealerName.safeParse(JSON.parse(settings.all()[SETTING] ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export function createDealerInCharge(settings: Settings): DealerInCharge {
  let named = stored(settings)
  const changed = createListeners()
  return {
    get named() {
      return named
    },
    changed,
    name(dealer) {
      named = dealer
      const saved = settings.save(SETTING, JSON.stringify(dealer))
      changed.call()
      return saved.ok
        ? saved
        : fail(`The dealer’s name holds for this run, and was not saved for the next one: ${saved.failure}`)
    },
  }
}
