/** Runs the simulator of a copy of the project and listens to what it finds. Judges no bug. */

import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { SimCheck } from './bug.ts'
import { runNode, type Ran } from './runNode.ts'

/** Ms for one run of the simulator. */
const LONGEST = 900_000

/** It gave up: one of its threads broke. */
const BROKEN = /^sim: /m
const FOUND = /^seed (\d+): (.*)$/

export interface SimFinding {
  readonly seed: number
  readonly words: string
}

const trouble = (ran: Ran | null) =>
  fail(
    ran === null
      ? `the simulator took longer than ${LONGEST / 1000} s`
      : `the simulator did not run: ${ran.said.trim().slice(-300)}`,
  )

/** The first schedule in which it finds the fault that it should; null when it finds nothing of the kind. */
export async function firstFound(
  copy: string,
  { schedules, says }: SimCheck,
): Promise<Result<SimFinding | null, string>> {
  let first: SimFinding | null = null
  let whole = false
  const args = ['test/sim/main.ts', '--schedules', String(schedules), '--seed', '1']
  const ran = await runNode(copy, args, LONGEST, (line, end) => {
    if (BROKEN.test(line)) end()
    whole ||= line.startsWith('{')
    const [, seed, words = ''] = FOUND.exec(line) ?? []
    // Findings of one schedule stand side by side: one of them must be of the kind.
    const fits = words.split(' · ').find((one) => says.test(one))
    if (first !== null || seed === undefined || fits === undefined) return
    first = { seed: Number(seed), words: fits }
    end()
  })
  if (first !== null) return ok(first)
  return whole ? ok(null) : trouble(ran)
}

/** Whether it finds nothing at all in this schedule. */
export async function isClean(copy: string, seed: number): Promise<Result<boolean, string>> {
  const ran = await runNode(copy, ['test/sim/main.ts', '--trace', String(seed)], LONGEST)
  return ran === null || BROKEN.test(ran.said) ? trouble(ran) : ok(ran.code === 0)
}
