/** The journal on a disk that crashes, tears and fails: what was acknowledged is there afterwards, and nothing pretends to be. */

import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import { MemoryDisk, type Fate, type Plan } from '../../../fakes/disk/memoryDisk.ts'
import { fileKeyStore, openJournal } from '../../../../electron/storage/journal/journal.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { alert, alerts, DAY, messages, open, verify } from './desk.ts'

const FIRST = 'journal/000001.journal'
const small = { segmentBytes: 3_500 }

interface Run {
  readonly disk: MemoryDisk
  readonly acknowledged: readonly string[]
  readonly calls: number
  readonly problem: string | null
}

/** Two starts and some writes over several segments; what was applied is carried, as the core does. */
async function run(disk: MemoryDisk): Promise<Run> {
  const acknowledged: string[] = []
  let problem: string | null = null
  for (const word of ['first', 'second']) {
    const { journal, close } = await open(disk, small)
    const applied = [...journal.recovered]
    journal.carry(() => applied)
    for (const entry of alerts(5, word)) {
      const outcome = await journal.write([entry])
      if (!outcome.ok) continue
      acknowledged.push(...messages([entry]))
      applied.push(entry)
    }
    await close()
    problem = journal.problem
  }
  return { disk, acknowledged, calls: disk.calls.length, problem }
}

const at =
  (n: number, fate: Fate): Plan =>
  (call) =>
    call === n ? fate : 'done'

describe('a crash', () => {
  it('before or after any operation loses nothing acknowledged, and the next run goes on', async () => {
    const { calls } = await run(new MemoryDisk())
    expect(calls).toBeGreaterThan(60)
    for (let n = 0; n < calls; n++)
      for (const crash of ['before', 'after'] as const)
        for (const left of ['all', 'durable'] as const) {
          const { disk, acknowledged } = await run(new MemoryDisk(at(n, { crash })))
          const next = disk.after(left)
          const opened = await open(next, small)
          const kept = new Set(messages(opened.journal.recovered))
          opened.journal.carry(() => opened.journal.recovered)
          const written = await opened.journal.write([alert('after the crash')])
          await opened.close()
          const { findings } = await verify(next)
          expect({
            where: `call ${n}, ${crash}, ${left}: ${disk.calls.at(-1)}`,
            lost: acknowledged.filter((message) => !kept.has(message)),
            written,
            findings,
          }).toMatchObject({ lost: [], written: { ok: true }, findings: [] })
        }
  }, 60_000)

  it('during the recovery from a crash loses nothing acknowledged either', async () => {
    const torn = new MemoryDisk()
    const one = await open(torn)
    await one.journal.write(alerts(3))
    torn.put(FIRST, Buffer.concat([torn.bytes(FIRST), Buffer.from('00000301 {"v":1,"se')]))
    const whole = torn.after('all')
    await open(whole)
    for (let n = 0; n < whole.calls.length; n++) {
      const again = torn.after('all', at(n, { crash: 'after' }))
      await open(again)
      const next = again.after('durable')
      const opened = await open(next)
      expect(opened.journal.problem).toBeNull()
      expect(messages(opened.journal.recovered)).toEqual(messages(alerts(3)))
      const aside = next.paths().filter((path) => path.endsWith('.torn'))
      expect(aside.map((path) => next.bytes(path).toString())).toContain('00000301 {"v":1,"se')
      await opened.close()
      expect((await verify(next)).findings).toEqual([])
    }
  })
})

describe('a torn write', () => {
  /** A journal with two acknowledged entries and the bytes of a third write that holds two more. */
  async function lastWrite(): Promise<{ disk: MemoryDisk; before: Buffer; write: Buffer }> {
    const disk = new MemoryDisk()
    const { journal } = await open(disk)
    await journal.write([alert('one'), alert('two')])
    const before = Buffer.from(disk.bytes(FIRST))
    await journal.write([alert('three'), alert('four')])
    return { disk, before, write: disk.bytes(FIRST).subarray(before.length) }
  }

  it('at every byte is set aside whole, reported, and never lost', async () => {
    const { disk, before, write } = await lastWrite()
    for (let length = 0; length <= write.length; length++) {
      const left = write.subarray(0, length)
      const next = disk.after('all')
      next.put(FIRST, Buffer.concat([before, left]))
      const opened = await open(next)
      expect(opened.journal.problem).toBeNull()
      const whole = left.subarray(0, left.lastIndexOf('\n') + 1)
      const rest = left.subarray(whole.length)
      expect(messages(opened.journal.recovered)).toEqual(
        ['one', 'two', 'three', 'four'].slice(0, 2 + whole.toString().split('\n').length - 1),
      )
      const aside = next.paths().filter((path) => path.endsWith('.torn'))
      expect(aside.map((path) => next.bytes(path).toString())).toEqual(
        rest.length > 0 ? [rest.toString()] : [],
      )
      expect(opened.notices.some((notice) => notice.includes(`${rest.length} bytes`))).toBe(rest.length > 0)
      // Nothing proves that the write alone was cut: another program may have shortened the file.
      expect(opened.notices.join()).not.toContain('No confirmed entry is lost')
      await opened.close()
      expect((await verify(next)).findings).toEqual([])
    }
  }, 60_000)

  it('with a later part on disk and an earlier part missing is set aside too', async () => {
    const { disk, before, write } = await lastWrite()
    for (let from = 0; from < write.length; from += 13)
      for (const length of [1, 40, 512]) {
        const left = Buffer.from(write)
        left.fill(0, from, Math.min(from + length, write.length))
        const next = disk.after('all')
        next.put(FIRST, Buffer.concat([before, left]))
        const opened = await open(next)
        expect(opened.journal.problem).toBeNull()
        expect(messages(opened.journal.recovered).slice(0, 2)).toEqual(['one', 'two'])
        await opened.close()
        expect((await verify(next)).findings).toEqual([])
      }
  }, 60_000)

  it('counts as damage where a later write followed', async () => {
    const { disk, before, write } = await lastWrite()
    const left = Buffer.concat([before, write])
    left.fill(0, before.length - 60, before.length - 20)
    disk.put(FIRST, left)
    expect((await open(disk.after('all'))).journal.problem).toMatch(/is damaged or was changed/)
  })

  it('never overwrites a write that was set aside before', async () => {
    const { disk, before } = await lastWrite()
    let next = disk.after('all')
    next.put(FIRST, before)
    for (const piece of ['00000310 {"v', '00000311 {"v']) {
      next.put(FIRST, Buffer.concat([next.bytes(FIRST), Buffer.from(piece)]))
      const opened = await open(next)
      expect(opened.journal.problem).toBeNull()
      next = next.after('all')
    }
    expect(
      next
        .paths()
        .filter((path) => path.endsWith('.torn'))
        .map((path) => next.bytes(path).toString()),
    ).toEqual(['00000310 {"v', '00000311 {"v'])
  })
})

describe('a disk that fails', () => {
  it.each(['ENOSPC', 'EIO', 'EROFS'])(
    'with %s at any call ends the run, and no call reports success',
    async (fails) => {
      const { calls } = await run(new MemoryDisk())
      for (let n = 0; n < calls; n++)
        for (const part of [undefined, 10]) {
          const plan: Plan = (call, operation) =>
            call === n ? { fails, ...(part !== undefined && operation === 'append' ? { part } : {}) } : 'done'
          const disk = new MemoryDisk(plan)
          const { journal } = await open(disk, small)
          const applied: JournalEntry[] = []
          journal.carry(() => applied)
          let failed = journal.problem !== null
          for (const entry of alerts(5)) {
            const { ok } = await journal.write([entry])
            expect(ok && failed).toBe(false)
            failed ||= !ok
            if (ok) applied.push(entry)
          }
          expect(failed && journal.problem === null).toBe(false)
          expect(journal.problem ?? '').toMatch(/^$|^The order journal .*cannot be (written|opened)/)
          // The medium knows at least what was acknowledged.
          const next = await open(disk.after('durable'), small)
          expect(next.journal.problem).toBeNull()
          expect(messages(next.journal.recovered)).toEqual(expect.arrayContaining(messages(applied)))
        }
    },
    60_000,
  )

  it.each(['ENOSPC', 'EROFS'])('with %s from the start still tells what earlier runs left', async (fails) => {
    const first = new MemoryDisk()
    const { journal } = await open(first, small)
    await journal.write(alerts(5))
    for (const left of ['all', 'durable'] as const) {
      const cannotWrite = first.after(left, (_, operation) =>
        operation === 'list' || operation === 'read' || operation === 'makeFolder' ? 'done' : { fails },
      )
      const before = cannotWrite.paths().map((path) => cannotWrite.bytes(path))
      const { journal: halted } = await open(cannotWrite, small)
      expect(halted.problem).toMatch(/^The order journal in \/data cannot be opened/)
      expect(messages(halted.recovered)).toEqual(messages(alerts(5)))
      expect(cannotWrite.paths().map((path) => cannotWrite.bytes(path))).toEqual(before)
    }
  })

  it('that is pulled while nobody writes is reported within a second, once, with what it means', async () => {
    const clock = new FakeClock(DAY)
    const disk = new MemoryDisk()
    let pulled = false
    const { journal, close } = await openJournal({
      disk,
      keyStore: fileKeyStore(disk),
      clock,
      processes: { own: '7 start', isRunning: () => false },
      folder: '/data',
      lock: {
        whyLost: () =>
          pulled
            ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
            : Promise.resolve<string | null>(null),
        lost: () => {},
      },
    })
    const failures: string[] = []
    journal.listen((sentence) => failures.push(sentence))
    await clock.run(5_000, 500)
    expect(failures).toEqual([])
    pulled = true
    await clock.run(1_000, 500)
    expect(failures).toEqual([
      'The order journal in /data cannot be written: the disk failed. Nothing more is recorded. This terminal sends no new order, amend or transfer. Reading and canceling work. Check the disk, then restart Openpit.',
    ])
    expect((await journal.write([alert('a')])).ok).toBe(false)
    await close()
    expect(failures).toHaveLength(1)
  })

  it.each(['ENOSPC', 'EIO', 'EROFS'])(
    'with %s at the checkpoint of an idle minute is reported then, not with the next order',
    async (fails) => {
      const clock = new FakeClock(DAY)
      let armed = false
      const disk = new MemoryDisk((_, operation) => (armed && operation === 'append' ? { fails } : 'done'))
      const { journal } = await open(disk, { clock })
      const failures: string[] = []
      journal.listen((sentence) => failures.push(sentence))
      expect((await journal.write([alert('a')])).ok).toBe(true)
      armed = true
      await clock.run(61_000, 1_000)
      // The disk's turn is a turn of the event loop.
      await new Promise<void>((done) => setImmediate(() => setImmediate(done)))
      expect(failures).toEqual([expect.stringMatching(/cannot be written.*canceling work/)])
    },
  )

  it('is not asked to sync again after a failed sync', async () => {
    let armed = false
    const disk = new MemoryDisk((_, operation, path) =>
      armed && operation === 'sync' && path === FIRST ? { fails: 'EIO' } : 'done',
    )
    const { journal, close } = await open(disk)
    armed = true
    const outcomes = await Promise.all([journal.write([alert('a')]), journal.write([alert('b')])])
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, false])
    expect(journal.problem).toBe(
      'The order journal in /data cannot be written: the disk failed. Nothing more is recorded. This terminal sends no new order, amend or transfer. Reading and canceling work. Check the disk, then restart Openpit.',
    )
    const before = disk.calls.length
    expect((await journal.write([alert('c')])).ok).toBe(false)
    await close()
    expect(disk.calls.slice(before)).toEqual(['read journal/lock', 'remove journal/lock'])
  })
})
