/** Finds the fields and words of a venue's stream messages in messages about one order book (docs/api.md#gap.8). Pure. */

import { isObject, type Json } from '../../../shared/broker/fields.ts'

export interface StreamForm {
  readonly channel: string
  readonly type: string
  readonly data: string
  /** Null where no such message came. */
  readonly snapshot: string | null
  readonly update: string | null
}

const holdsChannel = (value: unknown, channel: string): boolean =>
  value === channel || (isObject(value) && Object.values(value).includes(channel))

/** Messages about the channel, oldest first, as parsed. The first one with data is the snapshot of the book. Null where none carries data. */
export function streamForm(messages: readonly unknown[], channel: string): StreamForm | null {
  const about = messages.filter(isObject).flatMap((message) => {
    const named = Object.keys(message).find((name) => holdsChannel(message[name], channel))
    const data = Object.keys(message).find((name) => name !== named && isData(message[name]))
    const type = Object.keys(message).find((name) => name !== named && isWord(message, name, data))
    return named && data && type ? [{ channel: named, data, type, word: String(message[type]) }] : []
  })
  const [first] = about
  if (!first) return null
  const update = about.find(({ word }) => word !== first.word)
  return {
    channel: first.channel,
    type: first.type,
    data: first.data,
    snapshot: first.word,
    update: update?.word ?? null,
  }
}

/** A book, or its changes. */
const isData = (value: unknown): boolean =>
  (Array.isArray(value) && value.length > 0) ||
  (isObject(value) && Object.values(value).some((inner) => Array.isArray(inner)))

/** A short word beside channel and data: the kind of the message. */
const isWord = (message: Json, name: string, data: string | undefined): boolean => {
  const value = message[name]
  return name !== data && typeof value === 'string' && /^[a-z][a-z_-]{1,30}$/i.test(value)
}
