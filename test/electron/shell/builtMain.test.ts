/** The desktop program as it is built, run under Electron's start-up rule: it opens a window that deals, and it ends in order. */

import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildWhenStale } from '../../../electron/launch/buildWhenStale.ts'
import type { Session } from '../../../shared/contract/status.ts'
import type { Notice } from '../../../shared/domain/notice.ts'
import type { News, Order } from '../../fakes/electron/underElectron.ts'

const root = resolve(import.meta.dirname, '../../..')
const underElectron = join(root, 'test/fakes/electron/underElectron.ts')
const soon = { interval: 20 }

let folder: string
const running: ChildProcess[] = []
beforeAll(() => buildWhenStale(root, 'desktop', () => {}), 120_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openpit-built-'))
})
afterEach(async () => {
  for (const child of running.splice(0))
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await ended
    }
  rmSync(folder, { recursive: true, force: true })
})

interface Program {
  readonly news: News[]
  readonly said: () => string
  has(is: News['is']): boolean
  session(): Session | undefined
  notices(): readonly Notice[]
  call(name: string, body: unknown): Promise<unknown>
  order(order: Order): void
  readonly ended: Promise<number | null>
}

/** Starts the built entry as `electron . WORDS` would, or as the installed program. */
function start(
  words: readonly string[],
  how: { packaged?: boolean; environment?: Record<string, string> } = {},
): Program {
  const child = fork(underElectron, [join(root, 'dist/electron/main.mjs'), ...words], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      APPDATA: folder,
      ...how.environment,
      PACKAGED: how.packaged ? '1' : '0',
    },
  })
  running.push(child)
  const news: News[] = []
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.on('message', (heard: News) => news.push(heard))
  let calls = 0
  const order = (given: Order): void => void child.send(given)
  const topics = (name: string): unknown[] =>
    news.flatMap((heard) => (heard.is === 'topic' && heard.topic === name ? [heard.value] : []))
  return {
    news,
    said: () => said,
    has: (is) => news.some((heard) => heard.is === is),
    session: () => topics('session').at(-1) as Session | undefined,
    notices: () => topics('notices').flat() as Notice[],
    order,
    async call(name, body) {
      const id = ++calls
      order({ do: 'call', id, name: name as never, body })
      let reply: unknown
      await vi.waitFor(() => {
        const found = news.find((heard) => heard.is === 'reply' && heard.id === id)
        if (!found) throw new Error(`no reply to ${name}; it said: ${said}`)
        reply = (found as { reply: unknown }).reply
      }, soon)
      return reply
    },
    ended: new Promise((done) => child.once('exit', done)),
  }
}
const inFolder = () => ['--data-dir', join(folder, 'data')]
const paper = { venueId: 'paper', username: null, password: null, signingKey: null, keep: 'run' }

describe('the built desktop program', () => {
  it('opens its window though Electron is ready only after the entry has run', async () => {
    const program = start(inFolder())
    await vi.waitFor(() => {
      if (!program.has('window'))
        throw new Error(`no window; news: ${JSON.stringify(program.news)}; it said: ${program.said()}`)
    }, soon)
    expect(program.news.findIndex(({ is }) => is === 'window')).toBeGreaterThan(
      program.news.findIndex(({ is }) => is === 'evaluated'),
    )
    await vi.waitFor(() => expect(program.session()?.phase).toBe('signed-out'), soon)
    program.order({ do: 'quit' })
    expect(await program.ended).toBe(0)
  })

  it('deals on the paper broker, which runs as a utility process, and leaves no process behind', async () => {
    const program = start(inFolder(), { packaged: true })
    await vi.waitFor(() => expect(program.session()?.phase).toBe('signed-out'), soon)
    expect(await program.call('session.signIn', paper)).toEqual({ ok: true, value: {} })
    await vi.waitFor(() => expect(program.session()?.phase).toBe('ready'), soon)
    expect(program.session()?.mayTrade).toBe(true)
    const intent = {
      intentId: 'deposit-1',
      transfer: { customerCode: 'C1042', kind: 'deposit', amount: '10', asset: 'USDC' },
    }
    expect(await program.call('transfer.submit', intent)).toMatchObject({ ok: true })
    // It asks, and stays, while a list of open orders is still being read.
    const questions = () => program.news.filter(({ is }) => is === 'question').length
    let end: { readonly code: number | null } | null = null
    while (end === null) {
      const before = questions()
      program.order({ do: 'quit' })
      const asked = vi.waitUntil(() => questions() > before, soon).then(() => null)
      // Once the program has ended nobody waits for a question.
      asked.catch(() => undefined)
      end = await Promise.race([program.ended.then((code) => ({ code })), asked])
    }
    expect(end.code).toBe(0)
    expect(leftBehind()).toEqual([])
  })

  it('saves an export at the dealer’s path', async () => {
    const program = start(inFolder())
    await vi.waitFor(() => expect(program.session()).toBeDefined(), soon)
    const file = { fileId: 'f1', name: 'trades-2026.csv', kind: 'csv', parts: 2 }
    const save = async () => [
      await program.call('file.save', { ...file, part: 1, content: 'a,b\n' }),
      await program.call('file.save', { ...file, part: 2, content: '1,2\n' }),
    ]
    expect(await save()).toMatchObject([{ value: { outcome: 'more' } }, { value: { outcome: 'given-up' } }])
    const path = join(folder, 'mine.csv')
    program.order({ do: 'choose', path })
    expect((await save())[1]).toMatchObject({ value: { outcome: 'saved' } })
    expect(readFileSync(path, 'utf8')).toBe('a,b\n1,2\n')
    program.order({ do: 'choose', path: join(folder, 'missing', 'x.csv') })
    expect((await save())[1]).toMatchObject({
      ok: false,
      failure: { message: 'x.csv could not be saved: the system said ENOENT. Choose another folder.' },
    })
    program.order({ do: 'quit' })
    await program.ended
  })

  it('reads its documented options when it is installed, and nothing else', async () => {
    const venue = join(folder, 'venue.json')
    const profile = {
      name: 'Elsewhere',
      kind: 'live',
      restUrl: 'https://a.example',
      streamUrl: 'wss://a.example',
    }
    writeFileSync(venue, JSON.stringify(profile))
    const program = start([...inFolder(), '--venue', venue], { packaged: true })
    await vi.waitFor(
      () =>
        expect(program.session()?.venues.map(({ name }) => name)).toEqual(['Built-in broker', 'Elsewhere']),
      soon,
    )
    program.order({ do: 'quit' })
    await program.ended
    expect(readdirSync(join(folder, 'data'))).toContain('settings.json')
  })

  it.each([
    '--inspect',
    '--remote-debugging-port=9222',
    '--no-sandbox',
    '--js-flags=x',
    '--port=1',
    'x',
    '--enable-features=x',
  ])('does not run installed with %s', async (word) => {
    const program = start([...inFolder(), word], { packaged: true })
    expect(await program.ended).toBe(2)
    expect(program.has('window')).toBe(false)
    const [box] = program.news.filter(({ is }) => is === 'error-box')
    expect(box).toMatchObject({ text: expect.stringContaining('See --help.') as string })
  })

  it.each(['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_DEBUG', 'ELECTRON_ENABLE_LOGGING', 'SSLKEYLOGFILE'])(
    'does not run installed with %s in its environment',
    async (name) => {
      const program = start(inFolder(), { packaged: true, environment: { [name]: '1' } })
      expect(await program.ended).toBe(2)
      expect(program.said()).toContain(
        `openpit: The environment variable ${name} is not allowed. Start the terminal without it.`,
      )
      expect(program.has('window')).toBe(false)
    },
  )

  it('shows the reason in a box when it cannot start, and ends', async () => {
    const first = start(inFolder())
    await vi.waitFor(() => expect(first.session()).toBeDefined(), soon)
    const second = start(inFolder())
    expect(await second.ended).toBe(2)
    expect(second.news).toContainEqual({
      is: 'error-box',
      text: expect.stringMatching(
        /^Another Openpit \(process \d+\) is using this data folder: close it, or start this one with another --data-dir\.$/,
      ) as string,
    })
    first.order({ do: 'quit' })
    await first.ended
  })
})

/** Processes that work on this test's folder. */
function leftBehind(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const words = readFileSync(`/proc/${id}/cmdline`, 'utf8')
        return words.includes(folder) ? [words.replaceAll('\0', ' ')] : []
      } catch {
        return []
      }
    })
}
