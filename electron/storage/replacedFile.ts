/** Recognizes a settings file that somebody put in the place of ours while the terminal runs, and sets it aside. Writes no settings. */

import { readFileSync, renameSync, statSync } from 'node:fs'
import { fail, ok, type Result } from '../../shared/base/result.ts'

export type Values = Readonly<Record<string, string>>

export interface ReplacedFile {
  /** This process has read these values from the file, or written them, just now. */
  remember(values: Values): void
  /**
   * Makes room for a write. Answers where the file of somebody else is now; null: there is none. Fails with the version of a file that a newer
   * Openpit wrote, and leaves that file unchanged. Throws where the disk fails.
   */
  makeRoom(aside: string, newest: number): Result<string | null, number>
}

/** Changes with every write, also one of the same length. Null: there is no file. */
function stampOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : null
}

function contentOf(text: string): { readonly version?: unknown; readonly values?: unknown } | null {
  try {
    const content = JSON.parse(text) as unknown
    return typeof content === 'object' ? content : null
  } catch {
    return null
  }
}

export function watchForReplacedFile(path: string): ReplacedFile {
  let stamp: string | null = null
  let own: Values = {}
  return {
    remember(values) {
      stamp = stampOf(path)
      own = values
    },
    makeRoom(aside, newest) {
      const found = stampOf(path)
      if (found === null || found === stamp) return ok(null)
      const content = contentOf(readFileSync(path, 'utf8'))
      const version = content?.version
      if (typeof version === 'number' && version > newest) return fail(version)
      if (JSON.stringify(content?.values) === JSON.stringify(own)) return ok(null)
      renameSync(path, aside)
      return ok(aside)
    },
  }
}
