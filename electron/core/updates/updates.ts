/** Checks for, downloads and installs another release, as the dealer asks, and publishes how far it got. Installs only where `mayInstall` agrees. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../shared/contract/failure.ts'
import type { UpdateState } from '../../../shared/domain/updates/updateStatus.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'
import type { Log } from '../ports/log.ts'
import type { Settings } from '../ports/settings.ts'
import type { UpdateNews, Updater, UpdateSearch } from '../ports/updates/updater.ts'
import type { Published } from '../support/publishTopic.ts'
import { storeInstall, takeInstall } from './installRecord.ts'
import { mayInstall, type DeskFacts } from './mayInstall.ts'
import { createUpdateProgress, type Offered, type UpdateProgress } from './updateProgress.ts'

/** Ms after the start, and between two checks. */
const FIRST_CHECK_AFTER = 60_000
const CHECK_EVERY = 6 * 3_600_000
/** Ms between two readings of the desk while an install waits for the dealer. */
const LOOK_EVERY = 1_000

export interface UpdatesOptions {
  readonly clock: Clock
  readonly log: Log
  readonly settings: Settings
  readonly notices: Pick<Notices, 'say'>
  /** The release that runs. */
  readonly version: string
  /** A string: why this run has no updates. */
  readonly updater: Updater | string
  /** What the desk is doing in this moment. */
  readonly facts: () => DeskFacts
}

type Done = Result<Record<string, never>, Failure>

export interface Updates {
  readonly topic: Published<'updates'>
  /** An install has begun: nothing else may be done. */
  readonly isInstalling: boolean
  act(request: Request<'update.act'>): Done
  close(): void
}

const refused = (sentence: string): Done => fail(failureOf('refused', sentence))
const about = (key: string) => ({ key: `update ${key}`, everywhere: true })

/** Nothing else may be asked meanwhile. */
const BUSY: Readonly<Partial<Record<UpdateState, string>>> = {
  checking: 'Openpit is asking for releases. Wait for the answer.',
  downloading: 'A release is being downloaded. Wait until it is there.',
  installing: 'A release is being installed: Openpit is closing.',
}

/** Says once what became of an install that the last run began. */
function reportLastInstall({
  settings,
  notices,
  version,
}: Pick<UpdatesOptions, 'settings' | 'notices' | 'version'>): void {
  const begun = takeInstall(settings)
  if (begun === null) return
  if (begun.to === version)
    notices.say(
      'info',
      `Openpit ${version} is installed; before it was ${begun.from}. Orders and limits come from the journal, as at every start.`,
      null,
      about('installed'),
    )
  else
    notices.say(
      'warning',
      `Openpit ${begun.to} was not installed: ${version} runs. No order was touched. Open “Updates” from the list of panels to try again, or install it by hand.`,
      null,
      about('installed'),
    )
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { clock, log, settings, notices, version, updater, facts } = options
  const progress = createUpdateProgress({
    clock,
    version,
    updater,
    verdictOn: (downloaded) => mayInstall({ ...facts(), downloaded, typed: '' }),
  })

  const found = (offered: Offered): void => {
    progress.offer(offered)
    if (offered.isOlder) return
    notices.say(
      'info',
      `Openpit ${offered.version} is available; ${version} runs. Nothing is downloaded or installed by itself. Open “Updates” from the list of panels.`,
      null,
      about(`available ${offered.version}`),
    )
  }
  const take = (news: UpdateNews): void => {
    switch (news.is) {
      case 'none':
        progress.answered()
        return progress.go('current')
      case 'available':
        progress.answered()
        return found({ version: news.version, isOlder: news.isOlder })
      case 'progress':
        return progress.advance(news.percent)
      case 'downloaded':
        // What was not asked for, or is another release than the one that was shown, is never offered for install.
        if (progress.state !== 'downloading' || progress.offered?.version !== news.version)
          return progress.go(
            'failed',
            `Openpit ${news.version} arrived without being asked for. Check again.`,
          )
        return progress.go('downloaded')
      case 'failed':
        log.warn('update failed', { sentence: news.why })
        return progress.go('failed', news.why)
    }
  }

  const check = (from: Updater, search: UpdateSearch): Done => {
    progress.go('checking')
    from.check(search)
    return ok({})
  }
  const install = (from: Updater, typed: string): Done => {
    const { downloaded } = progress
    const judged = mayInstall({ ...facts(), downloaded, typed })
    if (judged.kind !== 'may' || downloaded === null)
      return fail(
        failureOf('refused', judged.why.join(' '), { field: judged.kind === 'asks' ? 'typed' : null }),
      )
    const stored = storeInstall(settings, { from: version, to: downloaded.version })
    if (!stored.ok)
      return refused(`Nothing was installed, because the next start could not tell. ${stored.failure}`)
    log.info('update begins', { sentence: `${version} becomes ${downloaded.version}.` })
    progress.go('installing')
    // In the same turn as the verdict: no order can get between them.
    from.install()
    return ok({})
  }

  reportLastInstall(options)
  const stops = typeof updater === 'string' ? [] : follow(clock, updater, progress, take, check)

  return {
    topic: progress.topic,
    get isInstalling() {
      return progress.state === 'installing'
    },
    act({ act, typed }) {
      if (typeof updater === 'string') return refused(updater)
      const busy = BUSY[progress.state]
      if (busy !== undefined) return refused(busy)
      switch (act) {
        case 'check':
          return check(updater, 'newer')
        case 'checkOlder':
          return check(updater, 'older')
        case 'download':
          if (progress.state !== 'available')
            return refused('There is no release to download. Check for one first.')
          progress.go('downloading')
          updater.download()
          return ok({})
        case 'install':
          return install(updater, typed)
      }
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** Listens, looks for releases by itself, and keeps the verdict fresh. */
function follow(
  clock: Clock,
  updater: Updater,
  progress: UpdateProgress,
  take: (news: UpdateNews) => void,
  check: (from: Updater, search: UpdateSearch) => Done,
): readonly Stop[] {
  updater.listen(take)
  /** Never over a download, and never over an offer: the dealer may be reading it. */
  const checkByItself = (): void => {
    const { state } = progress
    if (state === 'idle' || state === 'current' || state === 'failed') check(updater, 'newer')
  }
  return [
    clock.after(FIRST_CHECK_AFTER, checkByItself),
    clock.every(CHECK_EVERY, checkByItself),
    clock.every(LOOK_EVERY, () => progress.lookAgain()),
  ]
}
