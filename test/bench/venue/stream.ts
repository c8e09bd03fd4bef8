/** Process: the stream of a venue on loopback. Acknowledges every channel, and paces updates of real books as its parent says. Started with the number of instruments and, for compressed updates, a word. */

import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { compressedRing } from './compressedRing.ts'
import { frameRing } from './frameRing.ts'
import { MOST_BOOKS, symbolsOf, type Pace, type StreamStart, type StreamTold } from './words.ts'

const UPDATES = 40_000
/** Ms between two bursts. */
const EVERY = 2
const BOOK = 'orderbook-stream:'
/** Frames outside the ring go as they are: the inflation of the ring must not see them. */
const PLAIN = { compress: false }

const [instruments, compression] = process.argv.slice(2)
const ring = frameRing(symbolsOf(Math.min(Number(instruments), MOST_BOOKS)), UPDATES)
const changesOf = ring.updates.map((frame) => frame.toString().split('"action"').length - 1)
const perMessageDeflate = compression === 'compressed'
const compressed = perMessageDeflate ? compressedRing(ring.updates) : null
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate })
let sent = 0
let changes = 0
let subscribed = 0
let perSecond = 0
/** The one connection that follows books, and where it is in the ring. */
let follower: WebSocket | null = null
/** The TCP socket under `follower`. */
let tcp: Socket | null = null
let place = 0

server.on('connection', (socket, request) => {
  socket.on('message', (data: Buffer) => {
    const { op, args } = JSON.parse(data.toString()) as { op: string; args?: string[] }
    if (op === 'authenticate') return socket.send(JSON.stringify({ op, success: true }), PLAIN)
    for (const channel of args ?? []) {
      if (op !== 'subscribe') continue
      socket.send(JSON.stringify({ op, args: [channel] }), PLAIN)
      if (!channel.startsWith(BOOK)) continue
      if (follower !== socket) place = 0
      follower = socket
      tcp = request.socket
      subscribed++
      socket.send(ring.snapshots.get(channel.slice(BOOK.length)) ?? '', PLAIN)
    }
    return undefined
  })
})

let due = 0
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  // A process that was held up does not make up for it all at once.
  due += (Math.min(now - last, 50) * perSecond) / 1_000
  last = now
  if (follower?.readyState !== follower?.OPEN) return
  for (; due >= 1; due--) {
    if (compressed) tcp?.write(compressed[place] ?? '')
    else follower?.send(ring.updates[place] ?? '', { binary: false })
    changes += changesOf[place] ?? 0
    place = (place + 1) % ring.updates.length
    sent++
  }
}, EVERY)

process.on('message', (pace: Pace) => {
  perSecond = pace.perSecond
  due = 0
  process.send?.({ sent, changes, subscribed } satisfies StreamTold)
})
process.on('disconnect', () => process.exit(0))
server.once('listening', () =>
  process.send?.({ ...(server.address() as AddressInfo), touch: ring.touch } satisfies StreamStart),
)
