/** The commands that change the customer list: each change is journaled, and the halts of groups follow it. Sends nothing to the venue. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { CommandHandlers } from '../../../../shared/contract/ports.ts'
import type { Approvals } from '../../approvals/approvals.ts'
import type { JournalWriter } from '../../journal/journalWriter.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import { createCustomerImports } from './importCustomers.ts'
import { createCustomerJournal } from '../../accounts/customers/journalCustomerChanges.ts'

export interface CustomerChangeOptions {
  readonly customers: CustomerDirectory
  /** The groups of these customers may have changed: a halt covers who joined, and who left until it is lifted. */
  readonly regroup: (codes: readonly CustomerCode[]) => void
  readonly journalWriter: Pick<JournalWriter, 'note'>
  /** The signed-in dealer, for the journal. */
  readonly who: () => string
  /** The answer to a change that may not be on disk. */
  readonly saved: (result: Result<null, string>) => Result<Record<string, never>, Failure>
  readonly approvals: Pick<Approvals, 'act' | 'hold' | 'foretell'>
}

export function customerHandlers(options: CustomerChangeOptions) {
  const { customers, regroup, journalWriter, who, saved, approvals } = options
  const recorded = createCustomerJournal({ directory: customers, journalWriter, who })
  const imports = createCustomerImports({ directory: customers, regroup, saved, recorded, approvals })
  return {
    'customer.save': async ({ customer }) => {
      const result = recorded('save', [customer.code], () => saved(customers.save(customer)))
      regroup([customer.code])
      return result
    },
    'customer.confirm': async ({ customerCode, typed }) => {
      const confirmed = await customers.confirm(customerCode, typed)
      return confirmed.ok ? ok({}) : fail(failureOf('refused', confirmed.failure))
    },
    'customer.remove': async ({ customerCode }) => {
      const result = recorded('remove', [customerCode], () => saved(customers.remove(customerCode)))
      regroup([customerCode])
      return result
    },
    'customer.import': (request, caller) => imports.take(request, caller),
    'customer.undoImport': (_request, caller) => imports.undo(caller),
  } satisfies Partial<CommandHandlers>
}
