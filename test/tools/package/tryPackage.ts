/** Tries the program that `npm run dist` unpacked for this system: its contents, its bill of materials, its fuses, its words, and a window that opens and reaches the desk. Exits 1 when one is wrong. */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { until } from '../../support/until.ts'
import { packagesHeld } from './packedContents.ts'
import { packageFaults, resourcesIn } from './unpackedProgram.ts'

const root = resolve(import.meta.dirname, '../../..')
const release = join(root, 'release')
/** Ms for a window to open on a machine that never ran the program. */
const PATIENCE = 120_000
/** Chromium's switches are refused, however they are written. */
const REFUSED = ['--inspect', '--remote-debugging-port=9222', '--no-sandbox', '--port=1']

/** The folder of the unpacked program. */
function unpacked(): string {
  const folder = readdirSync(release).find((name) => /unpacked$|^mac/.test(name))
  if (folder === undefined) throw new Error(`Nothing is unpacked in ${release}: run npm run dist first.`)
  return join(release, folder)
}

/** The unpacked program: what stands in its folder, by system. */
function program(): string {
  const at = unpacked()
  const binary = { win32: 'Openpit.exe', darwin: 'Openpit.app/Contents/MacOS/Openpit' }[
    process.platform as 'win32' | 'darwin'
  ]
  return join(at, binary ?? 'openpit')
}

/** Runs it with its own folders; `ended` resolves with its code. */
function run(folder: string, words: readonly string[]) {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:ELECTRON_|NODE_)/i.test(name)),
  )
  const child = spawn(program(), words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return { child, ended, said: () => said }
}

function tryContents(): void {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as {
    version: string
  }
  const faults = packageFaults({
    resources: resourcesIn(unpacked(), process.platform),
    system: process.platform,
    held: (archive) => [`electron@${version}`, ...packagesHeld(root, archive)],
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

async function tryFuses(): Promise<void> {
  // Of electron-builder's own dependencies: no dependency of ours.
  const require = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))
  const { getCurrentFuseWire } = require('@electron/fuses') as {
    getCurrentFuseWire: (path: string) => Promise<Record<number, number>>
  }
  const wire = await getCurrentFuseWire(program())
  const states = Array.from({ length: 8 }, (_, place) => String.fromCharCode(wire[place] ?? 0)).join('')
  if (states !== '01001100') throw new Error(`The fuses are ${states} and not 01001100.`)
}

async function tryWords(folder: string): Promise<void> {
  for (const word of REFUSED) {
    // A box with the sentence waits for the dealer on Windows and macOS: there the word on standard error is enough.
    const { child, ended, said } = run(folder, [word])
    const refused = await until(
      `${word} to be refused`,
      () => (said().includes('See --help.') ? true : null),
      PATIENCE,
    )
    if (refused) child.kill('SIGKILL')
    await ended
  }
}

async function tryWindow(folder: string): Promise<void> {
  const data = join(folder, 'data')
  const { child, ended, said } = run(folder, ['--data-dir', data])
  const settings = join(data, 'settings.json')
  try {
    // A window that opened saves its workspace: page, preload, port and desk all work then.
    await until(
      'a window to reach the desk',
      () => (existsSync(settings) && readFileSync(settings, 'utf8').includes('"workspace') ? true : null),
      PATIENCE,
    )
  } catch (error) {
    throw new Error(`${(error as Error).message}\nIt said: ${said()}`, { cause: error })
  } finally {
    child.kill()
    await ended
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'openpit-try-'))
try {
  tryContents()
  await tryFuses()
  await tryWords(scratch)
  await tryWindow(scratch)
  console.log(
    'The program holds what it should and its bill names it, has its fuses, refuses switches, and opened a window that reached the desk.',
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
