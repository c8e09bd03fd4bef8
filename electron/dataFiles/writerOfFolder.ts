/** Keeps the release that last used a data folder, with the versions of the files that it writes, in one small file. Only sentences use it. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import program from '../../package.json' with { type: 'json' }
import { replaceFile } from './steps.ts'

export const WRITER_FILE = 'written-by.json'
export const WRITER_FILE_VERSION = 1

/** The release of this program, such as 0.1.0. */
export const RELEASE = program.version

interface Writer {
  readonly release: string
  /** Version of each kind of file that the release writes, by the name of the kind. */
  readonly files: Readonly<Record<string, unknown>>
}

/** Null where there is no such file, or it cannot be read. */
function readWriter(folder: string): Writer | null {
  try {
    const file: unknown = JSON.parse(readFileSync(join(folder, WRITER_FILE), 'utf8'))
    const { release, files } = (file ?? {}) as { release?: unknown; files?: unknown }
    if (typeof release !== 'string' || !/^[\w.+-]{1,40}$/.test(release)) return null
    return typeof files === 'object' && files !== null
      ? { release, files: files as Record<string, unknown> }
      : null
  } catch {
    return null
  }
}

/** The release that wrote files of this kind and version in the folder; null where it is not known. */
export function releaseThatWrote(folder: string, kind: string, version: number): string | null {
  const writer = readWriter(folder)
  return writer?.files[kind] === version ? writer.release : null
}

/** The release that used the folder before this one; null where it was this one, or is not known. */
export function otherRelease(folder: string): string | null {
  const release = readWriter(folder)?.release ?? null
  return release === RELEASE ? null : release
}

/** Writes the file where it says anything else. Throws where the disk fails. */
export function writeWriter(folder: string, files: Readonly<Record<string, number>>): void {
  const text = `${JSON.stringify({ version: WRITER_FILE_VERSION, release: RELEASE, files }, null, 2)}\n`
  const path = join(folder, WRITER_FILE)
  let before: string | null = null
  try {
    before = readFileSync(path, 'utf8')
  } catch {
    // No release wrote it yet, or it cannot be read: it is written anew.
  }
  if (before === text) return
  replaceFile(path, text)
}
