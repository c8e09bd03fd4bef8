/** Prepares a data folder for this release, once its lock is held and before any store opens: backs up and brings forward what is older. Sends nothing. */

import { join } from 'node:path'
import type { EpochMs } from '../../shared/base/clock.ts'
import type { DataFolder } from '../storage/dataFolder.ts'
import { fixOf, reasonOf } from '../storage/diskReason.ts'
import { SETTINGS_FILE } from '../storage/settingsStore.ts'
import { backUp } from './backups.ts'
import { FILE_KINDS, PAPER_PATH, versionedFiles, type VersionedFile } from './fileKinds.ts'
import { otherRelease, RELEASE, WRITER_FILE, writeWriter } from './writerOfFolder.ts'

/** The folder with the notices of its preparation. A folder that cannot be written stays as it is. */
export function prepareFolder(folder: DataFolder, now: EpochMs): DataFolder {
  const { directory } = folder
  if (directory === null || folder.problem !== null) return folder
  const { notices, unchanged } = bringForward(directory, now)
  // Where a file is still of an earlier version, the folder stays as the earlier release left it.
  const noted = unchanged.size === 0 ? noteRelease(directory) : null
  return {
    ...folder,
    notices: [...folder.notices, ...notices, ...(noted === null ? [] : [noted])],
    unchanged,
  }
}

interface BroughtForward {
  /** Sentences for the dealer. */
  readonly notices: readonly string[]
  /** Files that are still of an earlier version, by name, with the sentence why. */
  readonly unchanged: ReadonlyMap<string, string>
}

/** The settings at the first start of another release. Pieces within them have versions that only their readers know, and the next save writes them in the form of this release. */
const settingsOfOther = (directory: string, files: readonly VersionedFile[]): readonly VersionedFile[] =>
  otherRelease(directory) === null
    ? []
    : files.filter(({ name, kind, version }) => name === SETTINGS_FILE && version === kind.version)

/** Brings every file of an earlier version forward, after a backup of all of them. Without a backup nothing is changed. Never throws. */
function bringForward(directory: string, now: EpochMs): BroughtForward {
  const files = versionedFiles(directory)
  const steps = files.filter(({ kind, version }) => version >= 1 && version < kind.version)
  const copied = settingsOfOther(directory, files)
  const older = [...steps, ...copied]
  if (older.length === 0) return { notices: [], unchanged: new Map() }
  let backup: string
  try {
    backup = backUp(directory, older, now)
  } catch (failed) {
    const sentence = `Files of an earlier release cannot be backed up in ${join(directory, 'backups')}: ${whyOf(failed)}. So none of them was changed: ${older.map(({ name, version }) => `${name} (version ${version})`).join(', ')}. ${meaningOf(older)} ${fixFor(failed)}, then restart Openpit.`
    return { notices: [sentence], unchanged: new Map(older.map(({ name }) => [name, sentence])) }
  }
  const unchanged = new Map<string, string>()
  for (const { kind, name, version } of steps)
    try {
      kind.steps.run(join(directory, name), version)
    } catch (failed) {
      unchanged.set(
        name,
        `${name} of an earlier release (version ${version}) cannot be brought to version ${kind.version}: ${whyOf(failed)}. The file was not changed. ${meaningOf([{ kind }])} ${fixFor(failed)}, then restart Openpit.`,
      )
    }
  const done = steps.filter(({ name }) => !unchanged.has(name))
  const brought =
    done.length === 0
      ? []
      : [
          `Openpit ${RELEASE} brought files of an earlier release forward: ${wordsOf(done)}. The originals are in ${backup}. docs/operations.md says how to go back.`,
        ]
  const kept =
    copied.length === 0
      ? []
      : [
          `Openpit ${RELEASE} runs on this folder for the first time, after ${otherRelease(directory)}. It copied ${SETTINGS_FILE} to ${backup} before its first save. docs/operations.md says how to go back.`,
        ]
  return { notices: [...brought, ...kept, ...unchanged.values()], unchanged }
}

/** The database names its own reason, and no file. */
const isOfDatabase = (failed: unknown): failed is Error =>
  failed instanceof Error && 'code' in failed && failed.code === 'ERR_SQLITE_ERROR'

const whyOf = (failed: unknown): string => (isOfDatabase(failed) ? failed.message : reasonOf(failed))

/** What to do: the beginning of a sentence. */
const fixFor = (failed: unknown): string =>
  !isOfDatabase(failed)
    ? fixOf(failed)
    : /full/.test(failed.message)
      ? 'Free disk space'
      : 'Restore the file from a copy or move it away'

const MEANINGS: Readonly<Record<string, string>> = {
  [SETTINGS_FILE]: 'Settings are read, and changes of them hold for this run only.',
  [PAPER_PATH]: 'The built-in broker does not start with its accounts. Other venues are not affected.',
}

const meaningOf = (files: readonly Pick<VersionedFile, 'kind'>[]): string =>
  [
    'Orders, limits and halts are not affected.',
    ...files.flatMap(({ kind }) => MEANINGS[kind.name] ?? []),
  ].join(' ')

const wordsOf = (files: readonly VersionedFile[]): string =>
  files.map(({ name, kind, version }) => `${name} (from version ${version} to ${kind.version})`).join(', ')

/** Leaves behind which release writes the files of the folder. Returns a sentence where the disk fails. */
function noteRelease(directory: string): string | null {
  try {
    writeWriter(directory, Object.fromEntries(FILE_KINDS.map(({ name, version }) => [name, version])))
    return null
  } catch (failed) {
    return `${WRITER_FILE} cannot be written in ${directory}: ${reasonOf(failed)}. Orders are not affected. An older release could not say which release wrote these files. ${fixOf(failed)}.`
  }
}
