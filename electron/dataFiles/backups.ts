/** Keeps the originals of files that a release brings forward, in `backups/` of the data folder. Changes no file outside it. */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { EpochMs } from '../../shared/base/clock.ts'
import { copyProven } from './digest.ts'
import type { VersionedFile } from './fileKinds.ts'
import { replaceFile, syncFolder } from './steps.ts'
import { RELEASE } from './writerOfFolder.ts'

export const BACKUPS = 'backups'
/** One beyond these is removed, once the newest is complete. */
export const MOST_BACKUPS = 5
/** Of a backup that is not complete, or is being removed. */
const UNFINISHED = '.unfinished'
const LIST = 'backup.json'
const FOLDER_OF_OWNER = 0o700

/** The log of a database holds its newest pages where a run was killed. */
const filesOf = (folder: string, name: string): readonly string[] =>
  [name, `${name}-wal`].filter((each) => existsSync(join(folder, each)))

/** Such as `2026-11-25T16-22-32.045Z_settings-1_paper-3`: the time, then each file with the version that it has. */
const nameOf = (files: readonly VersionedFile[], at: EpochMs): string =>
  [
    new Date(at).toISOString().replaceAll(':', '-'),
    ...files.map(({ name, version }) => `${basename(name, extname(name))}-${version}`),
  ].join('_')

/** What `nameOf` gives. Users keep files and folders of their own beside the backups. */
const OWN_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z(?:_[^_ ]+-\d+)+$/

/**
 * Copies the files with a list of their versions and digests. The copy has its name only when all of it is on disk and was compared. Returns
 * its path. Throws where the disk fails; earlier backups then stay.
 */
export function backUp(folder: string, files: readonly VersionedFile[], at: EpochMs): string {
  const all = join(folder, BACKUPS)
  mkdirSync(all, { recursive: true, mode: FOLDER_OF_OWNER })
  removeUnfinished(all)
  const backup = join(all, nameOf(files, at))
  const unfinished = `${backup}${UNFINISHED}`
  try {
    copyInto(unfinished, folder, files, at)
    renameSync(unfinished, backup)
  } catch (failed) {
    // A part of a backup must not fill the disk that has no room for the whole.
    rmSync(unfinished, { recursive: true, force: true })
    throw failed
  }
  // Before the first file is changed: after a power cut a changed file without its original would be worse than none.
  syncFolder(all)
  for (const name of firstToRemove(all, basename(backup)).slice(0, 1 - MOST_BACKUPS)) {
    // Renamed first, so that a kill in the middle leaves no backup that only looks complete.
    renameSync(join(all, name), join(all, `${name}${UNFINISHED}`))
    removeUnfinished(all)
  }
  return backup
}

/** The other complete backups: first those of a time to come, because a clock that was wrong named them, then the oldest. */
function firstToRemove(all: string, made: string): readonly string[] {
  const others = readdirSync(all)
    .filter((name) => name !== made && OWN_NAME.test(name) && existsSync(join(all, name, LIST)))
    .toSorted()
  return [...others.filter((name) => name > made), ...others.filter((name) => name < made)]
}

function copyInto(to: string, folder: string, files: readonly VersionedFile[], at: EpochMs): void {
  const copied = files.flatMap(({ name, version }) =>
    filesOf(folder, name).map((each) => ({
      name: each,
      version,
      sha256: copyProven(join(folder, each), join(to, each)),
    })),
  )
  replaceFile(
    join(to, LIST),
    `${JSON.stringify({ version: 1, before: RELEASE, at, files: copied }, null, 2)}\n`,
  )
}

function removeUnfinished(all: string): void {
  const isOwn = (name: string): boolean =>
    name.endsWith(UNFINISHED) && OWN_NAME.test(name.slice(0, -UNFINISHED.length))
  for (const name of readdirSync(all).filter(isOwn)) rmSync(join(all, name), { recursive: true, force: true })
}
