/**
 * Drives `electron-updater` for the core: one check, download or install at a time, each only when asked. The package's own acts are off: it neither
 * downloads by itself nor installs on quit. The desk is closed before an installer starts.
 */

import type { Clock } from '../../../shared/base/clock.ts'
import type { UpdateChannel } from '../../../shared/domain/updates/updateStatus.ts'
import type { UpdateChoice, UpdateNews, Updater, UpdateSearch } from '../../deskTypes.ts'
import type { AutoUpdater } from './autoUpdater.ts'
import { failureSentence, installFailureSentence, isMissingChannelFile } from './updateFailures.ts'

/** Channel files, as electron-builder names them; `-previous` is the publisher's copy of the file before. */
const FILES: Readonly<Record<UpdateChannel, string>> = { stable: 'latest', beta: 'beta' }
const PREVIOUS = '-previous'
/** Ms after which an installer that did not end the program has failed. macOS unpacks and verifies meanwhile. */
const INSTALL_PATIENCE = 600_000

const NOT_INSTALLED =
  'This copy of Openpit cannot be updated, because no installer put it here. Install the AppImage, the deb, the Windows installer or the macOS program.'
const NOT_ENDED =
  'The installer did not end Openpit within ten minutes. The desk is closed, and orders stay at the venue as they are. Start Openpit again, and look which release runs.'

export interface ElectronUpdaterOptions {
  readonly choice: UpdateChoice
  readonly clock: Clock
  /** Loads the package, at the first request. */
  readonly load: () => Promise<AutoUpdater>
  /** Closes the desk in order, without a question; begins in the turn of the call. Never rejects. */
  readonly leave: () => Promise<void>
  /** The install failed after the desk was closed: shows the sentence, then ends the program. */
  readonly giveUp: (sentence: string) => void
}

export function createElectronUpdater(options: ElectronUpdaterOptions): Updater {
  const { choice, clock, leave, giveUp } = options
  let listener: (news: UpdateNews) => void = () => {}
  let search: UpdateSearch = 'newer'
  let isInstalling = false
  let loading: Promise<AutoUpdater> | null = null

  const takeError = (error: unknown): void => {
    if (isInstalling) giveUp(installFailureSentence(error))
    // The publisher need not offer a release to go back to.
    else if (search === 'older' && isMissingChannelFile(error)) listener({ is: 'none' })
    else listener({ is: 'failed', why: failureSentence(error) })
  }
  const prepare = (updater: AutoUpdater): AutoUpdater => {
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    // The installer would start Openpit without its words, so with another data folder, or with words that it refuses.
    updater.autoRunAppAfterInstall = false
    updater.disableWebInstaller = true
    updater.disableDifferentialDownload = true
    updater.logger = null
    updater.setFeedURL({ provider: 'generic', url: choice.address })
    updater.on('update-not-available', () => listener({ is: 'none' }))
    updater.on('update-available', ({ version }) => {
      const isOlder = updater.currentVersion.compare(version) > 0
      listener(isOlder === (search === 'older') ? { is: 'available', version, isOlder } : { is: 'none' })
    })
    updater.on('download-progress', ({ percent }) => listener({ is: 'progress', percent }))
    updater.on('update-downloaded', ({ version }) => listener({ is: 'downloaded', version }))
    updater.on('error', takeError)
    return updater
  }
  const loaded = (): Promise<AutoUpdater> => (loading ??= options.load().then(prepare))

  /** The package reports a failure as `error`, and rejects too: the event is the report. */
  const begin = (step: (updater: AutoUpdater) => Promise<unknown>): void => {
    const run = async (): Promise<void> => {
      let updater: AutoUpdater
      try {
        updater = await loaded()
      } catch (error) {
        loading = null
        return takeError(error)
      }
      await step(updater).catch(() => {})
    }
    void run()
  }
  const install = async (): Promise<void> => {
    const updater = loaded()
    isInstalling = true
    await leave()
    clock.after(INSTALL_PATIENCE, () => giveUp(NOT_ENDED))
    try {
      // Silent, and without a start afterwards.
      ;(await updater).quitAndInstall(true, false)
    } catch (error) {
      takeError(error)
    }
  }

  return {
    choice,
    listen(next) {
      listener = next
    },
    check(next) {
      begin(async (updater) => {
        search = next
        updater.channel = `${FILES[choice.channel]}${next === 'older' ? PREVIOUS : ''}`
        // Setting the channel allows older releases, so this comes after it.
        updater.allowDowngrade = next === 'older'
        if ((await updater.checkForUpdates()) === null) listener({ is: 'failed', why: NOT_INSTALLED })
      })
    },
    download: () => begin((updater) => updater.downloadUpdate()),
    install: () => void install(),
  }
}
