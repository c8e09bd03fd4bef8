import { constants, createInflateRaw, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openInflater } from '../../../electron/net/persistentInflater.ts'

const deflated = (bytes: Buffer): Buffer =>
  deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)

/** The room that an inflater gives to `zlib`, call by call. */
function watched() {
  const stream = createInflateRaw()
  const { _handle: handle } = stream as unknown as {
    readonly _handle: { writeSync: (...words: number[]) => void }
  }
  const rooms: number[] = []
  const { writeSync } = handle
  handle.writeSync = function counted(...words) {
    rooms.push(words[6]!)
    return Reflect.apply(writeSync, this, words)
  }
  const kept = openInflater(stream)
  if (!kept.ok) throw new Error(kept.failure)
  return { inflater: kept.value, rooms }
}

test('a compression bomb is inflated to the maximum and one byte', () => {
  const { inflater, rooms } = watched()
  const most = 300_000
  let taken = 0
  const fault = inflater.inflate(deflated(Buffer.alloc(50_000_000)), true, most, (piece) => {
    taken += piece.length
  })
  expect(fault?.code).toBe(1009)
  expect(taken).toBeLessThanOrEqual(most)
  expect(rooms.reduce((sum, room) => sum + room, 0)).toBe(most + 1)
  inflater.close()
})

test('a returned piece is never written to again', () => {
  const { inflater } = watched()
  const texts = Array.from({ length: 500 }, (_, n) => `${n}:`.repeat(n))
  const pieces: Buffer[][] = texts.map((text) => {
    const list: Buffer[] = []
    expect(
      inflater.inflate(deflated(Buffer.from(text)), true, 10_000, (piece) => list.push(piece)),
    ).toBeNull()
    return list
  })
  expect(pieces.map((piece) => Buffer.concat(piece).toString())).toEqual(texts)
  inflater.close()
})

test('a closed inflater answers code 1007', () => {
  const { inflater } = watched()
  inflater.close()
  expect(inflater.inflate(deflated(Buffer.from('x')), true, 10, () => {})).toMatchObject({ code: 1007 })
})
