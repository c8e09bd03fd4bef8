/** The part of `electron-updater` that Openpit uses, as an interface: the package implements it, and tests implement it with the same rules. */

import type { HttpClient } from './boundedAnswers.ts'

/** What the channel file says of a release. */
export interface ReleaseInfo {
  readonly version: string
}

export interface AutoUpdaterEvents {
  'checking-for-update': () => void
  'update-available': (info: ReleaseInfo) => void
  'update-not-available': (info: ReleaseInfo) => void
  /** Percent with a fraction. Sent only while somebody listens. */
  'download-progress': (progress: { readonly percent: number }) => void
  'update-downloaded': (info: ReleaseInfo) => void
  error: (error: Error) => void
}

export interface AutoUpdater {
  /** Reads channel files and downloads. */
  readonly httpExecutor: HttpClient
  /** Default true: an available release is downloaded without being asked for. */
  autoDownload: boolean
  /** Default true: a downloaded release is installed when the program quits. */
  autoInstallOnAppQuit: boolean
  /** Default true: the installer starts the program again, without its words. */
  autoRunAppAfterInstall: boolean
  disableWebInstaller: boolean
  disableDifferentialDownload: boolean
  /** Whether an older version counts as available. Setting `channel` makes it true. */
  allowDowngrade: boolean
  /** Name of the channel file without system and `.yml`. */
  get channel(): string | null
  set channel(name: string | null)
  get logger(): unknown
  set logger(logger: null)
  readonly currentVersion: { compare(other: string): number }
  setFeedURL(options: { readonly provider: 'generic'; readonly url: string }): void
  /** Null: this copy cannot be updated. Rejects after `error`. */
  checkForUpdates(): Promise<unknown>
  /** Rejects after `error`. */
  downloadUpdate(): Promise<unknown>
  /** Starts the installer, then quits the program. A failure is an `error`, and the program goes on. */
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void
  on<E extends keyof AutoUpdaterEvents>(event: E, listener: AutoUpdaterEvents[E]): unknown
}
