/** Decides which customer codes look like another, and stores in the journal which of them are confirmed: typed by the dealer, or known before. */

import { fail, type Result } from '../../../../shared/base/result.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import { lookAlikes } from '../../../../shared/domain/accounts/lookAlike.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { ProvenFacts } from '../../journal/storeFactsInJournalOnly.ts'

export interface LookAlikeCodesOptions {
  /** Per venue, the confirmed look-alike codes, each with the way in which it was confirmed. */
  readonly confirmed: Pick<ProvenFacts, 'factsOf' | 'put'>
  /** The venue whose list is open; null: none. */
  readonly venueId: () => string | null
  /** By code, the customers of that list. */
  readonly codes: () => ReadonlyMap<CustomerCode, unknown>
  /** The dealer confirmed a code. */
  readonly changed: () => void
}

export interface LookAlikeCodes {
  /** Another customer whose code looks like this one; null where there is none, or the dealer confirmed the code. */
  looksLike(code: CustomerCode): CustomerCode | null
  /** Confirms a code that looks like another; `typed` must be the code as `shownCode` writes it. Ok once the journal has it. */
  confirm(code: CustomerCode, typed: string): Promise<Result<null, string>>
  /** The venue's records were read: a customer known by now stays confirmed when a code that looks like it appears later. */
  settle(): void
  /** Call when a code came or went. */
  codesChanged(): void
  /** Call when another list was opened. */
  startAnew(): void
}

export function createLookAlikeCodes(options: LookAlikeCodesOptions): LookAlikeCodes {
  const { confirmed, codes } = options
  /** Codes that were known, and looked like no other, before a later code could be taken for them. */
  const settled = new Set<CustomerCode>()
  /** Computed again when a code comes or goes. Every order needs it. */
  let alike: { readonly count: number; readonly codes: ReadonlyMap<CustomerCode, CustomerCode> } | null = null
  const isConfirmed = (code: CustomerCode): boolean => {
    const venueId = options.venueId()
    return venueId !== null && confirmed.factsOf(venueId).has(code)
  }
  const looksLike = (code: CustomerCode): CustomerCode | null => {
    const known = codes()
    if (alike?.count !== known.size) alike = { count: known.size, codes: lookAlikes(known.keys()) }
    return isConfirmed(code) ? null : (alike.codes.get(code) ?? null)
  }
  const settle = (): void => {
    for (const code of codes().keys()) if (looksLike(code) === null) settled.add(code)
  }
  /** Confirms settled codes that a new code looks like. So a new code closes itself, never the customer that it looks like. */
  const keepSettled = (): void => {
    const venueId = options.venueId()
    if (venueId === null) return
    for (const code of lookAlikes(codes().keys()).keys())
      if (settled.has(code) && !isConfirmed(code)) void confirmed.put(venueId, code, 'known before')
  }

  return {
    looksLike,
    async confirm(code, typed) {
      const venueId = options.venueId()
      if (venueId === null || looksLike(code) === null)
        return fail(`${shownCode(code)} needs no confirmation.`)
      if (typed !== shownCode(code))
        return fail(`Type ${shownCode(code)} to confirm it. Nothing was changed.`)
      const written = await confirmed.put(venueId, code, 'typed')
      options.changed()
      return written.ok
        ? written
        : fail(`Confirmed for this run only, because the journal cannot be written: ${written.failure}`)
    },
    settle,
    codesChanged() {
      alike = null
      keepSettled()
    },
    startAnew() {
      alike = null
      settled.clear()
      settle()
    },
  }
}
