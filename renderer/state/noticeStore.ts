/** What the dealer is told: the core's notices and the window's own, as passing toasts and as a log that stays. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '../../shared/base/clock.ts'
import type { Notice } from '../../shared/contract/status.ts'

/** How long a toast stays, ms; errors stay until closed. */
export const TOAST_MS = 7_000
/** Notices kept in the log. */
export const LOG_KEPT = 1_000

export interface WindowNotice extends Omit<Notice, 'id'> {
  /** `core 12` or `window 3`. */
  readonly key: string
}

export interface Notices {
  /** Oldest first. */
  readonly log: readonly WindowNotice[]
  /** Keys of the notices that still stand on screen. */
  readonly toasts: readonly string[]
}

export type NoticeStore = StoreApi<Notices>

export const createNoticeStore = (): NoticeStore => createStore<Notices>(() => ({ log: [], toasts: [] }))

/** Takes notices of the core; those of a snapshot go to the log only. */
export function takeNotices(
  store: NoticeStore,
  clock: Clock,
  notices: readonly Notice[],
  fresh: boolean,
): void {
  const taken = notices.map(({ id, ...of }) => ({ ...of, key: `core ${id}` }))
  store.setState((was) => {
    const keys = new Set(taken.map((of) => of.key))
    return { log: [...was.log.filter((of) => !keys.has(of.key)), ...taken].slice(-LOG_KEPT) }
  })
  if (fresh) for (const of of taken) show(store, clock, of)
}

/** Tells the dealer something from this window. */
export function tell(
  store: NoticeStore,
  clock: Clock,
  level: Notice['level'],
  message: string,
  detail: string | null = null,
): void {
  const notice = {
    key: `window ${store.getState().log.length} ${clock.monotonic()}`,
    at: clock.now(),
    level,
    message,
    detail,
  }
  store.setState((was) => ({ log: [...was.log, notice].slice(-LOG_KEPT) }))
  show(store, clock, notice)
}

function show(store: NoticeStore, clock: Clock, notice: WindowNotice): void {
  store.setState((was) => ({ toasts: [...was.toasts.slice(-4), notice.key] }))
  if (notice.level !== 'error') clock.after(TOAST_MS, () => closeToast(store, notice.key))
}

export const closeToast = (store: NoticeStore, key: string): void =>
  store.setState((was) => ({ toasts: was.toasts.filter((of) => of !== key) }))
