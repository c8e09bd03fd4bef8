/** Keeps what passes on a wire: copies it into a block, packs blocks and appends them in the background. Waits for nothing, and drops nothing in silence. */

import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import type { Clock } from '../../shared/base/clock.ts'
import {
  blockBytes,
  headBytes,
  RECORD_BYTES,
  writeRecord,
  type Missing,
  type RecordingHead,
  type RecordKind,
} from './format.ts'

/** One file of a recording, only ever appended to. Both reject when the disk fails. */
export interface TapeFile {
  append(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** Where the files of one session go. */
export interface RecordingFolder {
  /** A new file for this part; takes the next free part when it is there already. Rejects when the disk fails. */
  open(
    stream: RecordingHead['stream'],
    part: number,
  ): Promise<{ readonly file: TapeFile; readonly part: number }>
  /** Bytes that this session's stream has on disk. */
  size(stream: RecordingHead['stream']): Promise<number>
}

/** In bytes. */
export interface RecorderLimits {
  /** Waiting for the disk; past it frames are left out. */
  readonly waiting: number
  readonly block: number
  /** A file that reached it is followed by the next part. */
  readonly file: number
  /** All files of this stream of the session; then the recording ends. */
  readonly total: number
}

const MEBIBYTE = 1 << 20
export const RECORDER_LIMITS: Omit<RecorderLimits, 'total'> = {
  waiting: 32 * MEBIBYTE,
  block: 256 << 10,
  file: 64 * MEBIBYTE,
}
/** What is not on disk after this long is what a killed process loses. */
const FLUSH_EVERY = 1_000
/** Packs about as small as the usual level on this text, and three times as fast. */
const LEVEL = 3

const deflate = promisify(deflateRaw)

export interface RecorderOptions {
  readonly clock: Clock
  readonly folder: RecordingFolder
  readonly head: Omit<RecordingHead, 'part' | 'startedAt'>
  readonly limits: RecorderLimits
  /** One sentence for the dealer: frames are missing, or the recording ended. Each is said once. */
  readonly onProblem: (sentence: string) => void
}

export interface Recorder {
  /** Copies the payload; never waits, never throws. */
  add(kind: RecordKind, connection: number, payload: Uint8Array | string): void
  /** Resolves when all of it is on disk, or the disk failed. Takes no more records; asked again, it answers the same. */
  close(): Promise<void>
}

const NOTHING = Buffer.alloc(0)

export function openRecorder(options: RecorderOptions): Recorder {
  const { clock, folder, limits } = options
  const { stream } = options.head
  const startedAt = clock.now()
  const started = clock.monotonic()
  let number = 0
  let block: Buffer = NOTHING
  let used = 0
  const waiting: Buffer[] = []
  let waitingBytes = 0
  let lost: Missing | null = null
  let toldLost = false
  let ended = false
  let draining: Promise<void> | null = null
  let closing: Promise<void> | null = null
  let file: TapeFile | null = null
  let part = 0
  let fileBytes = 0
  let totalBytes: number | null = null

  const bytesOf = (payload: Uint8Array | string): Buffer =>
    typeof payload === 'string'
      ? Buffer.from(payload, 'utf8')
      : Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)

  const seal = () => {
    if (used === 0) return
    waiting.push(block.subarray(0, used))
    waitingBytes += used
    block = NOTHING
    used = 0
    draining ??= drain()
  }

  const put = (kind: RecordKind, connection: number, payload: Buffer) => {
    const size = RECORD_BYTES + payload.length
    if (used + size > block.length) {
      seal()
      block = Buffer.allocUnsafeSlow(Math.max(limits.block, size))
    }
    used = writeRecord(block, used, {
      number: number++,
      at: clock.now(),
      offsetNs: Math.round((clock.monotonic() - started) * 1e6),
      connection,
      kind,
      payload,
    })
  }

  const lose = (bytes: number) => {
    // Its number is used up all the same: the hole shows even where the record that tells of it is lost too.
    number++
    const now = clock.now()
    lost = lost
      ? { ...lost, frames: lost.frames + 1, bytes: lost.bytes + bytes, to: now }
      : { frames: 1, bytes, from: now, to: now }
    if (toldLost) return
    toldLost = true
    options.onProblem(
      `The disk is too slow for the recording: frames of the ${stream} stream are missing in it, and it says where.`,
    )
  }

  const tellLost = () => {
    if (!lost) return
    const told = Buffer.from(JSON.stringify(lost), 'utf8')
    lost = null
    put('missing', 0, told)
  }

  const end = (sentence: string) => {
    if (ended) return
    ended = true
    stopFlush()
    waiting.length = 0
    waitingBytes = 0
    block = NOTHING
    used = 0
    options.onProblem(sentence)
  }

  async function append(bytes: Buffer): Promise<void> {
    if (file === null || fileBytes >= limits.file) {
      await file?.close()
      const opened = await folder.open(stream, part + 1)
      file = opened.file
      part = opened.part
      const head = headBytes({ ...options.head, part, startedAt })
      await file.append(head)
      fileBytes = head.length
      totalBytes = (totalBytes ?? 0) + head.length
    }
    await file.append(bytes)
    fileBytes += bytes.length
    totalBytes = (totalBytes ?? 0) + bytes.length
  }

  async function drain(): Promise<void> {
    try {
      totalBytes ??= await folder.size(stream)
      for (let raw = waiting[0]; raw !== undefined; raw = waiting[0]) {
        await append(blockBytes(await deflate(raw, { level: LEVEL }), raw.length))
        // A disk that failed meanwhile emptied the queue.
        if (waiting.shift()) waitingBytes -= raw.length
        if (totalBytes >= limits.total && !ended) {
          await append(await lastBlock())
          end(`The recording of the ${stream} stream ended: it reached its size (--record-mb).`)
        }
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
      end(`The recording of the ${stream} stream ended: its file cannot be written${code}.`)
    }
    draining = null
  }

  async function lastBlock(): Promise<Buffer> {
    const payload = Buffer.from('it reached its size', 'utf8')
    const raw = Buffer.alloc(RECORD_BYTES + payload.length)
    writeRecord(raw, 0, {
      number,
      at: clock.now(),
      offsetNs: Math.round((clock.monotonic() - started) * 1e6),
      connection: 0,
      kind: 'end',
      payload,
    })
    return blockBytes(await deflate(raw, { level: LEVEL }), raw.length)
  }

  async function closeFile(): Promise<void> {
    stopFlush()
    if (!ended) {
      tellLost()
      put('end', 0, Buffer.from('the session was closed', 'utf8'))
      seal()
    }
    await draining
    ended = true
    await file?.close().catch(() => undefined)
    file = null
  }

  const stopFlush = clock.every(FLUSH_EVERY, () => {
    if (waitingBytes + used < limits.waiting) tellLost()
    seal()
  })

  return {
    add(kind, connection, payload) {
      if (ended || closing) return
      const bytes = bytesOf(payload)
      if (waitingBytes + used + RECORD_BYTES + bytes.length > limits.waiting) return lose(bytes.length)
      tellLost()
      put(kind, connection, bytes)
    },
    close() {
      closing ??= closeFile()
      return closing
    },
  }
}
