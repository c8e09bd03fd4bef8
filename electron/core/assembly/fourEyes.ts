/** Step 2a: four eyes. Before everything that a second dealer may have to approve. */

import { createApprovals } from '../approvals/approvals.ts'
import { createFourEyesChanges } from '../approvals/changeFourEyes.ts'
import { createPassphraseCheck } from '../approvals/checkPassphrase.ts'
import { createFourEyesRegister } from '../approvals/fourEyesRegister.ts'
import { unendedApprovals } from '../approvals/unendedApprovals.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

export function createFourEyes(
  { clock, settings, journal, passphrases = null }: CoreOptions,
  { dealer }: SessionAccess,
  { journalWriter, notices, warn, recovered }: JournalAndNotices,
) {
  const register = createFourEyesRegister({ recovered, journalWriter, settings, warn })
  const approvals = createApprovals({
    clock,
    journalWriter,
    notices,
    register,
    checkPassphrase: createPassphraseCheck(clock, register, passphrases),
    maker: dealer,
    unended: unendedApprovals(journal.recovered),
  })
  const changes = createFourEyesChanges({ approvals, register, passphrases, notices })
  return { approvals, fourEyes: { register, changes } }
}

export type FourEyes = ReturnType<typeof createFourEyes>
