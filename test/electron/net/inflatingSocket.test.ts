import { createHash } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { constants, createInflateRaw, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer, type ClientOptions } from 'ws'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { InflatingSocket } from '../../../electron/net/inflatingSocket.ts'
import { superviseSocket, type StreamSocket } from '../../../electron/net/supervisedSocket.ts'
import { recordingSocket } from '../../../electron/record/recordingSocket.ts'
import { upgradeAnswer } from '../../fakes/venue/upgradeAnswer.ts'

/** Long messages by their length and digest. */
const short = (text: string): string =>
  text.length < 100 ? text : `${text.length} ${createHash('sha1').update(text).digest('hex')}`

/** What a listener of a socket can notice, in order; `kept` are the messages themselves, to be looked at later. */
interface Heard {
  readonly news: string[]
  readonly kept: Buffer[]
  readonly closed: Promise<number>
}

function hear(socket: StreamSocket): Heard {
  const news: string[] = []
  const kept: Buffer[] = []
  socket.on('message', (data) => {
    kept.push(data as Buffer)
    news.push(`message ${short((data as Buffer).toString('latin1'))}`)
  })
  socket.on('ping', () => news.push('ping'))
  socket.on('error', (error) => news.push(`error ${(error as Error & { code?: string }).code}`))
  return { news, kept, closed: new Promise((resolve) => socket.on('close', resolve)) }
}

/** A venue that agrees on compression and then writes these bytes, cut as given; tells the code that it was closed by and the first byte of every frame. */
async function rawVenue(chunks: readonly Buffer[]) {
  const codes: number[] = []
  const heads: number[] = []
  const server = createServer((peer: Socket) => {
    peer.on('error', () => {})
    peer.once('data', (head) => {
      peer.write(upgradeAnswer(head, 'Sec-WebSocket-Extensions: permessage-deflate'))
      for (const chunk of chunks) peer.write(chunk)
      peer.on('data', (bytes) => {
        // A client's frames are short here: head, mask, payload.
        for (let rest = bytes; rest.length > 0; rest = rest.subarray(6 + (rest[1]! & 127))) {
          heads.push(rest[0]!)
          if (rest[0] !== 0x88) continue
          codes.push(((rest[6]! ^ rest[2]!) << 8) | (rest[7]! ^ rest[3]!))
          peer.end()
        }
      })
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, codes, heads }
}

/** A frame as a server sends it, of at most 65 535 bytes. */
function frame(opcode: number, payload: Uint8Array, { fin = true, compressed = false } = {}): Buffer {
  const { length } = payload
  const size = length < 126 ? Buffer.of(length) : Buffer.of(126, length >> 8, length & 255)
  return Buffer.concat([Buffer.of((fin ? 0x80 : 0) | (compressed ? 0x40 : 0) | opcode), size, payload])
}
const TEXT = 1
const MORE = 0
const PING = 9
const CLOSE = Buffer.of(0x88, 2, 0x03, 0xe8)

/** One message, compressed by itself, without the tail that its sender leaves out. */
const deflated = (text: string | Buffer): Buffer =>
  deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)

/** The same bytes into both sockets: what each noticed, and the codes that it closed with. */
async function both(chunks: readonly Buffer[], options: ClientOptions = {}) {
  const outcomes = []
  for (const Maker of [WebSocket, InflatingSocket] as const) {
    const { url, codes } = await rawVenue(chunks)
    const heard = hear(new Maker(url, options as never))
    const code = await heard.closed
    outcomes.push({ news: heard.news, code, codes })
  }
  return { theirs: outcomes[0]!, ours: outcomes[1]! }
}

describe('random messages of a real server', () => {
  const message = fc.record({
    parts: fc.array(
      fc.oneof(
        fc.string({ maxLength: 40, unit: 'grapheme' }),
        fc.integer({ min: 0, max: 20_000 }).map((n) => `"price":"${n}",`.repeat(n % 700)),
        fc.constant(''),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    binary: fc.boolean(),
    compress: fc.boolean(),
    ping: fc.boolean(),
  })
  const ways = [true, false].flatMap((serverNoContextTakeover) =>
    [true, false].map((clientNoContextTakeover) => ({ serverNoContextTakeover, clientNoContextTakeover })),
  )

  test.each(ways)(
    'arrive as through ws’s own inflation: %o',
    async (way) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(message, { minLength: 1, maxLength: 30 }),
          fc.constantFrom(9, 12, 15),
          fc.constantFrom(0, 100, 1024),
          async (messages, serverMaxWindowBits, threshold) => {
            const server = new WebSocketServer({
              host: '127.0.0.1',
              port: 0,
              perMessageDeflate: { ...way, threshold },
            })
            try {
              await new Promise((listening) => server.once('listening', listening))
              server.on('connection', (peer) => {
                for (const { parts, binary, compress, ping } of messages)
                  for (const [n, part] of parts.entries()) {
                    peer.send(part, { binary, compress, fin: n === parts.length - 1 })
                    if (ping) peer.ping()
                  }
                peer.close(1000)
              })
              const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
              const offer = { perMessageDeflate: { serverMaxWindowBits } }
              const [theirs, ours] = [hear(new WebSocket(url, offer)), hear(new InflatingSocket(url, offer))]
              expect(await Promise.all([theirs.closed, ours.closed])).toEqual([1000, 1000])
              const whole = messages.map(({ parts }) => Buffer.from(parts.join('')))
              expect(ours.kept.map(String).map(short)).toEqual(whole.map(String).map(short))
              expect(ours.news).toEqual(theirs.news)
            } finally {
              server.close()
            }
          },
        ),
        { numRuns: 25, seed: 5 },
      )
    },
    60_000,
  )
})

describe('frames as no usual server cuts them', () => {
  const long = 'a book of many levels '.repeat(9_000)
  const whole = deflated(long)
  const bomb = deflated(Buffer.alloc(50_000_000))

  test.each<[string, Buffer[], string[], number]>([
    ['an empty message', [frame(TEXT, Buffer.of(0), { compressed: true })], ['message '], 1000],
    [
      'nothing at all in place of an empty one, which shows with the next',
      [frame(TEXT, Buffer.alloc(0), { compressed: true }), frame(TEXT, deflated('x'), { compressed: true })],
      ['message ', 'error Z_DATA_ERROR'],
      1007,
    ],
    [
      'fragments of every size, with a ping between them and an uncompressed message behind',
      [
        frame(TEXT, whole.subarray(0, 1), { fin: false, compressed: true }),
        frame(PING, Buffer.from('x')),
        frame(MORE, Buffer.alloc(0), { fin: false }),
        frame(MORE, whole.subarray(1, 100), { fin: false }),
        frame(MORE, whole.subarray(100)),
        frame(TEXT, Buffer.from('plain')),
      ],
      ['ping', `message ${short(long)}`, 'message plain'],
      1000,
    ],
    [
      'two messages whose sender forgets the first, which is allowed unasked',
      [
        frame(TEXT, deflated('one'), { compressed: true }),
        frame(TEXT, deflated('one'), { compressed: true }),
      ],
      ['message one', 'message one'],
      1000,
    ],
    [
      'a block marked as the last (RFC 7692, 7.2.3.4), and a message after it',
      [
        frame(TEXT, Buffer.from('f348cdc9c9070000', 'hex'), { compressed: true }),
        frame(TEXT, deflated('next'), { compressed: true }),
      ],
      ['message Hello', 'message next'],
      1000,
    ],
    [
      'what is no compressed data',
      [frame(TEXT, Buffer.from([0xff, 1, 2, 3]), { compressed: true })],
      ['error Z_DATA_ERROR'],
      1007,
    ],
    [
      'text that is no UTF-8',
      [frame(TEXT, deflated(Buffer.of(0xc3, 0x28)), { compressed: true })],
      ['error WS_ERR_INVALID_UTF8'],
      1007,
    ],
    [
      'a message longer than is taken, behind one that is not',
      [frame(TEXT, deflated('fine'), { compressed: true }), frame(TEXT, bomb, { compressed: true })],
      ['message fine', 'error WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'],
      1009,
    ],
    [
      'fragments that are too long only together',
      [
        frame(TEXT, deflateRawSync(Buffer.alloc(200_000), { finishFlush: constants.Z_SYNC_FLUSH }), {
          fin: false,
          compressed: true,
        }),
        frame(MORE, deflated(Buffer.alloc(150_000))),
      ],
      ['error WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'],
      1009,
    ],
    [
      'a message exactly as long as is taken',
      [frame(TEXT, deflated('x'.repeat(300_000)), { compressed: true })],
      [`message ${short('x'.repeat(300_000))}`],
      1000,
    ],
    [
      'a message one byte longer',
      [frame(TEXT, deflated('x'.repeat(300_001)), { compressed: true })],
      ['error WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'],
      1009,
    ],
  ])('%s', async (_name, frames, news, code) => {
    const { theirs, ours } = await both([...frames, CLOSE], { maxPayload: 300_000 })
    expect(ours).toEqual(theirs)
    expect(ours.news).toEqual(news)
    expect(ours.codes).toEqual([code])
    // All of it in one read of the socket.
    expect(await both([Buffer.concat([...frames, CLOSE])], { maxPayload: 300_000 })).toEqual({ theirs, ours })
  })
})

const three = ['one', 'two', 'three'].map((text) => frame(TEXT, deflated(text), { compressed: true }))

test('all messages of one read of the socket arrive in one turn', async () => {
  const { url } = await rawVenue([Buffer.concat([...three, CLOSE])])
  const socket = new InflatingSocket(url, {})
  const heard = hear(socket)
  const inTurn = new Promise((resolve) =>
    socket.once('message', () => setImmediate(() => resolve([...heard.news]))),
  )
  expect(await inTurn).toEqual(['message one', 'message two', 'message three'])
})

test('sent messages are uncompressed', async () => {
  const { url, heads } = await rawVenue([])
  const socket = new InflatingSocket(url, {})
  onTestFinished(() => socket.terminate())
  await new Promise((opened) => socket.once('open', opened))
  expect(socket.extensions).toBe('permessage-deflate')
  socket.send('x'.repeat(100))
  // Final, text, no first reserved bit.
  await vi.waitFor(() => expect(heads).toEqual([0x81]))
})

test('a recorder stores compressed messages as inflated text', async () => {
  const { url } = await rawVenue([Buffer.concat([...three, CLOSE])])
  const kept: string[] = []
  const add = (kind: string, _connection: number, bytes: Uint8Array | string) =>
    void kept.push(`${kind} ${Buffer.from(bytes as Uint8Array).toString()}`)
  const Recorded = recordingSocket(InflatingSocket, { add }, null)
  await hear(new Recorded(url, {})).closed
  expect(kept).toEqual(['opened ', 'in one', 'in two', 'in three', 'closed 1000'])
})

describe('what it reaches into', () => {
  /** The sentence that a dealer reads when a stream of compressed messages is opened. */
  async function sentence(): Promise<string> {
    const { url } = await rawVenue(three)
    return new Promise((resolve) => {
      const socket = superviseSocket({
        url,
        clock: clockOf(globalThis),
        random: seededRandom(1),
        WebSocket: InflatingSocket,
        compression: 'permessage-deflate',
        onOpen: () => {},
        onMessage: resolve,
        onState: (_state, why) => why !== null && resolve(why),
      })
      onTestFinished(() => socket.close())
    })
  }

  /** Takes one name away until the test is over. */
  const without = (owner: object, name: string) => {
    const kept = Object.getOwnPropertyDescriptor(owner, name)
    expect(kept).toBeDefined()
    Reflect.deleteProperty(owner, name)
    onTestFinished(() => void Object.defineProperty(owner, name, kept!))
  }

  test('exists in this version of ws and Node', async () => expect(await sentence()).toBe('one'))

  test('of ws: the stream reports a missing function in one sentence', async () => {
    const socket = new InflatingSocket((await rawVenue([])).url, {})
    await new Promise((opened) => socket.once('open', opened))
    const { _receiver: receiver } = socket as unknown as { readonly _receiver: object }
    socket.terminate()
    without(Object.getPrototypeOf(receiver) as object, 'dataMessage')
    expect(await sentence()).toBe(
      'The stream failed: compressed messages cannot be read, because this version of ws has no dataMessage.',
    )
  })

  test('of zlib: the stream reports a missing function in one sentence', async () => {
    const { _handle: handle } = createInflateRaw() as unknown as { readonly _handle: object }
    without(Object.getPrototypeOf(handle) as object, 'writeSync')
    expect(await sentence()).toBe(
      `The stream failed: compressed messages cannot be read, because zlib of Node ${process.versions.node} has no writeSync of the expected form.`,
    )
  })
})
