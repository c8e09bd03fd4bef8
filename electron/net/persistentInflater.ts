/** An inflater that lives from message to message and works in the same turn. The only file that uses internals of Node's `zlib` (decision 12); knows no socket. */

import { constants, createInflateRaw, type InflateRaw } from 'node:zlib'
import { fail, ok, type Result } from '../../shared/base/result.ts'

/** What is wrong with a message, with the code that closes its socket (RFC 6455, 7.4.1): 1007 invalid data, 1009 too long. */
export interface InflateFault {
  readonly code: 1007 | 1009
  readonly message: string
}

export interface PersistentInflater {
  /**
   * Inflates the next part of a message; `isLast` ends it. Each piece goes to `take` and is never written to again. At most `most` bytes come of it: the one that
   * would be too many is the last that is inflated. After a fault it is of no more use.
   */
  inflate(data: Uint8Array, isLast: boolean, most: number, take: (piece: Buffer) => void): InflateFault | null
  close(): void
}

/** The undocumented part of a `zlib` stream that is used here. */
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
    /** Called within `writeSync`. */
    onerror: (message: string) => void
  }
  /** What the last `writeSync` left: bytes of room, bytes not read. */
  readonly _writeState: Uint32Array
}

/** Pieces of many messages share a block. */
const BLOCK = 64 * 1024
/** The end of a message, which the sender leaves out (RFC 7692, 7.2.1). */
const TAIL = Uint8Array.of(0, 0, 0xff, 0xff)
const TOO_LONG: InflateFault = { code: 1009, message: 'Max payload size exceeded' }

/**
 * Fails with one sentence where this runtime's `zlib` is another inside. The window is the largest and never forgotten: that reads every smaller window, and a sender that
 * begins each message anew refers to nothing from before.
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
      `compressed messages cannot be read, because zlib of Node ${process.versions.node} has no writeSync as this terminal knows it`,
    )
  let closed = false
  let wrong: string | null = null
  // A handle of zlib is no target of events.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  handle.onerror = (message) => (wrong = message)
  let block = Buffer.allocUnsafeSlow(BLOCK)
  let used = 0

  /** Bytes that came of `data`; more than `most` when there would have been. */
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
      // Room left means that all is out; what is not read then stands behind a block marked as the last (RFC 7692, 7.2.3.4).
      if (roomLeft > 0 && unread === 0) return made
      if (roomLeft > 0) stream.reset()
    }
  }

  return ok({
    inflate(data, isLast, most, take) {
      // A closed handle would end the process.
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
