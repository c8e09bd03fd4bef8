/** Applies an import of customers that the dealer reviewed: every change of it, or none. Takes the last import of this run back. Sends nothing to the venue. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { Caller } from '../../../../shared/contract/ports.ts'
import {
  isSameCustomer,
  type Customer,
  type CustomerChange,
} from '../../../../shared/domain/accounts/customer.ts'
import { shownCode } from '../../../../shared/domain/accounts/lookAlike.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from './customerDirectory.ts'
import type { RecordCustomerChanges } from './journalCustomerChanges.ts'

export interface CustomerImportsOptions {
  readonly directory: Pick<CustomerDirectory, 'venueId' | 'entryOf' | 'saveAll'>
  /** The groups of these customers may have changed: a halt covers who joined, and who left until it is lifted. */
  readonly regroup: (customers: readonly CustomerCode[]) => void
  /** The answer to a change that may not be on disk. */
  readonly saved: (result: Result<null, string>) => Result<Record<string, never>, Failure>
  readonly recorded: RecordCustomerChanges
}

export interface CustomerImports {
  take(request: Request<'customer.import'>, caller: Caller): Result<Reply<'customer.import'>, Failure>
  undo(): Result<Reply<'customer.undoImport'>, Failure>
}

interface Unfinished {
  readonly importId: string
  readonly parts: (readonly CustomerChange[])[]
}

interface LastImport {
  readonly venueId: string
  readonly changes: readonly CustomerChange[]
}

const refused = (sentence: string) => fail(failureOf('refused', sentence))

export function createCustomerImports(options: CustomerImportsOptions): CustomerImports {
  const { directory, regroup, saved, recorded } = options
  /** By window: one import at a time. */
  const unfinished = new Map<string, Unfinished>()
  let last: LastImport | null = null

  const put = (
    act: 'import' | 'undo of an import',
    entries: ReadonlyMap<CustomerCode, Customer | null>,
  ): Result<object, Failure> => {
    const codes = [...entries.keys()]
    const result = recorded(act, codes, () => saved(directory.saveAll(entries)))
    regroup(codes)
    return result
  }
  /** The first code whose entry is not the one of the preview; null: the preview holds. */
  const changedSince = (changes: readonly CustomerChange[]): CustomerCode | null => {
    for (const { before, after } of changes) {
      const now = directory.entryOf(after.code) ?? null
      if (now === null ? before !== null : before === null || !isSameCustomer(now, before)) return after.code
    }
    return null
  }
  const apply = (changes: readonly CustomerChange[]): Result<Reply<'customer.import'>, Failure> => {
    const { venueId } = directory
    if (venueId === null) return refused('Nothing was imported: sign in to a venue first.')
    const entries = new Map(changes.map(({ after }) => [after.code, after] as const))
    if (entries.size < changes.length)
      return refused('Nothing was imported: a code stands in the import twice.')
    const changed = changedSince(changes)
    if (changed !== null)
      return refused(
        `Nothing was imported: ${shownCode(changed)} changed after the preview. Look at the preview again.`,
      )
    last = { venueId, changes }
    const result = put('import', entries)
    return result.ok ? ok({ outcome: 'imported' }) : result
  }

  return {
    take({ importId, part, parts, changes }, { windowId }) {
      const known = unfinished.get(windowId)
      const taken = part === 1 ? { importId, parts: [] } : known
      unfinished.delete(windowId)
      if (taken?.importId !== importId || taken.parts.length !== part - 1)
        return refused('A part of the import is missing, so nothing was imported. Import the file again.')
      taken.parts.push(changes)
      if (part === parts) return apply(taken.parts.flat())
      unfinished.set(windowId, taken)
      return ok({ outcome: 'more' })
    },
    undo() {
      if (last === null || last.venueId !== directory.venueId)
        return refused('Nothing was changed: no import of this run can be taken back here.')
      const isAsImported = ({ after }: CustomerChange) => {
        const now = directory.entryOf(after.code)
        return now !== undefined && isSameCustomer(now, after)
      }
      const kept = last.changes.filter((change) => !isAsImported(change)).map(({ after }) => after.code)
      const entries = new Map(
        last.changes.filter(isAsImported).map(({ before, after }) => [after.code, before] as const),
      )
      last = null
      const result = put('undo of an import', entries)
      return result.ok ? ok({ restored: entries.size, kept }) : result
    },
  }
}
