import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { superviseSocket, type SocketState } from '../../../electron/net/supervisedSocket.ts'
import { upgradeAnswer } from '../../fakes/venue/upgradeAnswer.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function serve() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  ends.push(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  await vi.waitFor(() => expect(server.address()).not.toBeNull())
  return { server, url: `ws://127.0.0.1:${(server.address() as { port: number }).port}` }
}

function supervise(url: string, more: object = {}) {
  const states: SocketState[] = []
  const reasons: string[] = []
  const messages: string[] = []
  let opened = 0
  const socket = superviseSocket({
    url,
    clock: clockOf(globalThis),
    random: seededRandom(1),
    WebSocket,
    compression: 'none',
    onOpen: () => {
      opened += 1
    },
    onMessage: (text) => messages.push(text),
    onState: (state, why) => {
      states.push(state)
      if (why !== null) reasons.push(why)
    },
    ...more,
  })
  ends.push(() => socket.close())
  return { socket, states, reasons, messages, opened: () => opened }
}

test('opens, carries messages both ways, and opens again after the venue cuts the connection', async () => {
  const { server, url } = await serve()
  server.on('connection', (peer) => {
    peer.on('message', (data) => peer.send(`echo ${(data as Buffer).toString()}`))
  })
  const one = supervise(url)
  await vi.waitFor(() => expect(one.opened()).toBe(1))
  expect(one.socket.send('hello')).toBe(true)
  await vi.waitFor(() => expect(one.messages).toEqual(['echo hello']))
  for (const peer of server.clients) peer.terminate()
  await vi.waitFor(() => expect(one.opened()).toBe(2), 3_000)
  expect(one.states).toEqual(['connecting', 'live', 'down', 'connecting', 'live'])
})

test('reports an open but silent socket as suspect, then ends it', async () => {
  // A peer that completes the handshake and then never sends another byte, not even a pong.
  const peers: Socket[] = []
  const mute = createServer((peer) => {
    peers.push(peer)
    peer.on('error', () => {})
    peer.once('data', (head) => {
      peer.write(upgradeAnswer(head))
    })
  })
  await new Promise<void>((listening) => mute.listen(0, '127.0.0.1', listening))
  ends.push(() => {
    for (const peer of peers) peer.destroy()
    mute.close()
  })
  const port = (mute.address() as { port: number }).port
  const one = supervise(`ws://127.0.0.1:${port}`, { livenessMs: 200 })
  await vi.waitFor(() => expect(peers.length).toBeGreaterThan(1), 4_000)
  expect(one.states.slice(0, 4)).toEqual(['connecting', 'live', 'suspect', 'down'])
  expect(one.reasons.join()).toMatch(/No sign of life/)
})

test('stays up in silence while the venue answers pings', async () => {
  const { server, url } = await serve()
  const pings = vi.fn()
  server.on('connection', (peer) => {
    peer.on('ping', pings)
  })
  const one = supervise(url, { livenessMs: 100 })
  await vi.waitFor(() => expect(pings.mock.calls.length).toBeGreaterThan(8), 4_000)
  expect(one.states).not.toContain('down')
  const before = one.socket.heardAt()
  expect(before).toBeGreaterThan(0)
  await vi.waitFor(() => expect(one.socket.heardAt()).toBeGreaterThan(before))
  expect(one.messages).toEqual([])
})

test('backs off ever longer while nothing listens, and never sends to a dead socket', async () => {
  const { server, url } = await serve()
  await new Promise<void>((closed) => server.close(() => closed()))
  const clock = new FakeClock()
  const one = supervise(url, { clock, random: { next: () => 1, integer: () => 0, normal: () => 0 } })
  for (const [failures, delay] of [500, 1_000, 2_000, 4_000].entries()) {
    await vi.waitFor(() => expect(one.states.filter((state) => state === 'down')).toHaveLength(failures + 1))
    expect(one.socket.send('x')).toBe(false)
    clock.advance(delay - 1)
    expect(one.states.at(-1)).toBe('down')
    clock.advance(1)
    expect(one.states.at(-1)).toBe('connecting')
  }
})

test('restarts when the wall clock jumps against the monotonic one', async () => {
  const { url } = await serve()
  const clock = new FakeClock()
  let jump = 0
  const jumpy = {
    now: () => clock.now() + jump,
    monotonic: () => clock.monotonic(),
    after: (ms: number, run: () => void) => clock.after(ms, run),
    every: (ms: number, run: () => void) => clock.every(ms, run),
  }
  const one = supervise(url, { clock: jumpy })
  await vi.waitFor(() => expect(one.opened()).toBe(1))
  jump = 3_600_000
  clock.advance(2_500)
  expect(one.states.at(-1)).toBe('down')
  expect(one.reasons.at(-1)).toMatch(/slept/)
})

test('refuses a message beyond the limit by starting again', async () => {
  const { server, url } = await serve()
  server.on('connection', (peer) => peer.send('x'.repeat(2_000)))
  const one = supervise(url, { maximumBytes: 1_000 })
  await vi.waitFor(() => expect(one.states).toContain('down'))
  expect(one.messages).toEqual([])
})

test('reports nothing and does not reconnect once closed', async () => {
  const { server, url } = await serve()
  const one = supervise(url)
  await vi.waitFor(() => expect(one.opened()).toBe(1))
  const before = one.states.length
  one.socket.close()
  await vi.waitFor(() => expect(server.clients.size).toBe(0))
  expect(one.states).toHaveLength(before)
})

/** A venue that answers each upgrade with these lines; an acceptance is left to `serve`. */
async function refusing(...lines: readonly string[]) {
  const server = createServer((peer) => {
    peer.on('error', () => {})
    peer.once('data', () => peer.end(`${lines.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  ends.push(() => server.close())
  return `ws://127.0.0.1:${(server.address() as { port: number }).port}`
}

const HINT = 'set stream.compression to permessage-deflate in the venue profile.'
const refusals: readonly (readonly [string, string, 'none' | 'permessage-deflate', string])[] = [
  ['a bad request', 'HTTP/1.1 400 x', 'none', `(400). If it takes compressed streams only: ${HINT}`],
  ['an upgrade required', 'HTTP/1.1 426 x', 'none', `(426). If it takes compressed streams only: ${HINT}`],
  [
    'any, with the extension named',
    'HTTP/1.1 403 x\r\nSec-WebSocket-Extensions: permessage-deflate',
    'none',
    `(403). If it takes compressed streams only: ${HINT}`,
  ],
  ['one that has nothing to do with it', 'HTTP/1.1 503 x', 'none', '(503).'],
  ['a bad request although compression was asked for', 'HTTP/1.1 400 x', 'permessage-deflate', '(400).'],
]
test.each(refusals)('a refused upgrade names a remedy: %s', async (_name, lines, compression, words) => {
  const one = supervise(await refusing(lines), { compression })
  await vi.waitFor(() => expect(one.reasons[0]).toBe(`The venue refused the stream ${words}`))
  await vi.waitFor(
    () => expect(one.states.filter((state) => state === 'down').length).toBeGreaterThan(1),
    4_000,
  )
})

test('a venue that compresses unasked is refused, and the sentence names the setting', async () => {
  const { server, url } = await serve()
  server.on('headers', (headers) => headers.push('Sec-WebSocket-Extensions: permessage-deflate'))
  const one = supervise(url)
  await vi.waitFor(() =>
    expect(one.reasons[0]).toBe(
      `The venue compresses the stream although Openpit did not ask for it: ${HINT}`,
    ),
  )
  expect(one.opened()).toBe(0)
})

test('compression is offered where the profile says so, and may be declined', async () => {
  const { server, url } = await serve()
  const asked: unknown[] = []
  server.on('connection', (peer, request) => {
    asked.push(request.headers['sec-websocket-extensions'])
    peer.send('plain')
  })
  const [plain, asking] = [supervise(url), supervise(url, { compression: 'permessage-deflate' })]
  await vi.waitFor(() => expect([...plain.messages, ...asking.messages]).toEqual(['plain', 'plain']))
  expect(asked.map(String).toSorted()).toEqual(['permessage-deflate; client_max_window_bits', 'undefined'])
})
