/** Reports read the older segments too, which no start verifies: they say where one of these is missing, exchanged, doubled or damaged. */

import { expect, it } from 'vitest'
import { MemoryDisk } from '../../../fakes/disk/memoryDisk.ts'
import { alerts, messages, open } from './desk.ts'

const SMALL = { segmentBytes: 2_000 }
const path = (number: number) => `journal/${String(number).padStart(6, '0')}.journal`

/** A journal of several segments with a hundred entries in the order of their numbers. */
async function written(word = 'entry'): Promise<MemoryDisk> {
  const disk = new MemoryDisk()
  const { journal, close } = await open(disk, SMALL)
  for (const entry of alerts(100, word)) await journal.write([entry])
  await close()
  return disk
}

async function search(disk: MemoryDisk) {
  const { journal, close } = await open(disk, SMALL)
  expect(journal.problem).toBeNull()
  const found: string[] = []
  const read = await journal.eachMentioning(['entry '], (entries) => found.push(...messages(entries)))
  await close()
  return { isProven: read.ok && read.value.isProven, found }
}

const bytesOf = async (disk: MemoryDisk, number: number) => Buffer.from((await disk.read(path(number))) ?? [])

async function put(disk: MemoryDisk, name: string, bytes: Buffer) {
  if ((await disk.read(name)) !== null) await disk.remove(name)
  await disk.create(name, bytes)
}

it('proves a whole journal, also while it grows into the next segments', async () => {
  const disk = await written()
  expect(await search(disk)).toMatchObject({ isProven: true, found: { length: 100 } })
  const { journal, close } = await open(disk, SMALL)
  const isProven = async () => {
    const read = await journal.eachMentioning(['nothing'], () => undefined)
    return read.ok && read.value.isProven
  }
  expect(await Promise.all([isProven(), isProven()])).toEqual([true, true])
  for (const entry of alerts(60, 'later')) await journal.write([entry])
  expect(await isProven()).toBe(true)
  await close()
})

it.each<[string, (disk: MemoryDisk) => Promise<void>]>([
  ['the first segment is missing', async (disk) => disk.remove(path(1))],
  [
    'a segment lost its end, as an older copy has it',
    async (disk) => {
      const bytes = await bytesOf(disk, 2)
      await put(disk, path(2), bytes.subarray(0, bytes.lastIndexOf(10, bytes.length - 2) + 1))
    },
  ],
  [
    'two segments are exchanged',
    async (disk) => {
      const [second, third] = [await bytesOf(disk, 2), await bytesOf(disk, 3)]
      await put(disk, path(2), third)
      await put(disk, path(3), second)
    },
  ],
  ['a segment is there twice', async (disk) => put(disk, path(3), await bytesOf(disk, 2))],
  [
    'a segment comes from another journal',
    async (disk) => put(disk, path(2), await bytesOf(await written('other'), 2)),
  ],
  [
    'two segments are in one file',
    async (disk) => put(disk, path(2), Buffer.concat([await bytesOf(disk, 2), await bytesOf(disk, 3)])),
  ],
  [
    'a record lost the word that was searched for',
    async (disk) => {
      const bytes = await bytesOf(disk, 2)
      bytes[bytes.indexOf('entry ') + 1] = 88
      await put(disk, path(2), bytes)
    },
  ],
])('proves nothing where %s, though the newest segment is sound', async (_, spoil) => {
  const disk = await written()
  await spoil(disk)
  expect((await search(disk)).isProven).toBe(false)
})

it('reads no entry twice where a copy of a segment has the number 0', async () => {
  const disk = await written()
  await put(disk, path(0), await bytesOf(disk, 1))
  const { found } = await search(disk)
  expect(found).toEqual([...new Set(found)])
  expect(found).toHaveLength(100)
})
