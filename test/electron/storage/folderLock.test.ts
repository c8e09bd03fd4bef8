/** The lock of a data folder whose file was removed or replaced under a running terminal. */

import {
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDataFolder } from '../../../electron/storage/dataFolder.ts'
import { openHistory } from '../../../electron/storage/history/history.ts'
import { openNonceMarks } from '../../../electron/storage/nonceMarks.ts'
import { openSettings } from '../../../electron/storage/settingsStore.ts'
import { fileKeyStore, nodeDisk, openJournal } from '../../../electron/storage/journal/journal.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { BTC, wholeMinutes } from './history/series.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const NAMES = ['1 first', '2 second']
/** Two terminals of one machine, both running. */
const processOf = (own: string) => ({ own, isRunning: (name: string) => NAMES.includes(name) })

const entry: JournalEntry = { at: 1, whose: '', body: { type: 'alert', level: 'info', message: 'here' } }

async function terminalOn(directory: string, name: string) {
  const opened = await openDataFolder(directory, processOf(name))
  if (!opened.ok) throw new Error(opened.failure)
  const folder = opened.value
  const clock = new FakeClock()
  const disk = nodeDisk(directory)
  const lost: string[] = []
  const journal = await openJournal({
    disk,
    keyStore: fileKeyStore(disk),
    clock,
    processes: processOf(name),
    folder: directory,
    lock: { whyLost: () => folder.whyLost(), lost: (sentence) => lost.push(sentence) },
  })
  return { folder, clock, lost, ...journal }
}

function dataFolder() {
  const directory = mkdtempSync(join(tmpdir(), 'openpit-lock-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return { directory, lock: join(directory, 'journal', 'lock') }
}

it('settings, nonces and candles of a terminal that lost its lock stay as they were', async () => {
  const { directory, lock } = dataFolder()
  const { folder, clock } = await terminalOn(directory, '1 first')
  const whyRefused = () => folder.whyRefused()
  const problems: string[] = []
  const onProblem = (sentence: string) => problems.push(sentence)
  const { settings } = await openSettings(directory, clock, whyRefused)
  const { marks } = openNonceMarks(directory, { salt: 1, whyRefused, onProblem })
  const workerUrl = new URL('../../../electron/storage/history/worker.ts', import.meta.url)
  const history = openHistory({ workerUrl, directory, whyRefused, onProblem })
  onTestFinished(() => history.close())
  const files = () =>
    ['settings.json', 'nonces.json'].map((name) => readFileSync(join(directory, name), 'utf8'))
  expect(settings.save('layout', '1')).toMatchObject({ ok: true })
  marks.write('key', '1')
  history.keep(BTC, wholeMinutes(0, 5))
  const before = files()
  const candles = await history.newest(BTC)
  rmSync(lock)
  const failure = expect.stringMatching(/is no longer this terminal's: its lock file was removed/) as string
  expect(settings.save('layout', '2')).toEqual({ ok: false, failure })
  expect(settings.remove('layout')).toEqual({ ok: false, failure })
  marks.write('key', '2')
  history.keep(BTC, wholeMinutes(5, 10))
  expect(files()).toEqual(before)
  expect(await history.newest(BTC)).toEqual(candles)
  expect(candles.minutes).toHaveLength(5)
  expect(problems).toEqual([])
}, 20_000)

it('a terminal that lost its lock to another writes nothing more, and leaves the other’s lock', async () => {
  const { directory, lock } = dataFolder()
  const first = await terminalOn(directory, '1 first')
  expect(await first.journal.write([entry])).toMatchObject({ ok: true })
  rmSync(lock)
  const second = await terminalOn(directory, '2 second')
  const before = readFileSync(join(directory, 'journal', '000001.journal'))
  expect(await first.journal.write([entry])).toMatchObject({
    ok: false,
    failure: expect.stringMatching(
      /data folder .* is no longer this terminal's: another Openpit \(process 2\) took it/,
    ) as string,
  })
  expect(first.journal.problem).not.toBeNull()
  expect(first.lost).toHaveLength(1)
  await first.close()
  await first.folder.release()
  expect(readFileSync(join(directory, 'journal', '000001.journal'))).toEqual(before)
  expect(readFileSync(lock, 'utf8')).toBe('2 second\n')
  expect(await second.journal.write([entry])).toMatchObject({ ok: true })
  await second.close()
  await second.folder.release()
})

it.each([
  ['was removed', (lock: string) => rmSync(lock), /its lock file was removed/],
  [
    'names another process',
    (lock: string) => writeFileSync(lock, '2 second\n'),
    /another Openpit \(process 2\)/,
  ],
])('an idle terminal detects within a second that its lock %s', async (_, spoil, sentence) => {
  const { directory, lock } = dataFolder()
  const first = await terminalOn(directory, '1 first')
  await first.clock.run(5_000)
  expect(first.journal.problem).toBeNull()
  spoil(lock)
  await expect
    .poll(async () => {
      await first.clock.run(1_000)
      return first.lost.join()
    })
    .toMatch(sentence)
  expect(first.lost.join()).toMatch(/sends no new order.*canceling work\..*Close this terminal/)
  expect(first.journal.problem).toMatch(sentence)
  await first.close()
  await first.folder.release()
})

it.each([
  ['removed', (file: string) => rmSync(file), /was removed/],
  [
    'replaced',
    (file: string) => {
      writeFileSync(`${file}.x`, readFileSync(file))
      renameSync(`${file}.x`, file)
    },
    /was replaced by another file/,
  ],
  ['cut short', (file: string) => truncateSync(file, 10), /was cut short/],
])(
  'a terminal with a journal file that was %s takes nothing more, and reports it',
  async (_, spoil, sentence) => {
    const { directory } = dataFolder()
    const first = await terminalOn(directory, '1 first')
    expect(await first.journal.write([entry])).toMatchObject({ ok: true })
    spoil(join(directory, 'journal', '000001.journal'))
    expect(await first.journal.write([entry])).toMatchObject({
      ok: false,
      failure: expect.stringMatching(sentence) as string,
    })
    expect(first.lost.join()).toMatch(sentence)
    await first.close()
    await first.folder.release()
  },
)

it('a file of ours that leads to itself does not end the start with an error of the system', async () => {
  const { directory } = dataFolder()
  // As after `ln -s settings.json settings.json`: the file cannot be looked at.
  symlinkSync('settings.json', join(directory, 'settings.json'))
  const opened = await openDataFolder(directory, processOf('1 first'))
  expect(opened.ok && opened.value.problem).toBeNull()
  if (opened.ok) await opened.value.release()
})
