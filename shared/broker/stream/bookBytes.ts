/** Reads book updates straight from the bytes of a frame, in the stream's usual form only. Leaves every other form to `parseStreamMessage`. */

import type { Symbol } from '../../domain/scalars.ts'
import { readChanges } from './changeBytes.ts'
import * as frameBytes from './frameBytes.ts'
import { bytesOf, choose, chosen, load, LONGEST_FRAME, matches, space, type Choice } from './frameBytes.ts'
import { ORDERBOOK_CHANNEL, type StreamVariant } from './streamMessages.ts'

// Bound here, because an imported name is looked up at every use.
const { bytes, view } = frameBytes

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN = 0x7b
const CLOSE = 0x7d

const [CHANNEL, WORD, DATA] = [1, 2, 4] as const
const FAMILY = bytesOf(`"${ORDERBOOK_CHANNEL}:`)
const LONGEST_SYMBOL = 40
/** Symbols that JSON text writes byte for byte. Other symbols take the slow path: their bytes could be taken for another symbol's. */
const PLAIN_SYMBOL = /^[!#-[\]-~]+$/
/** Field names that the slow path reads in its own way, even where a profile uses them. */
const TAKEN: ReadonlySet<string> = new Set(
  'error op success code message bids asks symbol __proto__'.split(' '),
)
/** Openings are stored by a hash of ten bits; the newest replaces the older one. */
const HASH_BITS = 10

/** A symbol whose updates are read. */
interface Followed<T> {
  readonly value: T
  /** The bytes of the newest envelope up to the changes, in groups of eight. The last group may overlap. */
  opening: Float64Array
  openingLength: number
}

/** Created once for a venue's field names, used for every frame. `T` is the value of a symbol, such as its book. */
export class BookScanner<T> {
  private readonly fields: readonly Choice[]
  private readonly updates: readonly Choice[]
  private readonly followed = new Map<string, Followed<T>>()
  private readonly openings: (Followed<T> | null)[] = Array.from({ length: 1 << HASH_BITS }, () => null)
  /** Position of the symbol in the newest envelope. */
  private symbolPlace = 0
  private found: Followed<T> | null = null

  constructor({ channel, type, data, update, snapshot }: StreamVariant) {
    const names = [...channel, ...type, ...data]
    const plain = (name: string) => /^[\w .:/-]+$/.test(name) && !TAKEN.has(name)
    const once = (name: string) => names.indexOf(name) === names.lastIndexOf(name)
    const choices = (meaning: number, words: readonly string[]) =>
      words.filter((name) => plain(name)).map((name): Choice => [meaning, bytesOf(`"${name}"`)])
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

  /** Reads updates of this symbol from now on, and returns `value` for them. Updates of a symbol with unusual letters are never read here. */
  follow(symbol: Symbol, value: T): void {
    this.forget(symbol)
    if (!PLAIN_SYMBOL.test(symbol)) return
    this.followed.set(symbol, { value, opening: new Float64Array(0), openingLength: 0 })
  }

  forget(symbol: Symbol): void {
    this.followed.delete(symbol)
    this.openings.fill(null)
  }

  /**
   * Reads one frame. For an update of a followed symbol, fills `noted` (`bookChanges.ts`) with the changes that `parseStreamMessage` would give, and
   * returns the value of the symbol. Null for every other frame. Never throws.
   */
  scan(frame: Uint8Array): T | null {
    if (frame.length > LONGEST_FRAME) return null
    load(frame)
    const read = this.usualEnvelope() === frame.length || this.envelope() === frame.length ? this.found : null
    return read === null ? null : read.value
  }

  // From here on every reader takes a position and returns the position after the text that it read; −1 where the text is absent.

  /** Reads an envelope that is equal to the last envelope of its symbol. */
  private usualEnvelope(): number {
    const guessed = this.openings[openingHash(this.symbolPlace)]
    if (!guessed) return -1
    const { opening, openingLength } = guessed
    const last = opening.length - 1
    for (let n = 0; n < last; n++) if (view.getFloat64(8 * n, true) !== opening[n]) return -1
    if (view.getFloat64(openingLength - 8, true) !== opening[last]) return -1
    this.found = guessed
    const at = readChanges(openingLength)
    return at >= 0 && bytes[at] === CLOSE ? at + 1 : -1
  }

  /** Reads an envelope with its fields in any order, each once. Where the changes are last, expects the next envelope to be equal. */
  private envelope(): number {
    let at = space(0)
    if (bytes[at] !== OPEN) return -1
    let seen = 0
    let last = 0
    let symbolStart = 0
    let listStart = 0
    do {
      at = choose(space(at + 1), this.fields)
      if (at < 0) return -1
      const field = chosen.meaning
      if (seen & field) return -1
      seen |= field
      last = field
      at = space(at)
      if (bytes[at] !== COLON) return -1
      at = space(at + 1)
      if (field === CHANNEL) {
        symbolStart = matches(at, FAMILY)
        at = symbolStart < 0 ? -1 : this.symbolAt(symbolStart)
      } else if (field === WORD) at = choose(at, this.updates)
      else {
        listStart = at
        at = readChanges(at)
      }
      if (at < 0) return -1
      at = space(at)
    } while (bytes[at] === COMMA)
    if (bytes[at] !== CLOSE || seen !== (CHANNEL | WORD | DATA)) return -1
    if (last === DATA) this.expect(symbolStart, listStart)
    return space(at + 1)
  }

  /** Reads a followed symbol and its closing quote. */
  private symbolAt(start: number): number {
    const end = bytes.indexOf(QUOTE, start)
    if (end < 0 || end > start + LONGEST_SYMBOL) return -1
    this.found = this.followed.get(String.fromCharCode(...bytes.subarray(start, end))) ?? null
    return this.found === null ? -1 : end + 1
  }

  /** Stores this envelope as the expected next envelope of its symbol. */
  private expect(symbolStart: number, listStart: number): void {
    const { found } = this
    if (found === null) return
    found.openingLength = listStart
    found.opening = Float64Array.from({ length: Math.ceil(listStart / 8) }, (_, n) =>
      view.getFloat64(Math.min(8 * n, listStart - 8), true),
    )
    this.symbolPlace = symbolStart
    this.openings[openingHash(symbolStart)] = found
  }
}

/** Hashes sixteen letters from the start of a symbol. The caller then compares the whole opening. */
function openingHash(at: number): number {
  const mixed =
    Math.imul(view.getInt32(at, true), 0x9e3779b1) +
    Math.imul(view.getInt32(at + 4, true), 0x85ebca6b) +
    Math.imul(view.getInt32(at + 8, true), 0xc2b2ae35) +
    Math.imul(view.getInt32(at + 12, true), 0x27d4eb2f)
  return mixed >>> (32 - HASH_BITS)
}
