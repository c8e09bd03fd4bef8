/** Stores a week of health, one line a minute in one file a day. Bounded; reads around damage and says so. Orders never wait for it. */

import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EpochMs } from '../../shared/base/clock.ts'
import { HISTORY_VERSION, minuteOfHealth, type MinuteOfHealth } from '../../shared/domain/health/minute.ts'
import type { HealthHistory } from '../core/ports/machineHealth.ts'
import { fixOf, reasonOf } from '../storage/diskReason.ts'

/** Its folder in the data folder. */
export const HEALTH_FOLDER = 'health'
/** Files that are kept: seven whole days and the present one. */
export const DAYS = 8
/** Characters of a day's file. A day of the longest minutes takes about 1,600,000 (`historyFiles.test.ts`). */
export const DAY_BYTES = 2_000_000

const OWNER_ONLY = 0o600
const FOLDER_OF_OWNER = 0o700
const NAME = /^\d{4}-\d{2}-\d{2}\.jsonl$/
const HEAD = `${JSON.stringify({ version: HISTORY_VERSION })}\n`

const FULL = `The history of health of today has reached its bound of ${DAY_BYTES / 1_000_000} MB, so its later minutes are not stored. The history goes on at midnight UTC. Orders are not affected.`

const fileOf = (at: EpochMs): string => `${new Date(at).toISOString().slice(0, 10)}.jsonl`

/** The minutes of one file. `lost`: lines that cannot be read. `newer`: the version of a later release; its minutes are not read. */
export function readDay(text: string): {
  readonly minutes: readonly MinuteOfHealth[]
  readonly lost: number
  readonly newer: number | null
} {
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
  }
  return { minutes, lost, newer: null }
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return null
  }
}

/** `whyRefused`: asked before each write; a sentence means that the folder is another terminal's. */
export function openHistoryFiles(directory: string, whyRefused: () => string | null): HealthHistory {
  const folder = join(directory, HEALTH_FOLDER)
  /** What could not be read, and why the last minute was not stored. */
  let damage: string | null = null
  let failed: string | null = null
  /** The file in use and its characters; null before the first line of this run. */
  let open: { readonly name: string; size: number } | null = null

  const names = async (): Promise<readonly string[]> => {
    const found = await readdir(folder).catch(() => [])
    return found.filter((name) => NAME.test(name)).toSorted()
  }

  const begin = async (name: string): Promise<{ name: string; size: number } | null> => {
    await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER })
    for (const old of (await names()).filter((each) => each !== name).slice(0, 1 - DAYS))
      await rm(join(folder, old))
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    const { newer, lost } = readDay(text)
    if (newer !== null) {
      damage = `A newer Openpit wrote the history of health of today (version ${newer}). It stays unchanged, and the health of today is not stored. Orders are not affected.`
      return null
    }
    if (lost > 0)
      damage = `Lines of the history of health that cannot be read: ${lost}. They are left out. Orders are not affected.`
    // A line that a crash cut short must not swallow the next one.
    const start = text === '' ? HEAD : text.endsWith('\n') ? '' : '\n'
    if (start !== '') await appendFile(join(folder, name), start, { mode: OWNER_ONLY })
    return { name, size: text.length + start.length }
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
        const line = `${JSON.stringify(minute)}\n`
        if (open === null) return
        if (open.size + line.length > DAY_BYTES) {
          failed = FULL
          return
        }
        open.size += line.length
        await appendFile(join(folder, name), line)
        failed = null
      } catch (error) {
        failed = `The history of health cannot be stored: ${reasonOf(error)}. Orders are not affected. ${fixOf(error)}.`
        open = null
      }
    },
  }
}
