/** The journal on the real disk: real files, a real lock, real processes that are killed. */

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fileKeyStore,
  nodeDisk,
  openJournal,
  realProcesses,
} from '../../../../../electron/storage/journal/journal.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'
import { alerts, messages } from '../desk.ts'
import { passOver } from '../../../../support/skipReason.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (pid = process.pid) => {
  const disk = nodeDisk(folder)
  return openJournal({
    disk,
    keyStore: fileKeyStore(disk),
    clock: new FakeClock(),
    processes: realProcesses(pid),
    folder,
    segmentBytes: 20_000,
  })
}

const module = (path: string) => JSON.stringify(new URL(`../../../../../${path}`, import.meta.url).href)
/** Writes one entry after the other and prints the number of each once it is on disk. */
const WRITER = `
  const { openJournal, nodeDisk, fileKeyStore, realProcesses } = await import(${module('electron/storage/journal/journal.ts')})
  const { clockOf } = await import(${module('shared/base/clock.ts')})
  const disk = nodeDisk(process.argv[1])
  const { journal } = await openJournal({ disk, keyStore: fileKeyStore(disk), clock: clockOf(globalThis), processes: realProcesses(process.pid), folder: 'x', segmentBytes: 20000 })
  let applied = [...journal.recovered]
  journal.carry(() => applied)
  for (let n = applied.length; journal.problem === null; n++) {
    const entry = { at: n, whose: 'w', body: { type: 'alert', level: 'info', message: String(n) } }
    const { ok } = await journal.write([entry])
    if (!ok) break
    applied.push(entry)
    process.stdout.write(n + '\\n')
  }
  process.stdout.write(journal.problem + '\\n')`

/** Starts a desk of its own and kills it without warning once it has acknowledged `count` entries. Answers all that it acknowledged. */
function killAfter(count: number): Promise<string[]> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let heard = ''
    child.stdout.on('data', (text: Buffer) => {
      heard += text.toString()
      if (heard.split('\n').length > count) child.kill('SIGKILL')
    })
    // The last line may be cut: it was not heard.
    child.on('close', () => done(heard.split('\n').slice(0, -1)))
  })
}

describe('the real disk', () => {
  it('keeps the journal across starts and segments, in files for their owner only', async () => {
    const one = await open()
    expect(one.journal.problem).toBeNull()
    one.journal.carry(() => [])
    for (const entry of alerts(100)) await one.journal.write([entry])
    await one.close()
    const files = readdirSync(join(folder, 'journal'))
    expect(files.length).toBeGreaterThan(1)
    expect(files.every((name) => /^\d{6}\.journal$/.test(name))).toBe(true)
    const two = await open()
    expect(messages(two.journal.recovered).at(-1)).toBe('entry 99')
    await two.close()
  })

  it(
    'makes journal and key readable by their owner only',
    passOver(process.platform === 'win32', 'Windows has no file modes'),
    async () => {
      await (await open()).close()
      for (const name of ['journal/000001.journal', 'journal-key.pem', 'journal-head.json'])
        expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    },
  )

  it('refuses a second terminal as long as the first lives', async () => {
    const first = await open()
    const second = await open()
    expect(second.journal.problem).toContain(`Another Openpit (process ${process.pid})`)
    await second.close()
    await first.close()
    const third = await open()
    expect(third.journal.problem).toBeNull()
    await third.close()
  })

  it('does not take a reused process number for the holder of the lock', async () => {
    const processes = realProcesses(process.pid)
    expect(processes.isRunning(processes.own)).toBe(true)
    expect(processes.isRunning('')).toBe(false)
    expect(processes.isRunning('0 x')).toBe(false)
    expect(processes.isRunning(`${process.pid} another-boot/12`)).toBe(process.platform !== 'linux')
  })

  it('has every entry that a killed terminal had acknowledged, time after time', async () => {
    let last = -1
    for (const count of [1, 3, 40, 90]) {
      const acknowledged = await killAfter(count)
      expect(acknowledged[0]).toBe(String(last + 1))
      expect(acknowledged.length).toBeGreaterThanOrEqual(count)
      const opened = await open()
      expect(opened.journal.problem).toBeNull()
      expect(opened.notices[0]).toMatch(
        /ended without closing the order journal\. This terminal has taken over/,
      )
      const kept = messages(opened.journal.recovered)
      expect(kept).toEqual(expect.arrayContaining(acknowledged))
      // Entries that were on disk but not yet acknowledged may have come too.
      last = kept.length - 1
      await opened.close()
    }
  }, 60_000)

  it('never writes the private key into the journal', async () => {
    const opened = await open()
    await opened.close()
    const secret = readFileSync(join(folder, 'journal-key.pem'), 'utf8').split('\n')[1] ?? ''
    expect(secret.length).toBeGreaterThan(40)
    for (const name of readdirSync(join(folder, 'journal')))
      expect(readFileSync(join(folder, 'journal', name), 'utf8')).not.toContain(secret)
  })
})
