/** The customers of a list by code, and which names begin alike: made once for each list, because a desk may have ten thousand. Reads only. */

import type { ListedCustomer } from '../../../shared/domain/accounts/customer.ts'
import type { ServerStores } from '../stores/serverMirrors.ts'

interface CustomerIndex {
  readonly byCode: ReadonlyMap<string, ListedCustomer>
  /** By their first characters, the names that begin with them. */
  readonly byBeginning: ReadonlyMap<string, ReadonlySet<string>>
}

/** Names that share this many first characters begin alike. */
const ALIKE = 6
const beginning = (name: string): string => name.slice(0, ALIKE).toLowerCase()

const indexes = new WeakMap<readonly ListedCustomer[], CustomerIndex>()
const NONE: readonly ListedCustomer[] = []

function indexOf(customers: readonly ListedCustomer[]): CustomerIndex {
  const known = indexes.get(customers)
  if (known) return known
  const byBeginning = new Map<string, Set<string>>()
  for (const { name } of customers) {
    const names = byBeginning.get(beginning(name))
    if (names) names.add(name)
    else byBeginning.set(beginning(name), new Set([name]))
  }
  const index = { byCode: new Map(customers.map((customer) => [customer.code, customer])), byBeginning }
  indexes.set(customers, index)
  return index
}

type List = readonly ListedCustomer[] | null

export const customerIn = (customers: List, code: string | null): ListedCustomer | undefined =>
  code === null ? undefined : indexOf(customers ?? NONE).byCode.get(code)

/** The entry of a code now; undefined: the code is not in the list. */
export const knownCustomer = (
  { customers }: Pick<ServerStores, 'customers'>,
  code: string | null,
): ListedCustomer | undefined => customerIn(customers.getState().value, code)

/** Whether another name begins like this one. */
export const isNameAlike = (customers: List, name: string): boolean =>
  (indexOf(customers ?? NONE).byBeginning.get(beginning(name))?.size ?? 0) > 1
