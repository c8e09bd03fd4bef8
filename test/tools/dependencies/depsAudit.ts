/** `npm run deps:audit`: looks for known holes in every package of the lock file. Ends with 0, 1 for holes, 2 where the source of advisories gave no usable answer. Changes nothing. */

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { shippedPackages } from '../package/licences.ts'
import { FAILS_FROM, knownHoles, type KnownHole } from './knownHoles.ts'

const HELP = `Looks for known holes in every package of package-lock.json. Needs a registry that serves advisories.

  npm run deps:audit

Prints one line per hole. Ends with 0, with 1 for a hole of a shipped package from ${FAILS_FROM.shipped} or of a
development package from ${FAILS_FROM.development}, and with 2 where the registry gave no usable answer.
`
const HOLES = 1
const NOT_CHECKED = 2

const root = resolve(import.meta.dirname, '../../..')
/** A release with published holes (GHSA-vh95-rmgr-6w4m, GHSA-xvch-5gv4-984h). */
const CONTROL = { name: 'minimist', version: '1.2.0' }

const run = promisify(execFile)

/** What npm prints on the lock file of a folder, with the registry and the proxy that it is set up for. It ends with 1 for holes and for faults. */
async function audited(folder: string): Promise<string> {
  // All packages, because Electron is a development dependency and ships. Offline, npm would print a report without a question.
  const args = ['audit', '--json', '--offline=false', '--include=dev', '--include=optional', '--include=peer']
  try {
    const { stdout } = await run('npm', [...args, '--fetch-retries=1'], {
      cwd: folder,
      maxBuffer: 64 << 20,
      shell: process.platform === 'win32',
    })
    return stdout
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (!stdout) throw error
    return stdout
  }
}

/** Throws where the source does not know the holes of a release that has some: its silence on other packages then says nothing. */
async function checkSource(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-audit-'))
  try {
    const { name, version } = CONTROL
    const program = { name: 'control', version: '1.0.0', dependencies: { [name]: version } }
    const lock = {
      ...program,
      lockfileVersion: 3,
      packages: { '': program, [`node_modules/${name}`]: { version } },
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(program))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const holes = knownHoles(await audited(folder), () => false)
    if (!holes.some((hole) => hole.name === name)) throw new Error(`it knows no hole of ${name} ${version}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const lineOf = ({ name, use, severity, title, advisory, range, fix, isFault }: KnownHole): string =>
  `${isFault ? 'HOLE' : 'below the level'}: ${name} ${range} (${use}, ${severity}): ${title}. ${advisory} Fix: ${fix}`

async function check(): Promise<number> {
  await checkSource()
  const shipped = new Set(['node_modules/electron', ...shippedPackages(root).map(({ path }) => path)])
  const holes = knownHoles(await audited(root), (path) => shipped.has(path))
  for (const hole of holes) console.log(lineOf(hole))
  const faults = holes.filter(({ isFault }) => isFault).length
  console.log(`${faults} known holes at or above the level, ${holes.length - faults} below it`)
  return faults === 0 ? 0 : HOLES
}

const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } })
if (values.help) process.stdout.write(HELP)
else
  try {
    process.exitCode = await check()
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
    console.error(`deps:audit: NOT CHECKED. The source of advisories gave no usable answer: ${reason}`)
    process.exitCode = NOT_CHECKED
  }
