/** The intent that a line proposes. Pure; sends nothing. */

import { assertNever } from '../../shared/base/result.ts'
import type { Intent } from '../state/stores/proposalStore.ts'
import type { LineReading } from './grammar/lineReading.ts'

/** Null for a line that proposes nothing. */
export const intentOf = (reading: LineReading): Intent | null => {
  switch (reading.kind) {
    case 'order':
    case 'amend':
    case 'cancel':
    case 'cancelAll':
    case 'flatten':
    case 'flattenAll':
      return reading
    case 'empty':
    case 'bad':
    case 'unfinished':
    case 'dryRun':
    case 'block':
    case 'open':
    case 'halt':
    case 'lift':
    case 'signOut':
    case 'lock':
    case 'stat':
    case 'arm':
    case 'join':
    case 'space':
    case 'help':
      return null
    default:
      return assertNever(reading)
  }
}
