/** Classifies a frame about a subscription by its words: confirmed, ended or unclear. Pure. An unknown word never counts as a confirmation. */

import { isObject, type Json } from '../fields.ts'

/** Fields in which venues give the state of a request or a channel. */
const STANDING = ['status', 'event', 'type', 'state', 'result', 'success'] as const
/** Words of the request itself add nothing to its `op`. */
const YES =
  /^(ok|true|success(ful)?|subscribed?|authenticated?|unsubscribed?|confirmed|accepted|active|live|ack)$/i
const NO =
  /^(un-?subscribed?|unauthori[sz]ed|(sub|auth)\w*[-_ ](error|fail\w*|reject\w*|denied)|false|nok|not[-_ ].*|reject.*|clos.*|err.*|fail.*|den(y|ied)|refus.*|ended|cancel.*|expired?|invalid|forbidden|revoked|terminated|dropped|stopped|inactive|disconnect.*|kicked|removed)$/i
/** A field of this list makes an object a record of a private channel. */
const OF_RECORDS = ['reference_id', 'customer_code', 'symbol', 'side', 'transaction_type', 'total_amount']

const wordsOf = (message: Json): string[] =>
  STANDING.flatMap((field) => {
    const word = message[field]
    return typeof word === 'string' || typeof word === 'boolean' || typeof word === 'number'
      ? [String(word)]
      : []
  })

/** Whether the frame, or the data in it, holds a record: its `status` is then the record's own. */
export const holdsRecords = (message: Json, data: unknown): boolean =>
  (data === undefined ? [message] : Array.isArray(data) ? data : [data]).some(
    (one) => isObject(one) && OF_RECORDS.some((field) => Object.hasOwn(one, field)),
  )

/** The word with which a frame ends or refuses a subscription; null where it has none. An `unsubscribe` is confirmed by its own word. */
export function endingWord(message: Json, op: string | null): string | null {
  const isUnsubscribe = op?.toLowerCase() === 'unsubscribe'
  const words = op === null ? wordsOf(message) : [...wordsOf(message), op]
  return words.find((word) => NO.test(word) && !(isUnsubscribe && /^un-?subscribed?$/i.test(word))) ?? null
}

/** The first word that does not mean success; null where every word does, or where `op` alone answers like the API's own confirmation. */
export const unclearWord = (message: Json): string | null =>
  wordsOf(message).find((word) => !YES.test(word)) ?? null
