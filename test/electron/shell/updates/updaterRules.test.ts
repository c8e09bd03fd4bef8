/** The rules of `electron-updater` that Openpit relies on, held for the package itself and for its stand-in. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AutoUpdater, AutoUpdaterEvents } from '../../../../electron/shell/updates/autoUpdater.ts'
import { FakeAutoUpdater, type PublishedRelease } from '../../../fakes/electron/fakeAutoUpdater.ts'
import { imageIn, installPackage, openUpdateAddress } from '../../../fakes/electron/packageAsAppImage.ts'

const RUNNING = '1.2.0'
const EVENTS = [
  'checking-for-update',
  'update-available',
  'update-not-available',
  'download-progress',
  'update-downloaded',
  'error',
] as const satisfies (keyof AutoUpdaterEvents)[]

interface Played {
  readonly updater: AutoUpdater
  publish(file: string, release: PublishedRelease): void
  /** The program ends by itself, with exit code 0. */
  appQuits(): void
  /** Versions that were installed. */
  installed(): readonly string[]
  readonly quits: () => number
  close(): Promise<void>
}

function playFake(): Promise<Played> {
  let quits = 0
  const updater = new FakeAutoUpdater(RUNNING, () => void quits++)
  updater.setFeedURL({ provider: 'generic', url: 'https://updates.example' })
  return Promise.resolve({
    updater,
    publish: (file, release) => void updater.published.set(file, release),
    appQuits: () => updater.appQuits(),
    installed: () => updater.installed.map(({ version }) => version),
    quits: () => quits,
    close: () => Promise.resolve(),
  })
}

/** The package as an AppImage that is a shell script. */
async function playPackage(): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-updater-'))
  const address = await openUpdateAddress()
  const image = imageIn(folder)
  vi.stubEnv('APPIMAGE', image)
  let quits = 0
  const { updater, appQuits } = installPackage(folder, {
    running: RUNNING,
    url: address.url,
    quit: () => void quits++,
  })
  return {
    updater,
    publish: (file, release) => address.publish(file, release),
    appQuits,
    installed: () => {
      const now = existsSync(image) ? readFileSync(image, 'utf8') : ''
      return now.includes(RUNNING) ? [] : [/# (.*)/.exec(now)?.[1] ?? '']
    },
    quits: () => quits,
    async close() {
      vi.unstubAllEnvs()
      await address.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The package runs as an AppImage on Linux alone. */
const PLAYED = [
  ['the stand-in', playFake],
  ...(process.platform === 'linux' ? ([['the package', playPackage]] as const) : []),
] as const

describe.each(PLAYED)('%s', (_name, play) => {
  let played: Played
  let updater: AutoUpdater
  let seen: string[]
  beforeEach(async () => {
    played = await play()
    ;({ updater } = played)
    seen = []
    for (const event of EVENTS)
      updater.on(event, (...given: unknown[]) => {
        const [what] = given as [{ version?: string; code?: string; message?: string } | undefined]
        if (event !== 'download-progress' || seen.at(-1) !== event)
          seen.push([event, what?.version ?? what?.code ?? ''].filter((word) => word !== '').join(' '))
      })
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
  })
  afterEach(() => played.close())

  const check = (): Promise<unknown> => updater.checkForUpdates().catch(() => 'rejected')
  const download = (): Promise<unknown> => updater.downloadUpdate().catch(() => 'rejected')

  it('reports a newer release, and downloads and installs it only when asked', async () => {
    played.publish('latest', { version: '1.3.0' })
    await check()
    expect(seen).toEqual(['checking-for-update', 'update-available 1.3.0'])
    await download()
    expect(seen.slice(2).filter((event) => event !== 'download-progress')).toEqual([
      'update-downloaded 1.3.0',
    ])
    played.appQuits()
    expect(played.installed()).toEqual([])
    updater.quitAndInstall(true, false)
    expect(played.installed()).toEqual(['1.3.0'])
    // The installer is there before the program quits, so the desk must be closed by then.
    expect(played.quits()).toBe(0)
    await vi.waitFor(() => expect(played.quits()).toBe(1))
  })

  it('downloads by itself unless autoDownload is off', async () => {
    updater.autoDownload = true
    played.publish('latest', { version: '1.3.0' })
    await check()
    await vi.waitFor(() => expect(seen).toContain('update-downloaded 1.3.0'))
  })

  it('installs on quit by itself unless autoInstallOnAppQuit is off', async () => {
    updater.autoInstallOnAppQuit = true
    played.publish('latest', { version: '1.3.0' })
    await check()
    await download()
    played.appQuits()
    expect(played.installed()).toEqual(['1.3.0'])
  })

  it.each(['1.2.0', '1.1.9'])('does not offer %s over 1.2.0', async (version) => {
    played.publish('latest', { version })
    await check()
    expect(seen).toEqual(['checking-for-update', `update-not-available ${version}`])
  })

  it('offers an older release once a channel was set, unless that is forbidden afterwards', async () => {
    played.publish('beta', { version: '1.1.0' })
    updater.channel = 'beta'
    expect(updater.allowDowngrade).toBe(true)
    await check()
    expect(seen).toEqual(['checking-for-update', 'update-available 1.1.0'])
    updater.allowDowngrade = false
    await check()
    expect(seen.at(-1)).toBe('update-not-available 1.1.0')
  })

  it('reads the file of the channel, and reports a missing one and rejects', async () => {
    played.publish('latest', { version: '1.3.0' })
    updater.channel = 'beta'
    expect(await check()).toBe('rejected')
    expect(seen).toEqual(['checking-for-update', 'error ERR_UPDATER_CHANNEL_FILE_NOT_FOUND'])
  })

  it('refuses a file that has not the sha512 of the channel file', async () => {
    played.publish('latest', { version: '1.3.0', isIntact: false })
    await check()
    expect(await download()).toBe('rejected')
    expect(seen.at(-1)).toBe('error ERR_CHECKSUM_MISMATCH')
    updater.quitAndInstall(true, false)
    expect(played.installed()).toEqual([])
    expect(played.quits()).toBe(0)
  })

  it('downloads nothing before a check, and says so', async () => {
    expect(await download()).toBe('rejected')
    expect(seen).toEqual(['error'])
  })

  it('two checks at once are one', async () => {
    played.publish('latest', { version: '1.3.0' })
    await Promise.all([check(), check()])
    expect(seen).toEqual(['checking-for-update', 'update-available 1.3.0'])
  })

  it('compares the running release with another', () => {
    expect(updater.currentVersion.compare('1.1.0')).toBe(1)
    expect(updater.currentVersion.compare('1.2.0')).toBe(0)
    expect(updater.currentVersion.compare('1.3.0-beta.1')).toBe(-1)
  })
})
