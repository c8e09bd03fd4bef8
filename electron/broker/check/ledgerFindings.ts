/** Finds the words of a ledger: in which direction money went, and whether rows can be asked for by status. Reads alone. */

import type { Json } from '../../../shared/broker/fields.ts'
import { ledgerPath } from '../../../shared/broker/requests.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { guess, open, quoted, sure, type Finding } from './findings.ts'
import { cursorNames, directionWords } from './listForm.ts'
import { isRead, type ReadVenue, type VenueRead } from './reads.ts'

/** Pages of the ledger that are read at most, in search of a deposit and a withdrawal. */
const MOST_PAGES = 8

/** Rows of the ledger, newest first, until a deposit and a withdrawal are among them. `found`: a profile that knows how pages go on. */
async function rowsWithBothWays(
  found: VenueProfile,
  first: VenueRead,
  read: ReadVenue,
): Promise<readonly Json[]> {
  const rows: Json[] = [...(first.form?.rows ?? [])]
  let page: VenueRead | null = first
  for (let pages = 1; pages < MOST_PAGES && isRead(page); pages++) {
    const words = directionWords(rows)
    if (words.in.length > 0 && words.out.length > 0) break
    const path = olderPath(found, page)
    page = path === null ? null : await read(path)
    rows.push(...(page?.form?.rows ?? []))
  }
  return rows
}

/** The path of the page behind this one: by the cursor beside its rows, else by the code of its last row. */
function olderPath(found: VenueProfile, { form }: VenueRead): string | null {
  const name = form && cursorNames(form).find((field) => found.paging.cursors.includes(field))
  const last = form?.rows.at(-1)?.['code']
  const before = name ? form.beside[name] : typeof last === 'string' ? last : undefined
  const path = before === undefined ? null : ledgerPath(found, { before })
  return path?.ok ? path.value : null
}

export async function ledgerFindings(
  found: VenueProfile,
  first: VenueRead,
  read: ReadVenue,
): Promise<readonly Finding[]> {
  const rows = await rowsWithBothWays(found, first, read)
  const words = directionWords(rows)
  const both = words.in.filter((word) => words.out.includes(word))
  const findings = (['in', 'out'] as const).map((way) => {
    const about = `directions.${way}`
    const row = way === 'in' ? 'deposit' : 'withdrawal'
    const known = found.directions[way]
    const unknown = words[way].filter((word) => !known.includes(word))
    if (words[way].length === 0) return open(about, `The ledger showed no ${row}, so its word is not known.`)
    if (both.length > 0)
      return open(about, `Deposits and withdrawals both say ${quoted(both)}, so no word shows a sign.`)
    const sentence = `A ${row} says ${quoted(words[way])}.`
    return unknown.length === 0
      ? sure(about, sentence)
      : sure(about, sentence, { directions: { [way]: [...known, ...unknown] } })
  })
  const other = words.other.filter(
    (word) => !found.directions.in.includes(word) && !found.directions.out.includes(word),
  )
  return [
    ...findings,
    ...(other.length === 0
      ? []
      : [
          open(
            'directions',
            `Rows other than deposits and withdrawals say ${quoted(other)}. Ask the broker whether money comes in or goes out.`,
          ),
        ]),
    await statusFilter(found, rows, read),
  ]
}

const isOther = (row: Json): boolean => typeof row['status'] === 'string' && row['status'] !== 'completed'

/** `rows`: rows that were read without asking for a status. */
async function statusFilter(found: VenueProfile, rows: readonly Json[], read: ReadVenue): Promise<Finding> {
  const about = 'parameters.ledgerStatus'
  const name = found.parameters.ledgerStatus
  if (name === '') return sure(about, 'The profile asks for no status.')
  const path = ledgerPath(found, { status: 'completed' })
  const page = path.ok ? await read(path.value) : null
  if (page === null) return open(about, 'The ledger could not be read by status.')
  const without = { parameters: { ledgerStatus: '' } }
  const { status } = page.answer
  if (status >= 300)
    return [400, 422].includes(status)
      ? sure(
          about,
          `The venue refused the ledger when asked with “${name}” (${status}), so the name is left out.`,
          without,
        )
      : open(about, `The venue answered ${status} when asked for the ledger with “${name}”.`)
  if (page.form === null)
    return open(about, `The venue answered, in no readable form, when asked for the ledger with “${name}”.`)
  if (!page.form.rows.some(isOther))
    return rows.some(isOther)
      ? sure(about, `The ledger can be asked for with “${name}”.`)
      : guess(
          about,
          `The venue answered when asked for the ledger with “${name}”. No row of another status was there to be left out.`,
        )
  return sure(
    about,
    `The venue does not heed “${name}”, so the name is left out and rows are picked out on screen.`,
    without,
  )
}
