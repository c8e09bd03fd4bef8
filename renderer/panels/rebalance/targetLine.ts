/** Reads the line that sets a target, such as `btc 12.5 %` or `eth -0.4`, and the tolerance, into the texts that are saved. Pure; never guesses between two. */

import { toText } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { findInstruments } from '../../commandline/grammar/nameWords.ts'
import { readTyped } from '../../format/numbers.ts'
import type { TargetLine } from '../../state/rebalance/rebalanceChoice.ts'

/** Lines that a dealer can begin with, and what each sets. */
export const LINE_EXAMPLES: readonly (readonly [line: string, does: string])[] = [
  ['btc 12.5 %', 'long of 12.5 % of each customer’s equity'],
  ['eth -5 %', 'short of 5 % of each customer’s equity'],
  ['sol 0.4', 'long 0.4 contracts for each customer'],
  ['btc 0', 'flat'],
]

/** A number as it is saved: without spaces, and with % for a percent of the equity. */
function savedNumber(typed: string, units: RegExp): Result<string, string> {
  const words = typed.trim()
  const isPercent = words.endsWith('%')
  const read = readTyped(words.replace(/%$/, '').replace(units, ''))
  return read.ok ? ok(`${toText(read.value)}${isPercent ? '%' : ''}`) : read
}

/** `btc 12.5 %`: an instrument and its target. The failure is empty while nothing is typed. */
export function readTargetLine(
  typed: string,
  instruments: readonly Instrument[],
): Result<TargetLine, string> {
  const [word = '', ...rest] = typed.trim().split(/\s+/)
  if (word === '') return fail('')
  const found = findInstruments(word, instruments)
  const [first, second] = found
  if (!first) return fail(`“${word.slice(0, 40)}” is no instrument of this venue.`)
  if (second) return fail(`${found.length} instruments fit “${word}”: type the whole symbol.`)
  if (rest.length === 0) return fail('Type the target: 12.5 % of the equity, or contracts such as 0.4.')
  const target = savedNumber(rest.join(' '), /$^/)
  return target.ok
    ? ok({ symbol: first.symbol, target: target.value })
    : fail(`${target.failure}. Type 12.5 % of the equity, or contracts such as 0.4.`)
}

/** `0.5 %` of the equity, or lots such as `2`; empty: none. */
export function readToleranceText(typed: string): Result<string, string> {
  if (typed.trim() === '') return ok('')
  const read = savedNumber(typed, /\s*lots?$/i)
  if (!read.ok) return fail(`${read.failure}. Type 0.5 % of the equity, or lots such as 2.`)
  return read.value.startsWith('-') ? fail('A tolerance is not below 0.') : read
}

/** `12.5 %`: as it is shown. */
export const shownTarget = (saved: string): string => saved.replace(/%$/, ' %')
