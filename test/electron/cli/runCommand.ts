/** Runs a command of electron/cli as a process of its own. */

import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** Without a session bus no keychain answers, here as on a server. `folder`: for what the process would keep of its user. */
export function runCommand(
  folder: string,
  entry: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly error: string }> {
  const { DBUS_SESSION_BUS_ADDRESS: _, ...env } = process.env
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(root, 'electron', 'cli', entry), ...args],
      {
        env: {
          ...env,
          XDG_RUNTIME_DIR: folder,
          DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'no-bus')}`,
        },
      },
      (failed, out, error) => done({ code: failed ? Number(failed.code) : 0, out, error }),
    )
  })
}
