/** Book updates straight from the bytes of a frame into plain numbers: the stream's usual shape only. What is odd in any way is left to `parseStreamMessage`. */

import { ASK, CHANGE, DELETE, NEW, type BookChanges } from '../domain/bookChanges.ts'
import { symbol as symbolSchema, type Symbol } from '../domain/text.ts'
import { ORDERBOOK_CHANNEL, type StreamDialect } from './streamMessages.ts'

/** Longer frames are left to the slow road. An update of a wild moment was seen with 75 kB. */
const LONGEST = 1 << 18
/** Zeros behind the frame, more than one comparison reads: no text that is looked for holds a zero, so that all reading ends there. */
const MARGIN = 16
/** Numbers of so many digits are whole beyond doubt. */
const MOST_DIGITS = 15
/** Channels are remembered by a hash of their bytes; the newest takes the place. */
const CHANNELS = 256

const QUOTE = 0x22
const COMMA = 0x2c
const POINT = 0x2e
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN = 0x7b
const CLOSE = 0x7d

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
/** Four letters as one number, the way the scanner reads them. */
const word = (four: string) => new DataView(bytesOf(four).buffer).getInt32(0, true)

// The usual change, `{"action":"…","type":"…","price":"…","amount":"…"}`, in overlapping fours.
const $action = [word('{"ac'), word('tion'), word('n":"')] as const
const $new = word('new"')
const $change = [word('chan'), word('nge"')] as const
const $delete = [word('dele'), word('ete"')] as const
const $type = [word('","t'), word('ype"'), word('e":"')] as const
const $bid = word('bid"')
const $ask = word('ask"')
const $price = [word('","p'), word('rice'), word('e":"')] as const
const $amount = [word('","a'), word('moun'), word('t":"')] as const

const [ACTION, TYPE, PRICE, AMOUNT] = [1, 2, 4, 8] as const
const CHANGE_FIELDS = [
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

const [CHANNEL, WORD, DATA] = [1, 2, 4] as const
const FAMILY = bytesOf(`"${ORDERBOOK_CHANNEL}:`)
/** Fields that mean something else to the slow road, whatever a profile calls by these names. */
const TAKEN: ReadonlySet<string> = new Set(
  'error op success code message bids asks symbol __proto__'.split(' '),
)

type Choice = readonly [meaning: number, bytes: Uint8Array]

/** Bytes to be found again, four or more. */
interface Long {
  readonly byteLength: number
  readonly view: DataView
}
const long = (bytes: Uint8Array<ArrayBuffer>): Long => ({
  byteLength: bytes.length,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
})
/** What no frame begins with. */
const NOTHING_YET = long(bytesOf('none'))

interface KnownChannel {
  readonly hash: number
  readonly name: Uint8Array
  readonly symbol: Symbol
}

/** Made once for a venue's field names, used for every frame. Keeps nothing of a frame but its channel's name. */
export class BookScanner {
  private readonly bytes = new Uint8Array(LONGEST + MARGIN)
  private readonly view = new DataView(this.bytes.buffer)
  private readonly fields: readonly Choice[]
  private readonly updates: readonly Choice[]
  private readonly channels: (KnownChannel | undefined)[] = Array.from({ length: CHANNELS }, () => undefined)
  /** Bytes of the newest envelope before its symbol, and between that and its changes. */
  private head = NOTHING_YET
  private tail = NOTHING_YET
  private symbol: Symbol | null = null
  /** Meaning of what `choose` found. */
  private chosen = 0

  constructor({ channel, type, data, update, snapshot }: StreamDialect) {
    const names = [...channel, ...type, ...data]
    const plain = (name: string) => /^[\w .:/-]+$/.test(name) && !TAKEN.has(name)
    const once = (name: string) => names.indexOf(name) === names.lastIndexOf(name)
    const choices = (meaning: number, of: readonly string[]) =>
      of.filter((name) => plain(name)).map((name): Choice => [meaning, bytesOf(`"${name}"`)])
    this.fields = [
      ...choices(CHANNEL, channel.filter(once)),
      ...choices(WORD, type.filter(once)),
      ...choices(DATA, data.filter(once)),
    ]
    this.updates = choices(
      WORD,
      update.filter((one) => !snapshot.includes(one)),
    )
  }

  /**
   * Reads one frame. Null: it may be anything, and `into` holds nothing; else it is an update of this symbol's book, and `into` holds the
   * same changes as `parseStreamMessage` gives. Never throws.
   */
  scan(frame: Uint8Array, into: BookChanges): Symbol | null {
    into.length = 0
    if (frame.length > LONGEST) return null
    this.bytes.set(frame)
    this.view.setFloat64(frame.length, 0)
    this.view.setFloat64(frame.length + 8, 0)
    if (this.usualEnvelope(into) === frame.length) return this.symbol
    into.length = 0
    if (this.envelope(into) === frame.length) return this.symbol
    into.length = 0
    return null
  }

  // From here on every reader takes a place and returns the one behind what it read, −1 when that was not there.

  /** An envelope that differs from the last one in its symbol and changes only. */
  private usualEnvelope(into: BookChanges): number {
    let at = this.matchesLong(0, this.head)
    if (at >= 0) at = this.symbolAt(at)
    if (at >= 0) at = this.matchesLong(at, this.tail)
    if (at >= 0) at = this.list(at, into)
    return at >= 0 && this.bytes[at] === CLOSE ? at + 1 : -1
  }

  /** An envelope with its fields in any order, each once. Where it ends with the changes, the next is expected to be like it. */
  private envelope(into: BookChanges): number {
    const { bytes } = this
    let at = this.space(0)
    if (bytes[at] !== OPEN) return -1
    let seen = 0
    let last = 0
    let [symbolStart, symbolEnd, listStart] = [0, 0, 0]
    do {
      at = this.choose(this.space(at + 1), this.fields)
      if (at < 0) return -1
      const field = this.chosen
      if (seen & field) return -1
      seen |= field
      last = field
      at = this.space(at)
      if (bytes[at] !== COLON) return -1
      at = this.space(at + 1)
      if (field === CHANNEL) {
        symbolStart = this.matches(at, FAMILY)
        at = symbolEnd = symbolStart < 0 ? -1 : this.symbolAt(symbolStart)
        if (at >= 0) at++
      } else if (field === WORD) at = this.choose(at, this.updates)
      else {
        listStart = at
        at = this.list(at, into)
      }
      if (at < 0) return -1
      at = this.space(at)
    } while (bytes[at] === COMMA)
    if (bytes[at] !== CLOSE || seen !== (CHANNEL | WORD | DATA)) return -1
    if (last === DATA) {
      this.head = long(bytes.slice(0, symbolStart))
      this.tail = long(bytes.slice(symbolEnd, listStart))
    }
    return this.space(at + 1)
  }

  private list(from: number, into: BookChanges): number {
    const { bytes } = this
    if (bytes[from] !== OPEN_LIST) return -1
    let at = this.space(from + 1)
    if (bytes[at] === CLOSE_LIST) return at + 1
    for (;;) {
      into.reserve()
      const usual = this.usualChange(at, into, into.length)
      at = usual < 0 ? this.anyChange(at, into, into.length) : usual
      if (at < 0) return -1
      into.length++
      if (bytes[at] !== COMMA) at = this.space(at)
      if (bytes[at] === CLOSE_LIST) return at + 1
      if (bytes[at] !== COMMA) return -1
      at++
      if (bytes[at] !== OPEN) at = this.space(at)
    }
  }

  /** A change with its fields in the document's order and no space: the price of a frame is mostly paid here. */
  private usualChange(from: number, into: BookChanges, n: number): number {
    const { bytes, view } = this
    let at = from
    if (
      view.getInt32(at, true) !== $action[0] ||
      view.getInt32(at + 4, true) !== $action[1] ||
      view.getInt32(at + 7, true) !== $action[2]
    )
      return -1
    at += 11
    const first = view.getInt32(at, true)
    let kind: number
    if (first === $change[0]) {
      if (view.getInt32(at + 3, true) !== $change[1]) return -1
      kind = CHANGE
      at += 6
    } else if (first === $new) {
      kind = NEW
      at += 3
    } else {
      if (first !== $delete[0] || view.getInt32(at + 3, true) !== $delete[1]) return -1
      kind = DELETE
      at += 6
    }
    if (
      view.getInt32(at, true) !== $type[0] ||
      view.getInt32(at + 4, true) !== $type[1] ||
      view.getInt32(at + 6, true) !== $type[2]
    )
      return -1
    at += 10
    const side = view.getInt32(at, true)
    if (side === $ask) kind += ASK
    else if (side !== $bid) return -1
    at += 3
    if (
      view.getInt32(at, true) !== $price[0] ||
      view.getInt32(at + 4, true) !== $price[1] ||
      view.getInt32(at + 7, true) !== $price[2]
    )
      return -1
    at = this.number(at + 11, into.prices, into.pricePlaces, n)
    if (
      at < 0 ||
      view.getInt32(at, true) !== $amount[0] ||
      view.getInt32(at + 4, true) !== $amount[1] ||
      view.getInt32(at + 8, true) !== $amount[2]
    )
      return -1
    at = this.number(at + 12, into.amounts, into.amountPlaces, n)
    if (at < 0 || bytes[at + 1] !== CLOSE) return -1
    into.kinds[n] = kind
    return at + 2
  }

  /** A change with its fields in any order, each once, and spaces where JSON has them. */
  private anyChange(from: number, into: BookChanges, n: number): number {
    const { bytes } = this
    if (bytes[from] !== OPEN) return -1
    let at = from
    let seen = 0
    let kind = 0
    do {
      at = this.choose(this.space(at + 1), CHANGE_FIELDS)
      if (at < 0) return -1
      const field = this.chosen
      if (seen & field) return -1
      seen |= field
      at = this.space(at)
      if (bytes[at] !== COLON) return -1
      at = this.space(at + 1)
      if (field === ACTION || field === TYPE) {
        at = this.choose(at, field === ACTION ? ACTIONS : SIDES)
        kind += this.chosen
      } else {
        if (bytes[at] !== QUOTE) return -1
        at =
          field === PRICE
            ? this.number(at + 1, into.prices, into.pricePlaces, n)
            : this.number(at + 1, into.amounts, into.amountPlaces, n)
        if (at >= 0) at++
      }
      if (at < 0) return -1
      at = this.space(at)
    } while (bytes[at] === COMMA)
    into.kinds[n] = kind
    return bytes[at] === CLOSE && seen === (ACTION | TYPE | PRICE | AMOUNT) ? at + 1 : -1
  }

  /** Digits, perhaps a point and digits more, up to a quote; returns the place of the quote. */
  private number(from: number, values: Float64Array, places: Uint8Array, n: number): number {
    const { bytes } = this
    let at = from
    let value = 0
    let digit: number
    while ((digit = (bytes[at] as number) ^ 0x30) <= 9) {
      value = value * 10 + digit
      at++
    }
    let digits = at - from
    if (digits === 0) return -1
    if (bytes[at] === POINT) {
      const behind = ++at
      while ((digit = (bytes[at] as number) ^ 0x30) <= 9) {
        value = value * 10 + digit
        at++
      }
      const fraction = at - behind
      if (fraction === 0) return -1
      digits += fraction
      places[n] = fraction
    } else places[n] = 0
    if (digits > MOST_DIGITS || bytes[at] !== QUOTE) return -1
    values[n] = value
    return at
  }

  /** A symbol up to a quote; returns the place of the quote. */
  private symbolAt(start: number): number {
    const { bytes } = this
    let hash = 0
    let end = start
    for (let byte = bytes[end] as number; byte !== QUOTE; byte = bytes[++end] as number) {
      if (byte === 0) return -1
      hash = (Math.imul(hash, 31) + byte) | 0
    }
    const place = hash & (CHANNELS - 1)
    let known = this.channels[place]
    if (known === undefined || known.hash !== hash || this.matches(start, known.name) !== end) {
      known = this.learn(start, end, hash)
      if (known === undefined) return -1
      this.channels[place] = known
    }
    this.symbol = known.symbol
    return end
  }

  private learn(start: number, end: number, hash: number): KnownChannel | undefined {
    const name = this.bytes.slice(start, end)
    const symbol = symbolSchema.safeParse(String.fromCharCode(...name.subarray(0, 100)))
    return symbol.success && symbol.data.length === name.length
      ? { hash, name, symbol: symbol.data }
      : undefined
  }

  private choose(at: number, choices: readonly Choice[]): number {
    for (const [meaning, bytes] of choices) {
      const end = this.matches(at, bytes)
      if (end < 0) continue
      this.chosen = meaning
      return end
    }
    return -1
  }

  /** As `matches`, four at a time, the last four overlapping. */
  private matchesLong(at: number, { byteLength, view }: Long): number {
    const rest = byteLength - 4
    for (let n = 0; n < rest; n += 4) if (this.view.getInt32(at + n) !== view.getInt32(n)) return -1
    return this.view.getInt32(at + rest) === view.getInt32(rest) ? at + byteLength : -1
  }

  private matches(at: number, expected: Uint8Array): number {
    for (let n = 0; n < expected.length; n++) if (this.bytes[at + n] !== expected[n]) return -1
    return at + expected.length
  }

  private space(from: number): number {
    let at = from
    for (;;) {
      const byte = this.bytes[at]
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at
      at++
    }
  }
}
