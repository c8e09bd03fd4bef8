/** An inflater that keeps its window between messages and works synchronously. The only file that uses internals of Node's `zlib` (decision 12). */

import { constants, createInflateRaw, type InflateRaw } from 'node:zlib'
import { fail, ok, type Result } from '../../shared/base/result.ts'

/** The fault of a message, with the close code of its socket (RFC 6455, 7.4.1): 1007 invalid data, 1009 too long. */
export interface InflateFault {
  readonly code: 1007 | 1009
  readonly message: string
}

export interface PersistentInflater {
  /**
   * Inflates the next part of a message; `isLast` ends the message. `take` receives each piece, which stays unchanged.
   * Produces at most `most` bytes: the piece that would exceed them is inflated last. Unusable after a fault.
   */
  inflate(data: Uint8Array, isLast: boolean, most: number, take: (piece: Buffer) => void): InflateFault | null
  close(): void
}

/** The undocumented part of a `zlib` stream that this file uses. */
interface Inside {
  readonly _handle: {
    writeSync(
      flush: number,
      from: Uint8Array,
      fromAt: number,
      fromLength: number,
      to: Uint8Array,
      toAt: number,
      toLength: number,
    ): void
    /** Called during `writeSync`. */
    onerror: (message: string) => void
  }
  /** Result of the last `writeSync`: bytes of room, bytes not read. */
  readonly _writeState: Uint32Array
}

/** Size of a block, which pieces of many messages share. */
const BLOCK = 64 * 1024
/** End of a message, which the sender omits (RFC 7692, 7.2.1). */
const TAIL = Uint8Array.of(0, 0, 0xff, 0xff)
const TOO_LONG: InflateFault = { code: 1009, message: 'Max payload size exceeded' }

/**
 * Fails with one sentence when `zlib` of this runtime has other internals.
 * Uses the largest window and never resets it. This reads every smaller window, and senders that reset theirs refer to nothing earlier.
 */
export function openInflater(stream: InflateRaw = createInflateRaw()): Result<PersistentInflater, string> {
  const { _handle: handle, _writeState: left } = stream as unknown as Inside
  if (
    typeof handle?.writeSync !== 'function' ||
    typeof handle.onerror !== 'function' ||
    left?.length !== 2 ||
    !(left instanceof Uint32Array)
  )
    return fail(
      `compressed messages cannot be read, because zlib of Node ${process.versions.node} has no writeSync of the expected form`,
    )
  let closed = false
  let wrong: string | null = null
  // A `zlib` handle has no `addEventListener`.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  handle.onerror = (message) => (wrong = message)
  let block = Buffer.allocUnsafeSlow(BLOCK)
  let used = 0

  /** Number of bytes inflated from `data`; more than `most` when the limit was exceeded. */
  const pass = (data: Uint8Array, most: number, take: (piece: Buffer) => void): number => {
    let read = 0
    let made = 0
    for (;;) {
      if (used === BLOCK) {
        block = Buffer.allocUnsafeSlow(BLOCK)
        used = 0
      }
      const room = Math.min(BLOCK - used, most - made + 1)
      handle.writeSync(constants.Z_SYNC_FLUSH, data, read, data.length - read, block, used, room)
      if (wrong !== null) return made
      const [roomLeft = 0, unread = 0] = left
      const came = room - roomLeft
      made += came
      if (made > most) return made
      if (came > 0) take(block.subarray(used, used + came))
      used += came
      read = data.length - unread
      // Room left means that all output is out. Unread input then follows a block marked as the last (RFC 7692, 7.2.3.4).
      if (roomLeft > 0 && unread === 0) return made
      if (roomLeft > 0) stream.reset()
    }
  }

  return ok({
    inflate(data, isLast, most, take) {
      // Writing to a closed handle would crash the process.
      if (closed) return { code: 1007, message: 'the stream is closed' }
      let made = data.length > 0 ? pass(data, most, take) : 0
      if (isLast && wrong === null && made <= most) made += pass(TAIL, most - made, take)
      if (wrong !== null) return { code: 1007, message: wrong }
      return made > most ? TOO_LONG : null
    },
    close() {
      closed = true
      stream.close()
    },
  })
}
