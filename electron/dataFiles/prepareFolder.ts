/** Prepares a data folder for this release, once its lock is held and before any store opens. Sends nothing. */

import type { DataFolder } from '../storage/dataFolder.ts'
import { fixOf, reasonOf } from '../storage/diskReason.ts'
import { FILE_KINDS } from './fileKinds.ts'
import { WRITER_FILE, writeWriter } from './writerOfFolder.ts'

/** The folder with the notices of its preparation. A folder that cannot be written stays as it is. */
export function prepareFolder(folder: DataFolder): DataFolder {
  if (folder.directory === null || folder.problem !== null) return folder
  const notice = noteRelease(folder.directory)
  return notice === null ? folder : { ...folder, notices: [...folder.notices, notice] }
}

/** Leaves behind which release writes the files of the folder. Returns a sentence where the disk fails. */
function noteRelease(directory: string): string | null {
  try {
    writeWriter(directory, Object.fromEntries(FILE_KINDS.map(({ name, version }) => [name, version])))
    return null
  } catch (failed) {
    return `${WRITER_FILE} cannot be written in ${directory}: ${reasonOf(failed)}. Orders are not affected. An older release could not say which release wrote these files. ${fixOf(failed)}.`
  }
}
