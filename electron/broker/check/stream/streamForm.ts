/** Finds the fields and words of a venue's stream messages in messages about one order book (docs/api.md#gap.8). Pure. */

import { isObject, type Json } from '../../../../shared/broker/fields.ts'

export interface StreamForm {
  readonly channel: string
  readonly type: string
  readonly data: string
  readonly snapshot: string
  /** Null where no change of the book came. */
  readonly update: string | null
}

const holdsChannel = (value: unknown, channel: string): boolean =>
  value === channel || (isObject(value) && Object.values(value).includes(channel))

/** Messages about the channel, oldest first, as parsed. The first one with data is the snapshot of the book. Null where none carries data. */
export function streamForm(messages: readonly unknown[], channel: string): StreamForm | null {
  const about = messages.filter(isObject).flatMap((message) => {
    const named = Object.keys(message).find((name) => holdsChannel(message[name], channel))
    const data = named === undefined ? undefined : dataOf(message, named)
    return named && data ? [{ message, channel: named, data }] : []
  })
  const [first] = about
  if (!first) return null
  const words = Object.keys(first.message).filter(
    (name) => name !== first.channel && name !== first.data && wordOf(first.message, name) !== null,
  )
  const kinds = words.map((name) => ({ name, ...kindsOf(about.map(({ message }) => wordOf(message, name))) }))
  const kind = kinds.find(({ update }) => update !== null) ?? kinds[0]
  if (!kind || kind.snapshot === null) return null
  const { channel: named, data } = first
  return { channel: named, type: kind.name, data, snapshot: kind.snapshot, update: kind.update }
}

/** The field with the book: one with bids and asks or with changes of levels, before any other list. */
function dataOf(message: Json, named: string): string | undefined {
  const names = Object.keys(message).filter((name) => name !== named && isData(message[name]))
  return names.find((name) => isBook(message[name])) ?? names[0]
}

const isData = (value: unknown): boolean =>
  (Array.isArray(value) && value.length > 0) ||
  (isObject(value) && Object.values(value).some((inner) => Array.isArray(inner)))

const isBook = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((level) => isObject(level) && 'price' in level)
    : isObject(value) && ('bids' in value || 'asks' in value || Object.values(value).some(isBook))

/** The word of a field that may name the kind of a message. */
const wordOf = (message: Json, name: string): string | null => {
  const value = message[name]
  return typeof value === 'string' && /^[a-z][a-z_-]{1,30}$/i.test(value) ? value : null
}

/** A kind is one word for the snapshot and then one other word for every change. A snapshot may arrive twice. */
function kindsOf(words: readonly (string | null)[]): { snapshot: string | null; update: string | null } {
  const [snapshot = null] = words
  const later = words.slice(words.findIndex((word) => word !== snapshot))
  const [update = null] = later
  const isKind = update !== snapshot && later.every((word) => word === update)
  return { snapshot, update: isKind ? update : null }
}
