/** A dealer's own short words for customers and instruments on the command line. A word that could be taken for a real name is no alias. Pure. */

import { z } from 'zod'
import { skeleton } from '../accounts/lookAlike.ts'
import { customerCode, symbol } from '../scalars.ts'

/** Lower case: the command line does not tell capitals apart. */
export const aliasWord = z.string().regex(/^[a-z][a-z0-9_-]{1,19}$/, {
  error: 'must be 2 to 20 lower-case letters, digits, _ or -, a letter first',
})

/** Means something at one venue only: another venue may give the same code to another customer. */
const at = { venueId: z.string().min(1).max(200) }
export const alias = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('customer'), customerCode, ...at }),
  z.strictObject({ kind: z.literal('instrument'), symbol, ...at }),
])
export type Alias = z.infer<typeof alias>

export const MOST_ALIASES = 200
export const aliases = z
  .record(aliasWord, alias)
  .refine((words) => Object.keys(words).length <= MOST_ALIASES, { error: `at most ${MOST_ALIASES} aliases` })
export type Aliases = Readonly<Record<string, Alias>>

/** Of an alias: the customer's code or the symbol. */
export const namedBy = (named: Alias): string =>
  named.kind === 'customer' ? named.customerCode : named.symbol

// Some letters look alike only as capitals (O and 0), others only as small ones (l and 1), and a name is seen as it is written (I and l).
const looks = (word: string): readonly string[] =>
  [word, word.toLowerCase(), word.toUpperCase()].map((form) => skeleton(form).toLowerCase())

/** By each way in which a name looks: the name. */
export type NameLooks = ReadonlyMap<string, string>

export const looksOf = (names: Iterable<string>): NameLooks =>
  new Map(Array.from(names, (name) => looks(name).map((look) => [look, name] as const)).flat())

/** The name that a dealer could take an alias for; null where it stands out from all of them. */
export const confusedWith = (word: string, names: NameLooks): string | null =>
  looks(word)
    .map((look) => names.get(look))
    .find((name) => name !== undefined) ?? null
