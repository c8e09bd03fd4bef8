/** Finds Electron's binary, or downloads it once within a time limit. Never imports electron, whose import downloads by itself. */

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How long the download server may take to answer, ms. */
const ANSWER_TIME = 3_000
/** How long the download may take, ms. */
const DOWNLOAD_TIME = 120_000

export interface ElectronSearch {
  /** Folder of the installed `electron` package. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly say: (line: string) => void
}

/** Path of an installed binary, or null. */
export function installedElectron({ folder, environment }: ElectronSearch): string | null {
  const named = join(folder, 'path.txt')
  if (!existsSync(named)) return null
  const dist = environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist')
  const binary = join(dist, readFileSync(named, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

/** Path of an installed or downloaded binary, or null. Prints one line when it downloads. */
export async function findElectron(search: ElectronSearch): Promise<string | null> {
  const there = installedElectron(search)
  if (there !== null) return there
  const installer = join(search.folder, 'install.js')
  if (!existsSync(installer) || !(await sourceAnswers(search.environment))) return null
  search.say('Fetching Electron, this once …')
  return (await runs(installer)) ? installedElectron(search) : null
}

async function sourceAnswers(environment: ElectronSearch['environment']): Promise<boolean> {
  const mirror = environment['ELECTRON_MIRROR'] ?? environment['npm_config_electron_mirror']
  try {
    await fetch(mirror ?? 'https://github.com/', {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIME),
    })
    return true
  } catch {
    return false
  }
}

const runs = (installer: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [installer], { stdio: 'ignore', timeout: DOWNLOAD_TIME })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
