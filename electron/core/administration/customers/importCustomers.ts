/**
 * Applies an import of customers that the dealer reviewed: every change of it, or none. Takes the last import of this run back. Both may wait for a
 * second dealer, where they change who gets how much of a block. Sends nothing to the venue.
 */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { Caller } from '../../../../shared/contract/ports.ts'
import {
  blankCustomer,
  isSameCustomer,
  type Customer,
  type CustomerChange,
} from '../../../../shared/domain/accounts/customer.ts'
import { lookAlikesAfter } from '../../../../shared/domain/accounts/lookAlike.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { actKey, type ActKey } from '../../approvals/actKey.ts'
import type { Approvals } from '../../approvals/approvals.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import { importToHold, MOST_READ } from './importToHold.ts'
import type { RecordCustomerChanges } from '../../accounts/customers/journalCustomerChanges.ts'

export interface CustomerImportsOptions {
  readonly directory: Pick<CustomerDirectory, 'venueId' | 'codes' | 'looksLike' | 'entryOf' | 'saveAll'>
  /** The groups of these customers may have changed: a halt covers who joined, and who left until it is lifted. */
  readonly regroup: (customers: readonly CustomerCode[]) => void
  /** The answer to a change that may not be on disk. */
  readonly saved: (result: Result<null, string>) => Result<Record<string, never>, Failure>
  readonly recorded: RecordCustomerChanges
  readonly approvals: Pick<Approvals, 'act' | 'hold' | 'foretell'>
}

export interface CustomerImports {
  take(
    request: Request<'customer.import'>,
    caller: Caller,
  ): Promise<Result<Reply<'customer.import'>, Failure>>
  undo(caller: Caller): Promise<Result<Reply<'customer.undoImport'>, Failure>>
}

interface Unfinished {
  readonly importId: string
  readonly parts: (readonly CustomerChange[])[]
}

interface LastImport {
  readonly importId: string
  readonly venueId: string
  readonly changes: readonly CustomerChange[]
}

const importKey = (importId: string): ActKey => actKey('customers', 'import', importId)
const undoKey = ({ importId }: LastImport): ActKey => actKey('customers', 'undo', importId)

const refused = (sentence: string) => fail(failureOf('refused', sentence))

export function createCustomerImports(options: CustomerImportsOptions): CustomerImports {
  const { directory, regroup, saved, recorded, approvals } = options
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
  /** Why these changes must not be made now. Null: they may. */
  const whyHeld = (
    key: ActKey,
    act: 'import' | 'undo of an import',
    changes: readonly CustomerChange[],
  ): string | null => {
    const alike = lookAlikesAfter(
      changes.map(({ after }) => after.code),
      new Map(directory.codes().map((code) => [code, directory.looksLike(code) ?? undefined])),
    )
    const held = importToHold(act, changes, alike)
    if (held === null) return null
    return changes.length > MOST_READ && approvals.foretell(held, 'import') !== null
      ? `Nothing was changed: a second dealer reads at most ${MOST_READ} customers of one import, and this one has ${changes.length}. ${act === 'import' ? 'Import the file in parts.' : 'Import a file with the earlier values, in parts.'}`
      : approvals.hold(key, held)
  }
  const apply = (
    importId: string,
    changes: readonly CustomerChange[],
  ): Result<Reply<'customer.import'>, Failure> => {
    const { venueId } = directory
    if (venueId === null) return refused('Nothing was imported: sign in to a venue first.')
    const entries = new Map(
      // An entry of another origin would lose its ratio and group at the next start.
      changes.map(({ after }) => [after.code, { ...after, origin: 'hand' as const }]),
    )
    if (entries.size < changes.length)
      return refused('Nothing was imported: a code stands in the import twice.')
    const changed = changedSince(changes)
    if (changed !== null)
      return refused(
        `Nothing was imported: ${shownCode(changed)} changed after the preview. Look at the preview again.`,
      )
    const held = whyHeld(importKey(importId), 'import', changes)
    if (held !== null) return refused(held)
    last = { importId, venueId, changes }
    const result = put('import', entries)
    return result.ok ? ok({ outcome: 'imported' }) : result
  }
  const isAsImported = ({ after }: CustomerChange) => {
    const now = directory.entryOf(after.code)
    return now !== undefined && isSameCustomer(now, after)
  }
  /** `back`: the changes to take back, as the dealer asked. */
  const takeBack = (
    asked: LastImport,
    back: readonly CustomerChange[],
  ): Result<Reply<'customer.undoImport'>, Failure> => {
    if (last !== asked || asked.venueId !== directory.venueId)
      return refused(
        'Nothing was changed: this import can no longer be taken back. It was taken back already, another import came after it, or the venue is another.',
      )
    const changed = back.find((change) => !isAsImported(change))
    if (changed)
      return refused(
        `Nothing was changed: ${shownCode(changed.after.code)} changed after the undo was asked for. Ask for it again.`,
      )
    const changes = back.map(({ before, after }) => ({
      before: after,
      after: before ?? blankCustomer(after.code),
    }))
    const held = whyHeld(undoKey(asked), 'undo of an import', changes)
    if (held !== null) return refused(held)
    last = null
    const entries = new Map(back.map(({ before, after }) => [after.code, before] as const))
    const result = put('undo of an import', entries)
    if (!result.ok) return result
    const kept = asked.changes.filter((change) => !back.includes(change)).map(({ after }) => after.code)
    return ok({ restored: entries.size, kept })
  }

  return {
    async take({ importId, part, parts, changes }, caller) {
      const { windowId } = caller
      const known = unfinished.get(windowId)
      const taken = part === 1 ? { importId, parts: [] } : known
      unfinished.delete(windowId)
      if (taken?.importId !== importId || taken.parts.length !== part - 1)
        return refused('A part of the import is missing, so nothing was imported. Import the file again.')
      taken.parts.push(changes)
      if (part === parts) {
        const all = taken.parts.flat()
        return approvals.act(importKey(importId), caller, async () => apply(importId, all))
      }
      unfinished.set(windowId, taken)
      return ok({ outcome: 'more' })
    },
    async undo(caller) {
      const asked = last
      if (asked === null || asked.venueId !== directory.venueId)
        return refused('Nothing was changed: no import of this run can be taken back here.')
      const back = asked.changes.filter(isAsImported)
      return approvals.act(undoKey(asked), caller, async () => takeBack(asked, back))
    },
  }
}
