/** A venue of raw TCP for tests: it counts the requests that really arrived and answers each byte that the test gives, also badly. */

import { createServer, type Socket } from 'node:net'
import { venueProfile, type VenueProfile } from '../../../shared/broker/venueProfile.ts'

export interface Delivery {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly socket: Socket
}

export interface RawVenue {
  readonly profile: VenueProfile
  /** Every request of which at least the head arrived, logins left out. */
  readonly deliveries: Delivery[]
  readonly logins: Delivery[]
  /** First line of every request whose head arrived, with or without its body. */
  readonly heads: string[]
  /** What to do once a head has arrived, logins and reads left out; its body is not read then. */
  atHead: ((socket: Socket) => void) | null
  /** How a request is answered from now on. */
  answer: (delivery: Delivery) => void
  /** How a login is answered; a fresh token each time unless changed. */
  answerLogin: (delivery: Delivery) => void
  close(): Promise<void>
}

/** A whole answer. `more` are header lines. */
export function reply(to: Delivery, status: number, body: unknown, more: readonly string[] = []): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  to.socket.write(
    [
      `HTTP/1.1 ${status} x`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      ...more,
      '',
      text,
    ].join('\r\n'),
  )
}

export async function startRawVenue(): Promise<RawVenue> {
  const sockets = new Set<Socket>()
  let tokens = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    let buffer = ''
    let waitingFor: { head: string; length: number } | null = null
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8')
      for (;;) {
        if (!waitingFor) {
          const end = buffer.indexOf('\r\n\r\n')
          if (end < 0) return
          const head = buffer.slice(0, end)
          buffer = buffer.slice(end + 4)
          const [line = ''] = head.split('\r\n')
          venue.heads.push(line)
          if (venue.atHead && !/^(GET|POST \/auth)/.test(line)) return venue.atHead(socket)
          waitingFor = { head, length: Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) }
        }
        if (buffer.length < waitingFor.length) return
        const [first = '', ...lines] = waitingFor.head.split('\r\n')
        const [method = '', path = ''] = first.split(' ')
        const headers = Object.fromEntries(
          lines.map((line) => [
            line.slice(0, line.indexOf(':')).toLowerCase(),
            line.slice(line.indexOf(':') + 1).trim(),
          ]),
        )
        const delivery = { method, path, headers, body: buffer.slice(0, waitingFor.length), socket }
        buffer = buffer.slice(waitingFor.length)
        waitingFor = null
        if (path.startsWith('/auth/')) {
          venue.logins.push(delivery)
          venue.answerLogin(delivery)
        } else {
          venue.deliveries.push(delivery)
          venue.answer(delivery)
        }
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  const venue: RawVenue = {
    profile: venueProfile.parse({
      name: 'Raw',
      kind: 'paper',
      restUrl: `http://127.0.0.1:${port}`,
      streamUrl: `ws://127.0.0.1:${port}/stream`,
    }),
    deliveries: [],
    logins: [],
    heads: [],
    atHead: null,
    answer: (delivery) => reply(delivery, 500, {}),
    answerLogin: (delivery) =>
      reply(delivery, 200, { access_token: `token-${++tokens}`, token_type: 'bearer' }),
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => closed())
      }),
  }
  return venue
}
