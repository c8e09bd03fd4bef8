/** Opens the data folder for one terminal: makes it, closes it to other accounts, and takes its lock. Reads and writes nothing else in it. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from './diskReason.ts'
import { nodeDisk } from './journal/files/nodeDisk.ts'
import { lostFolderSentence, takeLock, whyNotHeld } from './journal/files/lock.ts'
import type { Processes } from './journal/files/processes.ts'
import { FOLDER, LOCK } from './journal/files/segments.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'

const OF_OWNER = 0o700
const FILE_OF_OWNER = 0o600
const OTHERS = 0o077

/** Files that runs leave: where one of them is, a terminal ran here before. */
const TRACE =
  /^(?:settings.*\.json|openpit\.log|nonces\.json|(?:history|notices|paper)\.sqlite.*|journal-.*)$/
/** What else a terminal leaves, here and in its own folders `journal` and `paper`; what stands beside it belongs to somebody else. */
const OTHERS_OF_OURS = /^(?:journal|paper|lock.*)$|\.(?:journal|torn|new)$/
/** Folder of the paper broker's state. */
const PAPER = 'paper'
const isOurs = (name: string): boolean => TRACE.test(name) || OTHERS_OF_OURS.test(name)

export interface DataFolder {
  /** Where files are looked for; null where there is no such folder and none can be made. */
  readonly directory: string | null
  /** Why nothing can be written there, in one sentence; null while all is well. */
  readonly problem: string | null
  /** What the dealer should hear once, one sentence each. */
  readonly notices: readonly string[]
  /** Whether anything is here that a terminal leaves: one ran here before. */
  readonly wasUsed: boolean
  /** Why the folder is not this terminal's any more; a clause. Null: it is, or was never taken. A disk that fails rejects. */
  whyLost(): Promise<string | null>
  /**
   * Why no store may write there any more, as one sentence; null: the folder is this terminal's. Stores ask before each write. They do not report it
   * themselves, because the journal watches the same lock and does. A lock file that cannot be read counts as held: the disk is the problem then.
   */
  whyRefused(): string | null
  /** Gives the lock back. Never rejects. */
  release(): Promise<void>
}

/** The folder of a terminal that was asked to keep nothing. */
export const noDataFolder: DataFolder = {
  directory: null,
  problem: null,
  notices: [],
  wasUsed: false,
  whyRefused: () => null,
  whyLost: () => Promise.resolve(null),
  release: () => Promise.resolve(),
}

/** `asked`: an absolute path. Fails with one sentence when another terminal uses the folder; one that cannot be written is a `problem`. */
export async function openDataFolder(
  asked: string,
  processes: Processes,
): Promise<Result<DataFolder, string>> {
  const unusable = (directory: string | null, wasUsed: boolean, error: unknown): Result<DataFolder, string> =>
    ok({
      directory,
      problem: `The data folder ${asked} cannot be written: ${reasonOf(error)}. Nothing can be recorded, so nothing new can be sent; looking and canceling work. Free it, or start with another --data-dir.`,
      notices: [],
      wasUsed,
      whyRefused: () => null,
      whyLost: () => Promise.resolve(null),
      release: () => Promise.resolve(),
    })

  let names: readonly string[]
  try {
    mkdirSync(asked, { recursive: true, mode: OF_OWNER })
    names = readdirSync(asked)
  } catch (error) {
    return unusable(null, false, error)
  }
  // The paper broker starts when its venue is chosen, so its folder was left by an earlier run.
  const wasUsed = names.some((name) => TRACE.test(name) || name === PAPER)
  const tightened = tighten(asked, names)
  const disk = nodeDisk(asked)
  try {
    await disk.makeFolder(FOLDER)
    const lock = await takeLock(disk, processes)
    if (!lock.ok) {
      await disk.close()
      return fail(lock.failure)
    }
    return ok({
      directory: asked,
      problem: null,
      notices: [tightened, lock.value.notice].filter((sentence) => sentence !== null),
      wasUsed,
      whyLost: () => lock.value.whyLost(),
      whyRefused() {
        const why = whyNotHeld(holderOf(asked, processes.own), processes.own)
        return why === null ? null : lostFolderSentence(asked, why)
      },
      async release() {
        try {
          await lock.value.release()
        } catch {
          // A lock that stays is taken over by the next start, which says so.
        }
        await disk.close().catch(() => {})
      },
    })
  } catch (error) {
    await disk.close().catch(() => {})
    return unusable(asked, wasUsed, error)
  }
}

/** The text of the lock file; null where there is none. A file that cannot be read counts as `own`. */
function holderOf(directory: string, own: string): string | null {
  try {
    return readFileSync(join(directory, FOLDER, LOCK), 'utf8').trim()
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : own
  }
}

/** Takes from other accounts what they may do in the folder. Answers a sentence where that cannot be. */
function tighten(directory: string, names: readonly string[]): string | null {
  // Windows keeps a user's folders from others by other means.
  if (process.platform === 'win32') return null
  const open: string[] = []
  const close = (path: string): void => {
    try {
      const { mode } = statSync(path)
      const wanted = statSync(path).isDirectory() ? OF_OWNER : FILE_OF_OWNER
      if ((mode & OTHERS) !== 0) chmodSync(path, wanted)
    } catch {
      open.push(path)
    }
  }
  // A folder that holds other things, such as a home folder, keeps its rights: only what is ours in it is closed.
  if (names.every((name) => isOurs(name) || name === 'chromium')) close(directory)
  for (const name of names) {
    if (!isOurs(name)) continue
    const path = join(directory, name)
    close(path)
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue
    for (const inner of readdirSync(path)) if (isOurs(inner)) close(join(path, inner))
  }
  return open.length === 0
    ? null
    : `Other accounts of this machine may read ${open[0]}: its rights cannot be changed. Move the data folder, or have them changed.`
}
