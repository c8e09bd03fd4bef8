/** Raises the notices to the dealer: one list for all windows, stored across runs. Never holds a secret; counts every repeat. */

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
import type { Log } from '../ports/log.ts'
import type { NoticeArchive } from '../ports/noticeArchive.ts'
import { createListeners, type Listeners } from '../support/listeners.ts'
import { createNoticePublishing } from './publishAndSaveNotices.ts'
import { createHeldNotices, placeOf } from './noticesByAccountAndKey.ts'
import { publish, type Published } from '../support/publishTopic.ts'

/** A sentence that is repeated within this time, ms, counts up its notice; later it becomes a new notice. */
const ONE_NOTICE_WITHIN = 600_000

/** The subject of a sentence; left out for the terminal itself. */
export type About = Partial<
  Pick<Notice, 'kind' | 'customerCode' | 'symbol' | 'referenceId' | 'action' | 'sound'>
> & {
  /** Sentences with one key are one notice, whatever they say. */
  readonly key?: string
  /** Replaces the text of this key's notice without counting a repeat. Ends a state that the notice reported. */
  readonly settles?: boolean
  /** Shown to every user: the sentence concerns an account that is being left. */
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
  /** `detail`: what the sentence means for orders or money, or the venue's own words, shown as text. The same sentence again counts up its notice. */
  say(level: NoticeLevel, message: string, detail?: string | null, about?: About): void
  /** Reports facts about the account in use. A fact that was reported before changes nothing. */
  report(news: readonly News[]): void
  /** Whether a fact was reported to the account in use. */
  has(key: string): boolean
  /** Acknowledges notices as they were seen: a notice that was repeated since stays unacknowledged. */
  acknowledge(seen: readonly Pick<Notice, 'id' | 'count'>[]): void
  /** The account key whose notices are shown and made from now on, besides those of the terminal itself. */
  open(account: string): void
  /** The venue's time through which trades and ledger of the account in use were reported, ms; null before its first sign-in. */
  readonly seenThrough: EpochMs | null
  /** Trades and ledger were reported through this time. */
  see(through: EpochMs): void
  /** Nothing proves that they were reported beyond this time. */
  unsee(beyond: EpochMs): void
  /** Called when a notice that must be acknowledged is raised, and when it is acknowledged. */
  readonly alerted: Listeners<[notice: Notice]>
  /** Publishes and saves everything that waits. */
  close(): void
}

/** Notices of the terminal itself belong to no account. */
const TERMINAL = ''

export function createNotices(clock: Clock, log: Log, archive: NoticeArchive): Notices {
  let account = TERMINAL
  const seenThrough = new Map(archive.stored.seenThrough)
  const store = createHeldNotices(archive.stored.notices, archive.stored.lastId)
  const isShown = (stored: StoredNotice) => stored.account === TERMINAL || stored.account === account
  const shownIn = (all: readonly StoredNotice[]) => all.filter(isShown).map(({ notice }) => notice)
  const topic = publish<'notices'>(() => shownIn(store.all()))
  const delivery = createNoticePublishing({
    clock,
    store,
    archive,
    seenThrough,
    publish(changed) {
      const shown = shownIn(changed)
      if (shown.length > 0) topic.delta(shown)
    },
  })
  const alerted = createListeners<[notice: Notice]>()

  const take = (owner: string, news: News): void => {
    const { key } = news
    const known = store.get(placeOf({ account: owner, key }))?.notice
    const next = foldNotice(known, news, store.nextId, clock.now())
    if (next === known) return
    const isLevelNew = known?.level !== next.level
    if (isLevelNew)
      log[next.level === 'warning' ? 'warn' : next.level]('notice', {
        sentence: next.message,
        ...(next.customerCode === null ? {} : { customerCode: next.customerCode }),
        ...(next.referenceId === null ? {} : { referenceId: next.referenceId }),
      })
    const stored = { account: owner, key, notice: next }
    const removed = store.put(stored)
    if (removed) delivery.removed(removed)
    // Repeats need not be seen at once: they wait for each other.
    delivery.changed([stored], isLevelNew)
    if (mustAcknowledge(next) && !(known && mustAcknowledge(known))) alerted.call(next)
  }

  /** A sentence that was last repeated long ago becomes a new notice. The old notice keeps its time, under a key of its own. */
  const makeWayFor = (owner: string, key: string): void => {
    const known = store.get(placeOf({ account: owner, key }))
    if (!known || clock.now() - known.notice.at < ONE_NOTICE_WITHIN) return
    delivery.changedOnDisk(store.rename(known))
  }

  return {
    topic,
    alerted,
    say(level, message, detail = null, about = {}) {
      const { key = `said ${message} ${detail ?? ''}`, everywhere = false, settles = false, ...more } = about
      const owner = everywhere ? TERMINAL : account
      // The end of a state replaces the notice that reported the state, however old that notice is.
      if (!settles) makeWayFor(owner, key)
      take(owner, {
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
      for (const fact of news) take(account, fact)
    },
    has: (key) => store.get(placeOf({ account, key })) !== undefined,
    acknowledge(seen) {
      const changed: StoredNotice[] = []
      for (const { id, count } of seen) {
        const known = store.withId(id)
        if (!known || known.notice.acknowledged || known.notice.count !== count) continue
        const acknowledged = { ...known, notice: { ...known.notice, acknowledged: true } }
        store.replace(acknowledged)
        changed.push(acknowledged)
        if (mustAcknowledge(known.notice)) alerted.call(acknowledged.notice)
      }
      delivery.changed(changed, true)
    },
    open(next) {
      if (next === account) return
      delivery.publishNow()
      account = next
      topic.replace()
    },
    get seenThrough() {
      return seenThrough.get(account) ?? null
    },
    see(through) {
      // A measured clock has fractions of a ms. A fact of the same ms that is reported twice is no news.
      const at = Math.floor(through)
      if (at <= (seenThrough.get(account) ?? 0)) return
      seenThrough.set(account, at)
      delivery.seenChanged()
    },
    unsee(beyond) {
      const at = Math.floor(beyond)
      if (at >= (seenThrough.get(account) ?? 0)) return
      seenThrough.set(account, at)
      delivery.seenChanged()
    },
    close() {
      delivery.publishNow()
      delivery.saveNow()
    },
  }
}
