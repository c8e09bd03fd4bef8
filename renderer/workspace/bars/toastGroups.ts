/** Groups notices into toasts: one toast per fact. Pure; knows no time. */

import type { WindowNotice } from '../../state/stores/noticeStore.ts'

/** Toasts side by side at most. */
const MOST_TOASTS = 3

export interface Toast {
  /** The newest notice of the toast. */
  readonly notice: WindowNotice
  /** Keys of every notice in the toast. */
  readonly keys: readonly string[]
  /** How often the fact happened, over all notices. */
  readonly times: number
}

export interface Lane {
  /** The newest first, at most three. */
  readonly toasts: readonly Toast[]
  /** How many more toasts have no room. */
  readonly more: number
}

/** Notices with the same text about one customer are the same fact. A notice that must be acknowledged is its own fact. */
const factOf = (notice: WindowNotice): string =>
  notice.level === 'error'
    ? notice.key
    : JSON.stringify([
        notice.kind,
        notice.level,
        notice.customerCode,
        notice.symbol,
        notice.message,
        notice.detail,
      ])

/** `log`: notices in order of their last change. `standing`: keys of toasts that are still shown. */
export function laneOf(log: readonly WindowNotice[], standing: readonly string[]): Lane {
  const keys = new Set(standing)
  const facts = Map.groupBy(
    log.toReversed().filter((notice) => keys.has(notice.key)),
    factOf,
  )
  const toasts = [...facts.values()].flatMap((same) => {
    const [notice] = same
    return notice
      ? [
          {
            notice,
            keys: same.map(({ key }) => key),
            times: same.reduce((sum, { count }) => sum + count, 0),
          },
        ]
      : []
  })
  return { toasts: toasts.slice(0, MOST_TOASTS), more: Math.max(0, toasts.length - MOST_TOASTS) }
}
