/** What an answer with a list says against its own rows: errors, a part only, other rows beside them. Pure; a page with a fault proves no list whole. */

import { holdersOf, saysNo, saysNothing, shortly, type ListAnswer } from './listAnswer.ts'

const TROUBLE = /error|warning|fail/i
const PART = /partial|incomplete|degraded/i
/** The same as a value: `partially_filled` is none. */
const PARTLY = /^(partial|incomplete|degraded)(_(content|result|success))?$/i
const WHOLE = /complete|success/i

const isRow = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Why this answer may hold less than the venue has: a clause without a full stop; null where it says nothing of the kind. `rowless`: its lists are emptied, so that any rows left are of another. */
export function faultOf(rowless: ListAnswer): string | null {
  for (const holder of holdersOf(rowless))
    for (const [name, value] of Object.entries(holder)) {
      if (TROUBLE.test(name) && !saysNothing(value)) return `the venue says beside it: ${shortly(value)}`
      if (PART.test(name) && !saysNothing(value)) return `the venue says that it is ${shortly(name)}`
      if (WHOLE.test(name) && !PART.test(name) && saysNo(value))
        return `the venue says ${shortly(name)}: ${shortly(value)}`
      if (typeof value === 'string' && PARTLY.test(value))
        return `the venue says ${shortly(name)}: ${shortly(value)}`
      // A list of links goes elsewhere (listLinks.ts); a list of words holds no row.
      if (Array.isArray(value) && value.some(isRow) && !/link/i.test(name))
        return `the answer holds rows under ${shortly(name)} as well, which the venue profile does not name (lists.items)`
    }
  return null
}
