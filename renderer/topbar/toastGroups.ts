/** Which toasts stand in the lane: repeats and notices alike are one toast. Pure; knows no time. */

import type { WindowNotice } from '../state/noticeStore.ts'

/** Toasts side by side at most. */
export const MOST_TOASTS = 3

export interface Toast {
  /** The newest of them. */
  readonly notice: WindowNotice
  /** Keys of every notice that the toast stands for. */
  readonly keys: readonly string[]
  /** How often it happened, over all of them. */
  readonly times: number
}

/** Notices of one kind, level and customer stand together; what must be acknowledged stands by itself. */
const groupOf = (of: WindowNotice): string =>
  of.level === 'error' ? of.key : [of.kind, of.level, of.customerCode ?? of.message].join('\n')

/** The newest first, at most three. `log`: those that changed last at the end; `standing`: keys of toasts that have not passed. */
export function toastsOf(log: readonly WindowNotice[], standing: readonly string[]): readonly Toast[] {
  const keys = new Set(standing)
  const groups = new Map<string, WindowNotice[]>()
  for (const of of log.toReversed())
    if (keys.has(of.key)) groups.set(groupOf(of), [...(groups.get(groupOf(of)) ?? []), of])
  return [...groups.values()].slice(0, MOST_TOASTS).flatMap((group) => {
    const [notice] = group
    return notice
      ? [{ notice, keys: group.map((of) => of.key), times: group.reduce((sum, of) => sum + of.count, 0) }]
      : []
  })
}
