/** Reads a list of book changes straight from the bytes of a frame into plain numbers. Refuses every unusual form; knows no envelope. */

import { ASK, CHANGE, DELETE, NEW, noted } from '../../domain/book/bookChanges.ts'
import * as frame from './frameBytes.ts'
import { bytesOf, choose, chosen, octet, space, word } from './frameBytes.ts'

/** Numbers of at most this many digits are exact integers. */
const MOST_DIGITS = 15
/** Numbers of at most this many digits fit 32 bits. */
const FEW_DIGITS = 9

const QUOTE = 0x22
const COMMA = 0x2c
const POINT = 0x2e
const ZERO = 0x30
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

// Bound here, because an imported name is looked up at every use. No change is shorter than 53 bytes: a frame never holds more changes than `noted`.
const { bytes, view } = frame
const { forms, numbers } = noted

// The usual change behind its brace, `"action":"…","type":"…","price":"…","amount":"…"},{`, in groups of eight letters that may overlap.
const $action = octet('"action"')
const $type = octet('","type"')
const $price = octet('price":"')
const $amoun = octet('","amoun')
const $mount = octet('mount":"')
const $next = word('"},{')
/** One letter identifies the word of an action (by its lowest two bits) or of a side (by its lowest bit), so that no branch is needed. */
const ACTION_BITS = 3
const SIDE_BIT = 1
/** Larger than the number of entries, because V8 may move a very small array. */
const TABLE = 32
const $actions = new Float64Array(TABLE).fill(NaN)
const $sides = new Float64Array(TABLE)
const KINDS = new Int32Array(TABLE)
/** Bytes from an action's key to behind its word. */
const LENGTHS = new Int32Array(TABLE)
for (const [kind, name] of [
  [NEW, 'new'],
  [CHANGE, 'change'],
  [DELETE, 'delete'],
] as const) {
  const place = name.charCodeAt(0) & ACTION_BITS
  $actions[place] = octet(`:"${name}","`.slice(0, 8))
  KINDS[place] = kind
  LENGTHS[place] = `"action":"${name}`.length
}
for (const name of ['bid', 'ask']) $sides[name.charCodeAt(0) & SIDE_BIT] = octet(`:"${name}","`)
const ASK_SHIFT = Math.log2(ASK)

const [ACTION, TYPE, PRICE, AMOUNT] = [1, 2, 4, 8] as const
const FIELDS = [
  [ACTION, bytesOf('"action"')],
  [TYPE, bytesOf('"type"')],
  [PRICE, bytesOf('"price"')],
  [AMOUNT, bytesOf('"amount"')],
] as const
const ACTIONS = [
  [NEW, bytesOf('"new"')],
  [CHANGE, bytesOf('"change"')],
  [DELETE, bytesOf('"delete"')],
] as const
const SIDES = [
  [0, bytesOf('"bid"')],
  [ASK, bytesOf('"ask"')],
] as const

/** Reads a list of changes into `noted`; returns the position after the list, or −1. */
export function readChanges(from: number): number {
  noted.count = 0
  if (bytes[from] !== OPEN_LIST) return -1
  let at = usualChanges(from + 1)
  if (noted.count === 0) {
    at = space(at)
    if (bytes[at] === CLOSE_LIST) return at + 1
    at = anyChange(at)
    if (at < 0) return -1
  }
  for (;;) {
    if (bytes[at] === CLOSE_LIST) return at + 1
    at = space(at)
    if (bytes[at] === CLOSE_LIST) return at + 1
    if (bytes[at] !== COMMA) return -1
    at = anyChange(space(at + 1))
    if (at < 0) return -1
  }
}

/** Reads changes with their fields in the order of docs/api.md#6.book.change and no spaces. Most time of a frame is spent here. Returns the position after the last change. */
function usualChanges(from: number): number {
  if (bytes[from] !== OPEN) return from
  let end = from
  let at = from + 1
  let n = 0
  for (;;) {
    const action = (bytes[at + 10] as number) & ACTION_BITS
    if (view.getFloat64(at, true) !== $action || view.getFloat64(at + 8, true) !== $actions[action]) break
    at = (at + (LENGTHS[action] as number)) | 0
    const side = (bytes[at + 10] as number) & SIDE_BIT
    if (
      view.getFloat64(at, true) !== $type ||
      view.getFloat64(at + 8, true) !== $sides[side] ||
      view.getFloat64(at + 16, true) !== $price
    )
      break
    const price = number(at + 24, 2 * n)
    at = price >> 4
    if (price < 0 || view.getFloat64(at, true) !== $amoun || view.getFloat64(at + 4, true) !== $mount) break
    const amount = number(at + 12, 2 * n + 1)
    at = amount >> 4
    if (amount < 0 || bytes[at + 1] !== CLOSE) break
    forms[n] = (KINDS[action] as number) | (side << ASK_SHIFT) | ((price & 15) << 4) | ((amount & 15) << 8)
    n++
    end = at + 2
    if (view.getInt32(at, true) !== $next) break
    at += 4
  }
  noted.count = n
  return end
}

/** Reads a change with its fields in any order, each once, and with the spaces of JSON. Returns the position after the change, or −1. */
function anyChange(from: number): number {
  if (bytes[from] !== OPEN) return -1
  let at = from
  let seen = 0
  let form = 0
  do {
    at = choose(space(at + 1), FIELDS)
    if (at < 0) return -1
    const field = chosen.meaning
    if (seen & field) return -1
    seen |= field
    at = space(at)
    if (bytes[at] !== COLON) return -1
    at = space(at + 1)
    if (field === ACTION || field === TYPE) {
      at = choose(at, field === ACTION ? ACTIONS : SIDES)
      form |= chosen.meaning
    } else {
      if (bytes[at] !== QUOTE) return -1
      const read = number(at + 1, 2 * noted.count + (field === PRICE ? 0 : 1))
      if (read < 0) return -1
      at = (read >> 4) + 1
      form |= (read & 15) << (field === PRICE ? 4 : 8)
    }
    if (at < 0) return -1
    at = space(at)
  } while (bytes[at] === COMMA)
  if (bytes[at] !== CLOSE || seen !== (ACTION | TYPE | PRICE | AMOUNT)) return -1
  forms[noted.count++] = form
  return at + 1
}

/**
 * Reads a number up to its closing quote. Returns 16 × the position of the quote + the digits behind the point, or −1. Shifts replace the
 * multiplication by ten to keep the function short: V8 inlines no function of more than 460 bytes of bytecode, and a call here is expensive.
 */
function number(from: number, into: number): number {
  let at = from
  let value = 0
  const four = view.getInt32(at, true) ^ 0x30303030
  if ((((four + 0x76767676) | four) & 0x80808080) === 0) {
    // Four digits at once: first each pair, then both.
    const pairs = (four << 3) + (four << 1) + (four >>> 8)
    value = (pairs & 0xff) * 100 + ((pairs >>> 16) & 0xff)
    at += 4
  }
  let digit = (bytes[at] as number) ^ ZERO
  while (digit <= 9) {
    value = ((value << 3) + (value << 1) + digit) | 0
    at = (at + 1) | 0
    digit = (bytes[at] as number) ^ ZERO
  }
  if (at === from) return -1
  let places = 0
  if (digit === (POINT ^ ZERO)) {
    const point = at
    at = (at + 1) | 0
    digit = (bytes[at] as number) ^ ZERO
    while (digit <= 9) {
      value = ((value << 3) + (value << 1) + digit) | 0
      at = (at + 1) | 0
      digit = (bytes[at] as number) ^ ZERO
    }
    places = (at - point - 1) | 0
    if (places === 0) return -1
  }
  if (digit !== (QUOTE ^ ZERO)) return -1
  if (((at - from) | 0) > FEW_DIGITS) return longNumber(from, at, places, into)
  numbers[into] = value
  return (at << 4) | places
}

/** Reads a number with more digits than `number` can count. */
function longNumber(from: number, end: number, places: number, into: number): number {
  let value = 0
  let digits = 0
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === POINT) continue
    value = value * 10 + (byte ^ ZERO)
    digits++
  }
  if (digits > MOST_DIGITS) return -1
  numbers[into] = value
  return (end << 4) | places
}
