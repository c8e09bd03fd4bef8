/** How long to wait before a read that failed is tried again: ever longer, and spread so that many terminals do not ask at once. */

import type { Random } from '../../../shared/base/random.ts'

/** Ms from a half to the whole of `first` doubled with each failure after the first one, at most `longest`. `failures` counts from 1. */
export const backOff = (random: Random, failures: number, first: number, longest: number): number =>
  Math.min(first * 2 ** Math.min(failures - 1, 30), longest) * (0.5 + random.next() / 2)
