/** Records one stream: copies each frame into a block at once, then packs and writes blocks in the background. Never waits; reports missing frames. */

import type { Clock } from '../../shared/base/clock.ts'
import { RECORD_BYTES, type Missing, type RecordingHead, type RecordKind } from './format.ts'
import { RecordBlock } from './recordBlock.ts'
import { RecordingPartWriter, type RecordingFolder } from './recordingPartWriter.ts'

/** In bytes. */
export interface RecorderLimits {
  /** Bytes that may wait for the disk. Further frames are left out. */
  readonly waiting: number
  readonly block: number
  /** A file that reached this size is followed by the next part. */
  readonly file: number
  /** Bytes of all files of the session's stream, after which the recording ends. */
  readonly total: number
}

const MEBIBYTE = 1 << 20
export const RECORDER_LIMITS: Omit<RecorderLimits, 'total'> = {
  waiting: 32 * MEBIBYTE,
  block: 256 << 10,
  file: 64 * MEBIBYTE,
}
/** Ms between writes. A killed process loses the records of this time. */
const FLUSH_EVERY = 1_000

export interface RecorderOptions {
  readonly clock: Clock
  readonly folder: RecordingFolder
  readonly head: Omit<RecordingHead, 'part' | 'startedAt'>
  readonly limits: RecorderLimits
  /** Receives a sentence for the dealer when frames are missing, and one when the recording ends. Each is reported once. */
  readonly onProblem: (sentence: string) => void
}

export interface Recorder {
  /** Copies the payload; never waits, never throws. */
  add(kind: RecordKind, connection: number, payload: Uint8Array | string): void
  /** Takes no more records. Resolves when all of them are on disk, or the disk failed. A second call returns the same promise. */
  close(): Promise<void>
}

const bytesOf = (payload: Uint8Array | string): Buffer =>
  typeof payload === 'string'
    ? Buffer.from(payload, 'utf8')
    : Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)

export function openRecorder(options: RecorderOptions): Recorder {
  const { clock, limits, onProblem } = options
  const { stream } = options.head
  /** Full blocks that wait for the disk. */
  const waiting: Buffer[] = []
  let waitingBytes = 0
  /** Frames that were left out since the last `missing` record. */
  let missing: Missing | null = null
  let missingReported = false
  let ended = false
  let draining: Promise<void> | null = null
  let closing: Promise<void> | null = null
  const parts = new RecordingPartWriter(
    options.folder,
    { ...options.head, startedAt: clock.now() },
    limits.file,
  )
  const block = new RecordBlock(clock, limits.block, (full) => {
    waiting.push(full)
    waitingBytes += full.length
    draining ??= drain()
  })

  const leaveOut = (bytes: number) => {
    block.skip()
    const now = clock.now()
    missing = missing
      ? { ...missing, frames: missing.frames + 1, bytes: missing.bytes + bytes, to: now }
      : { frames: 1, bytes, from: now, to: now }
    if (missingReported) return
    missingReported = true
    onProblem(
      `The disk is too slow for the recording, so frames of the ${stream} stream are missing. The recording marks where. Orders are not affected.`,
    )
  }

  const recordMissing = () => {
    if (!missing) return
    const payload = Buffer.from(JSON.stringify(missing), 'utf8')
    missing = null
    block.add('missing', 0, payload)
  }

  const end = (sentence: string) => {
    if (ended) return
    ended = true
    stopFlush()
    waiting.length = 0
    waitingBytes = 0
    block.discard()
    onProblem(sentence)
  }

  async function drain(): Promise<void> {
    try {
      await parts.totalBytes()
      for (let full = waiting[0]; full !== undefined; full = waiting[0]) {
        await parts.append(full)
        // A disk that failed meanwhile emptied the queue.
        if (waiting.shift()) waitingBytes -= full.length
        if ((await parts.totalBytes()) >= limits.total && !ended) {
          await parts.append(block.last('end', Buffer.from('it reached its size', 'utf8')))
          end(
            `The recording of the ${stream} stream ended: it reached its size (--record-mb). Orders are not affected. Sign in again to begin another recording.`,
          )
        }
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
      end(
        `The recording of the ${stream} stream ended: its file cannot be written${code}. Orders are not affected. Correct the cause, then sign in again to begin another recording.`,
      )
    }
    draining = null
  }

  async function finish(): Promise<void> {
    stopFlush()
    if (!ended) {
      recordMissing()
      block.add('end', 0, Buffer.from('the session was closed', 'utf8'))
      block.seal()
    }
    await draining
    ended = true
    await parts.close()
  }

  const stopFlush = clock.every(FLUSH_EVERY, () => {
    if (waitingBytes + block.bytes < limits.waiting) recordMissing()
    block.seal()
  })

  return {
    add(kind, connection, payload) {
      if (ended || closing) return
      const bytes = bytesOf(payload)
      if (waitingBytes + block.bytes + RECORD_BYTES + bytes.length > limits.waiting)
        return leaveOut(bytes.length)
      recordMissing()
      block.add(kind, connection, bytes)
    },
    close() {
      closing ??= finish()
      return closing
    },
  }
}
