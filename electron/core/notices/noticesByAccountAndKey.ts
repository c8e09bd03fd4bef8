/** Notices of all accounts by account and key, the newest change last. Holds at most `NOTICES_KEPT`; publishes and saves nothing. */

import { mustAcknowledge, type StoredNotice } from '../../../shared/domain/notice.ts'

/** Notices held at most, over all accounts. */
export const NOTICES_KEPT = 2_000

/** Account and key of a notice as one text. */
export type NoticePlace = string

export const placeOf = ({ account, key }: Pick<StoredNotice, 'account' | 'key'>): NoticePlace =>
  JSON.stringify([account, key])

export interface HeldNotices {
  all(): readonly StoredNotice[]
  get(place: NoticePlace): StoredNotice | undefined
  withId(id: number): StoredNotice | undefined
  /** The id of the next new notice. */
  readonly nextId: number
  /** Stores the newest change. Returns the notice that had to go to make room; null where there was room. */
  put(stored: StoredNotice): StoredNotice | null
  /** Changes a notice without making it the newest: what it reports did not happen again. */
  replace(stored: StoredNotice): void
  /** Gives a notice a key of its own, so that its key is free for a new notice. Returns the notice under its new key. */
  rename(stored: StoredNotice): StoredNotice
}

/** `lastId`: the highest id that is in use already. */
export function createHeldNotices(earlier: readonly StoredNotice[], lastId = 0): HeldNotices {
  const notices = new Map<NoticePlace, StoredNotice>()
  const places = new Map<number, NoticePlace>()
  let nextId = lastId + 1

  const insert = (stored: StoredNotice): void => {
    const place = placeOf(stored)
    notices.delete(place)
    notices.set(place, stored)
    places.set(stored.notice.id, place)
    nextId = Math.max(nextId, stored.notice.id + 1)
  }
  for (const stored of earlier) insert(stored)

  const remove = (stored: StoredNotice): StoredNotice => {
    notices.delete(placeOf(stored))
    places.delete(stored.notice.id)
    return stored
  }
  /** The oldest that nobody must acknowledge; where every one must be acknowledged, the oldest of all. */
  const oldest = (): StoredNotice | undefined => {
    let first: StoredNotice | undefined
    for (const stored of notices.values()) {
      first ??= stored
      if (!mustAcknowledge(stored.notice)) return stored
    }
    return first
  }

  return {
    all: () => [...notices.values()],
    get: (place) => notices.get(place),
    withId(id) {
      const place = places.get(id)
      return place === undefined ? undefined : notices.get(place)
    },
    get nextId() {
      return nextId
    },
    put(stored) {
      insert(stored)
      const surplus = notices.size > NOTICES_KEPT ? oldest() : undefined
      return surplus ? remove(surplus) : null
    },
    replace: (stored) => void notices.set(placeOf(stored), stored),
    rename(stored) {
      const renamed = { ...stored, key: `${stored.key} ${stored.notice.id}` }
      notices.delete(placeOf(stored))
      insert(renamed)
      return renamed
    },
  }
}
