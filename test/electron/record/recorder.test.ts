import { describe, expect, it, vi } from 'vitest'
import { missing, type RecordItem } from '../../../electron/record/format.ts'
import { openRecorder, type RecorderLimits } from '../../../electron/record/recorder.ts'
import { readRecording } from '../../../electron/record/reader.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { MemoryRecordings } from '../../fakes/disk/memoryRecordings.ts'

const profile = venueProfile.parse({
  name: 'V',
  kind: 'paper',
  restUrl: 'http://127.0.0.1:1',
  streamUrl: 'ws://127.0.0.1:1/s',
})
const LIMITS: RecorderLimits = { waiting: 1 << 20, block: 4 << 10, file: 1 << 20, total: 1 << 30 }

function recording(limits: Partial<RecorderLimits> = {}) {
  const clock = new FakeClock()
  const folder = new MemoryRecordings('s1')
  const problems: string[] = []
  const recorder = openRecorder({
    clock,
    folder,
    head: { session: 's1', stream: 'public', writer: 'w1', profile },
    limits: { ...LIMITS, ...limits },
    onProblem: (sentence) => problems.push(sentence),
  })
  return { clock, folder, problems, recorder }
}

function read(folder: MemoryRecordings) {
  const faults: string[] = []
  const items: RecordItem[] = []
  const heads = [...folder.files].map(([name, bytes]) => {
    const file = readRecording(name, bytes)
    if (!file.ok) throw new Error(file.failure)
    items.push(...file.value.records((sentence) => faults.push(sentence)))
    return file.value.head
  })
  return { heads, items, faults }
}

const frames = (count: number) =>
  Array.from({ length: count }, (_, n) => `{"frame":${n},"é":"${'x'.repeat(n % 90)}"}`)
const texts = (items: readonly RecordItem[]) =>
  items.filter((message) => message.kind === 'in').map((message) => message.payload.toString())

describe('what the recorder keeps', () => {
  it('is every frame byte for byte, with number, time on both clocks, connection and kind', async () => {
    const { clock, folder, recorder, problems } = recording()
    const started = clock.now()
    recorder.add('opened', 1, '')
    for (const frame of frames(500)) {
      clock.advance(0.25)
      recorder.add('in', 1, Buffer.from(frame))
    }
    recorder.add('in', 2, Buffer.from([0, 255, 10, 0]))
    await recorder.close()
    const { heads, items, faults } = read(folder)
    expect(faults).toEqual([])
    expect(problems).toEqual([])
    expect(heads).toEqual([
      { session: 's1', stream: 'public', writer: 'w1', part: 1, startedAt: started, profile },
    ])
    expect(texts(items.slice(0, -2))).toEqual(frames(500))
    expect(items.at(-1)?.kind).toBe('end')
    expect(items.at(-2)).toMatchObject({ connection: 2, kind: 'in' })
    expect([...(items.at(-2)?.payload ?? [])]).toEqual([0, 255, 10, 0])
    expect(items.map((message) => message.number)).toEqual(items.map((_, n) => n))
    expect(items[3]).toMatchObject({ at: started + 0.75, offsetNs: 750_000, connection: 1 })
  })

  it('is on disk after a second at the latest, so that a kill loses no more', async () => {
    const { clock, folder, recorder } = recording()
    recorder.add('in', 1, 'one')
    expect(folder.files.size).toBe(0)
    clock.advance(1_000)
    await vi.waitFor(() => expect(texts(read(folder).items)).toEqual(['one']))
  })

  it('ends once with its reason, whichever side closes it and whatever comes behind', async () => {
    const { folder, recorder } = recording()
    recorder.add('in', 1, 'one')
    const first = recorder.close()
    recorder.add('closed', 1, '1000')
    await Promise.all([first, recorder.close()])
    expect(read(folder).items.map((message) => message.kind)).toEqual(['in', 'end'])
  })

  it('goes on in a new file when one is full, with consecutive numbers', async () => {
    const { folder, recorder } = recording({ file: 2_000, block: 1_000 })
    for (const frame of frames(300)) recorder.add('in', 1, frame)
    await recorder.close()
    const { heads, items } = read(folder)
    expect(heads.length).toBeGreaterThan(2)
    expect(heads.map((head) => head.part)).toEqual(heads.map((_, n) => n + 1))
    expect(texts(items)).toEqual(frames(300))
    expect(items.map((message) => message.number)).toEqual(items.map((_, n) => n))
  })
})

describe('a recording that was cut or damaged', () => {
  it('is read up to its last whole block, wherever a kill cut it, with the torn tail reported', async () => {
    const { folder, recorder } = recording({ block: 512 })
    for (const frame of frames(40)) recorder.add('in', 1, frame)
    await recorder.close()
    const [name, whole] = [...folder.files][0]!
    const all = texts(read(folder).items)
    const firstBlock = 14 + whole.readUInt32LE(10)
    let longest = 0
    let reported = 0
    for (let length = firstBlock; length < whole.length; length++) {
      folder.files.set(name, whole.subarray(0, length))
      const { items, faults } = read(folder)
      expect(texts(items)).toEqual(all.slice(0, items.length))
      expect(items.length).toBeGreaterThanOrEqual(longest)
      longest = items.length
      expect(faults.filter((fault) => !fault.includes('a block that was not finished'))).toEqual([])
      reported += faults.length
    }
    expect(longest).toBeGreaterThan(20)
    expect(reported).toBeGreaterThan(whole.length - firstBlock - 20)
  })

  it('loses a damaged block only, with its place reported and a hole in the numbers', async () => {
    const { folder, recorder } = recording({ block: 512 })
    for (const frame of frames(60)) recorder.add('in', 1, frame)
    await recorder.close()
    const [name, whole] = [...folder.files][0]!
    const hurt = Buffer.from(whole)
    const at = Math.floor(whole.length / 2)
    hurt.writeUInt8(hurt.readUInt8(at) ^ 0x40, at)
    folder.files.set(name, hurt)
    const { items, faults } = read(folder)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^the block at byte \d+ is damaged/)
    expect(items.at(-1)?.number).toBe(60)
    expect(items.length).toBeLessThan(61)
  })
})

describe('a disk that is slow, full or broken', () => {
  it('delays nothing: frames past the bound are left out, with a record and one sentence', async () => {
    const { clock, folder, problems, recorder } = recording({ waiting: 8_000, block: 1_000 })
    folder.hold()
    for (const frame of frames(1_000)) recorder.add('in', 1, frame)
    clock.advance(3_000)
    for (const frame of frames(50)) recorder.add('in', 1, frame)
    expect(problems).toEqual([expect.stringMatching(/too slow .* missing/)])
    folder.release()
    const done = 1_000
    await vi.waitFor(() => expect(read(folder).items.length).toBeGreaterThan(20))
    recorder.add('in', 1, 'after')
    await recorder.close()
    const { items } = read(folder)
    const gaps = items.filter((message) => message.kind === 'missing')
    const lost = gaps.map((gap) => missing.parse(JSON.parse(gap.payload.toString())))
    const kept = items.filter((message) => message.kind === 'in').length
    expect(kept + lost.reduce((sum, message) => sum + message.frames, 0)).toBe(done + 50 + 1)
    expect(texts(items).at(-1)).toBe('after')
    const holes = items.filter((message, n) => n > 0 && message.number !== (items[n - 1]?.number ?? 0) + 1)
    expect(holes.map((hole) => hole.kind)).toEqual(gaps.map(() => 'missing'))
    expect(problems).toHaveLength(1)
  })

  it('ends the recording with a sentence when the disk fails, and throws nothing', async () => {
    const { clock, folder, problems, recorder } = recording()
    folder.failure = 'ENOSPC'
    recorder.add('in', 1, 'one')
    clock.advance(1_000)
    await vi.waitFor(() => expect(problems).toEqual([expect.stringMatching(/cannot be written \(ENOSPC\)/)]))
    recorder.add('in', 1, 'two')
    await recorder.close()
    expect(problems).toHaveLength(1)
  })

  it('ends the recording at its maximum size, with a last record and one sentence', async () => {
    const { folder, problems, recorder } = recording({ total: 3_000, block: 500 })
    for (const frame of frames(2_000)) recorder.add('in', 1, frame)
    await recorder.close()
    expect(problems).toEqual([expect.stringMatching(/reached its size/)])
    const { items } = read(folder)
    expect(items.at(-1)?.kind).toBe('end')
    expect(await folder.size()).toBeLessThan(3_000 + 1_500)
  })
})
