/** Opens the data folder for one terminal: creates it, removes the rights of other accounts, and takes the lock. Reads and writes no other file. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CANCEL_ONLY, fixOf, reasonOf } from './diskReason.ts'
import { isBrokenLink, pathFault, type CheckAccess } from './pathFault.ts'
import { nodeDisk } from './journal/files/nodeDisk.ts'
import { lostFolderSentence, takeLock, whyNotHeld } from './journal/files/lock.ts'
import type { Processes } from './journal/files/processes.ts'
import { FOLDER, LOCK } from './journal/files/segments.ts'
import { fail, ok, type Result } from '../../shared/base/result.ts'

const OF_OWNER = 0o700
const FILE_OF_OWNER = 0o600
const OTHERS = 0o077

/** Files that a run leaves behind. One of these files shows that a terminal ran here before. */
const TRACE =
  /^(?:settings.*\.json|openpit(?:\.\d)?\.log|nonces\.json|written-by\.json|move\.json|(?:history|notices|paper)\.sqlite.*|journal-.*)$/
/** Other files of a terminal, in the data folder and in its own folders below it. Every other file belongs to somebody else. */
const OTHERS_OF_OURS =
  /^(?:journal|paper|health|support|backups|lock.*)$|\.(?:journal|torn|new)$|^\d{4}-\d{2}-\d{2}\.jsonl$|^stand-ins\.salt$|^openpit-support-.*$/
/** Folder of the paper broker's state. */
const PAPER = 'paper'
const isOurs = (name: string): boolean => TRACE.test(name) || OTHERS_OF_OURS.test(name)

export interface DataFolder {
  /** The folder that is read; null where there is none and none can be created. */
  readonly directory: string | null
  /** Why the folder cannot be used for the order journal, what that means and what to do; null: it can. */
  readonly problem: string | null
  /** Sentences for the dealer, each reported once. */
  readonly notices: readonly string[]
  /** Whether a terminal ran in this folder before. */
  readonly wasUsed: boolean
  /** Files of an earlier version that could not be brought forward, by name, each with a sentence. They are read and never written. */
  readonly unchanged: ReadonlyMap<string, string>
  /** Why the folder is no longer this terminal's, as a clause. Null: it is, or no lock was taken. Rejects when the disk fails. */
  whyLost(): Promise<string | null>
  /**
   * Why no store may write to the folder, as one sentence; null: the folder is this terminal's. Stores call this before each write. They do not
   * report the sentence: the journal watches the same lock and reports the loss, and `watchFolder` does so once the journal failed. A lock file that cannot be read counts as held.
   */
  whyRefused(): string | null
  /** Releases the lock. Never rejects. */
  release(): Promise<void>
}

/** Stands in for the data folder of a terminal that stores nothing. */
export const noDataFolder: DataFolder = {
  directory: null,
  problem: null,
  notices: [],
  wasUsed: false,
  unchanged: new Map(),
  whyRefused: () => null,
  whyLost: () => Promise.resolve(null),
  release: () => Promise.resolve(),
}

/**
 * `asked`: an absolute path. Fails with one sentence when another terminal uses the folder. A folder that cannot be used is a `problem`.
 * `checkAccess`: `accessSync` of node:fs where left out.
 */
export async function openDataFolder(
  asked: string,
  processes: Processes,
  checkAccess?: CheckAccess,
): Promise<Result<DataFolder, string>> {
  const unusable = (
    directory: string | null,
    wasUsed: boolean,
    what: string,
    fix: string,
  ): Result<DataFolder, string> => {
    const problem = `${what}. ${CANCEL_ONLY} ${fix}, then restart Openpit. Or start with another --data-dir.`
    return ok({
      directory,
      problem,
      notices: [],
      wasUsed,
      unchanged: new Map(),
      // Nothing is written without the lock.
      whyRefused: () => problem,
      whyLost: () => Promise.resolve(null),
      release: () => Promise.resolve(),
    })
  }
  const failed = (directory: string | null, wasUsed: boolean, error: unknown): Result<DataFolder, string> =>
    unusable(
      directory,
      wasUsed,
      `The data folder ${asked} cannot be written: ${reasonOf(error)}`,
      fixOf(error),
    )

  const notAFolder = pathFault(asked, 'folder', checkAccess)
  let names: readonly string[]
  try {
    mkdirSync(asked, { recursive: true, mode: OF_OWNER })
    names = readdirSync(asked)
  } catch (error) {
    return notAFolder ? unusable(null, false, notAFolder.what, notAFolder.fix) : failed(null, false, error)
  }
  // The paper broker starts when its venue is chosen, so its folder was left by an earlier run.
  const wasUsed = names.some((name) => TRACE.test(name) || name === PAPER)
  const tightened = tighten(asked, names)
  const journal = join(asked, FOLDER)
  const fault =
    notAFolder ??
    pathFault(journal, 'folder', checkAccess) ??
    pathFault(join(journal, LOCK), 'file', checkAccess)
  if (fault) return unusable(asked, wasUsed, fault.what, fault.fix)
  const disk = nodeDisk(asked)
  try {
    await disk.makeFolder(FOLDER)
    const lock = await takeLock(disk, processes, asked)
    if (!lock.ok) {
      await disk.close()
      return fail(lock.failure)
    }
    return ok({
      directory: asked,
      problem: null,
      notices: [tightened, lock.value.notice].filter((sentence) => sentence !== null),
      wasUsed,
      unchanged: new Map(),
      whyLost: () => lock.value.whyLost(),
      whyRefused() {
        const why = whyNotHeld(holderOf(asked, processes.own), processes.own)
        return why === null ? null : lostFolderSentence(asked, why)
      },
      async release() {
        try {
          await lock.value.release()
        } catch {
          // The next start takes over a lock that was not released, and reports it.
        }
        await disk.close().catch(() => {})
      },
    })
  } catch (error) {
    await disk.close().catch(() => {})
    return failed(asked, wasUsed, error)
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

/** The names in a folder; none for a file, and none where the folder cannot be read: its own reader reports that. */
function namesIn(path: string): readonly string[] {
  try {
    return statSync(path).isDirectory() ? readdirSync(path) : []
  } catch {
    return []
  }
}

/** Removes the rights of other accounts in the folder. Returns a sentence where the rights cannot be changed; null: they are removed. */
function tighten(directory: string, names: readonly string[]): string | null {
  // Windows protects a user's folders by access lists, not by these modes.
  if (process.platform === 'win32') return null
  const open: string[] = []
  const close = (path: string): void => {
    // A link that leads nowhere holds nothing that others could read.
    if (isBrokenLink(path)) return
    try {
      const { mode } = statSync(path)
      const wanted = statSync(path).isDirectory() ? OF_OWNER : FILE_OF_OWNER
      if ((mode & OTHERS) !== 0) chmodSync(path, wanted)
    } catch {
      open.push(path)
    }
  }
  // A folder with other files in it, such as a home folder, keeps its rights. Only Openpit's own files in it are closed.
  if (names.every((name) => isOurs(name) || name === 'chromium')) close(directory)
  for (const name of names) {
    if (!isOurs(name)) continue
    const path = join(directory, name)
    close(path)
    for (const inner of namesIn(path)) if (isOurs(inner)) close(join(path, inner))
  }
  return open.length === 0
    ? null
    : `Other accounts of this machine may read ${open[0]}, because its rights cannot be changed. Orders are not affected. Change the rights by hand, or move the data folder.`
}
