/** Stores, saves and publishes the list of customers per venue: entered by hand, or seen in trades, ledger and orders (docs/api.md#gap.9). */

import { ok, type Result } from '../../../../shared/base/result.ts'
import type { Customer, ListedCustomer } from '../../../../shared/domain/accounts/customer.ts'
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
  save(entry: Customer): Result<null, string>
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
      return other === null ? entry : { ...entry, looksLike: other }
    })
  const topic = publish<'customers'>(listed)
  let names: ReadonlyMap<CustomerCode, string> = new Map()
  const blank = (code: CustomerCode): Customer => ({
    code,
    name: names.get(code) ?? '',
    group: '',
    note: '',
    origin: 'seen',
  })

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
    save(entry) {
      const { code, name, group, note } = entry
      entries.set(code, { code, name, group, note, origin: 'hand' })
      return changed()
    },
    remove(code) {
      if (met.has(code) || names.has(code)) entries.set(code, blank(code))
      else entries.delete(code)
      return changed()
    },
  }
}
