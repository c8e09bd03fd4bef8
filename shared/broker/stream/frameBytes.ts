/** The bytes of one frame, and the small readers from which every frame scanner is built. Knows no message. */

/** Bytes of the longest frame that fits. The largest update seen in a volatile market had 75 kB. */
export const LONGEST_FRAME = 1 << 18
/** Zeros after the frame, more than one comparison reads. No searched text holds a zero, so that every reader stops there. */
const MARGIN = 16

/** The frame being read, then zeros. All frames share this memory, so no reader may hold on to it. Reading is fast because the memory never moves. */
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
/** Eight letters as one number, as `view.getFloat64(at, true)` reads them. No JSON text gives zero or NaN, so equal numbers mean equal letters. */
export const octet = (eight: string): number => new DataView(bytesOf(eight).buffer).getFloat64(0, true)

// Every reader takes a position and returns the position after the text that it read; −1 where the text is absent.

export function matches(at: number, expected: Uint8Array): number {
  for (let n = 0; n < expected.length; n++) if (bytes[at + n] !== expected[n]) return -1
  return at + expected.length
}

/** Skips JSON white space, if any. */
export function space(from: number): number {
  let at = from
  for (;;) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at
    at++
  }
}

export type Choice = readonly [meaning: number, bytes: Uint8Array]

/** The result of `choose`. */
export const chosen = { meaning: 0 }

/** Reads one of these texts. */
export function choose(at: number, choices: readonly Choice[]): number {
  for (const [meaning, expected] of choices) {
    const end = matches(at, expected)
    if (end < 0) continue
    chosen.meaning = meaning
    return end
  }
  return -1
}
