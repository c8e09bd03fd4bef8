/**
 * Stands in for `autoUpdater` of `electron-updater`, which needs Electron's binary for its downloads and its end. Keeps the package's rules
 * (electron.build/auto-update, and its source at 6.8.10): `updaterRules.test.ts` holds both to the same table.
 */

import { EventEmitter } from 'node:events'
import type { AutoUpdater, AutoUpdaterEvents } from '../../../electron/shell/updates/autoUpdater.ts'
import type { HttpClient } from '../../../electron/shell/updates/boundedAnswers.ts'

/** A release at the update address, by the name of its channel file. */
export interface PublishedRelease {
  readonly version: string
  /** Whether the file has the sha512 of the channel file. */
  readonly isIntact?: boolean
  /** Percents that a download reports. */
  readonly progress?: readonly number[]
}

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code })

/** The numbers of a version; a pre-release comes before its release. */
function compareVersions(one: string, other: string): number {
  const partsOf = (version: string) => {
    const [numbers = '', more] = version.split('-')
    return [...numbers.split('.').map(Number), more === undefined ? 1 : 0]
  }
  const [a, b] = [partsOf(one), partsOf(other)]
  const at = a.findIndex((part, n) => part !== b[n])
  return at < 0 ? 0 : Math.sign((a[at] ?? 0) - (b[at] ?? 0))
}

export class FakeAutoUpdater implements AutoUpdater {
  autoDownload = true
  autoInstallOnAppQuit = true
  autoRunAppAfterInstall = true
  disableWebInstaller = false
  disableDifferentialDownload = false
  allowDowngrade = false
  logger: unknown = console
  /** Asks nothing: releases are in `published`. What bounds an answer is tested on the package's own client. */
  readonly httpExecutor: HttpClient = {
    doApiRequest: () => Promise.resolve(null),
    createRequest: () => ({ abort() {} }),
  }
  readonly currentVersion: { compare(other: string): number }
  /** What was installed; `run`: started again afterwards. */
  readonly installed: { readonly version: string; readonly isSilent: boolean; readonly run: boolean }[] = []
  /** Channel files at the address. A missing one answers 404. */
  readonly published = new Map<string, PublishedRelease>()
  /** A failure of the network, for every request until it is null. */
  networkFailure: Error | null = null
  /** The address takes each request and answers none until this resolves. Electron's requests have no time-out of their own. */
  silence: Promise<void> = Promise.resolve()
  /** Why the installer does not start. */
  installFailure: Error | null = null
  /** False: the program does not run from an installed package. */
  isActive = true
  private readonly events = new EventEmitter()
  private readonly running: string
  private readonly quit: () => void
  private name: string | null = null
  private url: string | null = null
  private checking: Promise<unknown> | null = null
  private downloading: Promise<unknown> | null = null
  private found: PublishedRelease | null = null
  private downloaded: PublishedRelease | null = null
  private isInstallCalled = false
  private hasQuitHandler = false

  constructor(running: string, quit: () => void) {
    this.running = running
    this.quit = quit
    this.currentVersion = { compare: (other) => compareVersions(running, other) }
  }

  get channel(): string | null {
    return this.name
  }
  /** Allows older releases, whatever was set before. */
  set channel(name: string | null) {
    if (this.name !== null && (typeof name !== 'string' || name === ''))
      throw coded(`Channel must be a string, but got: ${name}`, 'ERR_UPDATER_INVALID_CHANNEL')
    this.name = name
    this.allowDowngrade = true
  }

  on<E extends keyof AutoUpdaterEvents>(event: E, listener: AutoUpdaterEvents[E]): this {
    this.events.on(event, listener)
    return this
  }

  setFeedURL({ url }: { readonly provider: 'generic'; readonly url: string }): void {
    this.url = url
  }

  /** A second call while one runs gets the same answer. */
  checkForUpdates(): Promise<unknown> {
    if (!this.isActive) return Promise.resolve(null)
    this.checking ??= this.check().finally(() => {
      this.checking = null
    })
    return this.checking
  }

  private async check(): Promise<unknown> {
    this.events.emit('checking-for-update')
    await this.silence
    try {
      if (this.url === null) throw coded('ENOENT: app-update.yml', 'ENOENT')
      if (this.networkFailure) throw this.networkFailure
      const file = this.name ?? 'latest'
      const release = this.published.get(file)
      if (!release)
        throw coded(`Cannot find channel "${file}" update info`, 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND')
      const order = compareVersions(release.version, this.running)
      if (order === 0 || (order < 0 && !this.allowDowngrade)) {
        this.events.emit('update-not-available', { version: release.version })
        return { isUpdateAvailable: false }
      }
      this.found = release
      this.events.emit('update-available', { version: release.version })
      return { downloadPromise: this.autoDownload ? this.downloadUpdate() : null }
    } catch (error) {
      this.events.emit('error', error)
      throw error
    }
  }

  downloadUpdate(): Promise<unknown> {
    if (!this.found) {
      const error = new Error('Please check update first')
      this.events.emit('error', error)
      return Promise.reject(error)
    }
    this.downloading ??= this.downloadFound(this.found).finally(() => {
      this.downloading = null
    })
    return this.downloading
  }

  private async downloadFound(release: PublishedRelease): Promise<unknown> {
    await this.silence
    try {
      if (this.networkFailure) throw this.networkFailure
      for (const percent of release.progress ?? [100]) {
        this.events.emit('download-progress', { percent })
        await Promise.resolve()
      }
      if (release.isIntact === false) throw coded('sha512 checksum mismatch', 'ERR_CHECKSUM_MISMATCH')
    } catch (error) {
      // The package clears its folder: an earlier download is gone too.
      this.downloaded = null
      this.events.emit('error', error)
      throw error
    }
    this.downloaded = release
    this.events.emit('update-downloaded', { version: release.version })
    if (this.autoInstallOnAppQuit) this.hasQuitHandler = true
    return []
  }

  /** Installs in the turn of the call; the program quits in a later one. */
  quitAndInstall(isSilent = false, isForceRunAfter = false): void {
    if (this.install(isSilent, isSilent ? isForceRunAfter : this.autoRunAppAfterInstall))
      setImmediate(this.quit)
    else this.isInstallCalled = false
  }

  /** What happens when the program quits by itself. */
  appQuits(): void {
    if (this.hasQuitHandler && this.autoInstallOnAppQuit && !this.isInstallCalled) this.install(true, false)
  }

  private install(isSilent: boolean, run: boolean): boolean {
    if (this.isInstallCalled) return false
    if (!this.downloaded) {
      this.events.emit('error', new Error("No update filepath provided, can't quit and install"))
      return false
    }
    this.isInstallCalled = true
    if (this.installFailure) {
      this.events.emit('error', this.installFailure)
      return false
    }
    this.installed.push({ version: this.downloaded.version, isSilent, run })
    return true
  }
}
