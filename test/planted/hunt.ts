/** Plants bugs one by one in copies of the project and sees whether test and simulator find them. Changes nothing in the project. */

import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { PlantedBug, SimCheck } from './bug.ts'
import { firstFound, isClean } from './simCheck.ts'
import { copyOf, plantInto, removeCopy } from './sources.ts'
import { nameOf, runsOf, runTests } from './testCheck.ts'

export interface Catch {
  readonly bug: PlantedBug
  /** Number of the first schedule that found it; null where the simulator is not asked or found nothing. */
  readonly schedule: number | null
  /** Why it does not count as caught; null when it does. */
  readonly missed: string | null
}

/** Whether the simulator finds the bug by itself, whatever it says of it: the first schedule that finds anything which it does not find without the bug. */
export const huntBySim = (root: string, bug: PlantedBug, schedules: number): Promise<Catch> =>
  withCopy(root, async (copy) => {
    const put = plantInto(copy, bug)
    if (!put.ok) return { bug, schedule: null, missed: put.failure }
    const caught = await caughtBySim(root, copy, { schedules, says: /./ })
    return caught.ok
      ? { bug, schedule: caught.value, missed: null }
      : { bug, schedule: null, missed: caught.failure }
  })

/** Failures that say that the planted text itself is broken, not that the terminal does wrong. */
const BROKEN_TEXT =
  /ReferenceError|SyntaxError|is not a function|Cannot find (module|package)|Transform failed/

const withCopy = async <T>(root: string, run: (copy: string) => Promise<T>): Promise<T> => {
  const copy = copyOf(root)
  try {
    return await run(copy)
  } finally {
    removeCopy(copy)
  }
}

async function caughtByTest(copy: string, { test }: PlantedBug): Promise<string | null> {
  const ran = await runTests(copy, [test])
  if (!ran.ok) return ran.failure
  const runs = runsOf(test, ran.value)
  if (runs.length === 0) return `${test.file} has no test "${nameOf(test)}"`
  const failed = runs.filter(({ passed }) => !passed)
  if (failed.length === 0) return `the test passes: ${nameOf(test)}`
  const broken = failed.find(({ words }) => BROKEN_TEXT.test(words))
  return broken === undefined ? null : `the planted text is broken: ${broken.words.slice(0, 200)}`
}

/** The schedule that finds the bug and finds nothing without it. */
async function caughtBySim(
  root: string,
  copy: string,
  { schedules, says }: SimCheck,
): Promise<Result<number, string>> {
  const found = await firstFound(copy, { schedules, says })
  if (!found.ok) return found
  if (found.value === null) return fail(`the simulator found nothing in ${schedules} schedules`)
  const { seed } = found.value
  const clean = await withCopy(root, (unplanted) => isClean(unplanted, seed))
  if (!clean.ok) return clean
  return clean.value ? ok(seed) : fail(`the simulator finds something in schedule ${seed} without any bug`)
}

/** Whether the bug is found. */
export const hunt = (root: string, bug: PlantedBug, withSim: boolean): Promise<Catch> =>
  withCopy(root, async (copy) => {
    const put = plantInto(copy, bug)
    if (!put.ok) return { bug, schedule: null, missed: put.failure }
    const missed = await caughtByTest(copy, bug)
    if (missed !== null || !bug.sim || !withSim) return { bug, schedule: null, missed }
    const caught = await caughtBySim(root, copy, bug.sim)
    return caught.ok
      ? { bug, schedule: caught.value, missed: null }
      : { bug, schedule: null, missed: caught.failure }
  })

/** Tests of `bugs` that are not there or do not pass in the project as it is, one sentence each. */
export const unplantedProblems = (root: string, bugs: readonly PlantedBug[]): Promise<readonly string[]> =>
  withCopy(root, async (copy) => {
    const ran = await runTests(
      copy,
      bugs.map(({ test }) => test),
    )
    if (!ran.ok) return [ran.failure]
    return bugs.flatMap(({ name, test }) => {
      const runs = runsOf(test, ran.value)
      if (runs.length === 0) return [`${name}: ${test.file} has no test "${nameOf(test)}"`]
      return runs.filter(({ passed }) => !passed).map((run) => `${name}: fails: ${run.name}`)
    })
  })
