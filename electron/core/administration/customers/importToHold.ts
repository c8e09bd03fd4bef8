/** What a second dealer reads of an import of customers that changes who gets how much of a block. Decides nothing. Pure. */

import { plural } from '../../../../shared/base/plural.ts'
import type { CustomerChange } from '../../../../shared/domain/accounts/customer.ts'
import { changesPart, changeWords } from '../../../../shared/domain/fourEyes/customerChangeWords.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { HeldAct } from '../../approvals/approvals.ts'

/** Customers that a second dealer reads in one import: as many as in one block. */
export const MOST_READ = 500
/** Customers that the line of the act names. */
const NAMED = 10

const wordsOf = (change: CustomerChange): string => `${shownCode(change.after.code)} ${changeWords(change)}`

/** What the rules judge of every such import, also before its changes are known. */
export const IMPORT_TO_JUDGE = { kind: 'customers', value: null, setsLeverage: false } as const

/** Null: no ratio and no group changes, so nobody has to approve. */
export function importToHold(
  act: 'import' | 'undo of an import',
  changes: readonly CustomerChange[],
): HeldAct | null {
  const parts = changes.filter(changesPart)
  if (parts.length === 0) return null
  const more = parts.length > NAMED ? `; and ${parts.length - NAMED} more` : ''
  const others = changes.length - parts.length
  const rest = others === 0 ? '' : `. It changes ${plural(others, 'other customer')} in name, tags or note`
  return {
    ...IMPORT_TO_JUDGE,
    what: `${act} of customers: another ratio or group for ${parts.length}: ${parts.slice(0, NAMED).map(wordsOf).join('; ')}${more}${rest}`,
    changes: [...parts, ...changes.filter((change) => !changesPart(change))].map((change) => ({
      customerCode: change.after.code,
      words: changeWords(change),
    })),
    same: JSON.stringify([act, changes]),
  }
}
