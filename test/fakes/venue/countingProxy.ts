/** A proxy in front of a broker's HTTP address: passes every request on, and records it. Can keep orders back, as a line does that breaks under a request. Changes and answers nothing. */

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
  /** Orders that came and were kept back. */
  held(): number
  /** Passes orders on again. What was kept back is gone with its connection. */
  passAll(): void
  close(): Promise<void>
}

const ORDER = /^POST \S*\/v1\/customers\/[^/ ]+\/orders HTTP/
const UPGRADE = /\r\nupgrade: websocket/i
const HEAD_END = '\r\n\r\n'

/** Hands on each whole request of one connection, as it came, and every byte behind an upgrade: what follows are a stream's frames, no requests. */
function eachRequest(
  onRequest: (head: string, body: string, whole: Buffer) => void,
  onFrames: (bytes: Buffer) => void,
): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0)
  let isStream = false
  return (bytes) => {
    if (isStream) {
      onFrames(bytes)
      return
    }
    waiting = Buffer.concat([waiting, bytes])
    for (;;) {
      const end = waiting.indexOf(HEAD_END)
      if (end < 0) return
      const head = waiting.toString('latin1', 0, end)
      const from = end + HEAD_END.length
      const to = from + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (waiting.length < to) return
      onRequest(head, waiting.toString('latin1', from, to), waiting.subarray(0, to))
      waiting = waiting.subarray(to)
      isStream = UPGRADE.test(head)
      if (!isStream) continue
      if (waiting.length > 0) onFrames(waiting)
      return
    }
  }
}

/** Opens a door to `restUrl` on another port of this machine. Orders behind the first `mostOrders` are kept back. */
export async function openCountingProxy(restUrl: string, mostOrders = Infinity): Promise<CountingProxy> {
  const { port } = new URL(restUrl)
  const requests: string[] = []
  const heads: string[] = []
  const orders: PassedOrder[] = []
  const sockets = new Set<Socket>()
  let most = mostOrders
  let held = 0
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
    const onRequest = (head: string, body: string, whole: Buffer) => {
      const isOrder = ORDER.test(head)
      if (isOrder && orders.length >= most) {
        held += 1
        return
      }
      heads.push(head)
      requests.push(/^(\S+ [^\s?]+)/.exec(head)?.[1] ?? head.slice(0, 80))
      far.write(whole)
      if (!isOrder) return
      const sent = JSON.parse(body) as Record<string, unknown>
      orders.push({ referenceId: String(sent['reference_id']), limitPrice: String(sent['limit_price']) })
    }
    near.on(
      'data',
      eachRequest(onRequest, (bytes) => far.write(bytes)),
    )
    far.pipe(near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    restUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    heads,
    orders,
    held: () => held,
    passAll: () => {
      most = Infinity
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => closed())
      }),
  }
}
