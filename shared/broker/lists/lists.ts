/** Lists and pages in every shape a venue may use (docs/api.md#rule.tolerant, #gap.24, #gap.25). Pure; drops nothing without a sentence. */

import { fail, ok, type Result } from '../../base/result.ts'
import { isObject, type Json, type Take, type Unread } from '../fields.ts'
import type { VenueProfile } from '../venueProfile.ts'

/** Rows of a list that could be read, a sentence for each that could not, and the cursor of the next, older page. */
export interface ReadList<T> {
  readonly items: readonly T[]
  readonly unreadable: readonly string[]
  /** Fields of the rows in `items` that could not be read and are unknown. */
  readonly odd: readonly Unread[]
  /** What the venue's own cursor says; undefined when the body has no place for one, null when it says that this was the last page. */
  readonly next: string | null | undefined
}

function rowsOf(body: unknown, names: readonly string[]): readonly unknown[] | null {
  if (Array.isArray(body)) return body
  if (!isObject(body)) return null
  for (const name of names) if (Array.isArray(body[name])) return body[name]
  return null
}

/** What an answer holds instead of a list, for a sentence. */
const heldBy = (body: unknown): string => {
  const held = isObject(body) ? Object.keys(body) : []
  return held.length === 0 ? '' : `; it holds ${held.slice(0, 5).join(', ').slice(0, 80)}`
}

const cursorText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

// The first name that is there decides: an empty `next` beside a full `after` says that this was the last page.
function cursorOf(body: unknown, profile: VenueProfile): string | null | undefined {
  if (!isObject(body)) return undefined
  const metadata = body['response_metadata']
  const holders: readonly Json[] = isObject(metadata) ? [metadata, body] : [body]
  for (const holder of holders) {
    const nested = holder['cursors'] ?? holder['cursor']
    const places = isObject(nested) ? [nested, holder] : [holder]
    for (const place of places) {
      const name = profile.paging.cursors.find((field) => Object.hasOwn(place, field))
      if (name !== undefined) return cursorText(place[name])
    }
  }
  return undefined
}

/** Reads a list whose own name may be `name`. Fails only when there is no list at all. */
export function readList<T>(
  body: unknown,
  name: string,
  profile: VenueProfile,
  read: Take<T>,
): Result<ReadList<T>, string> {
  const names = [...profile.lists.items, name]
  const rows = rowsOf(body, names)
  if (rows === null)
    return fail(
      `${name}: the answer holds no list under ${names.join(', ')} (venue profile, lists.items)${heldBy(body)}`,
    )
  const items: T[] = []
  const unreadable: string[] = []
  const odd: Unread[] = []
  for (const row of rows) {
    const record = read(row)
    if (record.ok) {
      items.push(record.value)
      odd.push(...(record.odd ?? []))
    } else unreadable.push(record.failure)
  }
  return ok({ items, unreadable, odd, next: cursorOf(body, profile) })
}
