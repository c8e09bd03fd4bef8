/** Creates recording files in a folder on the real disk: readable by the user only, one file per part. Never overwrites a file. */

import { constants } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EXTENSION } from './fileHead.ts'
import { type RecordingHead } from './format.ts'
import type { RecordingFolder } from './recordingPartWriter.ts'

/** Sorts by time of the session, then stream, then part. */
export const recordingName = (session: string, stream: RecordingHead['stream'], part: number): string =>
  `${session}_${stream}_${String(part).padStart(4, '0')}${EXTENSION}`

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

export function recordingFolder(folder: string, session: string): RecordingFolder {
  return {
    async open(stream, first) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (let part = first; ; part++) {
        try {
          const handle = await open(join(folder, recordingName(session, stream, part)), NEW, 0o600)
          return {
            part,
            file: {
              async append(bytes) {
                await handle.appendFile(bytes)
              },
              close: () => handle.close(),
            },
          }
        } catch (error) {
          if (!isThere(error)) throw error
        }
      }
    },
    async size(stream) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const names = (await readdir(folder)).filter((name) => name.startsWith(`${session}_${stream}_`))
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
  }
}
