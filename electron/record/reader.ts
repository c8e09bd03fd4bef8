/** Reads one file of a session recording from its beginning. Reports torn and damaged blocks, and leaves them out. */

import { inflateRawSync } from 'node:zlib'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { blockAt, readHead, readRecords, type RecordingHead, type RecordItem } from './format.ts'

export interface RecordingFile {
  readonly head: RecordingHead
  /** Every readable record, in order. `onFault` receives a clause for each unreadable block, with its byte. */
  records(onFault: (sentence: string) => void): Generator<RecordItem>
}

/** Fails with one sentence that begins with the file's name. */
export function readRecording(name: string, bytes: Buffer): Result<RecordingFile, string> {
  const read = readHead(bytes)
  if (!read.ok) return fail(`${name} ${read.failure}`)
  const { head, end } = read.value
  return ok({ head, records: (onFault) => records(bytes, end, onFault) })
}

function* records(bytes: Buffer, start: number, onFault: (sentence: string) => void): Generator<RecordItem> {
  for (let offset = start; offset < bytes.length;) {
    const block = blockAt(bytes, offset)
    if (block.kind === 'torn') {
      onFault(
        `its last ${bytes.length - offset} bytes, from byte ${offset}, are a block that was not finished`,
      )
      return
    }
    const items = block.kind === 'block' ? unpack(block.packed, block.unpackedLength) : null
    if (items) yield* items
    else onFault(`the block at byte ${offset} is damaged and left out`)
    offset = block.end
  }
}

function unpack(packed: Buffer, unpackedLength: number): readonly RecordItem[] | null {
  try {
    const raw = inflateRawSync(packed, { maxOutputLength: Math.max(1, unpackedLength) })
    return raw.length === unpackedLength ? readRecords(raw) : null
  } catch {
    // Bytes that pass their checksum and cannot be unpacked were not written by Openpit.
    return null
  }
}
