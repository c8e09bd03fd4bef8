/**
 * Drives `electron-updater` for the core: one check, download or install at a time, each only when asked. The package's own acts are off: it neither
 * downloads by itself nor installs on quit. The desk is closed before an installer starts.
 */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { UpdateChannel } from '../../../shared/domain/updates/updateStatus.ts'
import type { UpdateChoice, UpdateNews, Updater, UpdateSearch } from '../../deskTypes.ts'
import type { AutoUpdater } from './autoUpdater.ts'
import { boundAnswers } from './boundedAnswers.ts'
import { failureSentence, installFailureSentence, isMissingChannelFile } from './updateFailures.ts'

/** Channel files, as electron-builder names them; `-previous` is the publisher's copy of the file before. */
const FILES: Readonly<Record<UpdateChannel, string>> = { stable: 'latest', beta: 'beta' }
const PREVIOUS = '-previous'
/** Ms after which an install that has not closed the desk and ended the program has failed. macOS unpacks and verifies meanwhile. */
const INSTALL_PATIENCE = 600_000

/** Ms without an answer, or without a step of a download, after which a request is given up. The package itself waits for ever. */
const ANSWER_PATIENCE = 120_000

const NO_ANSWER =
  'The update address did not answer within two minutes. Nothing was installed, and no order was touched. Look again later; if that repeats, ask the publisher.'
const STILL_NO_ANSWER =
  'The update address has still not answered an earlier request, so it was not asked again. Nothing was installed, and no order was touched. Start Openpit again before you look for releases.'
const NOT_INSTALLED =
  'This copy of Openpit cannot be updated, because no installer put it here. Install the AppImage, the deb, the Windows installer or the macOS program.'
const NOT_CLOSED =
  'The desk did not close within ten minutes, perhaps because the disk does not answer. Nothing was installed, and orders stay at the venue as they are. Start Openpit again, and compare its orders with the venue.'
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
  /** The package has not ended a request. It takes no other one until then, and would give its answer to both. */
  let isPending = false
  /** The request was given up: what still comes of it is not news any more. */
  let isGivenUp = false
  let stopWaiting: Stop = () => {}

  const tell = (news: UpdateNews): void => {
    if (isGivenUp) return
    stopWaiting()
    listener(news)
  }
  const wait = (): void => {
    stopWaiting()
    stopWaiting = clock.after(ANSWER_PATIENCE, () => {
      tell({ is: 'failed', why: NO_ANSWER })
      isGivenUp = true
    })
  }

  const takeError = (error: unknown): void => {
    if (isInstalling) giveUp(installFailureSentence(error))
    // The publisher need not offer a release to go back to.
    else if (search === 'older' && isMissingChannelFile(error)) tell({ is: 'none' })
    else tell({ is: 'failed', why: failureSentence(error) })
  }
  const prepare = (updater: AutoUpdater): AutoUpdater => {
    boundAnswers(updater.httpExecutor)
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    // The installer would start Openpit without its words, so with another data folder, or with words that it refuses.
    updater.autoRunAppAfterInstall = false
    updater.disableWebInstaller = true
    updater.disableDifferentialDownload = true
    updater.logger = null
    updater.setFeedURL({ provider: 'generic', url: choice.address })
    updater.on('update-not-available', () => tell({ is: 'none' }))
    updater.on('update-available', ({ version }) => {
      const isOlder = updater.currentVersion.compare(version) > 0
      tell(isOlder === (search === 'older') ? { is: 'available', version, isOlder } : { is: 'none' })
    })
    updater.on('download-progress', ({ percent }) => {
      tell({ is: 'progress', percent })
      // Of a whole download the file is verified next, by this machine.
      if (!isGivenUp && percent < 100) wait()
    })
    updater.on('update-downloaded', ({ version }) => tell({ is: 'downloaded', version }))
    updater.on('error', takeError)
    return updater
  }
  const loaded = (): Promise<AutoUpdater> => (loading ??= options.load().then(prepare))

  /** The package reports a failure as `error`, and rejects too: the event is the report. */
  const begin = (step: (updater: AutoUpdater) => Promise<unknown>): void => {
    if (isPending) return listener({ is: 'failed', why: STILL_NO_ANSWER })
    isPending = true
    isGivenUp = false
    wait()
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
    void run().finally(() => {
      isPending = false
      stopWaiting()
    })
  }
  const install = async (): Promise<void> => {
    const updater = loaded()
    isInstalling = true
    let isClosed = false
    clock.after(INSTALL_PATIENCE, () => giveUp(isClosed ? NOT_ENDED : NOT_CLOSED))
    await leave()
    isClosed = true
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
        if ((await updater.checkForUpdates()) === null) tell({ is: 'failed', why: NOT_INSTALLED })
      })
    },
    download: () => begin((updater) => updater.downloadUpdate()),
    install: () => void install(),
  }
}
