/** The built program updates itself with the real package, from a server on loopback, as an AppImage that is a shell script. */

import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildWhenStale } from '../../../../electron/launch/buildWhenStale.ts'
import type { UpdateStatus } from '../../../../shared/domain/updates/updateStatus.ts'
import { writeForever } from '../../../fakes/electron/packageAsAppImage.ts'
import type { News } from '../../../fakes/electron/underElectron.ts'

const root = resolve(import.meta.dirname, '../../../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const soon = { interval: 20 }
const OLD = '#!/bin/sh\n# the release that runs\n'
const NEW = '#!/bin/sh\n# another release\n'

let folder: string
let server: Server
let address: string
let image: string
let child: ChildProcess | null
const served = new Map<string, string>()
/** Whether every answer of the address goes on without an end. */
let isEndless = false
const requested: string[] = []

beforeAll(() => buildWhenStale(root, 'desktop', () => {}), 120_000)
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-update-'))
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requested.push(pathname)
    if (isEndless) return writeForever(response)
    const body = served.get(pathname)
    response.writeHead(body === undefined ? 404 : 200, { 'content-length': Buffer.byteLength(body ?? '') })
    response.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  image = join(folder, 'Openpit.AppImage')
  writeFileSync(image, OLD)
  chmodSync(image, 0o755)
  writeFileSync(
    join(folder, 'app-update.yml'),
    'provider: generic\nurl: https://updates.openpit.example\nupdaterCacheDirName: openpit-updater\n',
  )
})
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((done) => child?.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  await new Promise((done) => server.close(done))
  served.clear()
  isEndless = false
  requested.length = 0
  rmSync(folder, { recursive: true, force: true })
})

/** `staging`: percent of the installations that are offered the release; null: all of them. */
function publish(body: string, staging: number | null = null): void {
  const sha512 = createHash('sha512').update(NEW).digest('base64')
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`
  served.set('/Openpit-9.0.0.AppImage', body)
  served.set(
    `/latest-linux${suffix}.yml`,
    `version: 9.0.0\nfiles:\n  - url: Openpit-9.0.0.AppImage\n    sha512: ${sha512}\n    size: ${NEW.length}\n${staging === null ? '' : `stagingPercentage: ${staging}\n`}`,
  )
}

/**
 * Writes the number of this installation. The package divides the last four bytes of `.updaterId` by 2^32 - 1, and offers a release with a
 * `stagingPercentage` to installations below it (electron-updater, `AppUpdater.isStagingMatch`).
 */
function installationAt(percent: number): void {
  const last = Math.round((percent / 100) * 0xffffffff)
  mkdirSync(join(folder, 'data/chromium'), { recursive: true })
  writeFileSync(
    join(folder, 'data/chromium/.updaterId'),
    `7d0c4d0e-6a3b-5c51-8b2f-0000${last.toString(16).padStart(8, '0')}`,
  )
}

/** Starts the built program as the installed AppImage. */
function start(...words: string[]) {
  const started = fork(
    join(root, 'test/fakes/electron/underElectron.ts'),
    [join(root, 'dist/electron/main.mjs'), '--data-dir', join(folder, 'data'), ...words],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        XDG_CACHE_HOME: join(folder, 'cache'),
        APPIMAGE: image,
        RESOURCES: folder,
        PACKAGED: '1',
      },
    },
  )
  child = started
  const news: News[] = []
  let said = ''
  started.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  started.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  started.on('message', (heard: News) => news.push(heard))
  const topics = (name: string): unknown[] =>
    news.flatMap((heard) => (heard.is === 'topic' && heard.topic === name ? [heard.value] : []))
  const status = () => topics('updates').at(-1) as UpdateStatus | undefined
  let calls = 0
  return {
    topics,
    status,
    act: (act: string, typed = '') =>
      void started.send({ do: 'call', id: ++calls, name: 'update.act', body: { act, typed } }),
    until: (state: string) =>
      vi.waitFor(() => {
        if (status()?.state !== state) throw new Error(`${JSON.stringify(status())}; it said: ${said}`)
      }, soon),
    quit: () => void started.send({ do: 'quit' }),
    ended: new Promise<number | null>((done) => started.once('exit', done)),
  }
}

// An AppImage is Linux's.
describe.runIf(process.platform === 'linux')('the built program', () => {
  it('finds, downloads and installs a release, and the next start names it', async () => {
    publish(NEW)
    const program = start('--update-url', address)
    await program.until('idle')
    program.act('check')
    await program.until('available')
    expect(program.status()).toMatchObject({ channel: 'stable', offered: { version: '9.0.0' } })
    program.act('download')
    await program.until('downloaded')
    expect(readFileSync(image, 'utf8')).toBe(OLD)
    program.act('install', 'INSTALL')
    expect(await program.ended).toBe(0)
    expect(readFileSync(image, 'utf8')).toBe(NEW)

    const next = start()
    await next.until('off')
    await vi.waitFor(
      () =>
        expect(JSON.stringify(next.topics('notices'))).toContain(
          `Openpit 9.0.0 was not installed: ${version} runs.`,
        ),
      soon,
    )
    next.quit()
    expect(await next.ended).toBe(0)
  })

  it('installs nothing as it quits, and asks no address where none is given', async () => {
    publish(NEW)
    const program = start('--update-url', address)
    await program.until('idle')
    program.act('check')
    await program.until('available')
    program.act('download')
    await program.until('downloaded')
    program.quit()
    expect(await program.ended).toBe(0)
    expect(readFileSync(image, 'utf8')).toBe(OLD)

    requested.length = 0
    const next = start()
    await next.until('off')
    next.act('check')
    next.quit()
    expect(await next.ended).toBe(0)
    expect(requested).toEqual([])
  })

  it('stops reading a channel file without an end, says so, and goes on', async () => {
    isEndless = true
    const program = start('--update-url', address)
    await program.until('idle')
    program.act('check')
    await program.until('failed')
    expect(program.status()?.why).toContain('is longer than 256 kB, so Openpit stopped reading it.')
    isEndless = false
    publish(NEW)
    program.act('check')
    await program.until('available')
    program.quit()
    expect(await program.ended).toBe(0)
  })

  it.each([
    { percent: 9, staging: 10, state: 'available' },
    { percent: 11, staging: 10, state: 'current' },
    { percent: 0, staging: 0, state: 'current' },
    { percent: 100, staging: null, state: 'available' },
  ])(
    'an installation at $percent percent finds a release for $staging percent: $state',
    async ({ percent, staging, state }) => {
      installationAt(percent)
      publish(NEW, staging)
      const program = start('--update-url', address)
      await program.until('idle')
      program.act('check')
      await program.until(state)
      program.act('download')
      if (state === 'available') await program.until('downloaded')
      program.quit()
      expect(await program.ended).toBe(0)
      expect(requested.includes('/Openpit-9.0.0.AppImage')).toBe(state === 'available')
    },
  )

  it('an installation outside the percentage finds the release once its publisher raises it', async () => {
    installationAt(11)
    publish(NEW, 10)
    const program = start('--update-url', address)
    await program.until('idle')
    program.act('check')
    await program.until('current')
    publish(NEW, 20)
    program.act('check')
    await program.until('available')
    program.quit()
    expect(await program.ended).toBe(0)
  })

  it('deletes a file that has not the published sha512', async () => {
    publish(`${NEW}# changed on the way\n`)
    const program = start('--update-url', address)
    await program.until('idle')
    program.act('check')
    await program.until('available')
    program.act('download')
    await program.until('failed')
    expect(program.status()?.why).toContain('does not have the sha512 of the channel file')
    expect(existsSync(join(folder, 'cache/openpit-updater/pending/Openpit-9.0.0.AppImage'))).toBe(false)
    program.quit()
    expect(await program.ended).toBe(0)
  })
})
