/** The desk's own list of customers, per venue: entered by hand, or seen in trades, ledger and orders (docs/api.md#gap.9). */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { customer, type Customer, type ListedCustomer } from '../../../shared/domain/accounts/customer.ts'
import { lookAlikes, shownCode } from '../../../shared/domain/accounts/lookAlike.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Settings } from '../ports.ts'
import type { ProvenFacts } from '../journal/provenFacts.ts'
import { publish, type Published } from '../support/publishedTopic.ts'

/** A customer by the venue whose directory names it: another venue may give the same code to somebody else. */
export interface VenueCustomer {
  readonly venueId: string
  readonly customerCode: CustomerCode
}

export interface CustomerDirectory {
  /** The venue whose list is open; null: none. */
  readonly venueId: string | null
  readonly topic: Published<'customers'>
  /** Opens the list of a venue; null: none. A sample's name stands where nothing was entered by hand. */
  open(venueId: string | null, samples?: ReadonlyMap<CustomerCode, string>): void
  codes(): readonly CustomerCode[]
  /** Empty where the customer has none. */
  groupOf(code: CustomerCode): string
  /** The customers of a group in the saved lists of all venues. */
  inGroup(group: string): readonly VenueCustomer[]
  /** Codes met in records of the venue. */
  see(codes: Iterable<CustomerCode>): void
  /** Another customer whose code this one may be taken for; null where there is none, or the dealer has confirmed it. */
  looksLike(code: CustomerCode): CustomerCode | null
  /** Confirms such a code; `typed` must be the code as `shownCode` writes it. ok once the journal has it. */
  confirm(code: CustomerCode, typed: string): Promise<Result<null, string>>
  /** The venue's records were read: a customer known by now stays itself when a code that looks like it comes up later. */
  settle(): void
  save(entry: Customer): Result<null, string>
  /** Forgets what was entered; a code met at the venue stays as a bare code. */
  remove(code: CustomerCode): Result<null, string>
}

/** Settings the window may not write: its own names have no hyphen. */
const LISTS = 'core-customers-'
const settingOf = (venueId: string) => `${LISTS}${venueId}`

/** Null where the text is no list of customers. */
function readList(text: string): Customer[] | null {
  try {
    const read = customer.array().safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** `confirmed`: the codes of each venue that look like another one and were confirmed, with how. */
export function createCustomerDirectory(
  settings: Settings,
  confirmed: Pick<ProvenFacts, 'of' | 'put'>,
  say: (sentence: string) => void,
): CustomerDirectory {
  let venueId: string | null = null
  let entries = new Map<CustomerCode, Customer>()
  const met = new Set<CustomerCode>()
  /** Codes that were known, and looked like no other, before a later code could be taken for them. */
  const settled = new Set<CustomerCode>()
  /** Made anew when a code comes or goes: it is asked for with every order. */
  let alike: { readonly of: number; readonly codes: ReadonlyMap<CustomerCode, CustomerCode> } | null = null
  const looksLike = (code: CustomerCode): CustomerCode | null => {
    if (alike?.of !== entries.size) alike = { of: entries.size, codes: lookAlikes(entries.keys()) }
    return isConfirmed(code) ? null : (alike.codes.get(code) ?? null)
  }
  const isConfirmed = (code: CustomerCode): boolean => venueId !== null && confirmed.of(venueId).has(code)
  const settle = (): void => {
    for (const code of entries.keys()) if (looksLike(code) === null) settled.add(code)
  }
  /** A new code closes itself, never the customer that it looks like. */
  const keepSettled = (): void => {
    if (venueId === null) return
    for (const code of lookAlikes(entries.keys()).keys())
      if (settled.has(code) && !isConfirmed(code)) void confirmed.put(venueId, code, 'known before')
  }
  const list = () => [...entries.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const listed = (): ListedCustomer[] =>
    list().map((entry) => {
      const other = looksLike(entry.code)
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
    alike = null
    keepSettled()
    topic.delta(listed())
    return venueId === null ? ok(null) : settings.save(settingOf(venueId), JSON.stringify(list()))
  }
  const load = (id: string): Customer[] => {
    const text = settings.all()[settingOf(id)]
    const read = text === undefined ? [] : readList(text)
    if (!read) say('The saved customer list could not be read; it is filled again from what the venue shows.')
    return read ?? []
  }

  return {
    get venueId() {
      return venueId
    },
    topic,
    looksLike,
    async confirm(code, typed) {
      if (venueId === null || looksLike(code) === null)
        return fail(`${shownCode(code)} needs no confirmation.`)
      if (typed !== shownCode(code))
        return fail(`Type ${shownCode(code)} to confirm it. Nothing was changed.`)
      const written = await confirmed.put(venueId, code, 'typed')
      topic.delta(listed())
      return written.ok
        ? written
        : fail(`Confirmed for this run only, because the journal takes nothing: ${written.failure}`)
    },
    settle,
    open(id, samples = new Map()) {
      if (id === venueId) return
      names = samples
      venueId = id
      met.clear()
      entries = new Map([...samples.keys()].map((code) => [code, blank(code)]))
      for (const entry of id === null ? [] : load(id))
        entries.set(entry.code, entry.origin === 'hand' ? entry : blank(entry.code))
      alike = null
      settled.clear()
      settle()
      topic.delta(listed())
    },
    codes: () => [...entries.keys()],
    groupOf: (code) => entries.get(code)?.group ?? '',
    inGroup: (group) =>
      Object.entries(settings.all()).flatMap(([name, text]) =>
        name.startsWith(LISTS)
          ? (readList(text) ?? [])
              .filter((entry) => entry.origin === 'hand' && entry.group === group)
              .map(({ code }) => ({ venueId: name.slice(LISTS.length), customerCode: code }))
          : [],
      ),
    see(codes) {
      let fresh = false
      for (const code of codes) {
        met.add(code)
        if (entries.has(code)) continue
        entries.set(code, blank(code))
        fresh = true
      }
      if (!fresh) return
      const saved = changed()
      if (!saved.ok) say(saved.failure)
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
