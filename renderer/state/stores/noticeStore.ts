/** The notices of a window: the shared ones of the core and its own, as a list and as toasts that pass. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '../../../shared/base/clock.ts'
import {
  isUnread,
  mustAcknowledge,
  plainNotice,
  type Notice,
  type NoticeLevel,
} from '../../../shared/domain/notice.ts'

/** How long a polite toast stays, ms. */
export const TOAST_MS = 6_000
/** Notices of this window held at most, and of the core's. */
export const OWN_KEPT = 500
const SHARED_KEPT = 2_000
/** A refusal reaches the window as the answer to its key and as a notice of the core within this time, ms. */
const SAME_MOMENT = 5_000
/** The window says the same again within this time, ms: its notice counts up. */
const ONE_NOTICE_WITHIN = 600_000

/** Ends a notice of a halt that has been lifted. */
const ENDED = ' (It was so then; the halt is over.)'

export interface WindowNotice extends Notice {
  /** `core 12` or `window 3`. */
  readonly key: string
}

export interface Notices {
  /** Those that happened last at the end. */
  readonly log: readonly WindowNotice[]
  /** Keys of the notices that still stand as toasts. */
  readonly toasts: readonly string[]
  /** What the core reported last as new or repeated, a new list each time. Not what was only acknowledged. */
  readonly news: readonly WindowNotice[]
}

export type NoticeStore = StoreApi<Notices>

export const createNoticeStore = (): NoticeStore =>
  createStore<Notices>(() => ({ log: [], toasts: [], news: [] }))

export const isOwn = (notice: WindowNotice): boolean => notice.key.startsWith('window ')

/** The newest, of the window's own and of the core's; of the core's also every one that must be acknowledged. */
function bounded(log: readonly WindowNotice[]): readonly WindowNotice[] {
  if (log.length <= OWN_KEPT) return log
  const own = log.filter(isOwn)
  const shared = log.filter((notice) => !isOwn(notice) && !mustAcknowledge(notice))
  const gone = new Set([
    ...own.slice(0, Math.max(0, own.length - OWN_KEPT)),
    ...shared.slice(0, Math.max(0, shared.length - SHARED_KEPT)),
  ])
  return gone.size === 0 ? log : log.filter((notice) => !gone.has(notice))
}

/** Whether one of two notices, a few seconds apart, says with more words what the other says: an answer to a key, and the fact behind it. */
const saysIt = (fact: WindowNotice, message: string, at: number): boolean =>
  !isOwn(fact) && Math.abs(at - fact.at) < SAME_MOMENT && (fact.detail?.includes(message) ?? false)

/** Takes notices of the core: all of them (`fresh` false), which make no toasts, or those that are new or changed. */
export function takeNotices(
  store: NoticeStore,
  clock: Clock,
  notices: readonly Notice[],
  fresh: boolean,
): void {
  const taken = notices.map((notice) => ({ ...notice, key: `core ${notice.id}` }))
  const before = new Map(store.getState().log.map((notice) => [notice.key, notice]))
  store.setState((was) => {
    const own = was.log.filter(
      (notice) => isOwn(notice) && !taken.some((fact) => saysIt(fact, notice.message, notice.at)),
    )
    const shared = new Map(
      was.log.filter((notice) => fresh && !isOwn(notice)).map((notice) => [notice.key, notice]),
    )
    for (const notice of taken) shared.set(notice.key, notice)
    const log = [...own, ...shared.values()].toSorted((a, b) => a.at - b.at)
    const present = new Set(log.map((notice) => notice.key))
    return { log: bounded(log), toasts: was.toasts.filter((key) => present.has(key)) }
  })
  if (!fresh) return
  const news: WindowNotice[] = []
  for (const notice of taken) {
    const known = before.get(notice.key)
    // What was only acknowledged, here or elsewhere, is no news; its toast has done its work.
    if (known && known.at === notice.at && known.count === notice.count) closeToast(store, notice.key)
    else {
      show(store, clock, notice)
      news.push(notice)
    }
  }
  if (news.length > 0) store.setState({ news })
}

/** Tells the dealer something from this window. The same again counts up the notice that said it. */
export function tell(
  store: NoticeStore,
  clock: Clock,
  level: NoticeLevel,
  message: string,
  detail: string | null = null,
): void {
  const at = clock.now()
  const { log } = store.getState()
  if (log.some((other) => saysIt(other, message, at))) return
  const same = log.findLast(
    (other) => isOwn(other) && other.level === level && other.message === message && other.detail === detail,
  )
  const known = same && at - same.at < ONE_NOTICE_WITHIN ? same : undefined
  const id = nextId(log)
  const notice: WindowNotice = known
    ? { ...known, at, count: known.count + 1, acknowledged: false }
    : { ...plainNotice({ id, at, level, message, detail }), key: `window ${id}` }
  put(store, clock, notice)
}

/** Shows the progress of one act in one notice of this window. Each call replaces its message. */
export function createProgressNotice(store: NoticeStore, clock: Clock): (message: string) => void {
  let id: number | null = null
  return (message) => {
    id ??= nextId(store.getState().log)
    put(store, clock, {
      ...plainNotice({ id, at: clock.now(), level: 'info', message }),
      key: `window ${id}`,
    })
  }
}

const nextId = (log: readonly WindowNotice[]): number =>
  Math.max(0, ...log.filter(isOwn).map((other) => other.id)) + 1

/** Puts a notice last, instead of an earlier one with its key, and shows its toast. */
function put(store: NoticeStore, clock: Clock, notice: WindowNotice): void {
  store.setState((was) => ({
    log: bounded([...was.log.filter((other) => other.key !== notice.key), notice]),
  }))
  show(store, clock, notice)
}

/** Acknowledges notices of this window; the core's are acknowledged by its command. */
export function acknowledgeOwn(store: NoticeStore, keys: ReadonlySet<string>): void {
  store.setState((was) => ({
    log: was.log.map((notice) =>
      isOwn(notice) && keys.has(notice.key) ? { ...notice, acknowledged: true } : notice,
    ),
    toasts: was.toasts.filter((key) => !keys.has(key)),
  }))
}

/** A state is over that notices of this window tell of: their toasts fall, and the list says that it ended. The core's own keep up by themselves. */
export function endState(store: NoticeStore, sentence: string): void {
  store.setState((was) => {
    const ended = new Set(
      was.log
        .filter((notice) => isOwn(notice) && notice.message.includes(sentence))
        .map((notice) => notice.key),
    )
    if (ended.size === 0) return was
    return {
      log: was.log.map((notice) =>
        ended.has(notice.key) && !notice.message.endsWith(ENDED)
          ? { ...notice, message: notice.message + ENDED, acknowledged: true }
          : notice,
      ),
      toasts: was.toasts.filter((key) => !ended.has(key)),
    }
  })
}

/** The number of notices without an acknowledgement. */
export const unreadCount = (log: readonly Notice[]): number => log.filter(isUnread).length

function show(store: NoticeStore, clock: Clock, notice: WindowNotice): void {
  store.setState((was) => ({ toasts: [...was.toasts.filter((key) => key !== notice.key), notice.key] }))
  const { at, count, key } = notice
  if (notice.level !== 'error')
    clock.after(TOAST_MS, () => {
      // A repeat began the time anew.
      const now = store.getState().log.find((logged) => logged.key === key)
      if (now === undefined || (now.at === at && now.count === count)) closeToast(store, key)
    })
}

export const closeToast = (store: NoticeStore, key: string): void =>
  store.setState((was) => ({ toasts: was.toasts.filter((toast) => toast !== key) }))
