/** Findings about the lists of a venue: whether they exist, under which name their rows stand, and what stands beside the rows. Pure. */

import { visible } from '../../../shared/base/visibleText.ts'
import { isObject } from '../../../shared/broker/fields.ts'
import { unknownFields, type UnknownField } from '../../../shared/broker/lists/listHarmless.ts'
import { isOfCounts, isOfPaging } from '../../../shared/broker/lists/listPaging.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { guess, misfit, open, quoted, sure, type Finding } from './findings.ts'
import { isRead, rowlessAnswer, type VenueRead } from './reads.ts'

/** A list of the venue, by the name under which the API knows its rows. */
export interface ListRead {
  readonly name: string
  readonly read: VenueRead
}

/** What an answer to a list shows: rows, or why there are none. */
export function resourceFinding({ path, answer, body, form }: VenueRead): Finding {
  const { status } = answer
  if (status === 401 || status === 403)
    return misfit(path, `Refused (${status}). Check the user's rights and the way of signing in.`)
  if (status === 404 || status === 405)
    return misfit(path, `There is no such resource (${status}). Correct its path in the profile.`)
  if (status >= 300)
    return {
      ...sure(path, `The venue answered ${status}. Nothing is known of the form of this list.`),
      fit: 'unproven',
    }
  if (form === null)
    return misfit(path, body === null ? 'The body is not JSON.' : 'The body holds no single list of records.')
  return sure(
    path,
    `Read: ${form.rows.length} rows, ${form.name === null ? 'a bare list' : `under ${quoted([form.name])}`}.`,
  )
}

/** The names of lists that neither the profile nor the API knows. */
export function listNames(profile: VenueProfile, lists: readonly ListRead[]): readonly Finding[] {
  const known = (own: string, name: string) => name === own || profile.lists.items.includes(name)
  const unknown = new Set<string>()
  for (const { name: own, read } of lists)
    if (read.form?.name && !known(own, read.form.name)) unknown.add(read.form.name)
  const names = [...unknown]
  if (lists.every(({ read }) => read.form === null))
    return [open('lists.items', 'No list could be read, so no name of rows was seen.')]
  if (names.length === 0)
    return [sure('lists.items', 'Every list has a name that the profile knows, or none.')]
  return [
    sure('lists.items', `Lists stand under ${quoted(names)}, which the profile does not name.`, {
      lists: { items: [...profile.lists.items, ...names] },
    }),
  ]
}

/** Words of fields that may speak of missing rows. Such a field is never called harmless. */
const OF_ROWS =
  /err|warn|fail|partial|incomplete|degraded|stale|missing|lost|omit|skip|drop|shard|more|trunc|hidden|left/i

const holdsWayOn = (value: unknown, profile: VenueProfile): boolean =>
  isObject(value) &&
  Object.entries(value).some(
    ([name, inner]) => isOfPaging(name, profile) || isOfCounts(name) || holdsWayOn(inner, profile),
  )

/** The outermost name on the way to an unknown field that can be left out without leaving out a cursor or a count. */
function nameOf({ path }: UnknownField, body: unknown, profile: VenueProfile): string {
  let value = body
  for (const name of path) {
    value = isObject(value) ? value[name] : undefined
    if (!holdsWayOn(value, profile)) return name
  }
  return path.at(-1) ?? ''
}

/** Fields beside the rows that Openpit does not understand: with them every list counts as not whole. `found`: the profile with what was found so far. */
export function besideRows(found: VenueProfile, lists: readonly ListRead[]): readonly Finding[] {
  const seen = new Map<string, { readonly lists: Set<string>; readonly value: string; isOfRows: boolean }>()
  for (const { name: own, read } of lists) {
    if (!isRead(read)) continue
    const answer = rowlessAnswer(read, [...found.lists.items, own])
    for (const field of unknownFields(answer, found)) {
      const name = nameOf(field, answer.body, found)
      const value = visible(JSON.stringify(field.value) ?? '').slice(0, 60)
      const entry = seen.get(name) ?? { lists: new Set(), value, isOfRows: false }
      entry.lists.add(own)
      entry.isOfRows ||= field.path.some((part) => OF_ROWS.test(part))
      seen.set(name, entry)
    }
  }
  const fields = [...seen]
  const harmless = fields.filter(([, entry]) => entry.lists.size > 1 && !entry.isOfRows)
  const doubtful = fields.filter((entry) => !harmless.includes(entry))
  return [
    ...(harmless.length === 0
      ? []
      : [
          guess(
            'lists.harmless',
            `${quoted(harmless.map(([name]) => name))} beside the rows of several lists say nothing of missing rows. Ask the broker, and remove them where they do.`,
            { lists: { harmless: [...found.lists.harmless, ...harmless.map(([name]) => name)] } },
          ),
        ]),
    ...doubtful.map(([name, { lists: names, value }]) =>
      open(
        'lists.harmless',
        `${quoted([name])} stands beside the rows of ${[...names].join(', ')} (${value}). Openpit calls such a list not whole. Add the name where the broker says that it is harmless.`,
      ),
    ),
  ]
}
