/** Sentences about a reduction on the risk board: why its percent cannot be used, and why nothing of it is left to send. Each names the rows. Pure. */

import type { Decimal } from '../../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import { whyNotPercent, type HeldBack, type PositionName } from '../../../../shared/domain/risk/reduction.ts'
import { counted, exact, readTyped } from '../../../format/numbers.ts'

/** Rows that a sentence or the bar names; the others are counted. */
export const NAMED = 4

type NameOf = (symbol: string) => string

const nameIn = ({ customerCode, symbol }: PositionName, nameOf: NameOf): string =>
  `${shownCode(customerCode)} ${shownCode(nameOf(symbol))}`

/** The first of these, and how many more there are. */
function firstOf(words: readonly string[]): string {
  const more = words.length - NAMED
  return words.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${counted(more)} more` : '')
}

/** `3 positions (C1042 BTC, C1042 ETH, C2007 BTC)`. */
function positionWords(rows: readonly PositionName[], nameOf: NameOf): string {
  const names = rows.map((row) => nameIn(row, nameOf))
  return names.length === 1 ? `${names[0]}` : `${counted(names.length)} positions (${firstOf(names)})`
}

/** Reads a percent as typed. Fails with the field, what is wrong with it, the rows, and what to type. */
export function readPercent(
  typed: string,
  rows: readonly PositionName[],
  nameOf: NameOf,
): Result<Decimal, string> {
  const read = readTyped(typed.replace(/%\s*$/, ''))
  const wrong = read.ok ? whyNotPercent(read.value) : null
  if (read.ok && wrong === null) return ok(read.value)
  const problem = read.ok ? `${exact(read.value)} ${wrong}` : read.failure
  return fail(
    `Percent to reduce by: ${problem}. Nothing is filled in for ${positionWords(rows, nameOf)}. Type a percent above 0 and up to 100.`,
  )
}

/** Why a reduction has no order to fill in. `heldBack`: empty where every position is at its target. */
export function nothingLeftWords(percent: Decimal, heldBack: readonly HeldBack[], nameOf: NameOf): string {
  const start = `Nothing is left of the reduction by ${exact(percent)} %.`
  if (heldBack.length === 0) return start
  const held = heldBack.map((row) => `${nameIn(row, nameOf)} (${row.why})`)
  return `${start} No order was filled in for ${firstOf(held)}. Choose these rows again, and type the percent anew.`
}
