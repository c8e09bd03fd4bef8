/** Reads the frames of a stream client (docs/api.md#6.subscribe, #gap.7 and #gap.8). Pure; trusts nothing. */

import { parseExact } from '../../../shared/base/json.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { repeatedKey, writtenKeys } from '../api/jsonKeys.ts'
import type { StreamProof } from '../session/authenticator.ts'

const MOST_CHANNELS = 100

export type ClientFrame =
  | { readonly op: 'authenticate'; readonly proof: StreamProof }
  | { readonly op: 'subscribe' | 'unsubscribe'; readonly args: readonly string[] }

/** Fails with one sentence. */
export function readClientFrame(text: string): Result<ClientFrame, string> {
  const parsed = parseExact(text)
  if (!parsed.ok) return fail('the frame is not JSON')
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return fail('the frame must be an object with op')
  const repeated = repeatedKey(writtenKeys(text))
  if (repeated !== null) return fail(`${repeated.slice(0, 40)} appears twice`)
  const { op, args, ...more } = parsed.value as Record<string, unknown>
  if (op === 'authenticate') return readProof(more)
  if (op !== 'subscribe' && op !== 'unsubscribe')
    return fail('op must be authenticate, subscribe or unsubscribe')
  const isList = Array.isArray(args) && args.length > 0 && args.length <= MOST_CHANNELS
  return isList && args.every((name): name is string => typeof name === 'string' && name.length <= 100)
    ? ok({ op, args })
    : fail(`${op} needs args: a list of 1 to ${MOST_CHANNELS} channel names`)
}

/** docs/api.md#gap.7: a token, or public_key, nonce and signature, or all four. A numeric nonce keeps all its digits. */
function readProof(fields: Readonly<Record<string, unknown>>): Result<ClientFrame, string> {
  const texts = ['token', 'public_key', 'nonce', 'signature'].map((name) => fields[name] ?? null)
  const isText = texts.every((text): text is string | null => text === null || typeof text === 'string')
  if (!isText || texts.every((text) => text === null))
    return fail('authenticate needs a token, or public_key, nonce and signature, as text')
  const [token = null, publicKey = null, nonce = null, signature = null] = texts
  return ok({ op: 'authenticate', proof: { token, publicKey, nonce, signature } })
}
