/** Stores, saves and publishes the list of customers per venue: entered by hand, or seen in trades, ledger and orders (docs/api.md#gap.9). */

import { ok, type Result } from '../../../../shared/base/result.ts'
import {
  blankCustomer,
  type Customer,
  type ListedCustomer,
} from '../../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { Settings } from '../../ports/settings.ts'
import type { ProvenFacts } from '../../journal/storeFactsInJournalOnly.ts'
import { publish, type Published } from '../../support/publishTopic.ts'
import { createLookAlikeCodes } from './confirmLookAlikeCodes.ts'
import { createSavedCustomers, type VenueCustomer } from './savedCustomers.ts'

export interface CustomerDirectory {
  /** The venue whose list is open; null: none. */
  readonly venueId: string | null
  readonly topic: Published<'customers'>
  /** Opens the list of a venue; null: none. The name of a sample counts where the dealer entered none. */
  open(venueId: string | null, samples?: ReadonlyMap<CustomerCode, string>): void
  codes(): readonly CustomerCode[]
  /** Empty where the customer has none. */
  groupOf(code: CustomerCode): string
  /** The customers of a group in the saved lists of all venues. */
  inGroup(group: string): readonly VenueCustomer[]
  /** Adds codes that appear in records of the venue. */
  see(codes: Iterable<CustomerCode>): void
  /** Another customer whose code looks like this one; null where there is none, or the dealer confirmed the code. */
  looksLike(code: CustomerCode): CustomerCode | null
  /** Confirms a code that looks like another; `typed` must be the code as `shownCode` writes it. Ok once the journal has it. */
  confirm(code: CustomerCode, typed: string): Promise<Result<null, string>>
  /** The venue's records were read: a customer known by now stays confirmed when a code that looks like it appears later. */
  settle(): void
  /** The entry of a code; undefined: the code is not in the list. */
  entryOf(code: CustomerCode): Customer | undefined
  save(entry: Customer): Result<null, string>
  /** Stores many entries with one write. Null removes an entry, as `remove` does. */
  saveAll(entries: ReadonlyMap<CustomerCode, Customer | null>): Result<null, string>
  /** Removes what was entered; a code seen at the venue stays as a bare code. */
  remove(code: CustomerCode): Result<null, string>
}

/** `confirmed`: per venue, the confirmed look-alike codes, each with the way in which it was confirmed. */
export function createCustomerDirectory(
  settings: Settings,
  confirmed: Pick<ProvenFacts, 'factsOf' | 'put'>,
  say: (sentence: string) => void,
): CustomerDirectory {
  const saved = createSavedCustomers(settings, say)
  let venueId: string | null = null
  let entries = new Map<CustomerCode, Customer>()
  const met = new Set<CustomerCode>()
  const lookAlikeCodes = createLookAlikeCodes({
    confirmed,
    venueId: () => venueId,
    codes: () => entries,
    changed: () => topic.delta(listed()),
  })
  const list = () => [...entries.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const listed = (): ListedCustomer[] =>
    list().map((entry) => {
      const other = lookAlikeCodes.looksLike(entry.code)
      const isDetected = entry.origin === 'seen' && !names.has(entry.code)
      if (other === null && !isDetected) return entry
      return { ...entry, ...(other !== null && { looksLike: other }), ...(isDetected && { isDetected }) }
    })
  const topic = publish<'customers'>(listed)
  let names: ReadonlyMap<CustomerCode, string> = new Map()
  const blank = (code: CustomerCode): Customer => ({ ...blankCustomer(code), name: names.get(code) ?? '' })

  /** A code that the venue showed stays as a bare code. */
  const take = (code: CustomerCode): void => {
    if (met.has(code) || names.has(code)) entries.set(code, blank(code))
    else entries.delete(code)
  }
  const changed = (): Result<null, string> => {
    lookAlikeCodes.codesChanged()
    topic.delta(listed())
    return venueId === null ? ok(null) : saved.save(venueId, list())
  }
  return {
    get venueId() {
      return venueId
    },
    topic,
    looksLike: (code) => lookAlikeCodes.looksLike(code),
    confirm: (code, typed) => lookAlikeCodes.confirm(code, typed),
    settle: () => lookAlikeCodes.settle(),
    open(id, samples = new Map()) {
      if (id === venueId) return
      names = samples
      venueId = id
      met.clear()
      entries = new Map([...samples.keys()].map((code) => [code, blank(code)]))
      for (const entry of id === null ? [] : saved.load(id))
        entries.set(entry.code, entry.origin === 'hand' ? entry : blank(entry.code))
      lookAlikeCodes.startAnew()
      topic.delta(listed())
    },
    codes: () => [...entries.keys()],
    groupOf: (code) => entries.get(code)?.group ?? '',
    inGroup: (group) => saved.inGroup(group),
    see(codes) {
      let fresh = false
      for (const code of codes) {
        met.add(code)
        if (entries.has(code)) continue
        entries.set(code, blank(code))
        fresh = true
      }
      if (!fresh) return
      const stored = changed()
      if (!stored.ok) say(stored.failure)
    },
    entryOf: (code) => entries.get(code),
    save(entry) {
      entries.set(entry.code, { ...entry, origin: 'hand' })
      return changed()
    },
    saveAll(wanted) {
      for (const [code, entry] of wanted)
        if (entry === null) take(code)
        else entries.set(code, entry)
      return changed()
    },
    remove(code) {
      take(code)
      return changed()
    },
  }
}
