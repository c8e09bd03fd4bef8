/** Splits a line at `;` into the statement that Enter is about and those behind it (docs/keyboard.md#grammar). Gives no word a meaning. */

import { readLine } from './grammar.ts'
import type { LineContext, LineReading } from './lineReading.ts'
import { statementTexts } from './wordsOfLine.ts'

export const MAX_STATEMENTS = 5

export interface Statements {
  /** The first statement, at its place in the line. */
  readonly first: string
  /** What is left for later; empty for a line of one statement. */
  readonly rest: string
  readonly count: number
}

export function statementsOf(line: string): Statements {
  const all = statementTexts(line)
  const [first = '', ...later] = all
  return { first, rest: later.join(';').trim(), count: all.length }
}

/**
 * What the first statement would do. A later statement that cannot be read, or too many of them, refuses the whole line: nothing of a line is
 * done that would stop half-way for a slip of the hand.
 */
export function readStatements(line: string, context: LineContext): LineReading {
  const statements = statementTexts(line)
  const first = readLine(statements[0] ?? '', context)
  if (statements.length === 1 || first.kind === 'bad' || first.kind === 'unfinished') return first
  let start = 0
  for (const [n, statement] of statements.entries()) {
    const reading = n === 0 ? first : readLine(statement, context)
    if (n >= MAX_STATEMENTS)
      return {
        kind: 'bad',
        start: start - 1,
        end: line.length,
        reason: `at most ${MAX_STATEMENTS} statements in a line`,
        offer: null,
      }
    if (reading.kind === 'bad') return { ...reading, start: reading.start + start, end: reading.end + start }
    if (reading.kind === 'unfinished') return reading
    if (reading.kind === 'empty') return { kind: 'unfinished', next: 'a statement, or leave out the ;' }
    start += statement.length + 1
  }
  return first
}
