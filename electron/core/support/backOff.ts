/** Delay before a failed read is tried again: doubles with each failure, with jitter, so that many terminals do not ask at once. */

import type { Random } from '../../../shared/base/random.ts'

/** Delay in ms: half to all of `first`, doubled with each failure after the first, at most `longest`. `failures` counts from 1. */
export const backOff = (random: Random, failures: number, first: number, longest: number): number =>
  Math.min(first * 2 ** Math.min(failures - 1, 30), longest) * (0.5 + random.next() / 2)
