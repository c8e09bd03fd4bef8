/** `npm test`: everything that CI checks, one step after the other, and one closing line `N passed, N failed`. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { findOrInstallBrowser } from './support/findBrowser.ts'

const root = resolve(import.meta.dirname, '..')
const results = mkdtempSync(join(tmpdir(), 'openpit-test-'))
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env['PATH'] ?? ''),
}

interface Count {
  passed: number
  failed: number
  /** Why each skipped test was skipped, one entry a test. */
  skipped: string[]
  /** File, name and message of each test that failed. A long log is often kept without its middle, where they were first printed. */
  failures: string[]
}
const total: Count = { passed: 0, failed: 0, skipped: [], failures: [] }
const failures: string[] = []

function run(command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): number {
  const ran = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...more },
    shell: process.platform === 'win32',
  })
  return ran.status ?? 1
}

/** A step that is right or wrong as a whole counts as one test. */
function check(name: string, command: string, ...args: string[]): void {
  console.log(`\n── ${name}`)
  const failed = run(command, args) !== 0
  total[failed ? 'failed' : 'passed'] += 1
  if (failed) failures.push(name)
}

/** A step that reports its own tests in a JSON file; no file, no test or a bad exit without a failed test counts as one failure. */
function suite(name: string, file: string, read: (json: never) => Count, start: () => number): void {
  console.log(`\n── ${name}`)
  const status = start()
  const count: Count = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')) as never)
    : { passed: 0, failed: 0, skipped: [], failures: [] }
  if (count.failed === 0 && (status !== 0 || count.passed === 0)) count.failed = 1
  if (count.failed > 0) failures.push(name)
  total.passed += count.passed
  total.failed += count.failed
  total.skipped.push(...count.skipped)
  total.failures.push(...count.failures)
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    /** Of a file that failed as a whole. */
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
      readonly meta: { readonly passedOver?: string }
    }[]
  }[]
}
/** Lines of a failure's message in the closing list. */
const MESSAGE_LINES = 4
const beginOf = (message: string) => message.trim().split('\n').slice(0, MESSAGE_LINES).join('\n    ')

function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    const whole = tests.length === 0 && message !== '' ? [`${file}\n    ${beginOf(message)}`] : []
    return [
      ...whole,
      ...tests.map(
        (test) => `${file} › ${test.fullName}\n    ${beginOf((test.failureMessages ?? []).join('\n'))}`,
      ),
    ]
  })
}

const OVER: ReadonlySet<string> = new Set(['skipped', 'pending', 'todo', 'disabled'])
const ofVitest = (json: VitestReport): Count => ({
  passed: json.numPassedTests,
  failed: json.numFailedTests,
  skipped: json.testResults
    .flatMap((result) => result.assertionResults)
    .filter((test) => OVER.has(test.status))
    .map((test) => test.meta.passedOver ?? `no reason given: ${test.fullName}`),
  failures: failuresOf(json),
})
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}
/** Stories are skipped only behind one that failed. */
const ofPlaywright = ({ stats }: PlaywrightReport): Count => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: Array.from({ length: stats.skipped }, () => 'a story that it depends on failed'),
  // Playwright ends its own list with the names of the failed stories.
  failures: [],
})

/** Runs the projects together; the step has the name of the first. */
function vitest(
  projects: readonly [string, ...string[]],
  command = 'vitest',
  before: readonly string[] = [],
  more: NodeJS.ProcessEnv = {},
): void {
  const [project] = projects
  const file = join(results, `${project}.json`)
  const args = [
    ...before,
    'run',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  suite(`tests: ${project}`, file, ofVitest, () => run(command, args, more))
}

const has = (program: string) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0

check('types', 'tsc', '-b')
check('lint', 'oxlint', '--type-aware', '--deny-warnings', 'electron', 'renderer', 'shared', 'test')
check('format', 'oxfmt', '--check', 'electron', 'renderer', 'shared', 'test')
check('build', 'vite', 'build', '--app', '--logLevel', 'warn')
check('build twice', 'node', 'test/tools/package/buildTwice.ts')
if (process.platform === 'linux') check('package', 'node', 'test/tools/package/packDry.ts')
vitest(['unit', 'isolated'])

if (process.platform === 'linux' && has('dbus-run-session') && has('gnome-keyring-daemon'))
  vitest(['keychain'], 'sh', ['test/keychain/withSecretService.sh', 'vitest'])
else
  total.skipped.push(
    'the keychain’s tests: no gnome-keyring and dbus here to open a private Secret Service with',
  )

const browser = findOrInstallBrowser()
if (browser === null) {
  console.log(
    '\nNo browser could be found or installed: install Chrome or Chromium, or name one in OPENPIT_CHROMIUM.',
  )
  total.failed += 1
  failures.push('browser')
} else {
  const withBrowser = { OPENPIT_CHROMIUM: browser }
  vitest(['browser'], 'vitest', [], withBrowser)
  const file = join(results, 'e2e.json')
  suite('tests: window, from sign-in, by keyboard', file, ofPlaywright, () =>
    run('playwright', ['test', '--reporter=list,json'], {
      ...withBrowser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    }),
  )
}

rmSync(results, { recursive: true, force: true })
console.log(`\n${total.skipped.length} skipped`)
for (const [reason, tests] of Object.entries(Object.groupBy(total.skipped, (text) => text)))
  console.log(`  ${tests?.length ?? 0}  ${reason}`)
for (const failure of total.failures) console.log(`\n✗ ${failure}`)
if (failures.length > 0) console.log(`\nFailed: ${failures.join(' · ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
