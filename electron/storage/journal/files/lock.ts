/** Lets one terminal at a time use a data folder, by a lock file that names its process. Takes over the lock of an ended process, and reports that. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { CANCEL_ONLY } from '../../diskReason.ts'
import type { JournalDisk } from './disk.ts'
import type { Processes } from './processes.ts'
import { FOLDER, LOCK } from './segments.ts'

const PATH = `${FOLDER}/${LOCK}`
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const numberOf = (name: string): string => name.split(' ')[0] || 'unknown'
/** Whether the text of a lock file names a process. Anything else was not written by a terminal, or not completely. */
const namesProcess = (text: string): boolean => /^\d+(?: |$)/.test(text)

/** Why a process does not hold a lock file with this text, as a clause; null: it holds the lock. `holder`: null where the file is gone. */
export function whyNotHeld(holder: string | null, own: string): string | null {
  if (holder === own) return null
  if (holder === null) return 'its lock file was removed, so that another Openpit may start there'
  return !namesProcess(holder)
    ? 'its lock file was overwritten and names no process, so that another Openpit may start there'
    : `another Openpit (process ${numberOf(holder)}) took it, after its lock file was removed`
}

/** The notice of a terminal that has lost its data folder. `why`: the clause of `whyNotHeld`. */
export const lostFolderSentence = (folder: string, why: string): string =>
  `The data folder ${folder} is no longer this terminal's: ${why}. Nothing is recorded or saved here. ${CANCEL_ONLY} Close this terminal, and check the open orders of each customer in the terminal that uses the folder.`

export interface Lock {
  /** A sentence for the dealer where the lock of an ended process was taken over; null otherwise. */
  readonly notice: string | null
  /** Why the lock is no longer held, as a clause: its file was removed, or names another process. Null: it is held. Rejects when the disk fails. */
  whyLost(): Promise<string | null>
  /** Removes the lock file, unless the file names another process. */
  release(): Promise<void>
}

const takenOver = (holder: string, folder: string): string =>
  namesProcess(holder)
    ? `The last terminal (process ${numberOf(holder)}) ended without closing the order journal. This terminal has taken over the data folder. It reads all open orders back after sign-in.`
    : `The lock file ${folder}/${PATH} is damaged: it names no process. This terminal has taken over the data folder and reads all open orders back after sign-in. Close every other Openpit that uses this folder.`

/** `folder`: the data folder, for sentences. Fails with one sentence when another terminal holds the lock. Rejects when the disk fails. */
export async function takeLock(
  disk: JournalDisk,
  processes: Processes,
  folder: string,
): Promise<Result<Lock, string>> {
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
    // Renames the old lock, then reads it again. So two terminals that start at once cannot both take it over.
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
  return taken(before === null ? null : takenOver(before, folder))
}
