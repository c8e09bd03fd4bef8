/** The loopback door: who is let in, what is served, and under which headers. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { contentPolicy } from '../../../electron/gateway/contentPolicy.ts'
import {
  CONTRACT_PATH,
  openLoopbackGateway,
  type LoopbackGateway,
} from '../../../electron/gateway/browserGateway.ts'
import { connectContract } from '../../../shared/contract/client/client.ts'
import { fakeCore, type FakeCore } from '../../contract/fakeCore.ts'
import { clock, dial, pageFolder, proofOf } from '../../contract/transports.ts'

let fake: FakeCore
let page: ReturnType<typeof pageFolder>
let gateway: LoopbackGateway

let addresses: string[]

const open = (port = 0) =>
  openLoopbackGateway({
    desk: Promise.resolve(fake.desk),
    clock,
    page: page.url,
    port,
    report: fake.report,
    onAddress: (url) => addresses.push(url),
  })

beforeEach(async () => {
  fake = fakeCore()
  addresses = []
  page = pageFolder()
  gateway = await open()
})
afterEach(async () => {
  await gateway.close()
  page.remove()
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** One request with the path exactly as written, which `fetch` would tidy up first. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = request(
      { host: '127.0.0.1', port: gateway.port, path, method, headers, agent: false },
      (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString()))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        )
      },
    )
    asking.once('error', reject)
    asking.end()
  })

/** How the gateway answers a socket: `open`, or the status it refused with. */
const knock = (path: string, headers: Record<string, string>): Promise<number | 'open'> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}${path}`, { headers })
    socket.once('error', () => {})
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      socket.terminate()
    })
    socket.once('open', () => {
      resolve('open')
      socket.terminate()
    })
  })

describe('the page', () => {
  it('comes with the strict policy, which allows its own socket and nothing else', async () => {
    const { status, headers, body } = await get('/')
    expect(status).toBe(200)
    expect(body).toContain('<title>Openpit</title>')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src ws://127.0.0.1:${gateway.port}; worker-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types openpit-paint`,
    )
    expect(headers['content-security-policy']).toBe(contentPolicy(`ws://127.0.0.1:${gateway.port}`))
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('serves files of the kinds a page has, by their type', async () => {
    const folder = fileURLToPath(page.url)
    mkdirSync(`${folder}assets`)
    writeFileSync(`${folder}assets/a b.js`, 'let x')
    writeFileSync(`${folder}assets/font.woff2`, 'font')
    writeFileSync(`${folder}secret.sqlite`, 'rows')
    expect(await get('/assets/a%20b.js?v=1')).toMatchObject({
      status: 200,
      body: 'let x',
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    })
    expect((await get('/assets/font.woff2')).headers['content-type']).toBe('font/woff2')
    expect((await get('/secret.sqlite')).status).toBe(404)
    expect(await get('/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' })
    expect((await get('/', {}, 'POST')).status).toBe(405)
  })

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/../../x.js',
    '//etc/passwd.txt',
    '/..\\x.js',
    '/%00.js',
    '/%zz.js',
    '/.env.json',
    '/missing.js',
    '/assets',
  ])('does not leave its folder for %s', async (path) => {
    writeFileSync(fileURLToPath(new URL('../x.js', page.url)), 'outside')
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(body).not.toContain('outside')
  })

  it('answers only to its own name, so that a rebound host name finds nothing', async () => {
    expect((await get('/', { host: `localhost:${gateway.port}` })).status).toBe(200)
    for (const host of ['evil.example', `evil.example:${gateway.port}`, '127.0.0.1', '127.0.0.1:1'])
      expect((await get('/', { host })).status).toBe(403)
    expect((await get('/', { origin: 'http://evil.example' })).status).toBe(403)
    expect((await get('/', { origin: 'null' })).status).toBe(403)
  })
})

describe('the socket', () => {
  const own = () => ({ host: `127.0.0.1:${gateway.port}`, origin: `http://127.0.0.1:${gateway.port}` })

  it('opens for the own page on one path only', async () => {
    expect(await knock(CONTRACT_PATH, own())).toBe('open')
    expect(await knock('/', own())).toBe(403)
    expect(await knock(`${CONTRACT_PATH}?token=${gateway.token}`, own())).toBe(403)
  })

  it('stays shut for another origin, none, or another host', async () => {
    expect(await knock(CONTRACT_PATH, { host: own().host })).toBe(403)
    for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${gateway.port}`])
      expect(await knock(CONTRACT_PATH, { ...own(), origin })).toBe(403)
    expect(await knock(CONTRACT_PATH, { host: 'evil.example', origin: 'http://evil.example' })).toBe(403)
  })

  it.each([undefined, '', 'wrong', 'x'.repeat(200)])('refuses the token %s', async (token) => {
    const transport = await dial(gateway.port)
    const heard: unknown[] = []
    const closed = new Promise<string>((resolve) => {
      transport.onClose(resolve)
    })
    transport.onFrame((frame) => heard.push(frame))
    const secret = 's'.repeat(32)
    transport.send({ kind: 'hello', id: 0, version: 1, secret, ...(token === undefined ? {} : { token }) })
    expect(await closed).toBe('the token is wrong')
    expect(heard).toMatchObject([{ kind: 'refusal', failure: { kind: 'not-permitted' } }])
  })

  it('asks the core for the rights of a loopback window', async () => {
    fake.scopes.delete('trade')
    const client = connectContract({
      openTransport: () => dial(gateway.port),
      clock,
      proof: proofOf(gateway.token),
    })
    await vi.waitFor(() => {
      let state = ''
      client.onLink((now) => (state = now))()
      expect(state).toBe('up')
    })
    const answer = await client.call('order.cancelAll', {
      customerCode: 'C1' as never,
      symbol: null,
      side: null,
    })
    expect(answer).toMatchObject({ failure: { kind: 'not-permitted' } })
    expect(fake.asked).toEqual([{ door: 'loopback', scope: 'trade' }])
    client.close()
  })

  it('gives a window with an old token the reason of its refusal', async () => {
    const client = connectContract({ openTransport: () => dial(gateway.port), clock, proof: proofOf('old') })
    await vi.waitFor(async () => {
      const answer = await client.call('session.signOut', {})
      expect(answer).toMatchObject({ failure: { kind: 'not-permitted' } })
    })
    client.close()
  })

  /** How the gateway answers a greeting: `welcome`, or the sentence of its refusal. */
  async function greet(proof: { token: string | null; secret: string }): Promise<string> {
    const client = connectContract({ openTransport: () => dial(gateway.port), clock, proof })
    const answer = await new Promise<string>((resolve) => {
      client.onLink((state, refusal) => {
        if (state === 'up') resolve('welcome')
        else if (refusal) resolve(refusal.message)
      })
    })
    client.close()
    return answer
  }

  it('accepts the token of an address once, and afterwards only the secret that came with it', async () => {
    const { token, url } = gateway
    const mine = { token, secret: 'm'.repeat(32) }
    const refused = expect.stringMatching(
      /^This address is not valid .* or was used before\. Open the newest/,
    ) as string
    expect(await greet({ token: null, secret: mine.secret })).toEqual(refused)
    expect(await greet(mine)).toBe('welcome')
    expect(await greet({ token, secret: 'x'.repeat(32) })).toEqual(refused)
    // Its paint worker, a reload and a tab that was duplicated come with the same secret.
    expect(await greet(mine)).toBe('welcome')
    expect(await greet({ token: null, secret: mine.secret })).toBe('welcome')
    // Another window opens at another address, which the gateway reports.
    expect(addresses).toEqual([gateway.url])
    expect(gateway.url).not.toBe(url)
    expect(await greet({ token: gateway.token, secret: 'o'.repeat(32) })).toBe('welcome')
  })

  it('admits a dealer beside any number of silent sockets', async () => {
    const dropped: string[] = []
    const silent = await Promise.all(Array.from({ length: 200 }, () => dial(gateway.port)))
    for (const transport of silent) transport.onClose((reason) => dropped.push(reason))
    expect(await greet(proofOf(gateway.token))).toBe('welcome')
    await vi.waitFor(() => expect(dropped.length).toBeGreaterThanOrEqual(184))
    for (const transport of silent) transport.close('the test is over')
  })

  it('admits a dealer beside any number of idle connections', async () => {
    const silent = Array.from({ length: 400 }, () =>
      connectTcp(gateway.port, '127.0.0.1').on('error', () => {}),
    )
    await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    expect((await get('/')).status).toBe(200)
    expect(await greet(proofOf(gateway.token))).toBe('welcome')
    await vi.waitFor(() => expect(silent.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(128))
    for (const socket of silent) socket.destroy()
  })

  it('keeps the slots of greeted windows, however many more come, and says why one stays out', async () => {
    const proof = proofOf(gateway.token)
    const join = () => connectContract({ openTransport: () => dial(gateway.port), clock, proof })
    const upCount = () => states.filter((state) => state === 'up').length
    const states: string[] = []
    const clients = Array.from({ length: 64 }, (_, place) => {
      const client = join()
      client.onLink((state) => (states[place] = state))
      return client
    })
    await vi.waitFor(() => expect(upCount()).toBe(64))
    expect(await greet(proof)).toBe('There are 32 windows already. Close one, then open this one again.')
    expect(upCount()).toBe(64)
    for (const client of clients) client.close()
  })

  it('closes a socket that sends more than 1 MiB before it costs memory', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}${CONTRACT_PATH}`, { headers: own() })
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.send(Buffer.alloc(1_048_577))
    expect(await closed).toBe(1009)
  })

  it('survives a handshake that breaks off', async () => {
    const raw = connectTcp(gateway.port, '127.0.0.1')
    await new Promise((resolve) => raw.once('connect', resolve))
    raw.write('GET /contract HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    raw.resetAndDestroy()
    expect((await get('/')).status).toBe(200)
  })
})

describe('the address', () => {
  it('carries the token behind the hash, new for every run', async () => {
    const other = await open()
    expect(gateway.url).toBe(`http://127.0.0.1:${gateway.port}/#${gateway.token}`)
    expect(gateway.token).toMatch(/^[\w-]{32}$/)
    expect(other.token).not.toBe(gateway.token)
    await other.close()
  })

  it('reports a taken port in one sentence', async () => {
    await expect(open(gateway.port)).rejects.toThrow(
      `Port ${gateway.port} is already taken. Choose another with --port, or leave --port out for any free one.`,
    )
  })

  it('frees its port when it closes, with windows still open', async () => {
    const transport = await dial(gateway.port)
    const closed = new Promise<string>((resolve) => {
      transport.onClose(resolve)
    })
    await gateway.close()
    expect(await closed).toBeTypeOf('string')
    gateway = await open(gateway.port)
    expect((await get('/')).status).toBe(200)
  })
})
