/** Reads the chosen period of a statement: a named one, or typed days. Pure. */

import type { EpochMs } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import {
  PERIODS,
  periodOf,
  type Period,
  type PeriodName,
} from '../../../shared/domain/statements/statementPeriod.ts'
import { readRange } from '../ledger/ledgerFilter.ts'

export const TYPED = 'from … to'

export interface ChosenPeriod {
  readonly name: PeriodName | typeof TYPED
  readonly from: string
  readonly to: string
}

export const FIRST_CHOICE: ChosenPeriod = { name: 'today', from: '', to: '' }
export const PERIOD_CHOICES = [...PERIODS, TYPED] as const

/** Both days, or one sentence about the wrong field, whose name begins it. */
export function readPeriod({ name, from, to }: ChosenPeriod, now: EpochMs): Result<Period, string> {
  if (name !== TYPED) return ok(periodOf(name, now))
  for (const [edge, text] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (!/^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text))
      return fail(`${edge}: write a day as 2026-11-20. A statement is of whole days, UTC.`)
  const range = readRange({ from, to })
  if (!range.ok) return range
  const { from: first, to: last } = range.value
  return first === null || last === null ? fail('from: write both days.') : ok({ from: first, to: last })
}
