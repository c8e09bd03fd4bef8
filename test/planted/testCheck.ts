/** Runs named tests of a copy of the project and says how each of them ended. Judges no bug. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../shared/base/result.ts'
import type { TestCheck } from './bug.ts'
import { runNode } from './runNode.ts'

/** Ms for one run of the test runner. */
const LONGEST = 240_000

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

export interface TestRun {
  readonly name: string
  readonly passed: boolean
  /** What it said when it failed. */
  readonly words: string
}

/** As the test runner wants it, which sets the names of groups and tests apart by more than a space. */
const literally = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', ' (?:> )?')

/** What the name of the test holds; where a title has cases and none is named, all of them. */
export const nameOf = ({ title, one }: TestCheck): string => one ?? title

/** How each test ended whose name holds one of `checks`, all of one `copy`; fails when nothing can be said of it. */
export async function runTests(
  copy: string,
  checks: readonly TestCheck[],
): Promise<Result<readonly TestRun[], string>> {
  const file = join(copy, 'planted-report.json')
  const ran = await runNode(
    copy,
    [
      join(copy, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project=unit',
      '--project=isolated',
      '--reporter=json',
      `--outputFile=${file}`,
      '-t',
      [...new Set(checks.map((check) => literally(nameOf(check))))].join('|'),
      ...new Set(checks.map((check) => check.file)),
    ],
    LONGEST,
  )
  if (ran === null) return fail(`the tests took longer than ${LONGEST / 1000} s`)
  if (!existsSync(file)) return fail(`the tests did not run: ${ran.said.trim().slice(-300)}`)
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const broken = testResults.find(({ assertionResults }) => assertionResults.length === 0)
  if (broken) return fail(`${broken.name} does not load: ${broken.message.slice(0, 300)}`)
  return ok(
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        name: fullName,
        passed: status === 'passed',
        words: failureMessages.join('\n'),
      })),
  )
}

/** Those of the runs that the check is about. */
export const runsOf = (check: TestCheck, runs: readonly TestRun[]): readonly TestRun[] =>
  runs.filter(({ name }) => name.includes(nameOf(check)))
