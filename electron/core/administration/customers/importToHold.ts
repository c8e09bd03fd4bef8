/** What a second dealer reads of an import of customers that changes who gets how much of a block. Decides nothing. Pure. */

import { plural } from '../../../../shared/base/plural.ts'
import type { CustomerChange } from '../../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { changesPart, changeWords } from '../../../../shared/domain/fourEyes/customerChangeWords.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { HeldAct } from '../../approvals/approvals.ts'

/** Customers that a second dealer reads in one import: as many as in one block. */
export const MOST_READ = 500
/** Customers that the line of the act names. */
const NAMED = 10

type LookAlikes = ReadonlyMap<CustomerCode, CustomerCode>

/** A dealer who reads the code alone takes a look-alike for the other customer. */
function wordsOf(change: CustomerChange, alike: LookAlikes): string {
  const other = alike.get(change.after.code)
  return other === undefined
    ? changeWords(change)
    : `≈ looks like ${shownCode(other)} · ${changeWords(change)}`
}

/** What the rules judge of every such import, also before its changes are known. */
export const IMPORT_TO_JUDGE = { kind: 'customers', value: null, setsLeverage: false } as const

/** The ruling on an import before it is sent, as the dealer reads it. `ruling`: on any such import; null: nobody has to approve. */
export const foretellImport = (customers: number, ruling: string | null): string | null =>
  ruling === null || customers <= MOST_READ
    ? ruling
    : `This import would be refused, and nothing would be changed: a second dealer reads at most ${MOST_READ} customers of one import, and this one has ${customers}. Split the file, and import the parts one after another.`

/** `alike`: the changed codes that look like another code. Null: no ratio and no group changes, so nobody has to approve. */
export function importToHold(
  act: 'import' | 'undo of an import',
  changes: readonly CustomerChange[],
  alike: LookAlikes,
): HeldAct | null {
  const parts = changes.filter(changesPart)
  if (parts.length === 0) return null
  const more = parts.length > NAMED ? `; and ${parts.length - NAMED} more` : ''
  const others = changes.length - parts.length
  const rest = others === 0 ? '' : `. It changes ${plural(others, 'other customer')} in name, tags or note`
  const named = parts
    .slice(0, NAMED)
    .map((change) => `${shownCode(change.after.code)} ${wordsOf(change, alike)}`)
  return {
    ...IMPORT_TO_JUDGE,
    what: `${act} of customers: another ratio or group for ${parts.length}: ${named.join('; ')}${more}${rest}`,
    changes: [...parts, ...changes.filter((change) => !changesPart(change))].map((change) => ({
      customerCode: change.after.code,
      words: wordsOf(change, alike),
    })),
    same: JSON.stringify([act, changes]),
  }
}
