/** How a list goes on after the rows of one page, in every way a venue may say so. Pure; takes silence for the end. */

import { isObject, type Json } from './fields.ts'
import type { VenueProfile } from './venueProfile.ts'

/** Where the next rows are. */
export type Continuation =
  /** The venue says that this was all, or has no way of saying that there is more. */
  | { readonly kind: 'end' }
  /** A cursor, and the field it stood in. */
  | { readonly kind: 'cursor'; readonly field: string; readonly value: string }
  | { readonly kind: 'page'; readonly page: number }
  /** There is more, and nothing says how to get it: a clause without a full stop. */
  | { readonly kind: 'lost'; readonly why: string }

const MORE = ['has_more', 'hasMore', 'has_next', 'more', 'truncated']

const countOf = (value: unknown): number | null =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number.parseInt(value, 10) : null

/** Objects of a body that may say how a list goes on: its metadata first, then the body itself. */
function holdersOf(body: Json): readonly Json[] {
  const metadata = ['response_metadata', 'metadata', 'meta', 'pagination', 'paging']
    .map((name) => body[name])
    .filter(isObject)
  return [...metadata, body].flatMap((holder) => {
    const nested = holder['cursors'] ?? holder['cursor']
    return isObject(nested) ? [nested, holder] : [holder]
  })
}

function cursorIn(holder: Json, profile: VenueProfile): Continuation | null {
  // The first name that is there decides: an empty `next` beside a full `after` says that this was the last page.
  const field = profile.paging.cursors.find((name) => Object.hasOwn(holder, name))
  if (field === undefined) return null
  const value = holder[field]
  return typeof value === 'string' && value !== '' ? { kind: 'cursor', field, value } : { kind: 'end' }
}

/** How the list goes on. `body` is an answer with or without its rows; `shown` counts the rows of all pages so far. */
export function continuationOf(body: unknown, profile: VenueProfile, shown: number): Continuation {
  if (!isObject(body)) return { kind: 'end' }
  const holders = holdersOf(body)
  let end = false
  for (const holder of holders) {
    const cursor = cursorIn(holder, profile)
    if (cursor?.kind === 'cursor') return cursor
    end ||= cursor !== null
    const page = countOf(holder['page'])
    const pages = countOf(holder['pages'])
    if (page !== null && pages !== null && page < pages) return { kind: 'page', page: page + 1 }
  }
  for (const holder of holders) {
    if (!end && MORE.some((name) => holder[name] === true))
      return { kind: 'lost', why: 'the venue says that there is more and not how to ask for it' }
    const total = countOf(holder['total'] ?? holder['total_count'])
    if (total !== null && total > shown)
      return { kind: 'lost', why: `the venue counts ${total} and showed ${shown}` }
  }
  return { kind: 'end' }
}
