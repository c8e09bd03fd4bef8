/** Reads and writes the list of customers that windows saved, per venue, in the settings: those entered by hand and those seen. */

import type { Result } from '../../../../shared/base/result.ts'
import { customer, type Customer } from '../../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { Settings } from '../../ports/settings.ts'

/** A customer with the venue that names it: another venue may give the same code to another customer. */
export interface VenueCustomer {
  readonly venueId: string
  readonly customerCode: CustomerCode
}

export interface SavedCustomers {
  /** Empty, with a warning, where the saved list cannot be read. */
  load(venueId: string): readonly Customer[]
  save(venueId: string, customers: readonly Customer[]): Result<null, string>
  /** The customers of a group in the saved lists of all venues. */
  inGroup(group: string): readonly VenueCustomer[]
}

/** A window cannot write these settings: names of its own settings have no hyphen. */
const LISTS = 'core-customers-'
const settingOf = (venueId: string) => `${LISTS}${venueId}`

/** Parses a stored list; null where the text is no list of customers. */
function readList(text: string): Customer[] | null {
  try {
    const read = customer.array().safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** A list that was read, with its members by group, so that ten thousand customers are read once and not for every halt. */
interface ReadList {
  readonly text: string
  readonly customers: readonly Customer[] | null
  readonly byGroup: ReadonlyMap<string, readonly CustomerCode[]>
}

function listOf(text: string): ReadList {
  const customers = readList(text)
  const byGroup = new Map<string, CustomerCode[]>()
  for (const { origin, group, code } of customers ?? []) {
    if (origin !== 'hand') continue
    const codes = byGroup.get(group)
    if (codes) codes.push(code)
    else byGroup.set(group, [code])
  }
  return { text, customers, byGroup }
}

export function createSavedCustomers(settings: Settings, say: (sentence: string) => void): SavedCustomers {
  const lists = new Map<string, ReadList>()
  /** The list in a setting, read again only where its text changed. */
  const listIn = (name: string, text: string): ReadList => {
    const known = lists.get(name)
    if (known?.text === text) return known
    const list = listOf(text)
    lists.set(name, list)
    return list
  }
  return {
    load(venueId) {
      const text = settings.all()[settingOf(venueId)]
      const read = text === undefined ? [] : listIn(settingOf(venueId), text).customers
      if (!read)
        say(
          'The saved customer list could not be read. Openpit fills it again from the records of the venue.',
        )
      return read ?? []
    },
    save: (venueId, customers) => settings.save(settingOf(venueId), JSON.stringify(customers)),
    inGroup: (group) =>
      Object.entries(settings.all()).flatMap(([name, text]) =>
        name.startsWith(LISTS)
          ? (listIn(name, text).byGroup.get(group) ?? []).map((customerCode) => ({
              venueId: name.slice(LISTS.length),
              customerCode,
            }))
          : [],
      ),
  }
}
