/** A proxy in front of a broker's HTTP address: passes every byte on, and records every request and the orders that came through whole. Changes and answers nothing. */

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** One POST of an order, as it passed. */
export interface PassedOrder {
  readonly referenceId: string
  readonly limitPrice: string
}

export interface CountingProxy {
  readonly restUrl: string
  /** Method and path of every request, in their order, without the query. */
  readonly requests: readonly string[]
  /** The head of every request as it came, with its headers. */
  readonly heads: readonly string[]
  readonly orders: readonly PassedOrder[]
  close(): Promise<void>
}

const ORDER = /^POST \S*\/v1\/customers\/[^/ ]+\/orders HTTP/
const HEAD_END = '\r\n\r\n'

/** Reports each whole request of one connection as it goes by. */
function readRequests(onRequest: (head: string, body: string) => void): (bytes: Buffer) => void {
  let waiting = ''
  return (bytes) => {
    waiting += bytes.toString('latin1')
    for (;;) {
      const end = waiting.indexOf(HEAD_END)
      if (end < 0) return
      const head = waiting.slice(0, end)
      const from = end + HEAD_END.length
      const to = from + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (waiting.length < to) return
      onRequest(head, waiting.slice(from, to))
      waiting = waiting.slice(to)
    }
  }
}

/** Opens a door to `restUrl` on another port of this machine. */
export async function openCountingProxy(restUrl: string): Promise<CountingProxy> {
  const { port } = new URL(restUrl)
  const requests: string[] = []
  const heads: string[] = []
  const orders: PassedOrder[] = []
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      // What one side loses, the other shall lose too.
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
    }
    const read = readRequests((head, body) => {
      heads.push(head)
      requests.push(/^(\S+ [^\s?]+)/.exec(head)?.[1] ?? head.slice(0, 80))
      if (!ORDER.test(head)) return
      const sent = JSON.parse(body) as Record<string, unknown>
      orders.push({ referenceId: String(sent['reference_id']), limitPrice: String(sent['limit_price']) })
    })
    near.on('data', read)
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    restUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    heads,
    orders,
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => closed())
      }),
  }
}
