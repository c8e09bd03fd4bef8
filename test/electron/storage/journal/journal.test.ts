import { describe, expect, it, vi } from 'vitest'
import type { JournalEntry } from '../../../../shared/domain/journalEntry.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { MemoryDisk } from '../../../fakes/disk/memoryDisk.ts'
import { fileKeyStore, openJournal } from '../../../../electron/storage/journal/journal.ts'
import { alert, alerts, DAY, messages, open, verify } from './desk.ts'

const FIRST = 'journal/000001.journal'
const sound = { findings: [] }

describe('writing', () => {
  it('keeps its entries in order for the next run', async () => {
    const disk = new MemoryDisk()
    const one = await open(disk)
    expect(one.journal.problem).toBeNull()
    expect(one.journal.recovered).toEqual([])
    expect(await one.journal.write(alerts(3))).toEqual({ ok: true, value: null })
    await one.close()
    const two = await open(disk)
    expect(two.journal.recovered).toEqual(alerts(3))
    expect(two.notices).toEqual([])
    await two.close()
    expect(await verify(disk)).toMatchObject(sound)
  })

  it('has every entry on disk before it acknowledges the entry', async () => {
    const disk = new MemoryDisk()
    const { journal } = await open(disk)
    await journal.write([alert('intent')])
    const cut = disk.after('durable')
    expect(messages((await open(cut)).journal.recovered)).toEqual(['intent'])
  })

  it('lets calls made while a sync is under way share the next one, in their order', async () => {
    const disk = new MemoryDisk()
    const { journal } = await open(disk)
    const before = disk.calls.length
    const outcomes = await Promise.all([
      journal.write([alert('a')]),
      ...alerts(20, 'b').map((entry) => journal.write([entry])),
    ])
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    const syncs = disk.calls.slice(before).filter((call) => call === `sync ${FIRST}`)
    expect(syncs.length).toBeLessThanOrEqual(2)
    expect(messages((await open(disk.after('durable'))).journal.recovered)).toEqual([
      'a',
      ...messages(alerts(20, 'b')),
    ])
  })

  it('writes entries of one turn to disk once', async () => {
    const disk = new MemoryDisk()
    const { journal } = await open(disk)
    const before = disk.calls.length
    const first = journal.write([alert('a')])
    for (let hop = 0; hop < 50; hop++) await Promise.resolve()
    await Promise.all([first, journal.write([alert('b')])])
    expect(disk.calls.slice(before)).toEqual([`append ${FIRST}`, `sync ${FIRST}`])
  })

  it('keeps text of any kind exactly', async () => {
    const disk = new MemoryDisk()
    const odd = ['', '\n', '\0', '"\\', 'ü€😀', '\ud800', ' ', '"hash":"'].map((text) => alert(text))
    const one = await open(disk)
    await one.journal.write(odd)
    await one.close()
    expect((await open(disk)).journal.recovered).toEqual(odd)
    expect(await verify(disk)).toMatchObject(sound)
  })

  it('takes nothing after it was closed', async () => {
    const opened = await open(new MemoryDisk())
    await opened.close()
    expect(await opened.journal.write([alert('late')])).toEqual({
      ok: false,
      failure: 'The order journal is closed.',
    })
  })
})

describe('segments', () => {
  const small = { segmentBytes: 6_000 }

  it('begin with the carried state and are proven by the hash of the previous segment', async () => {
    const disk = new MemoryDisk()
    const { journal, close } = await open(disk, small)
    const live: JournalEntry[] = [alert('still live')]
    journal.carry(() => live)
    for (const entry of alerts(40)) await journal.write([entry])
    await close()
    const segments = disk.paths().filter((path) => path.endsWith('.journal'))
    expect(segments.length).toBeGreaterThan(2)
    expect(await verify(disk)).toMatchObject({ ...sound, segments: segments.length })
    const kept = messages((await open(disk, small)).journal.recovered)
    expect(kept[0]).toBe('still live')
    expect(kept.at(-1)).toBe('entry 39')
  })

  it('carry entries that were acknowledged just before', async () => {
    const disk = new MemoryDisk()
    const { journal } = await open(disk, small)
    const applied: JournalEntry[] = []
    journal.carry(() => applied)
    for (const entry of alerts(60)) {
      const written = await journal.write([entry])
      if (written.ok) applied.push(entry)
      const kept = messages((await open(disk.after('durable'), small)).journal.recovered)
      expect(kept).toContain(messages([entry])[0])
      expect(new Set(kept).size).toBe(applied.length)
    }
  })
})

describe('checkpoints', () => {
  const countOf = (disk: MemoryDisk) => disk.bytes(FIRST).toString().split('"checkpoint":').length - 1
  const headOf = (disk: MemoryDisk) =>
    (JSON.parse(disk.bytes('journal-head.json').toString()) as { count: number }).count

  it('are signed every 256 records, also within one write', async () => {
    const disk = new MemoryDisk()
    const { journal, close } = await open(disk)
    const before = countOf(disk)
    await journal.write(alerts(1000))
    expect(countOf(disk) - before).toBe(3)
    await close()
    expect(await verify(disk)).toMatchObject(sound)
  })

  it('are signed after a minute with unsigned entries, and not without', async () => {
    const disk = new MemoryDisk()
    const clock = new FakeClock(DAY)
    const { journal } = await open(disk, { clock })
    const before = countOf(disk)
    await clock.run(61_000, 1000)
    expect(countOf(disk)).toBe(before)
    await journal.write(alerts(2))
    await clock.run(61_000, 1000)
    await vi.waitFor(() => expect(countOf(disk)).toBe(before + 1))
    const records = disk.bytes(FIRST).toString().split('\n').length - 1
    await vi.waitFor(() => expect(headOf(disk)).toBe(records))
  })

  it('are signed at the end, and the stored head covers every record', async () => {
    const disk = new MemoryDisk()
    const { journal, close } = await open(disk)
    await journal.write(alerts(5))
    await close()
    expect(headOf(disk)).toBe(disk.bytes(FIRST).toString().split('\n').length - 1)
    expect(await verify(disk)).toMatchObject({ ...sound, notes: [] })
  })
})

describe('a second desk', () => {
  it('does not write the same journal, and names its writer', async () => {
    const disk = new MemoryDisk()
    await open(disk)
    const before = disk.bytes(FIRST)
    const second = await openJournal({
      disk,
      keyStore: fileKeyStore(disk),
      clock: new FakeClock(DAY),
      processes: { own: '7 start', isRunning: () => true },
      folder: '/data',
    })
    expect(second.journal.problem).toMatch(/^Another Openpit \(process \d+\) is using this data folder/)
    expect(second.journal.recovered).toEqual([])
    expect((await second.journal.write([alert('x')])).ok).toBe(false)
    await second.close()
    expect(disk.bytes(FIRST)).toEqual(before)
    expect(disk.paths()).toContain('journal/lock')
  })

  it('takes over from a terminal that is gone, and reports it', async () => {
    const disk = new MemoryDisk()
    await open(disk)
    const second = await open(disk)
    expect(second.journal.problem).toBeNull()
    expect(second.notices).toEqual([
      expect.stringMatching(/ended without closing the order journal\. This terminal has taken over/),
    ])
    await second.close()
    expect(disk.paths().filter((path) => path.includes('lock'))).toEqual([])
  })
})

describe('damage', () => {
  const damaged = async (change: (bytes: Buffer) => Buffer): Promise<MemoryDisk> => {
    const disk = new MemoryDisk()
    const { journal, close } = await open(disk)
    await journal.write(alerts(5))
    await close()
    disk.put(FIRST, change(Buffer.from(disk.bytes(FIRST))))
    return disk
  }

  it('in the middle is named and never repaired; proven entries before the damage are shown', async () => {
    const disk = await damaged((bytes) => {
      bytes.writeUInt8(bytes.readUInt8(bytes.indexOf('entry 2') + 6) ^ 1, bytes.indexOf('entry 2') + 6)
      return bytes
    })
    const before = disk.bytes(FIRST)
    const { journal, close } = await open(disk)
    expect(journal.problem).toMatch(
      /^The order journal cannot be trusted: \/data\/journal\/000001\.journal, record 6 at byte \d+, is damaged or was changed: it does not match its hash\. Nothing was changed\. .*journal:verify/,
    )
    expect(messages(journal.recovered)).toEqual(['entry 0', 'entry 1'])
    expect(journal.isRecoveredWhole).toBe(false)
    expect((await journal.write([alert('x')])).ok).toBe(false)
    await close()
    expect(disk.bytes(FIRST)).toEqual(before)
  })

  it('of the very last record does not count as a crash', async () => {
    const disk = await damaged((bytes) => {
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 5) ^ 1, bytes.length - 5)
      return bytes
    })
    expect((await open(disk)).journal.problem).toMatch(/does not match its hash/)
  })

  it('a journal cut at a record is detected by the stored head', async () => {
    const disk = await damaged((bytes) => bytes.subarray(0, bytes.lastIndexOf('\n', bytes.length - 2) + 1))
    expect((await open(disk)).journal.problem).toMatch(
      /000001\.journal ends at record \d+, but \d+ records were signed: its end was cut off\./,
    )
  })

  it('a journal that is gone altogether is detected too', async () => {
    const disk = await damaged((bytes) => bytes)
    disk.drop(FIRST)
    expect((await open(disk)).journal.problem).toMatch(
      /^The files of the order journal in \/data\/journal are missing: the data folder holds the head of a journal/,
    )
  })

  it.each(['journal-key.pem', 'journal-head.json'])(
    'without %s it is not trusted; the reason names the file, what it means for orders, and what to do',
    async (file) => {
      const disk = await damaged((bytes) => bytes)
      disk.drop(file)
      const { journal } = await open(disk)
      expect(journal.problem).toContain(`/data/${file}`)
      expect(journal.problem).toMatch(/is missing/)
      expect(journal.problem).toMatch(
        /sends no new order, amend or transfer\. Reading and canceling work\. Orders, halts and limits of earlier runs may be missing here: check the open orders/,
      )
      expect(journal.problem).toMatch(
        /Copy the data folder\..* restore .*docs\/reliability\.md.* restart Openpit\.$/,
      )
      expect(journal.problem).not.toMatch(/keychain/)
      expect(journal.isRecoveredWhole).toBe(false)
    },
  )

  it('with a key file that holds no key is not trusted, and the reason names the file', async () => {
    const disk = await damaged((bytes) => bytes)
    disk.put('journal-key.pem', Buffer.from('no key'))
    expect((await open(disk)).journal.problem).toMatch(
      /^The key of the order journal in \/data\/journal, the file \/data\/journal-key\.pem, /,
    )
  })
})

describe('a folder that cannot be written', () => {
  const BLOCKED = 'The folder is blocked.'
  const openBlocked = (disk: MemoryDisk) =>
    openJournal({
      disk,
      keyStore: fileKeyStore(disk),
      clock: new FakeClock(DAY),
      processes: { own: '7 start', isRunning: () => false },
      folder: '/data',
      blocked: BLOCKED,
    })

  it('has its journal read and left as it was, and gives the folder’s own reason', async () => {
    const disk = new MemoryDisk()
    const first = await open(disk)
    await first.journal.write(alerts(3))
    await first.close()
    const before = disk.paths()
    const { journal, close } = await openBlocked(disk)
    expect(journal.problem).toBe(BLOCKED)
    expect(messages(journal.recovered)).toEqual(messages(alerts(3)))
    expect(journal.isRecoveredWhole).toBe(true)
    expect(await journal.write([alert('x')])).toEqual({ ok: false, failure: BLOCKED })
    await close()
    expect(disk.paths()).toEqual(before)
  })

  it('knows that entries may be missing where the journal ends before its head', async () => {
    const disk = new MemoryDisk()
    const first = await open(disk)
    await first.journal.write(alerts(3))
    await first.close()
    const bytes = Buffer.from(disk.bytes(FIRST))
    disk.put(FIRST, bytes.subarray(0, bytes.lastIndexOf('\n', bytes.length - 2) + 1))
    const problem = `${BLOCKED} Orders, halts and limits of earlier runs may be missing here: check the open orders of each customer at the venue.`
    expect((await openBlocked(disk)).journal).toMatchObject({ problem, isRecoveredWhole: false })
    disk.drop('journal-key.pem')
    expect((await openBlocked(disk)).journal).toMatchObject({
      problem,
      recovered: [],
      isRecoveredWhole: false,
    })
  })
})
