/** Passes changed notices on to windows and disk. A burst of repeats becomes one change and one write; no change is lost. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import type { StoredNotice } from '../../../shared/domain/notice.ts'
import type { NoticeArchive } from '../ports/noticeArchive.ts'
import { placeOf, type NoticePlace, type HeldNotices } from './noticesByAccountAndKey.ts'

/** Ms for which repeats of a notice wait, so that a burst of fills crosses as one change. */
const REPEATS_TOGETHER = 200
/** Ms for which changes wait for the disk. */
const SAVE_AFTER = 500

export interface NoticePublishingOptions {
  readonly clock: Clock
  readonly store: Pick<HeldNotices, 'get'>
  readonly archive: Pick<NoticeArchive, 'save'>
  /** By account: the venue's time through which trades and ledger were reported, ms. */
  readonly seenThrough: ReadonlyMap<string, EpochMs>
  readonly publish: (changed: readonly StoredNotice[]) => void
}

export interface NoticePublishing {
  /** Notices changed. `atOnce`: windows see them in this turn, else together with their repeats. */
  changed(notices: readonly StoredNotice[], atOnce: boolean): void
  /** A notice changed in a way that concerns the disk alone. */
  changedOnDisk(stored: StoredNotice): void
  removed(stored: StoredNotice): void
  /** A time of `seenThrough` changed. */
  seenChanged(): void
  /** Publishes what waits. */
  publishNow(): void
  saveNow(): void
}

export function createNoticePublishing(options: NoticePublishingOptions): NoticePublishing {
  const { clock, store, archive, seenThrough } = options
  const unpublished = new Set<NoticePlace>()
  const unsaved = new Set<NoticePlace>()
  /** Ids that the disk must delete. */
  const removedIds = new Set<number>()
  let isSeenUnsaved = false
  let isPublishPlanned = false
  let isSavePlanned = false

  const storedAt = (places: ReadonlySet<NoticePlace>): StoredNotice[] =>
    [...places].flatMap((place) => store.get(place) ?? [])

  const publishNow = (): void => {
    isPublishPlanned = false
    const changed = storedAt(unpublished)
    unpublished.clear()
    options.publish(changed)
  }
  const saveNow = (): void => {
    isSavePlanned = false
    if (unsaved.size === 0 && removedIds.size === 0 && !isSeenUnsaved) return
    archive.save({
      put: storedAt(unsaved),
      drop: [...removedIds],
      seenThrough: isSeenUnsaved ? [...seenThrough] : [],
    })
    unsaved.clear()
    removedIds.clear()
    isSeenUnsaved = false
  }
  const planSave = (): void => {
    if (isSavePlanned) return
    isSavePlanned = true
    clock.after(SAVE_AFTER, saveNow)
  }
  const planPublish = (): void => {
    if (isPublishPlanned) return
    isPublishPlanned = true
    clock.after(REPEATS_TOGETHER, () => isPublishPlanned && publishNow())
  }

  return {
    changed(notices, atOnce) {
      for (const stored of notices) {
        unpublished.add(placeOf(stored))
        unsaved.add(placeOf(stored))
      }
      if (atOnce) publishNow()
      else planPublish()
      planSave()
    },
    changedOnDisk(stored) {
      unsaved.add(placeOf(stored))
      planSave()
    },
    removed(stored) {
      unpublished.delete(placeOf(stored))
      unsaved.delete(placeOf(stored))
      removedIds.add(stored.notice.id)
      planSave()
    },
    seenChanged() {
      isSeenUnsaved = true
      planSave()
    },
    publishNow,
    saveNow,
  }
}
