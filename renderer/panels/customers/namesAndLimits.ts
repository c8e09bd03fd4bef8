/** What the desk keeps about a customer beside its entry: its names on the command line and its own limits. Pure. */

import type { LimitRule } from '../../../shared/domain/limits/limits.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { Aliases } from '../../../shared/domain/settings/aliases.ts'

/** The words of the command line that name the customer at this venue. */
export const namesOnLine = (
  aliases: Aliases,
  code: CustomerCode,
  venueId: string | null,
): readonly string[] =>
  Object.entries(aliases).flatMap(([word, named]) =>
    named.kind === 'customer' && named.customerCode === code && named.venueId === venueId ? [word] : [],
  )

/** The rules for this customer alone; null: the limits are not read. */
export const ownRules = (
  rules: readonly LimitRule[] | undefined,
  code: CustomerCode,
): readonly LimitRule[] | null => rules?.filter(({ customerCode }) => customerCode === code) ?? null
