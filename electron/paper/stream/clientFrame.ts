/** Reads what a stream client sends (API document part 6, gaps 7 and 8). Pure; trusts nothing. */

import { parseExact } from '../../../shared/base/json.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'

const MOST_CHANNELS = 100

export type ClientFrame =
  | { readonly op: 'authenticate'; readonly token: string }
  | { readonly op: 'subscribe' | 'unsubscribe'; readonly args: readonly string[] }

/** Fails with one sentence. */
export function readClientFrame(text: string): Result<ClientFrame, string> {
  const parsed = parseExact(text)
  if (!parsed.ok) return fail('the frame is not JSON')
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return fail('the frame must be an object with op')
  const { op, args, token } = parsed.value as Record<string, unknown>
  if (op === 'authenticate')
    return typeof token === 'string' ? ok({ op, token }) : fail('authenticate needs a token as text')
  if (op !== 'subscribe' && op !== 'unsubscribe')
    return fail('op must be authenticate, subscribe or unsubscribe')
  const isList = Array.isArray(args) && args.length > 0 && args.length <= MOST_CHANNELS
  return isList && args.every((name): name is string => typeof name === 'string' && name.length <= 100)
    ? ok({ op, args })
    : fail(`${op} needs args: a list of 1 to ${MOST_CHANNELS} channel names`)
}
