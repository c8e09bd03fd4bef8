/** The updates of a ring as frames of a venue that compresses with what it sent before, made beforehand: compressing would cost the venue more than all the rest. Pure. */

import { constants, deflateRawSync } from 'node:zlib'

/** What an inflater that is kept still knows, bytes. */
const WINDOW = 32 * 1024
const FINAL_TEXT = 0x81
const COMPRESSED = 0x40

/** A whole text message of at most 65,535 bytes as a server sends it. */
export function textFrame(payload: Buffer, compressed: boolean): Buffer {
  const { length } = payload
  const head = [FINAL_TEXT | (compressed ? COMPRESSED : 0)]
  return Buffer.concat([
    Buffer.from(length < 126 ? [...head, length] : [...head, 126, length >> 8, length & 255]),
    payload,
  ])
}

/** Each update compressed behind those before it. The first refers to nothing, so that the ring can begin again. */
export function compressedRing(updates: readonly Buffer[]): readonly Buffer[] {
  let before: Buffer = Buffer.alloc(0)
  return updates.map((update) => {
    const compressed = deflateRawSync(update, {
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(before.length > 0 ? { dictionary: before } : {}),
    })
    before = Buffer.concat([before, update]).subarray(-WINDOW)
    return textFrame(compressed.subarray(0, -4), true)
  })
}
