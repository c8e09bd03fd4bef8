/** A proxy in front of a broker's HTTP address that can keep orders back, as a line does that breaks under a request. Passes everything else on, and answers nothing. */

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface OrderGate {
  readonly restUrl: string
  /** Orders that were passed on. */
  passed(): number
  /** Orders that came and were kept back. */
  held(): number
  /** Passes orders on again. What was kept back is gone with its connection. */
  open(): void
  close(): Promise<void>
}

const ORDER = /^POST \S*\/v1\/customers\/[^/ ]+\/orders HTTP/
const HEAD_END = '\r\n\r\n'

/** Hands on each whole request of one connection: head and body as they came. */
function eachRequest(onRequest: (head: string, whole: Buffer) => void): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0)
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    for (;;) {
      const end = waiting.indexOf(HEAD_END)
      if (end < 0) return
      const head = waiting.subarray(0, end).toString('latin1')
      const to = end + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (waiting.length < to) return
      onRequest(head, waiting.subarray(0, to))
      waiting = waiting.subarray(to)
    }
  }
}

/** Opens a door to `restUrl` that lets `orders` orders through and keeps those behind them back. */
export async function openOrderGate(restUrl: string, orders: number): Promise<OrderGate> {
  const { port } = new URL(restUrl)
  const sockets = new Set<Socket>()
  let limit = orders
  let passed = 0
  let held = 0
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
    }
    const onRequest = (head: string, whole: Buffer) => {
      const isOrder = ORDER.test(head)
      if (isOrder && passed >= limit) held += 1
      else {
        if (isOrder) passed += 1
        far.write(whole)
      }
    }
    near.on('data', eachRequest(onRequest))
    far.pipe(near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    restUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: () => passed,
    held: () => held,
    open: () => {
      limit = Infinity
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => closed())
      }),
  }
}
