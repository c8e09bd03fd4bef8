/** Stores the warnings that dealers were shown, and checks whether the typed number answers them. Checks no limit. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { compare, decimal, parseDecimal } from '../../../../shared/base/decimal.ts'

/** Warnings shown for one order (docs/limits.md#warnings). */
export const WARNINGS_SHOWN = 3

/** Ms for which a typed number answers a warning. */
const ANSWER_WITHIN = 60_000

/** A warning that was shown. */
interface ShownWarning {
  /** The number to type. */
  readonly type: string
  /** Names of what it warned of. */
  readonly names: ReadonlySet<string>
  /** Monotonic ms. */
  readonly at: number
}

export interface WarningAnswers {
  /** The dealer is shown a warning of an intent. `names`: of the limits, and for a block of the customers too. `type`: the number to type. */
  show(intentId: string, names: readonly string[], type: string): void
  /** Whether `typed` is the number that was asked for, in time, and nothing was found since that the warning did not name. */
  isAnswered(intentId: string, names: readonly string[], typed: string | null): boolean
  forget(intentId: string): void
}

/** Whether the dealer typed this number, with or without separators of thousands. */
function isNumber(typed: string, wanted: string): boolean {
  const read = parseDecimal(typed.replaceAll(/[\s,]/g, ''))
  return read.ok && compare(read.value, decimal(wanted)) === 0
}

export function createWarningAnswers(clock: Clock): WarningAnswers {
  /** By intent id. */
  const shown = new Map<string, ShownWarning>()

  return {
    show(intentId, names, type) {
      for (const [id, { at }] of shown) if (clock.monotonic() - at >= ANSWER_WITHIN) shown.delete(id)
      shown.set(intentId, { type, names: new Set(names), at: clock.monotonic() })
    },
    isAnswered(intentId, names, typed) {
      const warning = shown.get(intentId)
      return (
        typed !== null &&
        warning !== undefined &&
        clock.monotonic() - warning.at < ANSWER_WITHIN &&
        isNumber(typed, warning.type) &&
        names.every((name) => warning.names.has(name))
      )
    },
    forget: (intentId) => void shown.delete(intentId),
  }
}
