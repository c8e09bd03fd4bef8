/** `npm start` and the served terminal as processes and parts: what is printed, how it ends, what it leaves. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeskOptions } from '../../electron/desk.ts'
import { serve } from '../../electron/serve.ts'
import { fakeDesk } from '../contract/fakeDesk.ts'
import { pageFolder } from '../contract/roads.ts'

const entry = resolve(import.meta.dirname, '../../electron/start.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-start-'))
})
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

describe('the served terminal', () => {
  const options = {
    port: 0,
    venueFile: null,
    paper: { seed: 3, replay: null, speed: 1 },
    session: null,
    record: null,
    liveOverLoopback: true,
  }

  it('composes the desk as it was asked to, serves the page, and closes both', async () => {
    const fake = fakeDesk()
    const page = pageFolder()
    const compose = vi.fn((_options: DeskOptions) => Promise.resolve(fake.desk))
    const served = await serve({ ...options, dataDirectory: folder }, { compose, page: page.url })
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

  it('leaves no desk behind when its port is taken', async () => {
    const page = pageFolder()
    const first = fakeDesk()
    const second = fakeDesk()
    const open = (fake: typeof first, port: number) =>
      serve(
        { ...options, port, dataDirectory: null },
        { compose: () => Promise.resolve(fake.desk), page: page.url },
      )
    const served = await open(first, 0)
    const { port } = new URL(served.url)
    await expect(open(second, Number.parseInt(port, 10))).rejects.toThrow(`Port ${port} is already taken.`)
    expect(second.closes).toBe(1)
    await served.close()
    page.remove()
  })
})
