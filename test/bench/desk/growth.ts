/** The figures of growth: what the desk's process costs with more windows, and with more instruments at the venue. */

import { setTimeout as wait } from 'node:timers/promises'
import { rounded, type Group } from '../figures.ts'
import { SYMBOLS } from '../venue/words.ts'
import { openBenchDesk, type BenchDesk } from './openDesk.ts'

const WINDOWS = [1, 2, 4, 8]
const INSTRUMENTS = [8, 50, 200, 1_000]
/** Messages a second: a busy market, so that a growth of the cost of each would show. */
const RATE = 2_000
const SETTLE_MS = 5_000

export interface Point {
  readonly count: number
  /** Processor time of the desk's process, % of one processor. */
  readonly percent: number
}

/** Percent of a processor that the desk's process takes from now on, for so long. */
async function costOf(desk: BenchDesk, seconds: number): Promise<number> {
  await desk.venue.pace(RATE)
  await wait(SETTLE_MS)
  const [before, began] = [(await desk.costs()).cpuMs, performance.now()]
  await wait(seconds * 1_000)
  const [after, ended] = [(await desk.costs()).cpuMs, performance.now()]
  await desk.venue.pace(0)
  return (100 * (after - before)) / (ended - began)
}

export async function measureWindows(
  counts: readonly number[],
  seconds: number,
  say: (line: string) => void,
): Promise<readonly Point[]> {
  const desk = await openBenchDesk(say, SYMBOLS.length)
  try {
    const points: Point[] = []
    let open = 1
    for (const count of counts) {
      for (; open < count; open++) await desk.openWindow()
      points.push({ count, percent: await costOf(desk, seconds) })
    }
    return points
  } finally {
    await desk.close()
  }
}

export async function measureInstruments(
  counts: readonly number[],
  seconds: number,
  say: (line: string) => void,
): Promise<readonly Point[]> {
  const points: Point[] = []
  for (const count of counts) {
    const desk = await openBenchDesk(say, count)
    try {
      points.push({ count, percent: await costOf(desk, seconds) })
    } finally {
      await desk.close()
    }
  }
  return points
}

const curve = (points: readonly Point[]) =>
  points.map(({ count, percent }) => `${count}: ${rounded(percent)} %`).join(', ')
const ratio = (points: readonly Point[]) =>
  rounded((points.at(-1)?.percent ?? Number.NaN) / (points[0]?.percent ?? Number.NaN))
const linear = (counts: readonly number[]) => (counts.at(-1) ?? 0) / (counts[0] ?? 1)

export const growth: Group = {
  keys: ['growth.windows', 'growth.instruments'],
  async measure({ quick, say }) {
    const seconds = quick ? 5 : 15
    const windowCounts = quick ? [1, 4] : WINDOWS
    const instrumentCounts = quick ? [8, 200] : INSTRUMENTS
    const byWindow = await measureWindows(windowCounts, seconds, say)
    const byInstrument = await measureInstruments(instrumentCounts, seconds, say)
    const how = `processor time of the process of core and market worker at ${RATE} messages/s for ${seconds} s`
    return {
      'growth.windows': {
        value: ratio(byWindow),
        unit: `× one window, with ${windowCounts.at(-1)}`,
        peer: linear(windowCounts),
        note: `${how}; each window with the Dealing workspace; ${curve(byWindow)}; peer: growth in proportion`,
      },
      'growth.instruments': {
        value: ratio(byInstrument),
        unit: `× 8 instruments, with ${instrumentCounts.at(-1)}`,
        peer: linear(instrumentCounts),
        note: `${how}; one window, and so many instruments listed; ${curve(byInstrument)}; peer: growth in proportion`,
      },
    }
  },
}
