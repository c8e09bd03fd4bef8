/** Watches the lock of the data folder while the order journal does not: a journal that failed checks nothing any more. Reports a lost folder once. */

import type { Clock, Stop } from '../../shared/base/clock.ts'

/** Ms between two looks at the lock. */
const LOOK_EVERY = 1_000

export interface FolderWatchOptions {
  readonly clock: Clock
  /** Why the folder is no longer this terminal's, as one sentence; null: it is. */
  readonly whyLost: () => string | null
  /** Whether the journal watches the lock itself. It does so until it fails. */
  readonly isJournalWatching: () => boolean
  /** Receives the sentence once. */
  readonly lost: (sentence: string) => void
}

export function watchFolder({ clock, whyLost, isJournalWatching, lost }: FolderWatchOptions): Stop {
  const stop = clock.every(LOOK_EVERY, () => {
    if (isJournalWatching()) return
    const why = whyLost()
    if (why === null) return
    stop()
    lost(why)
  })
  return stop
}
