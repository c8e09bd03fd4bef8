/** What the dealer must hear besides orders and money: one list for all windows, kept across runs, bounded. Never holds a secret; never drops a repeat uncounted. */

import type { Clock, EpochMs } from '../../../shared/base/clock.ts'
import {
  foldNotice,
  mustAcknowledge,
  type News,
  type Notice,
  type NoticeLevel,
  type StoredNotice,
} from '../../../shared/domain/notice.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { Log, NoticeArchive } from '../ports.ts'
import { publish, type Published } from './publishedTopic.ts'

/** Notices held at most, over all accounts. */
export const NOTICES_KEPT = 2_000
/** A sentence said again within this time, ms, counts up the notice that said it. */
const ONE_NOTICE_WITHIN = 600_000
/** Ms for which repeats of a notice wait, so that a burst of fills crosses as one change. */
const REPEATS_TOGETHER = 200
/** Ms for which changes wait for the disk. */
const SAVE_AFTER = 500

/** What a sentence is about, where it is more than the terminal itself. */
export type About = Partial<Pick<Notice, 'kind' | 'customerCode' | 'symbol' | 'referenceId' | 'action'>> & {
  /** Sentences with one key are one notice, whatever they say. */
  readonly key?: string
  /** A better telling of the fact that has the key, not another time of it. */
  readonly settles?: boolean
  /** Shown whoever is signed in: it concerns an account that is being left. */
  readonly everywhere?: boolean
}

/** A sentence about an order. */
export const aboutOrder = ({
  customerCode,
  symbol,
  referenceId,
}: Pick<Order, 'customerCode' | 'symbol' | 'referenceId'>) => ({ customerCode, symbol, referenceId })

export interface Notices {
  readonly topic: Published<'notices'>
  /** `detail` is what it means, or the venue's own words, shown as text. The same sentence again counts up its notice. */
  say(level: NoticeLevel, message: string, detail?: string | null, about?: About): void
  /** Facts about the account in use; one that was told already changes nothing. */
  report(news: readonly News[]): void
  /** Whether the account in use was told of a fact. */
  has(key: string): boolean
  /** Acknowledges notices as they were seen: one that happened again since stays unacknowledged. */
  acknowledge(seen: readonly Pick<Notice, 'id' | 'count'>[]): void
  /** Whose notices are shown and made from now on, besides those of the terminal itself: one name per venue and user. */
  open(account: string): void
  /** The venue's time through which trades and ledger of the account in use were told, ms; null before its first sign-in. */
  readonly seenThrough: EpochMs | null
  /** They were told through this time. */
  see(through: EpochMs): void
  /** Hands everything to the disk. */
  close(): void
}

/** Notices of the terminal itself belong to no account. */
const TERMINAL = ''

export function createNotices(clock: Clock, log: Log, archive: NoticeArchive): Notices {
  let account = TERMINAL
  /** By account and key, those that changed last at the end. */
  const entries = new Map<string, StoredNotice>()
  const keyById = new Map<number, string>()
  const through = new Map(archive.kept.seenThrough)
  let nextId = 1
  const place = (of: string, key: string) => JSON.stringify([of, key])
  for (const kept of archive.kept.notices) {
    entries.set(place(kept.account, kept.key), kept)
    keyById.set(kept.notice.id, place(kept.account, kept.key))
    nextId = Math.max(nextId, kept.notice.id + 1)
  }

  const isShown = (of: StoredNotice) => of.account === TERMINAL || of.account === account
  const topic = publish<'notices'>(() => [...entries.values()].filter(isShown).map((of) => of.notice))

  /** Places of notices whose repeats no window has heard of yet, and of those that the disk has not. */
  const untold = new Set<string>()
  const unsaved = new Set<string>()
  const dropped = new Set<number>()
  let seenChanged = false
  let telling = false
  let saving = false

  const tellNow = (): void => {
    telling = false
    const changed = [...untold].flatMap((at) => entries.get(at) ?? []).filter(isShown)
    untold.clear()
    if (changed.length > 0) topic.delta(changed.map((of) => of.notice))
  }
  const saveNow = (): void => {
    saving = false
    if (unsaved.size === 0 && dropped.size === 0 && !seenChanged) return
    archive.save({
      put: [...unsaved].flatMap((at) => entries.get(at) ?? []),
      drop: [...dropped],
      seenThrough: seenChanged ? [...through] : [],
    })
    unsaved.clear()
    dropped.clear()
    seenChanged = false
  }
  const saveSoon = (): void => {
    if (saving) return
    saving = true
    clock.after(SAVE_AFTER, saveNow)
  }

  const drop = (at: string, { notice: { id } }: StoredNotice): void => {
    entries.delete(at)
    keyById.delete(id)
    untold.delete(at)
    unsaved.delete(at)
    dropped.add(id)
  }
  /** Lets the oldest go that nobody must acknowledge; where every one must be, the oldest of all. */
  const makeRoom = (): void => {
    if (entries.size <= NOTICES_KEPT) return
    let oldest: readonly [string, StoredNotice] | undefined
    for (const entry of entries) {
      oldest ??= entry
      if (!mustAcknowledge(entry[1].notice)) return drop(...entry)
    }
    if (oldest) drop(...oldest)
  }

  /** `at` is the place; a change that a window need not see at once waits for its repeats. */
  const put = (at: string, stored: StoredNotice, atOnce: boolean): void => {
    entries.delete(at)
    entries.set(at, stored)
    keyById.set(stored.notice.id, at)
    untold.add(at)
    unsaved.add(at)
    makeRoom()
    if (atOnce) tellNow()
    else if (!telling) {
      telling = true
      clock.after(REPEATS_TOGETHER, () => telling && tellNow())
    }
    saveSoon()
  }

  const take = (of: string, news: News): void => {
    const at = place(of, news.key)
    const known = entries.get(at)
    const next = foldNotice(known?.notice, news, nextId, clock.now())
    if (next === known?.notice) return
    if (next.id === nextId) nextId++
    if (!known || known.notice.level !== next.level)
      log[next.level === 'warning' ? 'warn' : next.level]('notice', {
        sentence: next.message,
        ...(next.customerCode === null ? {} : { customerCode: next.customerCode }),
        ...(next.referenceId === null ? {} : { referenceId: next.referenceId }),
      })
    put(at, { account: of, key: news.key, notice: next }, !known || known.notice.level !== next.level)
  }

  /** A sentence that was last said long ago is a new notice: the old one keeps its place in time under a key of its own. */
  const makeWayFor = (of: string, key: string): void => {
    const at = place(of, key)
    const known = entries.get(at)
    if (!known || clock.now() - known.notice.at < ONE_NOTICE_WITHIN) return
    const aside = { ...known, key: `${key} ${known.notice.id}` }
    const asideAt = place(of, aside.key)
    entries.delete(at)
    entries.set(asideAt, aside)
    keyById.set(known.notice.id, asideAt)
    unsaved.add(asideAt)
  }

  return {
    topic,
    say(level, message, detail = null, about = {}) {
      const { key = `said ${message} ${detail ?? ''}`, everywhere = false, settles = false, ...more } = about
      const of = everywhere ? TERMINAL : account
      // What ends a state takes the place of the notice that told it, however long ago: an old one must not go on saying it.
      if (!settles) makeWayFor(of, key)
      take(of, {
        key,
        kind: 'system',
        customerCode: null,
        symbol: null,
        referenceId: null,
        action: null,
        ...more,
        level,
        message,
        detail,
        total: null,
        counts: settles ? 'never' : 'always',
      })
    },
    report(news) {
      for (const of of news) take(account, of)
    },
    has: (key) => entries.has(place(account, key)),
    acknowledge(seen) {
      for (const { id, count } of seen) {
        const at = keyById.get(id)
        const known = at === undefined ? undefined : entries.get(at)
        if (at === undefined || !known || known.notice.acknowledged || known.notice.count !== count) continue
        // In its place: what was acknowledged did not happen again.
        entries.set(at, { ...known, notice: { ...known.notice, acknowledged: true } })
        untold.add(at)
        unsaved.add(at)
      }
      tellNow()
      saveSoon()
    },
    open(next) {
      if (next === account) return
      tellNow()
      account = next
      topic.replace()
    },
    get seenThrough() {
      return through.get(account) ?? null
    },
    see(time) {
      // A clock that was measured has parts of a ms; to be told of one ms twice is no news.
      const at = Math.floor(time)
      if (at <= (through.get(account) ?? 0)) return
      through.set(account, at)
      seenChanged = true
      saveSoon()
    },
    close() {
      tellNow()
      saveNow()
    },
  }
}
