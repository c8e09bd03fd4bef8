/** Parses JSON from a venue and keeps each number as its source text, so that no digit passes through a binary float. */

import { fail, ok, type Result } from './result.ts'
import { visibleWord } from './visibleText.ts'

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown

/**
 * Parses JSON; each number becomes its source text (`1.10` becomes `"1.10"`). `__proto__` keys are dropped.
 * Fails with one sentence. Needs an engine with `JSON.parse` source text access (Node 22, Chromium 114 and later).
 */
export function parseExact(text: string): Result<unknown, string> {
  const reviver: Reviver = (key, value, context) =>
    key === '__proto__' ? undefined : typeof value === 'number' ? (context.source ?? String(value)) : value
  try {
    return ok(JSON.parse(text, reviver as (this: unknown, key: string, value: unknown) => unknown))
  } catch {
    return fail(`the body is not JSON (starts with ${visibleWord(JSON.stringify(text.slice(0, 40)))})`)
  }
}
