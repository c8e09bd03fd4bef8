/** Encodes and decodes the bytes of a session recording, version 1: file head, blocks, records. Pure; reads and writes no file. */

import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import { HEAD_BYTES, MAGIC, VERSION, versionOfRecording } from './fileHead.ts'
import { venueProfile, type VenueProfile } from '../../shared/broker/venueProfile.ts'

/*
 * A file (all numbers little-endian):
 *   head    8 bytes "OPENPREC", u16 version, u32 length of the JSON that follows (RecordingHead)
 *   blocks  u32 packed length, u32 unpacked length, u32 CRC-32 of the packed bytes, packed bytes (raw deflate)
 * An unpacked block holds whole records:
 *   u32 length of the rest, u32 number, f64 wall clock (ms since epoch), f64 whole ns since the writer's start (monotonic),
 *   u16 connection, u8 kind, u8 zero, payload
 * Records of a writer are numbered 0, 1, 2 through all of its files. A missing number is a missing frame.
 */
const BLOCK_BYTES = 12
export const RECORD_BYTES = 28
/** Bytes of a head or a block at most. A longer claim is damage. */
const LONGEST = 64 << 20

/** The kinds of record, each with its direction. */
export const KINDS = ['opened', 'in', 'out', 'heard', 'closed', 'answer', 'missing', 'end'] as const
/**
 * `opened`, `closed`: a connection (payload of `closed`: why) · `in`, `out`: one unchanged frame · `heard`: a ping or pong ·
 * `answer`: a REST answer (`AnswerHead` as JSON, a line feed, the body) · `missing`: frames that could not be recorded (`Missing` as JSON) ·
 * `end`: the writer stopped (payload: why). A recording without `end` was cut off.
 */
export type RecordKind = (typeof KINDS)[number]

export const recordingHead = z.strictObject({
  /** The recorded sign-in. Its public and its private files share this name. */
  session: z.string().regex(/^[\w.-]{1,60}$/),
  stream: z.enum(['public', 'private']),
  /** Distinguishes the writers of one session: the market worker may have been restarted. */
  writer: z.string().regex(/^[\w-]{1,40}$/),
  part: z.number().int().positive(),
  /** Wall clock when the writer started, ms since epoch. Records count their ns from this time. */
  startedAt: z.number().nonnegative(),
  /** The venue's profile; its addresses hold no credentials. */
  profile: venueProfile,
})
export type RecordingHead = z.infer<typeof recordingHead>

export const answerHead = z.strictObject({
  method: z.literal('GET'),
  /** Path and query under the venue's `restUrl`. */
  path: z.string(),
  status: z.number().int(),
  /** The venue's `Date` header. */
  date: z.string().nullable(),
  tookMs: z.number().nonnegative(),
})
export type AnswerHead = z.infer<typeof answerHead>

export const missing = z.strictObject({
  frames: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  /** Wall clock of the first and the last missing frame, ms since epoch. */
  from: z.number(),
  to: z.number(),
})
export type Missing = z.infer<typeof missing>

export interface RecordItem {
  readonly number: number
  readonly at: number
  readonly offsetNs: number
  readonly connection: number
  readonly kind: RecordKind
  readonly payload: Buffer
}

/** The profile for a recording: its addresses without user, password, query and fragment. */
export function plainProfile(profile: VenueProfile): VenueProfile {
  const plain = (address: string, otherwise: string) => {
    if (!URL.canParse(address)) return otherwise
    const { protocol, host, pathname } = new URL(address)
    return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
  }
  return {
    ...profile,
    restUrl: plain(profile.restUrl, 'https://unreadable.invalid'),
    streamUrl: plain(profile.streamUrl, 'wss://unreadable.invalid'),
  }
}

export function headBytes(head: RecordingHead): Buffer {
  const json = Buffer.from(JSON.stringify(head), 'utf8')
  const start = Buffer.alloc(HEAD_BYTES)
  MAGIC.copy(start)
  start.writeUInt16LE(VERSION, 8)
  start.writeUInt32LE(json.length, 10)
  return Buffer.concat([start, json])
}

/** The head and the byte at which the blocks begin. Fails with a clause that follows the file's name. */
export function readHead(
  bytes: Buffer,
): Result<{ readonly head: RecordingHead; readonly end: number }, string> {
  const version = versionOfRecording(bytes)
  if (version === null) return fail('is no session recording')
  if (version !== VERSION)
    return fail(
      `is a recording of version ${version}, which a newer Openpit wrote; this release reads ${VERSION}`,
    )
  const end = HEAD_BYTES + bytes.readUInt32LE(10)
  if (end > bytes.length) return fail('ends within its head')
  let json: unknown
  try {
    json = JSON.parse(bytes.toString('utf8', HEAD_BYTES, end))
  } catch {
    return fail('has a head that is not JSON')
  }
  const head = recordingHead.safeParse(json)
  return head.success ? ok({ head: head.data, end }) : fail('has a head that cannot be read')
}

export function blockBytes(packed: Uint8Array, unpackedLength: number): Buffer {
  const start = Buffer.alloc(BLOCK_BYTES)
  start.writeUInt32LE(packed.length, 0)
  start.writeUInt32LE(unpackedLength, 4)
  start.writeUInt32LE(crc32(packed), 8)
  return Buffer.concat([start, packed])
}

export type Block =
  | { readonly kind: 'block'; readonly packed: Buffer; readonly unpackedLength: number; readonly end: number }
  /** The block's bytes were changed. The next block begins at `end`. */
  | { readonly kind: 'damaged'; readonly end: number }
  /** The writer stopped while it wrote this block, or the block's lengths are impossible. */
  | { readonly kind: 'torn' }

/** The block at `offset`, which must be below the file's length. */
export function blockAt(bytes: Buffer, offset: number): Block {
  if (offset + BLOCK_BYTES > bytes.length) return { kind: 'torn' }
  const length = bytes.readUInt32LE(offset)
  const unpackedLength = bytes.readUInt32LE(offset + 4)
  const end = offset + BLOCK_BYTES + length
  if (end > bytes.length || unpackedLength > LONGEST) return { kind: 'torn' }
  const packed = bytes.subarray(offset + BLOCK_BYTES, end)
  return crc32(packed) === bytes.readUInt32LE(offset + 8)
    ? { kind: 'block', packed, unpackedLength, end }
    : { kind: 'damaged', end }
}

/** Writes one record at `offset` and returns its end. The target must hold `RECORD_BYTES` more than the payload. */
export function writeRecord(target: Buffer, offset: number, item: RecordItem): number {
  const { payload } = item
  target.writeUInt32LE(RECORD_BYTES - 4 + payload.length, offset)
  target.writeUInt32LE(item.number, offset + 4)
  target.writeDoubleLE(item.at, offset + 8)
  target.writeDoubleLE(item.offsetNs, offset + 16)
  target.writeUInt16LE(item.connection, offset + 24)
  target.writeUInt8(KINDS.indexOf(item.kind), offset + 26)
  target.writeUInt8(0, offset + 27)
  payload.copy(target, offset + RECORD_BYTES)
  return offset + RECORD_BYTES + payload.length
}

/** The records of an unpacked block; null where their lengths do not fit the block. */
export function readRecords(block: Buffer): readonly RecordItem[] | null {
  const items: RecordItem[] = []
  let offset = 0
  while (offset < block.length) {
    if (offset + RECORD_BYTES > block.length) return null
    const end = offset + 4 + block.readUInt32LE(offset)
    const kind = KINDS[block.readUInt8(offset + 26)]
    if (end < offset + RECORD_BYTES || end > block.length || kind === undefined) return null
    items.push({
      number: block.readUInt32LE(offset + 4),
      at: block.readDoubleLE(offset + 8),
      offsetNs: block.readDoubleLE(offset + 16),
      connection: block.readUInt16LE(offset + 24),
      kind,
      payload: block.subarray(offset + RECORD_BYTES, end),
    })
    offset = end
  }
  return items
}
