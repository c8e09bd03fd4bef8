/** `npm run deps:check`: holds the age of each dependency against docs/dependencies.md. Ends with 0, 1 for faults, 2 where the registry was not reached. Changes nothing. */

import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import program from '../../../package.json' with { type: 'json' }
import { dependenciesOf, verdictOn, type Published } from './dependencyPolicy.ts'

const HELP = `Checks the age of each direct dependency against docs/dependencies.md. Needs the package registry.

  npm run deps:check [-- --only NAME]

Prints one line per dependency. Ends with 0, with 1 for faults, and with 2 where the registry was not reached.
`
const FAULTS = 1
const NOT_REACHED = 2

const run = promisify(execFile)

/** Asks npm, with the registry and the proxy that it is set up for. Rejects where there is no answer. */
async function publishedVersions(name: string): Promise<Published> {
  const { stdout } = await run('npm', ['view', name, 'time', '--json', '--fetch-retries=1'], {
    maxBuffer: 64 << 20,
    shell: process.platform === 'win32',
  })
  return JSON.parse(stdout) as Published
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
})
const wanted = dependenciesOf(program).filter(({ name }) => values.only === undefined || name === values.only)

async function check(): Promise<number> {
  if (wanted.length === 0) throw new Error(`${values.only} is no dependency`)
  const now = Date.now()
  let faulty = 0
  for (const dependency of wanted) {
    const { name, version, use } = dependency
    const { days, newest, faults } = verdictOn(dependency, await publishedVersions(name), now)
    if (faults.length > 0) faulty += 1
    const found = faults.length === 0 ? 'ok' : faults.join('; ')
    console.log(`${name} ${version} (${use}, ${days ?? '?'} days old, newest ${newest ?? '?'}): ${found}`)
  }
  console.log(`${wanted.length} dependencies, ${faulty} against the policy`)
  return faulty === 0 ? 0 : FAULTS
}

if (values.help) process.stdout.write(HELP)
else
  try {
    process.exitCode = await check()
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
    console.error(`deps:check: NOT CHECKED. The package registry gave no usable answer: ${reason}`)
    process.exitCode = NOT_REACHED
  }
