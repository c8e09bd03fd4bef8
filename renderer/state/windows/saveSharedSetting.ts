/** Saves a change of a setting that several windows change, such as the views of a table. What another window saved meanwhile stays. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { WindowSession } from '../windowSession.ts'

const MOST_TRIES = 5

/** A text with the change; fails with one sentence where the text does not allow the change. Undefined: nothing is stored. */
export type TextChange = (stored: string | undefined) => Result<string, string>

/** `known`: the stored text as far as the window knows. Where the core has another one, the change is made to that text. Answers the text as saved. */
export async function saveSharedSetting(
  { client }: Pick<WindowSession, 'client'>,
  name: string,
  known: string | undefined,
  change: TextChange,
): Promise<Result<string, Failure>> {
  let stored = known
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const changed = change(stored)
    if (!changed.ok) return fail(failureOf('refused', changed.failure))
    const reply = await client.call('setting.save', { name, value: changed.value, on: stored ?? null })
    if (!reply.ok) return reply
    if (reply.value.newer === undefined) return ok(changed.value)
    stored = reply.value.newer ?? undefined
  }
  return fail(failureOf('refused', 'Nothing was saved: other windows keep changing the same. Try again.'))
}
