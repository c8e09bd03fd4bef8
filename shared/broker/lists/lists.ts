/** Reads lists and pages in every shape that a venue may use (docs/api.md#rule.tolerant, #gap.24, #gap.25). Pure. Drops no row without a sentence. */

import { fail, ok, type Result } from '../../base/result.ts'
import { cut, visibleWord } from '../../base/visibleText.ts'
import { isObject, type Json, type Take, type Unread } from '../fields.ts'
import type { VenueProfile } from '../venueProfile.ts'

/** The readable rows of a list, a sentence for each unreadable row, and the cursor of the next, older page. */
export interface ReadList<T> {
  readonly items: readonly T[]
  readonly unreadable: readonly string[]
  /** Fields of the rows in `items` that could not be read and are unknown. */
  readonly odd: readonly Unread[]
  /** The venue's own cursor; undefined when the body has no field for a cursor, null on the last page. */
  readonly next: string | null | undefined
}

function rowsOf(body: unknown, names: readonly string[]): readonly unknown[] | null {
  if (Array.isArray(body)) return body
  if (!isObject(body)) return null
  for (const name of names) if (Array.isArray(body[name])) return body[name]
  return null
}

/** The fields that an answer holds instead of a list, for a sentence. */
const heldBy = (body: unknown): string => {
  const held = isObject(body) ? Object.keys(body) : []
  return held.length === 0 ? '' : `; it holds ${cut(visibleWord(held.slice(0, 5).join(', ')), 80)}`
}

const cursorText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

// The first present name decides: an empty `next` beside a full `after` means that this was the last page.
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

/** Reads a list, which may be in the field `name`. Fails only when the body holds no list. */
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
