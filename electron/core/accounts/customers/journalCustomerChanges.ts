/** Journals who changed which entries of the customer list: one entry an act. Decides nothing. */

import { isSameCustomer, type Customer } from '../../../../shared/domain/accounts/customer.ts'
import {
  CUSTOMER_CHANGES,
  MOST_CODES,
  type CustomerChanges,
} from '../../../../shared/domain/settings/customerChanges.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'
import type { CustomerDirectory } from './customerDirectory.ts'

export interface CustomerJournalOptions {
  readonly directory: Pick<CustomerDirectory, 'entryOf'>
  readonly journalWriter: Pick<JournalWriter, 'note'>
  /** The signed-in dealer, for the journal. */
  readonly who: () => string
}

/** Runs `change`, which may change the entries of `codes`, and journals what it changed. A change that is in force and not on disk is journaled too. */
export type RecordCustomerChanges = <T>(
  act: CustomerChanges['act'],
  codes: readonly CustomerCode[],
  change: () => T,
) => T

type Kind = 'added' | 'changed' | 'removed'

/** A code that was only seen at the venue has no entry of the dealers yet. */
const entered = (entry: Customer | undefined): Customer | null => (entry?.origin === 'hand' ? entry : null)

function kindOf(before: Customer | null, after: Customer | null): Kind | null {
  if (before === null) return after === null ? null : 'added'
  if (after === null) return 'removed'
  return isSameCustomer(before, after) ? null : 'changed'
}

export const createCustomerJournal =
  ({ directory, journalWriter, who }: CustomerJournalOptions): RecordCustomerChanges =>
  (act, codes, change) => {
    const before = codes.map((code) => entered(directory.entryOf(code)))
    const changed = change()
    const kinds = codes.map((code, at) => kindOf(before[at] ?? null, entered(directory.entryOf(code))))
    if (kinds.every((kind) => kind === null)) return changed
    const named = (kind: Kind) => {
      const all = codes.filter((_, at) => kinds[at] === kind)
      return { count: all.length, codes: all.slice(0, MOST_CODES) }
    }
    const record: CustomerChanges = {
      act,
      by: who(),
      added: named('added'),
      changed: named('changed'),
      removed: named('removed'),
    }
    journalWriter.note({ type: 'rules', name: CUSTOMER_CHANGES, version: 1, json: JSON.stringify(record) })
    return changed
  }
