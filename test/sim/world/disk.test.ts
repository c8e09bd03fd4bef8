import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../shared/base/random.ts'
import { openSimDisk, tornBytes } from './disk.ts'
import { startMachine } from './machine.ts'
import { VirtualTime } from './virtualTime.ts'

function open(torn: typeof tornBytes = (durable) => durable) {
  const time = new VirtualTime()
  const durable: string[] = []
  let failures = 0
  const disk = openSimDisk({
    time,
    random: seededRandom(1),
    onDurable: (path, lines) => durable.push(...lines.map((line) => `${path}: ${line}`)),
    onCut: () => undefined,
    onFailure: () => failures++,
    torn,
  })
  const machine = startMachine('run', time, 0)
  const files = disk.mount(machine)
  const during = async <T>(work: Promise<T>): Promise<T> => {
    const [done] = await Promise.all([work, time.pass(time.elapsed + 100, () => undefined)])
    return done
  }
  return { time, disk, machine, files, during, durable, failures: () => failures }
}
const text = async (read: Promise<Uint8Array | null>) => {
  const bytes = await read
  return bytes && Buffer.from(bytes).toString()
}

describe('a loss of power', () => {
  it('loses bytes and names that were not synced, and keeps the others', async () => {
    const { disk, files, during, durable } = open()
    await during(files.create('d/a', Buffer.from('one\n')))
    await during(files.sync('d/a'))
    await during(files.syncFolder('d'))
    await during(files.append('d/a', Buffer.from('two\n')))
    expect(await during(text(files.read('d/a')))).toBe('one\ntwo\n')
    disk.losePower()
    expect(await during(text(files.read('d/a')))).toBe('one\n')
    expect(durable).toEqual(['d/a: one'])
  })

  it('leaves a prefix, all, nothing, or a hole of zeros', () => {
    const random = seededRandom(3)
    const durable = Buffer.from('kept')
    const left = new Set(
      Array.from({ length: 400 }, () => tornBytes(durable, Buffer.from('kept-fresh'), random).toString()),
    )
    for (let n = 4; n <= 10; n++) expect(left).toContain('kept-fresh'.slice(0, n))
    expect([...left].some((each) => each.includes('\0'))).toBe(true)
    expect([...left].every((each) => each.startsWith('kept'))).toBe(true)
  })
})

it('ends the machine at the operation that was named, which never answers', async () => {
  const { disk, machine, files, during } = open()
  await during(files.create('a', Buffer.from('1')))
  disk.crashAt(1, () => machine.stop())
  await during(files.append('a', Buffer.from('2')))
  let answered = false
  const last = async () => {
    await files.append('a', Buffer.from('3'))
    answered = true
  }
  void last()
  await during(Promise.resolve())
  expect([answered, machine.isOn]).toEqual([false, false])
})

it('fails from the operation that was named until it heals', async () => {
  const { time, disk, files, during, failures } = open()
  disk.failFrom(1, 'ENOSPC', time.elapsed + 500)
  await during(files.create('a', Buffer.from('1')))
  await expect(during(files.append('a', Buffer.from('2')))).rejects.toMatchObject({ code: 'ENOSPC' })
  await time.pass(600, () => undefined)
  await during(files.append('a', Buffer.from('3')))
  expect([await during(text(files.read('a'))), failures()]).toEqual(['13', 1])
})
