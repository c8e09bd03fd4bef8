/** Runs node on a file of a copied project and hears what it says. Ends only what it started. */

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A run that is itself part of a test run must not be taken for a worker of that one. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST') && name !== 'NODE_ENV'),
  ),
  NO_COLOR: '1',
})

export interface Ran {
  /** Null where it was ended by us. */
  readonly code: number | null
  readonly said: string
}

/** Starts node in a group of its own; null when it took longer than `longest` ms and was ended. `onLine` may end it earlier. */
export function runNode(
  cwd: string,
  args: readonly string[],
  longest: number,
  onLine: (line: string, end: () => void) => void = () => undefined,
): Promise<Ran | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    let said = ''
    let late = false
    const end = () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      if (process.platform === 'win32') child.kill()
      else process.kill(-child.pid, 'SIGKILL')
    }
    const timer = setTimeout(() => {
      late = true
      end()
    }, longest)
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        said += `${line}\n`
        onLine(line, end)
      })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(late ? null : { code, said })
    })
  })
}
