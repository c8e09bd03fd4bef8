import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_BYTES, DAYS, openHistoryFiles, readDay } from '../../../electron/health/historyFiles.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { FIGURES, MEASURES } from '../../../shared/domain/health/health.ts'
import { HISTORY_VERSION, minuteOfHealth, type MinuteOfHealth } from '../../../shared/domain/health/minute.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 2, 12)
let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'openpit-health-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const open = (whyRefused: string | null = null) =>
  openHistoryFiles(directory, clockOf(globalThis), () => whyRefused)
const minute = (at: number): MinuteOfHealth => ({
  at,
  measures: { keyToWire: [3, 512, 900, 850] },
  figures: { diskFree: 5_000_000 },
})
/** Windows has none of these. */
const rightsOfOthers = (path: string): number =>
  process.platform === 'win32' ? 0 : statSync(path).mode & 0o077
/** What a later reader finds, oldest first. */
const stored = (): readonly MinuteOfHealth[] =>
  readdirSync(folder())
    .toSorted()
    .flatMap((name) => readDay(readFileSync(join(folder(), name), 'utf8')).minutes)
const folder = () => join(directory, 'health')
const fileOf = (day: string) => join(folder(), `${day}.jsonl`)

test('minutes come back in order after a restart, from every day', async () => {
  const first = open()
  for (const at of [NOON, NOON + 60_000, NOON + DAY]) await first.append(minute(at))
  const second = open()
  await second.append(minute(NOON + DAY + 60_000))
  const all = [NOON, NOON + 60_000, NOON + DAY, NOON + DAY + 60_000].map(minute)
  expect(stored()).toEqual(all)
  expect(second.problem).toBeNull()
  expect(rightsOfOthers(fileOf('2026-11-02'))).toBe(0)
})

test('eight days are kept, however long the terminal runs', async () => {
  const history = open()
  for (let day = 0; day < 20; day += 1) await history.append(minute(NOON + day * DAY))
  const names = readdirSync(folder()).toSorted()
  expect(names).toHaveLength(DAYS)
  expect(names.at(-1)).toBe('2026-11-21.jsonl')
})

const daysOf = () =>
  readdirSync(folder())
    .map((name) => name.slice(0, -'.jsonl'.length))
    .toSorted()
const writeDays = (days: readonly string[]) => {
  mkdirSync(folder(), { recursive: true })
  const head = `${JSON.stringify({ version: HISTORY_VERSION })}\n`
  for (const day of days) writeFileSync(fileOf(day), head)
}
const WEEK = ['26', '27', '28', '29', '30', '31'].map((day) => `2026-10-${day}`)

test('names of days to come cost no day of the week, and no more than eight days are kept', async () => {
  const real = [...WEEK, '2026-11-01']
  writeDays([...real, ...Array.from({ length: 8 }, (_, n) => `2099-01-0${n + 1}`)])
  await open().append(minute(NOON))
  expect(daysOf()).toEqual([...real, '2026-11-02'])
})

test('under a clock that was set far back, the newest days stay, and no more than eight are kept', async () => {
  const real = [...WEEK, '2026-11-01', '2026-11-02']
  writeDays(real)
  const history = open()
  for (const at of [0, DAY]) await history.append(minute(at))
  expect(daysOf()).toEqual(['1970-01-01', '1970-01-02', ...real.slice(-6)])
  // The clock is right again: the wrong days go first.
  for (const at of [NOON + DAY, NOON + 2 * DAY]) await history.append(minute(at))
  expect(daysOf()).toEqual([...real.slice(-6), '2026-11-03', '2026-11-04'])
})

test('the week is read although more than eight files have names of days to come', async () => {
  const history = open()
  await history.append(minute(NOON))
  writeDays(Array.from({ length: 9 }, (_, n) => `2099-01-0${n + 1}`))
  expect(
    (await openHistoryFiles(directory, { ...clockOf(globalThis), now: () => NOON }, () => null).week())
      .minutes,
  ).toEqual([minute(NOON)])
})

test('a day never grows beyond its bound, says so, and the next day is stored again', async () => {
  const history = open()
  await history.append(minute(NOON))
  appendFileSync(fileOf('2026-11-02'), `${' '.repeat(DAY_BYTES)}\n`)
  const again = open()
  await again.append(minute(NOON + 60_000))
  expect(readFileSync(fileOf('2026-11-02'), 'utf8')).not.toContain(String(NOON + 60_000))
  expect(again.problem).toMatch(
    /^The history of health of today has reached its bound of 2\.5 MB, so its later minutes are not stored\. .*Orders are not affected\.$/,
  )
  await again.append(minute(NOON + DAY))
  expect(stored().at(-1)).toEqual(minute(NOON + DAY))
  expect(again.problem).toBeNull()
})

test('a day of the longest minutes stays below its bound', () => {
  const longest: MinuteOfHealth = {
    at: NOON,
    // A minute of nothing but waits, and 9 TB on the disk.
    measures: Object.fromEntries(MEASURES.map((name) => [name, [9_999, 99_999_999, 99_999_999, 99_999_999]])),
    figures: Object.fromEntries(FIGURES.map((name) => [name, 9_999_999_999_999])),
  }
  expect(minuteOfHealth.parse(longest)).toEqual(longest)
  expect(24 * 60 * (JSON.stringify(longest).length + 1)).toBeLessThan(DAY_BYTES * 0.9)
})

test('a line that a crash cut short costs itself, and is reported', async () => {
  await open().append(minute(NOON))
  appendFileSync(fileOf('2026-11-02'), '{"at":17640')
  const history = open()
  await history.append(minute(NOON + 60_000))
  expect(stored()).toEqual([minute(NOON), minute(NOON + 60_000)])
  expect(history.problem).toBe(
    'Lines of the history of health that cannot be read: 1. They are left out. Orders are not affected.',
  )
})

test('the file of a newer release stays as it is', async () => {
  mkdirSync(folder())
  const newer = `{"version":${HISTORY_VERSION + 1}}\n{"other":1}\n`
  writeFileSync(fileOf('2026-11-02'), newer)
  const history = open()
  await history.append(minute(NOON))
  expect(readFileSync(fileOf('2026-11-02'), 'utf8')).toBe(newer)
  expect(history.problem).toMatch(/^A newer Openpit wrote/)
  expect(stored()).toEqual([])
})

test('nothing is written into the folder of another terminal', async () => {
  await open('Another Openpit is using the folder.').append(minute(NOON))
  expect(readdirSync(directory)).toEqual([])
})

test('a disk that fails is a sentence, and the next minute is tried again', async () => {
  writeFileSync(folder(), 'a file in the place of the folder')
  const history = open()
  await history.append(minute(NOON))
  expect(history.problem).toMatch(/^The history of health cannot be stored: .* Orders are not affected\. /)
  rmSync(folder())
  await history.append(minute(NOON + 60_000))
  expect(history.problem).toBeNull()
  expect(stored()).toEqual([minute(NOON + 60_000)])
})

test('the week has every stored minute, and names the days that it could not read whole', async () => {
  const history = open()
  expect(await history.week()).toEqual({ minutes: [], problem: null })
  for (const at of [NOON, NOON + DAY, NOON + 2 * DAY]) await history.append(minute(at))
  expect(await open().week()).toEqual({
    minutes: [NOON, NOON + DAY, NOON + 2 * DAY].map(minute),
    problem: null,
  })
  appendFileSync(fileOf('2026-11-02'), '{"at":17640\n')
  writeFileSync(fileOf('2026-11-03'), `{"version":${HISTORY_VERSION + 1}}\n{"other":1}\n`)
  expect(await open().week()).toEqual({
    minutes: [NOON, NOON + 2 * DAY].map(minute),
    problem: `Not all of the week was read: 2026-11-02.jsonl has 1 line that cannot be read; 2026-11-03.jsonl is of a newer Openpit (version ${HISTORY_VERSION + 1}).`,
  })
})

test('a folder that cannot be read is no empty week', async () => {
  writeFileSync(folder(), 'a file in the place of the folder')
  const { minutes, problem } = await open().week()
  expect(minutes).toEqual([])
  expect(problem).toMatch(/^Not all of the week was read: the folder cannot be read: /)
})

test('other work has its turn while a week is read', async () => {
  const history = open()
  mkdirSync(folder())
  const lines = Array.from({ length: 1_440 }, (_, n) => JSON.stringify(minute(NOON + n)))
  writeFileSync(
    fileOf('2026-11-02'),
    `${JSON.stringify({ version: HISTORY_VERSION })}\n${lines.join('\n')}\n`,
  )
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  const { minutes } = await history.week()
  clearInterval(counting)
  expect(minutes).toHaveLength(1_440)
  expect(turns).toBeGreaterThan(10)
})

test('a folder that was removed during the day is made again', async () => {
  const history = open()
  await history.append(minute(NOON))
  rmSync(folder(), { recursive: true })
  await history.append(minute(NOON + 60_000))
  expect(history.problem).toMatch(/cannot be stored/)
  await history.append(minute(NOON + 120_000))
  expect(history.problem).toBeNull()
  expect(stored()).toEqual([minute(NOON + 120_000)])
})

test('what was wrong with the file of a day is forgotten at midnight', async () => {
  mkdirSync(folder())
  writeFileSync(fileOf('2026-11-02'), `{"version":${HISTORY_VERSION + 1}}\n`)
  const history = open()
  await history.append(minute(NOON))
  expect(history.problem).toMatch(/health of today is not stored/)
  await history.append(minute(NOON + DAY))
  expect(history.problem).toBeNull()
  expect(stored()).toEqual([minute(NOON + DAY)])
})

test('the file of a day is read once, with turns for other work, also when the disk fails meanwhile', async () => {
  const lines = Array.from({ length: 1_440 }, (_, n) => JSON.stringify(minute(NOON + n)))
  writeDays(['2026-11-02'])
  appendFileSync(fileOf('2026-11-02'), `${lines.join('\n')}\n`)
  const clock = clockOf(globalThis)
  let turns = 0
  const history = openHistoryFiles(
    directory,
    {
      now: () => clock.now(),
      after(ms, run) {
        turns += 1
        return clock.after(ms, run)
      },
    },
    () => null,
  )
  await history.append(minute(NOON + 60_000))
  const ofOneReading = turns
  expect(ofOneReading).toBeGreaterThan(10)
  // A folder in the place of the file fails as a full disk does.
  renameSync(fileOf('2026-11-02'), join(folder(), 'aside'))
  mkdirSync(fileOf('2026-11-02'))
  await history.append(minute(NOON + 120_000))
  expect(history.problem).toMatch(/cannot be stored/)
  rmdirSync(fileOf('2026-11-02'))
  renameSync(join(folder(), 'aside'), fileOf('2026-11-02'))
  appendFileSync(fileOf('2026-11-02'), '{"at":17640')
  await history.append(minute(NOON + 180_000))
  expect(history.problem).toBeNull()
  expect(turns).toBe(ofOneReading)
  expect(stored().slice(1_440)).toEqual([minute(NOON + 60_000), minute(NOON + 180_000)])
})

test('minutes of another day and files that are too large are named, and only eight days are read', async () => {
  const history = open()
  for (let day = 0; day < DAYS; day += 1) await history.append(minute(NOON + day * DAY))
  appendFileSync(fileOf('2026-11-03'), `${JSON.stringify(minute(0))}\n`)
  writeFileSync(fileOf('2026-11-04'), 'x'.repeat(2 * DAY_BYTES + 1))
  writeFileSync(fileOf('2025-01-01'), `${JSON.stringify({ version: HISTORY_VERSION })}\n`)
  const { minutes, problem } = await open().week()
  expect(minutes).toHaveLength(DAYS - 1)
  expect(problem).toBe(
    'Not all of the week was read: 2026-11-03.jsonl has 1 minute of another day; 2026-11-04.jsonl is larger than Openpit writes, and was not read.',
  )
})
