/** What a planted bug is, and how its text goes into a source file. Pure: reads and runs nothing. */

import { fail, ok, type Result } from '../../shared/base/result.ts'

export interface Edit {
  /** Stands exactly once in the file: a text that moved or changed must not pass for planted. */
  readonly find: string
  readonly put: string
}

/** A test of the project that must fail while the bug is planted, and passes without it. */
export interface TestCheck {
  readonly file: string
  /** What stands in the file as the test's title, or the part of it that is the same for all its cases. */
  readonly title: string
  /** Of a test with several cases: what the name of one of them holds. */
  readonly one?: string
}

/** The simulator must find the bug within this many schedules of `--seed 1`, in a sentence like this. */
export interface SimCheck {
  readonly schedules: number
  readonly says: RegExp
}

export interface PlantedBug {
  /** As in docs/reliability.md#planted-bugs. */
  readonly name: string
  /** What the terminal does wrong with it, in one sentence. */
  readonly wrong: string
  readonly file: string
  readonly edits: readonly Edit[]
  readonly test: TestCheck
  /** Where the fault is one of interleaving: the simulator must find it too. */
  readonly sim?: SimCheck
}

/** The text with the bug in it; fails with a sentence where an edit does not fit exactly once. */
export function planted(source: string, { file, edits }: PlantedBug): Result<string, string> {
  let text = source
  for (const { find, put } of edits) {
    const times = text.split(find).length - 1
    if (times !== 1) return fail(`${file} holds ${times} times, not once: ${find}`)
    text = text.replace(find, () => put)
  }
  return ok(text)
}
