/** Checks the bodies of the journal's own record kinds, whose JSON may have been tampered with. Pure. */

import type { Checkpoint, SegmentStart, TornTail } from './record.ts'

type Fields = Partial<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? value : {})
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isNext = (value: unknown): value is Checkpoint['next'] =>
  value === 'more' || value === 'next-segment' || value === 'closed'
/** 32 bytes. */
const isPublicKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(value)

export function segmentStartIn(value: unknown): SegmentStart | null {
  const { journal, number, count, publicKey } = fieldsOf(value)
  return typeof journal === 'string' && isCount(number) && isCount(count) && isPublicKey(publicKey)
    ? { journal, number, count, publicKey }
    : null
}

export function checkpointIn(value: unknown): Checkpoint | null {
  const { count, next, signature } = fieldsOf(value)
  return isCount(count) && isNext(next) && typeof signature === 'string' ? { count, next, signature } : null
}

export function tornTailIn(value: unknown): TornTail | null {
  const { file, bytes, sha256 } = fieldsOf(value)
  return typeof file === 'string' && isCount(bytes) && typeof sha256 === 'string'
    ? { file, bytes, sha256 }
    : null
}
