/** How far an update got: the state, the release that is offered, and the topic `updates`. Asks for nothing and decides nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type {
  InstallVerdict,
  UpdateState,
  UpdateStatus,
} from '../../../shared/domain/updates/updateStatus.ts'
import type { Updater } from '../ports/updates/updater.ts'
import { publish, type Published } from '../support/publishTopic.ts'

export type Offered = NonNullable<UpdateStatus['offered']>

export interface UpdateProgressOptions {
  readonly clock: Clock
  /** The release that runs. */
  readonly version: string
  /** A string: why this run has no updates. */
  readonly updater: Pick<Updater, 'choice'> | string
  /** Whether a downloaded release may be installed now. */
  readonly verdictOn: (downloaded: Offered) => InstallVerdict
}

export interface UpdateProgress {
  readonly topic: Published<'updates'>
  readonly state: UpdateState
  readonly offered: Offered | null
  /** The offered release once it is downloaded. */
  readonly downloaded: Offered | null
  /** The address answered now. */
  answered(): void
  offer(offered: Offered): void
  /** `percent` of the download, with a fraction. */
  advance(percent: number): void
  go(next: UpdateState, why?: string): void
  /** Publishes the verdict anew, where it changed. */
  lookAgain(): void
}

/** States in which a release is offered. */
const OFFERING: ReadonlySet<UpdateState> = new Set(['available', 'downloading', 'downloaded', 'installing'])

export function createUpdateProgress(options: UpdateProgressOptions): UpdateProgress {
  const { clock, version, updater, verdictOn } = options
  const off = typeof updater === 'string'
  let state: UpdateState = off ? 'off' : 'idle'
  let why: string | null = off ? updater : null
  let offered: Offered | null = null
  let percent: number | null = null
  let checkedAt: number | null = null
  let published = ''

  const downloaded = () => (state === 'downloaded' ? offered : null)
  const status = (): UpdateStatus => {
    const held = downloaded()
    return {
      version,
      channel: off ? null : updater.choice.channel,
      address: off ? null : updater.choice.address,
      state,
      why,
      offered,
      percent,
      checkedAt,
      verdict: held && verdictOn(held),
    }
  }
  const topic = publish<'updates'>(status)
  const show = (): void => {
    const now = status()
    const text = JSON.stringify(now)
    if (text === published) return
    published = text
    topic.delta(now)
  }
  const go = (next: UpdateState, reason: string | null = null): void => {
    state = next
    why = reason
    percent = next === 'downloading' ? 0 : null
    if (!OFFERING.has(next)) offered = null
    show()
  }

  return {
    topic,
    get state() {
      return state
    },
    get offered() {
      return offered
    },
    get downloaded() {
      return downloaded()
    },
    answered() {
      checkedAt = clock.now()
    },
    offer(next) {
      offered = next
      go('available')
    },
    advance(reached) {
      // A progress that comes after its download changes nothing.
      if (state !== 'downloading') return
      percent = Math.max(0, Math.min(100, Math.floor(reached)))
      show()
    },
    go: (next, reason) => go(next, reason ?? null),
    lookAgain() {
      if (state === 'downloaded') show()
    },
  }
}
