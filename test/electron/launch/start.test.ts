/** `npm start` and the served terminal as processes and parts: what is printed, how it ends, what it leaves. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { StartError, type DeskOptions } from '../../../electron/deskTypes.ts'
import { buildWhenStale } from '../../../electron/launch/buildWhenStale.ts'
import { serve } from '../../../electron/serve.ts'
import { fakeCore } from '../../contract/fakeCore.ts'
import { connectContract } from '../../../shared/contract/client/client.ts'
import { clock, dial, pageFolder, proofOf } from '../../contract/transports.ts'

const entry = resolve(import.meta.dirname, '../../../electron/start.js')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-start-'))
})
beforeAll(() => buildWhenStale(resolve(import.meta.dirname, '../../..'), 'served', () => {}), 120_000)
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the entry to its end. */
const start = (...words: string[]): Promise<{ code: number | null; out: string; err: string }> =>
  new Promise((settle) => {
    const child = spawn(process.execPath, [entry, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.once('close', (code) => settle({ code, out, err }))
  })

describe('npm start', () => {
  it('ends with code 2 and one line for a word it does not know', async () => {
    expect(await start('--colour')).toEqual({
      code: 2,
      out: '',
      err: "openpit: Unknown option '--colour'. See --help.\n",
    })
  })

  it('ends with code 2 and one line for a venue file that does not parse', async () => {
    const file = join(folder, 'venue.json')
    writeFileSync(file, '{')
    expect(await start('--venue', file)).toEqual({
      code: 2,
      out: '',
      err: `openpit: --venue: ${file} is not valid JSON.\n`,
    })
  })

  it('explains itself', async () => {
    const { code, out, err } = await start('--help')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('--replay FILE')
  })
})

describe('npm start without an Electron window', () => {
  /** Runs the entry until it printed a line that fits, then lets the test look, then ends it. */
  async function running(
    words: readonly string[],
    environment: Record<string, string>,
    ready: RegExp,
    look: (printed: () => string) => Promise<void>,
  ): Promise<void> {
    const child = spawn(process.execPath, [entry, '--browser', ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder, ...environment },
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const ended = new Promise((done) => child.once('exit', done))
    try {
      await vi.waitFor(() => expect(out).toMatch(ready), { timeout: 60_000, interval: 20 })
      await look(() => out)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  }
  const data = () => ['--data-dir', join(folder, 'data')]

  it('says what to open where there is no display, and does not say that it opens a browser', async () => {
    await running(data(), {}, /no browser was opened/, async (printed) => {
      const [, url] = /ready at (\S+)/.exec(printed()) ?? []
      expect(printed()).toContain(
        `This machine has no display, so no browser was opened. Open ${url} in Chrome, Edge or Chromium on this machine. If none is installed, install one first.`,
      )
      expect(printed()).not.toMatch(/opening/i)
    })
  })

  it.skipIf(process.platform !== 'linux')('says what to install where no browser is there', async () => {
    const environment = { DISPLAY: ':77', PATH: folder }
    await running(data(), environment, /No browser could be started/, async (printed) => {
      expect(printed()).toMatch(/Opening the terminal in a browser window\.\n/)
      expect(printed()).toMatch(/No browser could be started\. Open http\S+ in Chrome/)
    })
  })

  it('does not report ready where another terminal uses the data folder, and names that terminal', async () => {
    await running([...data(), '--no-open'], {}, /ready at/, async () => {
      const second = await start('--browser', '--no-open', ...data())
      expect(second).toEqual({
        code: 2,
        out: '',
        err: expect.stringMatching(
          /^openpit: Another Openpit \(process \d+\) is using this data folder: close it, or start this one with another --data-dir\.\n$/,
        ) as string,
      })
    })
  })
})

describe('the served terminal', () => {
  const options = {
    port: 0,
    venueFile: null,
    paper: { seed: 3, replay: null, speed: 1, faults: false },
    session: null,
    record: null,
    liveOverLoopback: true,
  }

  it('composes the core with its options, serves the page, and closes both', async () => {
    const fake = fakeCore()
    const page = pageFolder()
    const compose = vi.fn((_options: DeskOptions) => Promise.resolve(fake.desk))
    const served = await serve({ ...options, dataDirectory: folder }, { compose, page: page.url })
    await served.startDesk()
    const asked = compose.mock.calls[0]?.[0]
    expect(asked).toMatchObject({ dataDirectory: folder, paper: { seed: 3 }, liveOverLoopback: true })
    expect(asked?.processRoot.href).toMatch(/\/electron\/$/)
    const address = new URL(served.url)
    expect(address.hash).toMatch(/^#[\w-]{32}$/)
    expect(address.search).toBe('')
    expect(await (await fetch(served.url)).text()).toContain('Openpit')
    await served.close()
    expect(fake.closes).toBe(1)
    await expect(fetch(served.url)).rejects.toThrow('fetch failed')
    page.remove()
  })

  it('serves the page before the core is ready, and admits windows once it is', async () => {
    const fake = fakeCore()
    const page = pageFolder()
    const { promise: composed, resolve: standUp } = Promise.withResolvers<typeof fake.desk>()
    const served = await serve(
      { ...options, dataDirectory: null },
      { compose: () => composed, page: page.url },
    )
    expect(await (await fetch(served.url)).text()).toContain('Openpit')
    const { port, hash } = new URL(served.url)
    const client = connectContract({
      openTransport: () => dial(Number.parseInt(port, 10)),
      clock,
      proof: proofOf(hash.slice(1)),
    })
    const links: string[] = []
    client.onLink((state) => links.push(state))
    const standing = served.startDesk()
    standUp(fake.desk)
    await standing
    await vi.waitFor(() => expect(links).toEqual(['down', 'up']))
    client.close()
    await served.close()
    page.remove()
  })

  it('reports why there is no desk, to the window and to its starter', async () => {
    const page = pageFolder()
    const { promise: composed, reject } = Promise.withResolvers<never>()
    const served = await serve(
      { ...options, dataDirectory: null },
      { compose: () => composed, page: page.url },
    )
    const { port, hash } = new URL(served.url)
    const refusals = (token: string) => {
      const reasons: (string | undefined)[] = []
      const client = connectContract({
        openTransport: () => dial(Number.parseInt(port, 10)),
        clock,
        proof: proofOf(token),
      })
      client.onLink((_state, refusal) => reasons.push(refusal?.message))
      return { client, reasons }
    }
    const ours = refusals(hash.slice(1))
    const stranger = refusals('another')
    reject(new StartError('The built-in paper broker did not start: the disk is full'))
    await expect(served.startDesk()).rejects.toThrow(
      'The built-in paper broker did not start: the disk is full',
    )
    const sentence = 'The terminal could not start: The built-in paper broker did not start: the disk is full'
    await vi.waitFor(() => expect(ours.reasons).toContain(sentence))
    await vi.waitFor(() => expect(stranger.reasons.at(-1)).toContain('This address is not valid'))
    ours.client.close()
    stranger.client.close()
    await served.close()
    page.remove()
  })

  it('leaves no core behind when its port is taken', async () => {
    const page = pageFolder()
    const compose = vi.fn(() => Promise.resolve(fakeCore().desk))
    const open = (port: number) =>
      serve({ ...options, port, dataDirectory: null }, { compose, page: page.url })
    const served = await open(0)
    const { port } = new URL(served.url)
    await expect(open(Number.parseInt(port, 10))).rejects.toThrow(`Port ${port} is already taken.`)
    expect(compose).not.toHaveBeenCalled()
    await served.close()
    page.remove()
  })
})
