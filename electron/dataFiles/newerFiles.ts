/** Says why a data folder must not be used by this release: a newer one wrote files in it. Changes nothing in the folder. */

import { versionedFiles, type VersionedFile } from './fileKinds.ts'
import { RELEASE, releaseThatWrote } from './writerOfFolder.ts'

/** What was found, and who wrote it: words that follow the name of the file, without a full stop. */
export function newerFile(folder: string, { kind, version }: VersionedFile): string {
  const writer = releaseThatWrote(folder, kind.name, version)
  return `has version ${version}, and this release reads up to ${kind.version}: ${writer === null ? 'a newer Openpit' : `Openpit ${writer}`} wrote it`
}

/** Why this release must leave the folder alone, and what to do, in sentences. Null: no file is newer than this release. */
export function whyTooNew(folder: string): string | null {
  const newer = versionedFiles(folder).filter(({ kind, version }) => version > kind.version)
  if (newer.length === 0) return null
  return `A newer release wrote files in the data folder ${folder}, and this is Openpit ${RELEASE}. ${newer.map((file) => `${file.name} ${newerFile(folder, file)}.`).join(' ')} Nothing in the folder was changed, and no order was sent. Start the newer release. Or start this one with another folder (--data-dir FOLDER): after sign-in it reads the open orders back from the venue and can cancel them. docs/operations.md says how to go back to an older release.`
}
