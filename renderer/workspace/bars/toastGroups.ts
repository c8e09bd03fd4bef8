/** Groups toasts: the same fact again is one toast, another fact is another. Pure; knows no time. */

import type { WindowNotice } from '../../state/stores/noticeStore.ts'

/** Toasts side by side at most. */
const MOST_TOASTS = 3

export interface Toast {
  /** The newest of them. */
  readonly notice: WindowNotice
  /** Keys of every notice that the toast stands for. */
  readonly keys: readonly string[]
  /** How often it happened, over all of them. */
  readonly times: number
}

export interface Lane {
  /** The newest first, at most three. */
  readonly toasts: readonly Toast[]
  /** How many toasts stand behind them, without room. */
  readonly more: number
}

/** Notices that say the same of one customer are the same fact; what must be acknowledged stands by itself. */
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

/** `log`: those that changed last at the end; `standing`: keys of toasts that have not passed. */
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
