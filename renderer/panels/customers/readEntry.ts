/** Reads the texts of an entry of the customer directory, typed or from a file. The first rule that a text breaks is one sentence. Pure. */

import { decimalPlaces, toText, type Decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { isUnseen } from '../../../shared/base/visibleText.ts'
import {
  customerTag,
  MOST_CHARACTERS,
  MOST_TAGS,
  readTags,
  type Customer,
} from '../../../shared/domain/accounts/customer.ts'
import { customerCode, type CustomerCode } from '../../../shared/domain/scalars.ts'
import { counted, readTyped } from '../../format/numbers.ts'

export interface EntryTexts {
  readonly name: string
  readonly group: string
  /** Separated by spaces, commas or semicolons. */
  readonly tags: string
  /** Empty: none. */
  readonly ratio: string
  readonly note: string
}

/** Characters of a text from a file that a sentence repeats. */
const QUOTED = 24
export const quoted = (text: string): string =>
  `“${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}”`.replaceAll(/\p{C}/gu, '·')

export const readCode = (text: string): Result<CustomerCode, string> => {
  const read = customerCode.safeParse(text)
  return read.success
    ? ok(read.data)
    : fail('The code is 1 to 64 characters without spaces or : , = / @ # ? %.')
}

/** A ratio above 0, or null for an empty text. `readNumber`: how a number is written there. */
export function readRatio(
  text: string,
  readNumber: (text: string) => Result<Decimal, string>,
): Result<DecimalText | null, string> {
  if (text.trim() === '') return ok(null)
  const read = text.length > 40 ? fail(`${quoted(text)} is not a number`) : readNumber(text)
  if (!read.ok) return fail(`The ratio ${read.failure}.`)
  if (read.value <= 0n) return fail('The ratio must be above 0. Leave it empty for none.')
  return decimalPlaces(read.value) > 8
    ? fail('The ratio has more than 8 digits behind the point.')
    : ok(toText(read.value))
}

/** Turns the letters behind it round, so that a line reads as another one (UTR #36). */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

/** What is wrong with the letters of a text: one sentence. Null: nothing. */
function badLetters(field: 'name' | 'group' | 'note', text: string): string | null {
  if (/\p{Cc}/u.test(text)) return `The ${field} has a line break or a sign that cannot be shown.`
  if (text.includes('\uFFFD')) return `The ${field} has a sign that cannot be read. Save the file as UTF-8.`
  if (TURNS.test(text)) return `The ${field} has a sign that turns its letters round. Type the ${field} anew.`
  // A halt covers a group by its name: two groups must not look like one.
  return field === 'group' && Array.from(text).some(isUnseen)
    ? 'The group has a sign that nobody can see. Type the group anew.'
    : null
}

/** The entry that the texts describe, entered by hand. */
export function readEntry(
  code: CustomerCode,
  texts: EntryTexts,
  readNumber: (text: string) => Result<Decimal, string> = readTyped,
): Result<Customer, string> {
  for (const field of ['name', 'group', 'note'] as const) {
    const text = texts[field]
    if (text.length > MOST_CHARACTERS[field])
      return fail(
        `The ${field} has ${counted(text.length)} characters. At most ${MOST_CHARACTERS[field]} fit.`,
      )
    const bad = badLetters(field, text)
    if (bad !== null) return fail(bad)
  }
  const tags = readTags(texts.tags)
  const badTag = tags.find((tag) => !customerTag.safeParse(tag).success)
  if (badTag !== undefined)
    return fail(
      `The tag ${quoted(badTag)} does not fit: at most ${MOST_CHARACTERS.tag} letters, digits, _ or -.`,
    )
  if (tags.length > MOST_TAGS)
    return fail(`There are ${counted(tags.length)} tags. At most ${MOST_TAGS} fit.`)
  const ratio = readRatio(texts.ratio, readNumber)
  if (!ratio.ok) return ratio
  const [name, group, note] = [texts.name.trim(), texts.group.trim(), texts.note.trim()]
  return ok({ code, name, group, note, tags: [...tags], ratio: ratio.value, origin: 'hand' })
}
