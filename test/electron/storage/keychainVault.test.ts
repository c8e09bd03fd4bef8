import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { passOver } from '../../support/skipReason.ts'

const vault = new URL('../../../electron/storage/keychainVault.ts', import.meta.url).href
const clock = new URL('../../../shared/base/clock.ts', import.meta.url).href

/** What a process without a session bus says: the address is read once per process, so it needs one of its own. */
async function withoutBus(): Promise<unknown> {
  const home = mkdtempSync(join(tmpdir(), 'openpit-nobus-'))
  const script = `
    const { openKeychainVault } = await import(${JSON.stringify(vault)})
    const { clockOf } = await import(${JSON.stringify(clock)})
    const vault = openKeychainVault(clockOf(globalThis), process.platform)
    const credentials = { username: 'ann', password: 'canary-no-bus' }
    console.log(JSON.stringify([
      await vault.status(), await vault.save('v', credentials), await vault.load('v'), await vault.forget('v'),
    ]))
    process.exit(0)`
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        XDG_RUNTIME_DIR: home,
        DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, 'no-bus')}`,
      },
      timeout: 15_000,
    })
    expect(stdout).not.toContain('canary')
    return JSON.parse(stdout) as unknown
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

describe(
  'a machine without a Secret Service',
  passOver(process.platform !== 'linux', 'only Linux has a Secret Service'),
  () => {
    it('makes every part of the vault refuse in one sentence, and store nothing elsewhere', async () => {
      const sentence = expect.stringMatching(/^No Secret Service answers on this machine/) as string
      expect(await withoutBus()).toEqual([
        { available: false, message: sentence },
        { ok: false, failure: sentence },
        { ok: false, failure: sentence },
        { ok: false, failure: sentence },
      ])
    }, 20_000)
  },
)
