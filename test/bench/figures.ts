/** What the bench reports: its keys, what stands beside each, and what a group of measurements is given. Measures nothing. */

export const KEYS = [
  'book.decodeApply.overJsonParse',
  'book.decodeApply.overCcxt',
  'book.message.p99us',
  'stream.cpuAt20kPerSecond',
  'paint.nineLadders.pageMsPerFrame',
  'paint.nineLadders.workerP99ms',
  'paint.nineLadders.droppedFrames',
  'paint.nineLadders.overReactRows',
  'wireToPixel.p99ms',
  'paint.nineAndNine.pageMsPerFrame',
  'paint.nineAndNine.workerP99ms',
  'paint.nineAndNine.fps',
  'keyToWire.idle.p99ms',
  'keyToWire.loadOverIdle',
  'blotter.100kRows.fps',
  'blotter.100kRows.resort',
  'blotter.100kRows.lateLadderFrames',
  'board.200x20.fps',
  'board.200x20.pagePercent',
  'board.200x20.shockMs',
  'chart.100kCandles.fps',
  'start.coldToInteractive.ms',
  'start.overBlankWindow',
  'memory.main.MB',
  'memory.worker.MB',
  'memory.page.MB',
  'desk.threeWindows.lateFrames',
  'desk.threeWindows.pagePercent',
  'desk.threeWindows.loopLagP99ms',
  'desk.threeWindows.pagesMB',
  'desk.threeWindows.keyToWireOverIdle',
  'desk.nextWindow.overBlank',
  'health.keyToWireOverOff',
  'health.streamCpuOverOff',
  'block.preview200.ms',
  'block.enterToReviewable200.ms',
  'block.wire200.overFloor',
  'block.keyToWireOverIdle',
  'growth.windows',
  'growth.instruments',
  'growth.customers',
  'growth.ordersOfDay',
  'growth.riskBoard',
  'bundle.start.gzipKB',
  'bundle.renderer.gzipKB',
] as const
export type Key = (typeof KEYS)[number]

export interface Figure {
  readonly value: number
  readonly unit: string
  /** The same of the peer that `note` names, in the same unit; null where there is none. */
  readonly peer: number | null
  /** How it was measured, beside what, and what stood in for what could not be measured here. */
  readonly note: string
}
export type Figures = Partial<Record<Key, Figure>>

export interface BenchOptions {
  /** Small sizes: for a look, not for a record. */
  readonly quick: boolean
  /** A line of progress. */
  readonly say: (line: string) => void
}

/** Measurements that are made together. Rejects with one sentence where nothing can be measured here. */
export interface Group {
  readonly keys: readonly Key[]
  measure(options: BenchOptions): Promise<Figures>
}

/** Three digits that count. */
export const rounded = (value: number): number => Number(value.toPrecision(3))

/** The value that `share` (0 … 1) of all lie at or below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)
