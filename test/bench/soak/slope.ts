/** How fast something grows, and how sure that is: Theil–Sen's slope with a bootstrap over the samples. Pure. */

import type { Random } from '../../../shared/base/random.ts'

export interface Sample {
  /** Hours. */
  readonly at: number
  readonly value: number
}

export interface Slope {
  /** Per hour: the median of the slopes between all pairs. */
  readonly slope: number
  /** Ends of the 95 % interval. */
  readonly low: number
  readonly high: number
}

const RESAMPLES = 400

const middle = (sorted: Float64Array): number => {
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

/** Median of the slopes between all pairs of different times; NaN without any. */
export function theilSen(samples: readonly Sample[]): number {
  const slopes: number[] = []
  samples.forEach((from, n) => {
    for (const to of samples.slice(n + 1))
      if (to.at !== from.at) slopes.push((to.value - from.value) / (to.at - from.at))
  })
  return slopes.length === 0 ? Number.NaN : middle(Float64Array.from(slopes).toSorted())
}

/** The same seed gives the same interval. */
export function slopeOf(samples: readonly Sample[], random: Random): Slope {
  const drawn = Float64Array.from({ length: RESAMPLES }, () =>
    theilSen(samples.map(() => samples[random.integer(samples.length)] as Sample)),
  )
    .filter((value) => !Number.isNaN(value))
    .toSorted()
  const at = (share: number) => drawn[Math.min(drawn.length - 1, Math.floor(drawn.length * share))] ?? NaN
  return { slope: theilSen(samples), low: at(0.025), high: at(0.975) }
}
