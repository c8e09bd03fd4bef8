/** Stores a week of health, one line a minute in one file a day. Bounded; reads around damage and says so. Orders never wait for it. */

import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, EpochMs } from '../../shared/base/clock.ts'
import { HISTORY_VERSION, minuteOfHealth, type MinuteOfHealth } from '../../shared/domain/health/minute.ts'
import type { HealthHistory } from '../core/ports/machineHealth.ts'
import { plural } from '../../shared/base/plural.ts'
import { fixOf, reasonOf } from '../storage/diskReason.ts'

/** Its folder in the data folder. */
export const HEALTH_FOLDER = 'health'
/** Files that are kept: seven whole days and the present one. */
export const DAYS = 8
/** Characters of a day's file. A day of the longest minutes takes about 2,060,000 (`historyFiles.test.ts`). */
export const DAY_BYTES = 2_500_000

const OWNER_ONLY = 0o600
const FOLDER_OF_OWNER = 0o700
const NAME = /^\d{4}-\d{2}-\d{2}\.jsonl$/
const HEAD = `${JSON.stringify({ version: HISTORY_VERSION })}\n`

const FULL = `The history of health of today has reached its bound of ${DAY_BYTES / 1_000_000} MB, so its later minutes are not stored. The history goes on at midnight UTC. Orders are not affected.`

/** Lines that take about a ms together. */
const LINES_A_TURN = 50

const fileOf = (at: EpochMs): string => `${new Date(at).toISOString().slice(0, 10)}.jsonl`

/** Sorted names in the order in which they are deleted: days to come first, because a clock that was wrong wrote them, then the oldest. */
function firstToDelete(names: readonly string[], today: string): readonly string[] {
  const isToCome = (name: string): boolean => name > today
  return [...names.filter(isToCome), ...names.filter((name) => !isToCome(name))]
}

interface OpenFile {
  readonly name: string
  /** A later release wrote it: it stays as it is. */
  readonly isNewer: boolean
  /** Characters. */
  size: number
  /** What goes before the next line: the head of a new file, or the end of a line that was cut short, which must not swallow the next one. */
  before: string
}

interface Day {
  readonly minutes: readonly MinuteOfHealth[]
  /** Lines that cannot be read. */
  readonly lost: number
  /** The version of a later release; its minutes are not read. */
  readonly newer: number | null
}

/** Reads one file line by line: a reader may do other work between two lines. */
function* linesOfDay(text: string): Generator<undefined, Day> {
  const [head = '', ...lines] = text.split('\n')
  const version = (valueOf(head) as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > HISTORY_VERSION)
    return { minutes: [], lost: 0, newer: version }
  const minutes: MinuteOfHealth[] = []
  let lost = version === HISTORY_VERSION || text === '' ? 0 : 1
  for (const line of lines) {
    if (line === '') continue
    const read = minuteOfHealth.safeParse(valueOf(line))
    if (read.success) minutes.push(read.data)
    else lost += 1
    yield
  }
  return { minutes, lost, newer: null }
}

/** The minutes of one file. */
export function readDay(text: string): Day {
  const lines = linesOfDay(text)
  for (;;) {
    const step = lines.next()
    if (step.done) return step.value
  }
}

/** The same with a turn for other work after every `LINES_A_TURN` lines. */
async function readDayInTurns(text: string, turn: () => Promise<void>): Promise<Day> {
  const lines = linesOfDay(text)
  for (let count = 1; ; count++) {
    const step = lines.next()
    if (step.done) return step.value
    if (count % LINES_A_TURN === 0) await turn()
  }
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return null
  }
}

/** `whyRefused`: asked before each write; a sentence means that the folder is another terminal's. */
export function openHistoryFiles(
  directory: string,
  clock: Pick<Clock, 'now' | 'after'>,
  whyRefused: () => string | null,
): HealthHistory {
  const folder = join(directory, HEALTH_FOLDER)
  /** What of the present day's file could not be read, and why the last minute was not stored. */
  let damage: string | null = null
  let failed: string | null = null
  /** The file in use; null before the first line of this run. */
  let open: OpenFile | null = null

  const turn = () => new Promise<void>((resolve) => void clock.after(0, resolve))

  const names = async (): Promise<readonly string[]> => {
    const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return found.filter((name) => NAME.test(name)).toSorted()
  }

  const begin = async (name: string): Promise<OpenFile> => {
    await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER })
    const others = (await names()).filter((each) => each !== name)
    for (const old of firstToDelete(others, name).slice(0, 1 - DAYS)) await rm(join(folder, old))
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    const { newer, lost } = await readDayInTurns(text, turn)
    damage =
      newer !== null
        ? `A newer Openpit wrote the history of health of today (version ${newer}). It stays unchanged, and the health of today is not stored. Orders are not affected.`
        : lost > 0
          ? `Lines of the history of health that cannot be read: ${lost}. They are left out. Orders are not affected.`
          : null
    failed = null
    const isCut = text !== '' && !text.endsWith('\n')
    return {
      name,
      isNewer: newer !== null,
      size: text.length,
      before: text === '' ? HEAD : isCut ? '\n' : '',
    }
  }

  /** After a failed write: how much of it is in the file is not known. Null: there is no file, so that the next minute begins one. */
  const lookAgain = async (file: OpenFile): Promise<OpenFile | null> => {
    const found = await stat(join(folder, file.name)).catch(() => null)
    return found && { ...file, size: found.size, before: found.size === 0 ? HEAD : '\n' }
  }

  return {
    get problem() {
      return failed ?? damage
    },
    async append(minute) {
      if (whyRefused() !== null) return
      try {
        const name = fileOf(minute.at)
        if (open?.name !== name) open = await begin(name)
        if (open.isNewer) return
        const text = `${open.before}${JSON.stringify(minute)}\n`
        if (open.size + text.length > DAY_BYTES) {
          failed = FULL
          return
        }
        await appendFile(join(folder, name), text, { mode: OWNER_ONLY })
        open.size += text.length
        open.before = ''
        failed = null
      } catch (error) {
        failed = `The history of health cannot be stored: ${reasonOf(error)}. Orders are not affected. ${fixOf(error)}.`
        open = open && (await lookAgain(open))
      }
    },
    async week() {
      const minutes: MinuteOfHealth[] = []
      const problems: string[] = []
      const found = await names().catch((error: unknown) => {
        problems.push(`the folder cannot be read: ${reasonOf(error)}`)
        return []
      })
      for (const name of firstToDelete(found, fileOf(clock.now())).slice(-DAYS).toSorted()) {
        try {
          const { size } = await stat(join(folder, name))
          if (size > 2 * DAY_BYTES) {
            problems.push(`${name} is larger than Openpit writes, and was not read`)
            continue
          }
          const day = await readDayInTurns(await readFile(join(folder, name), 'utf8'), turn)
          const ofTheDay = day.minutes.filter(({ at }) => fileOf(at) === name)
          minutes.push(...ofTheDay)
          const strange = day.minutes.length - ofTheDay.length
          if (strange > 0) problems.push(`${name} has ${plural(strange, 'minute')} of another day`)
          if (day.newer !== null) problems.push(`${name} is of a newer Openpit (version ${day.newer})`)
          if (day.lost > 0) problems.push(`${name} has ${plural(day.lost, 'line')} that cannot be read`)
        } catch (error) {
          problems.push(`${name} cannot be read: ${reasonOf(error)}`)
        }
      }
      const problem = problems.length === 0 ? null : `Not all of the week was read: ${problems.join('; ')}.`
      return { minutes: minutes.toSorted((a, b) => a.at - b.at), problem }
    },
  }
}
