/** When a figure of health becomes a notice, and when the notice ends. Pure. A figure that was not read changes nothing. */

import type { NoticeLevel } from '../../../shared/domain/notice.ts'

const MB = 1_000_000
const MS = 1_000

export interface Threshold {
  /** The key of its notice. */
  readonly key: string
  /** Whether a high value or a low one is the fault. */
  readonly bad: 'high' | 'low'
  /** From the mildest on. `clears` is the value at which the level ends: it lies away from `raises`, so that a value on the edge raises one notice. */
  readonly levels: readonly {
    readonly level: NoticeLevel
    readonly raises: number
    readonly clears: number
  }[]
  /** Readings that must be bad, in a row where `within` is left out. */
  readonly times: number
  /** The last readings among which `times` must be bad. The notice ends once none of them is. Left out: in a row. */
  readonly within?: number
  /** What is wrong, what it means for orders, and what to do. */
  readonly sentence: (value: number) => string
  /** Ends the notice. */
  readonly settled: string
}

const megabytes = (bytes: number): string => `${Math.round(bytes / MB).toLocaleString('en-US')} MB`
const seconds = (ms: number): string => `${Math.round(ms / MS)} s`
/** Nonces follow the venue's own time (docs/adr/0007-signed-requests.md), so a wrong clock of this machine refuses no request of Openpit. */
const CLOCK_MEANS =
  'Orders and cancels go on, because Openpit signs requests with the venue’s time. Times on screen differ by as much from the venue’s, and the venue may refuse other programs on this machine: it takes a time at most 30 s behind its own and 5 s ahead. Set the clock of this machine at a quiet time, because every order is then read back before a new one is sent.'
const milliseconds = (us: number): string => `${Math.round(us / MS).toLocaleString('en-US')} ms`

export const THRESHOLDS = {
  diskFree: {
    key: 'health disk',
    bad: 'low',
    levels: [
      { level: 'warning', raises: 500 * MB, clears: 600 * MB },
      { level: 'error', raises: 100 * MB, clears: 150 * MB },
    ],
    times: 1,
    sentence: (bytes) =>
      `The disk of the data folder has ${megabytes(bytes)} left. On a full disk the order journal stops: this terminal then sends no new order, amend or transfer until it is restarted. Reading and canceling go on. Free space on that disk.`,
    settled: 'The disk of the data folder has room again.',
  },
  heapShare: {
    key: 'health memory',
    bad: 'high',
    levels: [{ level: 'warning', raises: 80, clears: 70 }],
    times: 3,
    sentence: (percent) =>
      `Openpit uses ${Math.round(percent)} percent of the memory that it may use. At the limit the program ends: orders at the venue then stay live, and nobody watches them. Sign out and restart Openpit at a quiet time.`,
    settled: 'Openpit uses less memory again.',
  },
  // The longest delay of each 5 s. One pause, such as a collection of memory, raises nothing. A program that stops again and again does, also where it stops every 10 s: each stop delays the orders of its time.
  loopLag: {
    key: 'health busy',
    bad: 'high',
    levels: [{ level: 'warning', raises: 500 * MS, clears: 250 * MS }],
    times: 3,
    within: 6,
    sentence: (us) =>
      `Openpit answers late: by up to ${milliseconds(us)}. Orders and cancels leave as much later, and an order that cannot be sent within 5 s is not sent. Close programs that use this machine, or windows of Openpit.`,
    settled: 'Openpit answers in time again.',
  },
  diskSync: {
    key: 'health sync',
    bad: 'high',
    levels: [{ level: 'warning', raises: 200 * MS, clears: 100 * MS }],
    times: 2,
    sentence: (us) =>
      `The disk of the data folder is slow: it takes up to ${milliseconds(us)} to store an entry. Every order waits for its entry before it is sent. Close programs that write to this disk, or use a local disk.`,
    settled: 'The disk of the data folder stores entries in time again.',
  },
  throttled: {
    key: 'health throttled',
    bad: 'high',
    levels: [{ level: 'warning', raises: 5, clears: 0 }],
    times: 1,
    sentence: (count) =>
      `The venue refused ${count} requests of the last minute as too many. Lists are read later, so figures may be older. Cancels and orders go first. Close other programs that use this user of the venue.`,
    settled: 'In the last minute the venue refused no request as one too many.',
  },
  // The same bounds as in the status bar (docs/api.md#server-time).
  clockAhead: {
    key: 'health clock ahead',
    bad: 'high',
    levels: [{ level: 'warning', raises: 2 * MS, clears: MS }],
    times: 3,
    sentence: (ms) =>
      `The clock of this machine is at least ${seconds(ms)} ahead of the venue’s. ${CLOCK_MEANS}`,
    settled: 'The clock of this machine is no longer ahead of the venue’s.',
  },
  clockBehind: {
    key: 'health clock behind',
    bad: 'high',
    levels: [{ level: 'warning', raises: 10 * MS, clears: 8 * MS }],
    times: 3,
    sentence: (ms) =>
      `The clock of this machine is at least ${seconds(ms)} behind the venue’s. ${CLOCK_MEANS}`,
    settled: 'The clock of this machine is no longer far behind the venue’s.',
  },
} as const satisfies Record<string, Threshold>
export type ThresholdName = keyof typeof THRESHOLDS

/** `level`: place in `levels`; −1: no notice. `bad`: readings in a row that asked for a worse level. `recent`: the last readings of a rule with `within`, oldest first. */
export interface ThresholdState {
  readonly level: number
  readonly bad: number
  readonly recent?: readonly number[]
}
export const FINE: ThresholdState = { level: -1, bad: 0 }

/** The state of a rule with `within` after one more reading. */
function judgeRecent(
  { bad, levels, times, within = times }: Threshold,
  state: ThresholdState,
  value: number,
): ThresholdState {
  const recent = [...(state.recent ?? []), value].slice(-within)
  const count = (bound: number) =>
    recent.filter((each) => (bad === 'high' ? each >= bound : each <= bound)).length
  const wanted = levels.findLastIndex(({ raises }) => count(raises) >= times)
  let level = Math.max(wanted, state.level)
  while (level > wanted && count(levels[level]?.clears ?? 0) === 0) level -= 1
  return { level, bad: 0, recent }
}

/** The state after one more reading. */
export function judge(rule: Threshold, state: ThresholdState, value: number | null): ThresholdState {
  if (value === null) return state
  if (rule.within !== undefined) return judgeRecent(rule, state, value)
  const { bad, levels, times } = rule
  const reaches = (bound: number) => (bad === 'high' ? value >= bound : value <= bound)
  const isPast = (bound: number) => (bad === 'high' ? value > bound : value < bound)
  const wanted = levels.findLastIndex(({ raises }) => reaches(raises))
  if (wanted > state.level) {
    const count = state.bad + 1
    return count >= times ? { level: wanted, bad: 0 } : { level: state.level, bad: count }
  }
  // A level stays until its own bound is left behind.
  let level = state.level
  while (level > wanted && !isPast(levels[level]?.clears ?? 0)) level -= 1
  return { level, bad: 0 }
}
