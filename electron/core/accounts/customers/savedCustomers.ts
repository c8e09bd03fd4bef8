/** Reads and writes the list of customers that windows saved, per venue, in the settings: those entered by hand and those seen. Never saves over what it could not read. */

import type { Result } from '../../../../shared/base/result.ts'
import { visibleWord } from '../../../../shared/base/visibleText.ts'
import { customer, type Customer } from '../../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { Settings } from '../../ports/settings.ts'
import { setAsideUnread } from '../../support/setAsideUnread.ts'

/** A customer with the venue that names it: another venue may give the same code to another customer. */
export interface VenueCustomer {
  readonly venueId: string
  readonly customerCode: CustomerCode
}

export interface SavedCustomers {
  /** The entries that can be read. Warns of the others. */
  load(venueId: string): readonly Customer[]
  save(venueId: string, customers: readonly Customer[]): Result<null, string>
  /** The customers of a group in the saved lists of all venues. */
  inGroup(group: string): readonly VenueCustomer[]
}

/** A window cannot write these settings: names of its own settings have no hyphen. */
const LISTS = 'core-customers-'
const settingOf = (venueId: string) => `${LISTS}${venueId}`
/** Codes that a sentence names. */
const MOST_NAMED = 3

interface ReadText {
  readonly customers: readonly Customer[]
  /** What the entries are called that cannot be read; null: the whole text is no list. */
  readonly unread: readonly string[] | null
}

const nameOf = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null && 'code' in entry && typeof entry.code === 'string'
    ? visibleWord(entry.code.slice(0, 40))
    : 'one without a code'

function readText(text: string): ReadText {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return { customers: [], unread: null }
  }
  if (!Array.isArray(stored)) return { customers: [], unread: null }
  const customers = new Map<CustomerCode, Customer>()
  const unread: string[] = []
  for (const entry of stored as unknown[]) {
    const read = customer.safeParse(entry)
    // Nobody knows which of two entries of one code is meant.
    if (!read.success || customers.has(read.data.code)) unread.push(nameOf(entry))
    else customers.set(read.data.code, read.data)
  }
  return { customers: [...customers.values()], unread }
}

const MEANING =
  'Names, groups, tags and ratios of them are missing, and a block or a new halt of their group leaves them out. Enter them again in Customers. Their text stays in the settings file.'

const isUnread = ({ unread }: ReadText): boolean => unread === null || unread.length > 0

function unreadWords({ customers, unread }: ReadText): string {
  if (unread === null)
    return `The saved customer list cannot be read. Openpit fills it with the codes of the venue. ${MEANING}`
  const more = unread.length > MOST_NAMED ? ` and ${unread.length - MOST_NAMED} more` : ''
  const all = customers.length + unread.length
  return `${unread.length} of ${all} saved customers cannot be read (${unread.slice(0, MOST_NAMED).join(', ')}${more}). ${MEANING}`
}

/** A list that was read, with its members by group, so that ten thousand customers are read once and not for every halt. */
interface ReadList extends ReadText {
  readonly text: string
  readonly byGroup: ReadonlyMap<string, readonly CustomerCode[]>
}

function listOf(text: string): ReadList {
  const read = readText(text)
  const byGroup = new Map<string, CustomerCode[]>()
  for (const { origin, group, code } of read.customers) {
    if (origin !== 'hand') continue
    const codes = byGroup.get(group)
    if (codes) codes.push(code)
    else byGroup.set(group, [code])
  }
  return { text, ...read, byGroup }
}

export function createSavedCustomers(settings: Settings, say: (sentence: string) => void): SavedCustomers {
  const lists = new Map<string, ReadList>()
  /** The text that this run saved last, by setting: it need not be read to be replaced. */
  const own = new Map<string, string>()
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
      if (text === undefined) return []
      const list = listIn(settingOf(venueId), text)
      if (isUnread(list)) say(unreadWords(list))
      return list.customers
    },
    save(venueId, customers) {
      const name = settingOf(venueId)
      const text = settings.all()[name]
      if (text !== undefined && text !== own.get(name) && isUnread(listIn(name, text))) {
        const aside = setAsideUnread(settings, name, text)
        if (!aside.ok) return aside
      }
      const next = JSON.stringify(customers)
      own.set(name, next)
      return settings.save(name, next)
    },
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
