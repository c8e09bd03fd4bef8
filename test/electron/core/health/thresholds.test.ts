import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FINE,
  judge,
  THRESHOLDS,
  type Threshold,
  type ThresholdState,
} from '../../../../electron/core/health/thresholds.ts'

const rules = Object.entries<Threshold>(THRESHOLDS)
const walk = (rule: Threshold, values: readonly (number | null)[]): readonly ThresholdState[] => {
  let state = FINE
  return values.map((value) => {
    state = judge(rule, state, value)
    return state
  })
}
const changesOf = (states: readonly ThresholdState[]): number => {
  let [count, level] = [0, -1]
  for (const state of states) {
    if (state.level !== level) count += 1
    level = state.level
  }
  return count
}

describe.each(rules)('the threshold %s', (_name, rule) => {
  it('clears only beyond the value that raised it', () => {
    for (const { raises, clears } of rule.levels)
      expect(rule.bad === 'high' ? clears < raises : clears > raises).toBe(true)
  })

  it('a value that dances around a bound raises one notice', () => {
    for (const { raises, clears } of rule.levels) {
      const near = fc
        .double({ min: Math.min(raises, clears), max: Math.max(raises, clears), noNaN: true })
        .filter((value) => value !== clears)
      fc.assert(
        fc.property(fc.array(near, { maxLength: 50 }), (values) => {
          const raising = Array.from({ length: rule.times }, () => raises)
          expect(changesOf(walk(rule, [...raising, ...values]))).toBe(1)
        }),
      )
    }
  })

  it('needs its readings, and a reading that failed ends no warning', () => {
    const bad = rule.levels[0]?.raises ?? 0
    const good = rule.bad === 'high' ? -1 : Number.MAX_SAFE_INTEGER
    const almost = Array.from({ length: rule.times - 1 }, () => bad)
    const between = Array.from({ length: (rule.within ?? 2) - 1 }, () => good)
    expect(changesOf(walk(rule, [...almost, ...between, ...almost]))).toBe(0)
    // A rule that looks at its last readings ends once none of them is bad.
    const before = Array.from({ length: rule.within ?? 1 }, () => good)
    const states = walk(rule, [...almost, bad, null, null, ...before])
    const lasting = before.slice(1).map(() => 0)
    expect(states.map(({ level }) => level)).toEqual([...almost.map(() => -1), 0, 0, 0, ...lasting, -1])
  })
})

const MS = 1_000

/** The longest delay of each reading of 5 s, where the program stops for `stop` ms every `every` s. */
const stopsEvery = (every: number, stop: number, readings: number): readonly number[] =>
  Array.from({ length: readings }, (_, n) => ((n * 5) % every === 0 ? stop * MS : 3 * MS))

it.each([
  { every: 5, stop: 1_000, level: 0 },
  { every: 10, stop: 1_000, level: 0 },
  { every: 15, stop: 1_000, level: -1 },
  { every: 10, stop: 400, level: -1 },
])('a program that stops for $stop ms every $every s has the level $level', ({ every, stop, level }) => {
  const states = walk(THRESHOLDS.loopLag, stopsEvery(every, stop, 60))
  expect(states.at(-1)?.level).toBe(level)
  // One notice, and none that ends and begins again with each stop.
  expect(changesOf(states)).toBe(level + 1)
})

it('the warning of late answers ends after half a minute without a stop', () => {
  const calm = Array.from({ length: 6 }, () => 3 * MS)
  const states = walk(THRESHOLDS.loopLag, [...stopsEvery(10, 1_000, 12), ...calm])
  expect(states.slice(-3).map(({ level }) => level)).toEqual([0, -1, -1])
})

it('the disk goes from bad to worse and back one level at a time', () => {
  const MB = 1_000_000
  const values = [900, 400, 550, 80, 120, 200, 599, 601].map((megabytes) => megabytes * MB)
  expect(walk(THRESHOLDS.diskFree, values).map(({ level }) => level)).toEqual([-1, 0, 0, 1, 1, 0, 0, -1])
  expect(THRESHOLDS.diskFree.sentence(412_345_678)).toContain('has 412 MB left')
})
