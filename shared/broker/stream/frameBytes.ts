/** The bytes of one frame, and the small readers that every scanner of them is made of. Knows no message. */

/** Longer frames do not fit. An update of a wild moment was seen with 75 kB. */
export const LONGEST_FRAME = 1 << 18
/** Zeros behind the frame, more than one comparison reads: no text that is looked for holds a zero, so that all reading ends there. */
const MARGIN = 16

/** The frame being read, then zeros. One memory for all: nobody keeps anything of it from one frame to the next. That it never moves is what makes it fast. */
export const bytes = new Uint8Array(LONGEST_FRAME + MARGIN)
export const view = new DataView(bytes.buffer)

/** Puts a frame in place, of at most `LONGEST_FRAME` bytes. */
export function load(frame: Uint8Array): void {
  bytes.set(frame)
  view.setFloat64(frame.length, 0)
  view.setFloat64(frame.length + 8, 0)
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0))
/** Four letters as one number, as `view.getInt32(at, true)` reads them. */
export const word = (four: string): number => new DataView(bytesOf(four).buffer).getInt32(0, true)
/** Eight, as `view.getFloat64(at, true)` does: no letters of JSON text make zero or NaN, so that equal numbers are equal letters. */
export const octet = (eight: string): number => new DataView(bytesOf(eight).buffer).getFloat64(0, true)

// Every reader takes a place and returns the one behind what it read, −1 when that was not there.

export function matches(at: number, expected: Uint8Array): number {
  for (let n = 0; n < expected.length; n++) if (bytes[at + n] !== expected[n]) return -1
  return at + expected.length
}

/** What JSON calls white space, if any. */
export function space(from: number): number {
  let at = from
  for (;;) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at
    at++
  }
}

export type Choice = readonly [meaning: number, bytes: Uint8Array]

/** What `choose` found. */
export const chosen = { meaning: 0 }

/** One of these texts. */
export function choose(at: number, choices: readonly Choice[]): number {
  for (const [meaning, expected] of choices) {
    const end = matches(at, expected)
    if (end < 0) continue
    chosen.meaning = meaning
    return end
  }
  return -1
}
