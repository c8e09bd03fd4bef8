/** The draws that faults are made of, from a seeded source. */

import type { Random } from '../../../shared/base/random.ts'
import { invariant } from '../../../shared/base/result.ts'

/** Any of them, all alike. Throws when there is none. */
export function oneOf<T>(random: Random, all: readonly T[]): T {
  invariant(all.length > 0, 'there is nothing to choose from')
  return all[random.integer(all.length)] as T
}
