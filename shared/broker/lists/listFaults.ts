/** Finds signs in a list answer that rows are missing: errors, a partial answer, other rows beside the list. Pure. A page with a fault never proves that the list is whole. */

import { unknownWordOf } from './listHarmless.ts'
import { holdersOf, saysNo, saysNothing, shortly, type ListAnswer } from './listAnswer.ts'
import type { VenueProfile } from '../venueProfile.ts'

const TROUBLE = /error|warning|fail/i
const PART = /partial|incomplete|degraded|stale/i
/** The same words as a value; `partially_filled` is not among them. */
const PARTLY = /^(partial|incomplete|degraded)(_(content|result|success))?$/i
const WHOLE = /complete|success|fresh|available|healthy|synced|^(is_?)?(ok|valid)$/i

/** Headers that a cache sets when it answers (RFC 9211 and older names). */
const CACHES = ['x-cache', 'x-cache-status', 'cf-cache-status', 'cache-status']

/** Why the answer may be older than the request. */
function notFresh({ status, headers }: ListAnswer): string | null {
  if (status !== 200 && status !== 206) return `the venue answers it with status ${status}, not 200`
  const age = headers['age']
  if (age !== undefined && !/^0+$/.test(age.trim())) return `it comes out of a cache (Age ${shortly(age)})`
  const cache = CACHES.find((name) => /\b(hit|stale)\b/i.test(headers[name] ?? ''))
  if (cache !== undefined) return `it comes out of a cache (${cache}: ${shortly(headers[cache])})`
  // RFC 7234, 5.5: 110 to 113 say that the answer may be stale.
  return /(^|,)\s*11[0-3]\b/.test(headers['warning'] ?? '')
    ? `the venue warns that it may be old: ${shortly(headers['warning'])}`
    : null
}

/** Why this answer may lack rows: a clause without a full stop; null without a sign of that. `rowless`: the answer with its lists emptied, so that rows left in it belong to another list. */
export function faultOf(rowless: ListAnswer, profile: VenueProfile): string | null {
  const old = notFresh(rowless)
  if (old !== null) return old
  for (const holder of holdersOf(rowless))
    for (const [name, value] of Object.entries(holder)) {
      if (TROUBLE.test(name) && !saysNothing(value)) return `the venue says beside it: ${shortly(value)}`
      if (PART.test(name) && !saysNothing(value)) return `the venue says that it is ${shortly(name)}`
      if (WHOLE.test(name) && !PART.test(name) && saysNo(value))
        return `the venue says ${shortly(name)}: ${shortly(value)}`
      if (typeof value === 'string' && PARTLY.test(value))
        return `the venue says ${shortly(name)}: ${shortly(value)}`
    }
  return unknownWordOf(rowless, profile)
}
