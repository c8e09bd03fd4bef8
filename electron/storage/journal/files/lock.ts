/** One desk per journal: a lock file that names its process. A lock of a process that is gone is taken over and said; a holder can see that its own was removed. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { JournalDisk } from './disk.ts'
import type { Processes } from './processes.ts'
import { FOLDER, LOCK } from './segments.ts'

const PATH = `${FOLDER}/${LOCK}`
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const numberOf = (name: string): string => name.split(' ')[0] || 'unknown'

/** Why a process does not hold a lock file with this text, as a clause; null: it holds the lock. `holder`: null where the file is gone. */
export function whyNotHeld(holder: string | null, own: string): string | null {
  if (holder === own) return null
  return holder === null
    ? 'its lock file was removed, so that another Openpit may start there'
    : `another Openpit (process ${numberOf(holder)}) took it, after its lock file was removed`
}

/** What a terminal tells the dealer once it has lost its data folder. `why`: the clause of `whyNotHeld`. */
export const lostFolderSentence = (folder: string, why: string): string =>
  `The data folder ${folder} is not this terminal's any more: ${why}. Nothing is recorded or saved here any more, so nothing new is sent; canceling works. Close this terminal and look at the open orders of each customer in the one that goes on.`

export interface Lock {
  /** What the dealer should hear: that a desk which did not close was taken over from; null where there is nothing to say. */
  readonly notice: string | null
  /** Why the lock is not this desk's any more: its file was removed, or names another; a clause. Null: it is held. A disk that fails rejects. */
  whyLost(): Promise<string | null>
  /** Removes the lock file, unless it is another's by now. */
  release(): Promise<void>
}

/** Fails with one sentence when another desk runs. Other failures of the disk reject. */
export async function takeLock(disk: JournalDisk, processes: Processes): Promise<Result<Lock, string>> {
  const own = Buffer.from(`${processes.own}\n`)
  const take = async (): Promise<boolean> => {
    try {
      await disk.create(PATH, own)
      return true
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false
      throw error
    }
  }
  const holder = async (): Promise<string | null> => {
    const bytes = await disk.read(PATH)
    return bytes && Buffer.from(bytes).toString('utf8').trim()
  }
  const refuse = (name: string) =>
    fail(
      `Another Openpit (process ${numberOf(name)}) is using this data folder: close it, or start this one with another --data-dir.`,
    )

  const whyLost = async (): Promise<string | null> => whyNotHeld(await holder(), processes.own)
  const taken = (notice: string | null): Result<Lock, string> =>
    ok({
      notice,
      whyLost,
      async release() {
        if ((await whyLost()) === null) await disk.remove(PATH)
      },
    })

  if (await take()) return taken(null)
  const before = await holder()
  if (before !== null && processes.isRunning(before)) return refuse(before)
  if (before !== null) {
    // Renamed, then looked at again: two desks that start at once cannot both believe that the lock is theirs to take.
    const aside = `${PATH}.${numberOf(processes.own)}`
    await disk.rename(PATH, aside)
    const moved = await disk.read(aside)
    const what = moved && Buffer.from(moved).toString('utf8').trim()
    if (what !== before) {
      await disk.rename(aside, PATH)
      return refuse(what ?? 'unknown')
    }
    await disk.remove(aside)
  }
  if (!(await take())) return refuse((await holder()) ?? 'unknown')
  return taken(
    before === null
      ? null
      : `The desk that ran before (process ${numberOf(before)}) did not close its journal; it is gone, and this one takes over.`,
  )
}
