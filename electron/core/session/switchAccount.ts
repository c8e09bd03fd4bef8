/** Switches the core to the records of one venue and user. Another account replaces them, and its orders are restored from the journal. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { CustomerDirectory } from '../accounts/customers/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { ListedVenue } from '../ports/listedVenue.ts'
import type { AccountNotices } from '../notices/unexpectedFillAndTransferNotices.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'

export interface AccountSwitchOptions {
  readonly clock: Clock
  readonly customers: Pick<CustomerDirectory, 'open'>
  readonly journalWriter: Pick<JournalWriter, 'open' | 'accountKey'>
  readonly notices: Pick<Notices, 'open'>
  readonly accountNotices: Pick<AccountNotices, 'open'>
  /** Copies the live orders of the account in use to its recovered state. */
  readonly copyLiveOrdersToRecoveredState: () => void
  /** Restores the orders of the account in use from the journal. */
  readonly restoreOrdersFromJournal: () => void
  /** Clears every store of the old account. */
  readonly forget: () => void
}

export interface AccountSwitch {
  /** True where the account is another one than before, so that its orders were restored from the journal. */
  open(venue: ListedVenue, username: string): boolean
}

/** The built-in broker has another address and password in every run, and is the same broker all the same. */
const accountKey = (venue: ListedVenue, username: string): string =>
  venue.builtIn ? venue.id : `${venue.id} ${venue.profile.restUrl} ${username}`

export function createAccountSwitch(options: AccountSwitchOptions): AccountSwitch {
  const { clock, customers, journalWriter, notices, accountNotices } = options
  let held: string | null = null
  return {
    open(venue, username) {
      const key = accountKey(venue, username)
      // A replay that is started anew begins at its first event.
      const isOther = held !== key || venue.replay !== undefined
      if (isOther) {
        options.copyLiveOrdersToRecoveredState()
        options.forget()
      }
      held = key
      customers.open(venue.id, venue.sampleCustomers)
      journalWriter.open(key)
      notices.open(journalWriter.accountKey)
      accountNotices.open(clock.now())
      if (isOther) options.restoreOrdersFromJournal()
      return isOther
    },
  }
}
