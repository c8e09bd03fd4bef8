/** Finds how the lists of a venue go on, by following them. Reads alone. */

import { withParameters } from '../../../shared/broker/requests.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { guess, open, quoted, sure, withFirst, type Finding } from './findings.ts'
import { cursorNames, rowKey } from './listForm.ts'
import { isRead, type ReadVenue, type VenueRead } from './reads.ts'

/** The query parameter of a cursor for trades and the ledger: the only one that the API shows, and the one that Openpit sends. */
const SENT = 'before'

/** Fields of a page that are tried as cursors at most: each takes several reads. */
const MOST_CURSORS = 12

/** The names that the profile knows come first. */
const triedNames = (names: readonly string[], { paging }: VenueProfile): readonly string[] =>
  names
    .toSorted((a, b) => Number(paging.cursors.includes(b)) - Number(paging.cursors.includes(a)))
    .slice(0, MOST_CURSORS)

const firstKey = (page: VenueRead | null): string | null => rowKey(page?.form?.rows[0])

/** A page of one row shows how a list goes on, also at a quiet account. A venue without `limit` shows its usual page. */
async function shortPage(
  path: string,
  read: ReadVenue,
): Promise<{ page: VenueRead | null; isLimited: boolean }> {
  const short = await read(withParameters(path, { limit: '1' }))
  const isRefused = short !== null && [400, 404, 422].includes(short.answer.status)
  return isRefused ? { page: await read(path), isLimited: false } : { page: short, isLimited: true }
}

/** The parameter that leads to another page; null where none does. */
async function leadsOn(
  parameters: readonly string[],
  cursor: string,
  { path, form }: VenueRead,
  read: ReadVenue,
): Promise<string | null> {
  const first = rowKey(form?.rows[0])
  for (const parameter of new Set(parameters)) {
    if (parameter === '') continue
    const next = await read(withParameters(path, { [parameter]: cursor }))
    const key = isRead(next) ? firstKey(next) : null
    // A row may have come in between: the first page must still begin as it did.
    if (key !== null && key !== first && firstKey(await read(path)) === first) return parameter
  }
  return null
}

async function cursorFindings(
  profile: VenueProfile,
  name: string,
  page: VenueRead,
  read: ReadVenue,
): Promise<readonly Finding[]> {
  const cursor = page.form?.beside[name] ?? ''
  const parameter = await leadsOn([SENT, ...profile.paging.parameters, name], cursor, page, read)
  if (parameter === null)
    return [
      profile.paging.cursors.includes(name)
        ? open('paging', `${quoted([name])} beside the rows led to no other page.`)
        : guess('paging', `${quoted([name])} beside the rows leads to no other page, so it is no cursor.`),
    ]
  const sentence = `The next page is named ${quoted([name])} and asked for with ${quoted([parameter])}.`
  const change = {
    paging: {
      cursors: withFirst(profile.paging.cursors, name),
      parameters: withFirst(profile.paging.parameters, parameter),
    },
  }
  const isKnown = profile.paging.cursors.includes(name) && profile.paging.parameters.includes(parameter)
  const found = isKnown ? sure('paging', sentence) : sure('paging', sentence, change)
  return parameter === SENT
    ? [found]
    : [
        found,
        open(
          'paging',
          `Openpit asks trades and the ledger for older pages with “${SENT}”, which this venue does not know. Their older pages cannot be read.`,
        ),
      ]
}

/** How trades and ledger go on. A cursor is proven where following it leads to another page. */
export async function pagingFindings(profile: VenueProfile, read: ReadVenue): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const pages: VenueRead[] = []
  let isLimited = true
  for (const path of [profile.paths.trades, profile.paths.transactions]) {
    const short = await shortPage(path, read)
    isLimited &&= short.isLimited
    if (isRead(short.page)) pages.push(short.page)
  }
  if (!isLimited && profile.paging.limit !== null)
    findings.push(
      sure('paging.limit', 'A list asked for with “limit” is refused, so it is left out.', {
        paging: { limit: null },
      }),
    )
  const proven = new Map<string, VenueRead>()
  for (const page of pages)
    if (page.form)
      for (const name of triedNames(cursorNames(page.form), profile))
        if (!proven.has(name)) proven.set(name, page)
  let known = profile
  for (const [name, page] of proven) {
    const found = await cursorFindings(known, name, page, read)
    findings.push(...found)
    const change = found.flatMap(({ change: made }) => (made?.['paging'] ? [made['paging']] : []))[0]
    if (change) known = { ...known, paging: { ...known.paging, ...(change as object) } }
  }
  if (findings.some(({ about, certainty }) => about === 'paging' && certainty === 'sure')) return findings
  const bare = pages.find(({ form }) => form !== null && cursorNames(form).length === 0)
  const code = bare?.form?.rows.at(-1)?.['code']
  if (bare && typeof code === 'string' && (await leadsOn([SENT], code, bare, read)) !== null)
    return [...findings, sure('paging', 'Lists name no next page; the code of the last row leads on.')]
  return proven.size > 0
    ? findings
    : [...findings, open('paging', 'No list had a further page. A busier account shows how pages are named.')]
}
