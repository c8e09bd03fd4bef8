/** The health of a terminal for window tests: every reading missing but those that a test gives. */

import {
  FIGURES,
  MEASURES,
  type Figure,
  type FigureName,
  type Health,
  type Measure,
  type MeasureName,
} from '../../../shared/domain/health/health.ts'
import { createHistogram, record } from '../../../shared/domain/health/histogram.ts'
import { NOW } from './scriptedCore.ts'

/** A measure of these durations, µs. */
export function measureOf(name: MeasureName, durations: readonly number[]): Measure {
  const histogram = createHistogram()
  for (const us of durations) record(histogram, 0, us / 1_000)
  return { name, counts: [...histogram.counts], most: histogram.most, lastAt: NOW }
}

export const figureOf = (name: FigureName, value: number, at = NOW): Figure => ({
  name,
  value,
  at,
  why: null,
})

export function healthOf(
  measures: readonly Measure[] = [],
  figures: readonly Figure[] = [],
  more: Partial<Health> = {},
): Health {
  return {
    at: NOW,
    measures: MEASURES.map(
      (name) => measures.find((each) => each.name === name) ?? { name, counts: [], most: 0, lastAt: null },
    ),
    figures: FIGURES.map(
      (name) =>
        figures.find((each) => each.name === name) ?? {
          name,
          value: null,
          at: null,
          why: 'nobody is signed in',
        },
    ),
    warnings: [],
    problems: [],
    history: '',
    ...more,
  }
}
