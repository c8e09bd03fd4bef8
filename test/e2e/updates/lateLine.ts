/** A line to a broker that keeps orders back and lets them through later: they arrive whether their sender still waits or not. Changes and answers nothing. */

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface LateLine {
  readonly restUrl: string
  /** Orders that are kept back now. */
  held(): number
  /** Lets through what is kept back, and everything after it. */
  deliver(): void
  close(): Promise<void>
}

const ORDER = /\/v1\/customers\/[^/]+\/orders$/

export async function openLateLine(restUrl: string): Promise<LateLine> {
  let isOpen = false
  const waiting: (() => void)[] = []
  const pass = (near: IncomingMessage, body: Buffer, answer: ServerResponse): void => {
    const { method, headers, url = '/' } = near
    const far = request(new URL(url, restUrl), { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    far.on('error', () => answer.destroy())
    far.end(body)
  }
  const take = async (near: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await buffer(near)
    if (isOpen || near.method !== 'POST' || !ORDER.test(near.url ?? '')) pass(near, body, answer)
    else waiting.push(() => pass(near, body, answer))
  }
  const server = createServer((near, answer) => void take(near, answer).catch(() => answer.destroy()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    restUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => waiting.length,
    deliver() {
      isOpen = true
      for (const send of waiting.splice(0)) send()
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
