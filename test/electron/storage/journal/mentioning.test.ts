import { expect, it } from 'vitest'
import { MemoryDisk } from '../../../fakes/disk/memoryDisk.ts'
import { alert, alerts, messages, open } from './desk.ts'

it('the search finds each entry of any segment that mentions a text, oldest first, no other', async () => {
  const disk = new MemoryDisk()
  const first = await open(disk, { segmentBytes: 2_000 })
  for (const entry of alerts(40)) await first.journal.write([entry])
  await first.journal.write([alert('about v1-one and v1-one again')])
  for (const entry of alerts(40, 'more')) await first.journal.write([entry])
  await first.close()
  const second = await open(disk, { segmentBytes: 2_000 })
  await second.journal.write([alert('v1-one in the next run'), alert('v1-two')])
  const found = await second.journal.mentioning('v1-one')
  expect(found.ok && messages(found.value)).toEqual([
    'about v1-one and v1-one again',
    'v1-one in the next run',
  ])
  const none = await second.journal.mentioning('v1-nobody')
  expect(none).toEqual({ ok: true, value: [] })
  await second.close()
})

it('waits for entries that are being written', async () => {
  const { journal, close } = await open(new MemoryDisk())
  void journal.write([alert('v1-one')])
  const found = await journal.mentioning('v1-one')
  expect(found.ok && messages(found.value)).toEqual(['v1-one'])
  await close()
})

it('skips damage, and reports a failing disk in one sentence', async () => {
  const disk = new MemoryDisk()
  const { journal, close } = await open(disk)
  await journal.write([alert('v1-one')])
  await journal.write([alert('v1-one again')])
  const path = 'journal/000001.journal'
  const bytes = Buffer.from((await disk.read(path)) ?? [])
  bytes[bytes.indexOf('"v1-one"') + 3] = 'X'.charCodeAt(0)
  await disk.truncate(path, 0)
  await disk.append(path, bytes)
  const found = await journal.mentioning('v1-one')
  expect(found.ok && messages(found.value)).toEqual(['v1-one again'])
  disk.read = () => Promise.reject(new Error('EIO'))
  expect(await journal.mentioning('v1-one')).toMatchObject({
    ok: false,
    failure: expect.stringMatching(/^The order journal cannot be read/),
  })
  await close()
})

it('gives the entries of several texts in the order of the journal, each once, in parts with turns between them', async () => {
  const disk = new MemoryDisk()
  const { journal, close } = await open(disk, { segmentBytes: 4_000 })
  const written = Array.from({ length: 180 }, (_, n) =>
    n % 3 === 0 ? `v1-one ${n}` : n % 3 === 1 ? `v1-two and v1-one ${n}` : `neither ${n}`,
  )
  for (const text of written) await journal.write([alert(text)])
  let turns = 0
  const turn = disk.turn.bind(disk)
  disk.turn = () => {
    turns++
    return turn()
  }
  const parts: string[][] = []
  expect(
    await journal.eachMentioning(['v1-two', 'v1-one'], (entries) => parts.push(messages(entries))),
  ).toEqual({
    ok: true,
    value: { isProven: true },
  })
  expect(parts.flat()).toEqual(written.filter((text) => !text.startsWith('neither')))
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(50)
  expect(turns).toBeGreaterThanOrEqual(parts.length)
  await close()
})
