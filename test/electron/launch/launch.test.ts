/** What `npm start` does before the terminal runs: when it builds, how it looks for Electron, how it opens a browser. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findElectron, installedElectron } from '../../../electron/launch/electronBinary.ts'
import { browserCommands, hasDisplay, leadPage, openBrowser } from '../../../electron/launch/openBrowser.ts'
import { buildWhenStale, isStale } from '../../../electron/launch/buildWhenStale.ts'
import { reportDefect } from '../../../electron/launch/reportDefect.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'openpit-launch-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Writes a file as of `seconds` since the epoch. */
function put(path: string, seconds: number, text = 'x'): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  utimesSync(file, seconds, seconds)
  for (let folder = dirname(file); folder.length > root.length; folder = dirname(folder))
    utimesSync(folder, seconds, seconds)
}

describe('the page', () => {
  it('is built only when it is missing or older than any source', async () => {
    put('shared/base/a.ts', 100)
    put('package-lock.json', 100)
    put('renderer/main.tsx', 100)
    expect(isStale(root, 'page')).toBe(true)
    put('dist/renderer/index.html', 200)
    expect(isStale(root, 'page')).toBe(false)
    expect(isStale(root, 'served')).toBe(true)
    for (const name of ['main.mjs', 'serve.mjs']) put(`dist/electron/${name}`, 200)
    expect(isStale(root, 'served')).toBe(false)
    expect(isStale(root, 'desktop')).toBe(true)
    put('electron/core/a.ts', 300)
    expect(isStale(root, 'served')).toBe(true)
    expect(isStale(root, 'page')).toBe(false)
    const say = vi.fn()
    await buildWhenStale(root, 'page', say)
    expect(say).not.toHaveBeenCalled()
    put('renderer/node_modules/.cache/x', 900)
    utimesSync(join(root, 'renderer'), 100, 100)
    expect(isStale(root, 'page')).toBe(false)
    put('package-lock.json', 300)
    expect(isStale(root, 'page')).toBe(true)
    put('dist/renderer/index.html', 400)
    put('renderer/ladder/deep/new.ts', 500)
    expect(isStale(root, 'page')).toBe(true)
  })
})

describe('two starts at once', () => {
  /** A project whose build writes a line. `untilAnotherLooked`: the build goes on only once another start has looked whether that build is over. */
  function putProject({ untilAnotherLooked }: { readonly untilAnotherLooked: boolean }): void {
    put('renderer/index.html', 100, '<!doctype html><title>page</title>')
    put(
      'vite.config.ts',
      100,
      `import { appendFileSync, watch } from 'node:fs'
      const slow = {
        name: 'slow',
        configResolved: ({ isProduction }) => appendFileSync(${JSON.stringify(join(root, 'kinds'))}, isProduction ? 'production' : 'development'),
        async buildStart() {
          appendFileSync(${JSON.stringify(join(root, 'builds'))}, 'built\\n')
          if (${String(untilAnotherLooked)}) await new Promise((resolve) => {
            const looks = watch(${JSON.stringify(join(root, 'dist'))}, (_, name) => {
              if (!name?.startsWith('.building-')) return
              looks.close()
              resolve()
            })
          })
        },
      }
      export default { root: ${JSON.stringify(join(root, 'renderer'))}, plugins: [slow], build: { outDir: ${JSON.stringify(join(root, 'dist/renderer'))}, emptyOutDir: true } }`,
    )
    for (const path of ['shared/a.ts', 'package-lock.json']) put(path, 100)
  }
  const builds = () => readFileSync(join(root, 'builds'), 'utf8').split('\n').length - 1

  it('build once, one after the other', async () => {
    putProject({ untilAnotherLooked: true })
    await Promise.all([1, 2].map(() => buildWhenStale(root, 'page', () => {})))
    expect(builds()).toBe(1)
    expect(existsSync(join(root, 'dist/renderer/index.html'))).toBe(true)
    expect(existsSync(join(root, 'dist/.building'))).toBe(false)
    // vitest sets NODE_ENV to test.
    expect(readFileSync(join(root, 'kinds'), 'utf8')).toMatch(/^(production)+$/)
  })

  const now = () => statSync(root).mtimeMs / 1_000
  it.each([
    ['that ended', () => put('dist/.building', now(), String(spawnSync(process.execPath, ['-e', '']).pid))],
    ['whose disk was full', () => put('dist/.building', now(), '')],
    ['whose number another program has now', () => put('dist/.building', 100, String(process.pid))],
  ])('the file of a start %s while it built holds up nobody', async (_, leave) => {
    putProject({ untilAnotherLooked: false })
    leave()
    await buildWhenStale(root, 'page', () => {})
    expect(builds()).toBe(1)
  })
})

describe('Electron', () => {
  const search = (environment: Record<string, string> = {}) => ({
    folder: join(root, 'electron'),
    environment,
    say: vi.fn(),
  })

  it('is used where its binary is installed', () => {
    expect(installedElectron(search())).toBeNull()
    put('electron/path.txt', 1, 'electron')
    expect(installedElectron(search())).toBeNull()
    put('electron/dist/electron', 1)
    expect(installedElectron(search())).toBe(join(root, 'electron/dist/electron'))
    expect(installedElectron(search({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') }))).toBeNull()
  })

  it('is given up quietly where its source does not answer', async () => {
    put('electron/install.js', 1, `require('fs').writeFileSync(__dirname + '/ran', '')`)
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const looking = search({ ELECTRON_MIRROR: `http://127.0.0.1:${port}/` })
    expect(await findElectron(looking)).toBeNull()
    expect(looking.say).not.toHaveBeenCalled()
    expect(existsSync(join(root, 'electron/ran'))).toBe(false)
  })

  it('is fetched once where its source answers, and given up when that fails', async () => {
    const mirror = createServer((_request, response) => response.end())
    await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve))
    const looking = search({ ELECTRON_MIRROR: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/` })
    put('electron/install.js', 1, 'process.exit(1)')
    expect(await findElectron(looking)).toBeNull()
    put(
      'electron/install.js',
      1,
      `const fs = require('fs'); fs.mkdirSync(__dirname + '/dist'); fs.writeFileSync(__dirname + '/dist/electron', ''); fs.writeFileSync(__dirname + '/path.txt', 'electron')`,
    )
    expect(await findElectron(looking)).toBe(join(root, 'electron/dist/electron'))
    expect(looking.say.mock.calls).toEqual([
      ['Fetching Electron, this once …'],
      ['Fetching Electron, this once …'],
    ])
    mirror.closeAllConnections()
    await new Promise((resolve) => mirror.close(resolve))
  })
})

describe('the browser', () => {
  const address = 'http://127.0.0.1:1/#secret-token'

  it('is sent to the address by a temporary page that only this account can read', () => {
    const lead = leadPage(address)
    const file = fileURLToPath(lead.url)
    expect(readFileSync(file, 'utf8')).toContain(`url=${address}"`)
    expect(statSync(file).mode & 0o077).toBe(0)
    lead.remove()
    expect(existsSync(dirname(file))).toBe(false)
  })

  it.each(['linux', 'darwin', 'win32'])('gets no token in its arguments on %s', (platform) => {
    const commands = browserCommands(platform, { LOCALAPPDATA: 'C:/Users/d' }, 'file:///x/open.html')
    expect(commands.length).toBeGreaterThan(1)
    expect(JSON.stringify(commands)).not.toContain('token')
    for (const words of commands) expect(words.at(-1)).toMatch(/^(--app=)?file:\/\/\/x\/open\.html$/)
  })

  it('is the first browser that opens; missing and failing browsers are skipped', async () => {
    const never = new Promise<void>(() => {})
    expect(await openBrowser([[join(root, 'missing'), 'a']], never)).toBe(false)
    if (process.platform === 'win32') return
    const program = (name: string, script: string) => {
      writeFileSync(join(root, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(root, name), 0o755)
      return join(root, name)
    }
    const works = program('works', `echo "$1" > "${root}/opened"`)
    // As xdg-open where there is no browser, and as Chromium for root.
    const fails = program('fails', 'exit 3')
    expect(
      await openBrowser(
        [
          [join(root, 'missing'), 'a'],
          [fails, 'page'],
          [works, 'page'],
        ],
        never,
      ),
    ).toBe(true)
    expect(readFileSync(join(root, 'opened'), 'utf8')).toBe('page\n')
    expect(await openBrowser([[fails, 'page']], never)).toBe(false)
    // One that stays open has opened a window once that was seen.
    const stays = program('stays', 'exec sleep 5')
    expect(await openBrowser([[stays, 'page']], Promise.resolve())).toBe(true)
  })

  it('is not opened without a display', () => {
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('darwin', {})).toBe(true)
  })
})

it('a defect is reported by place, without the error’s own words', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  reportDefect('The handler threw.', new TypeError('password hunter2\nsecond line'))
  const text = String(said.mock.calls[0]?.[0])
  said.mockRestore()
  expect(text).toMatch(/^openpit: The handler threw\. \(TypeError\)\n\s+at .*launch\.test\.ts/)
  expect(text).not.toContain('hunter2')
})
