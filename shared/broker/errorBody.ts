/** Finds code and message of an error body in every known envelope (docs/api.md#gap.3 and #gap.4). Decides nothing. */

import { visibleWord, visibleWords } from '../base/visibleText.ts'
import { isObject } from './fields.ts'

export interface ErrorBody {
  readonly code: string | null
  /** The venue's words, for display only; never matched. */
  readonly message: string | null
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? visibleWords(value.slice(0, 400)) : null

// A code is a word; a sentence under `detail` or `error` is a message.
const asCode = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9_.-]{1,80}$/.test(value) ? value : null

/** Messages of a 422 list `[{loc, msg}]`, naming each field. */
function listed(value: unknown): string | null {
  if (!Array.isArray(value)) return null
  const messages = value.flatMap((item: unknown) => {
    if (!isObject(item)) return []
    const words = text(item['msg'])
    const where = Array.isArray(item['loc'])
      ? item['loc'].filter((part): part is string => typeof part === 'string').at(-1)
      : undefined
    return words === null
      ? []
      : [where === undefined ? words : `${visibleWord(where.slice(0, 80))}: ${words}`]
  })
  return messages.length > 0 ? messages.slice(0, 5).join('; ') : null
}

/** `code` at the top level, else `detail` when it is text, else `error.code`; `detail` as a list is a message. Never throws. */
export function readErrorBody(body: unknown): ErrorBody {
  if (!isObject(body)) return { code: null, message: null }
  const { detail, error } = body
  const nested = isObject(error) ? error : isObject(detail) ? detail : {}
  return {
    code: asCode(body['code']) ?? asCode(detail) ?? asCode(nested['code']) ?? asCode(error),
    message:
      text(body['message']) ?? text(nested['message']) ?? listed(detail) ?? text(detail) ?? text(error),
  }
}
