/** A transport to a broker that takes its time: every request waits before it goes on, and how many were on it at once is counted. */

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../../shared/base/clock.ts'

export interface SlowTransport {
  /** Stands for the broker's `restUrl`. */
  readonly url: string
  /** Requests with a method that were let on since the start. */
  count(method: string): number
  /** The most requests of a method that were on their way at the same time. */
  mostAtOnce(method: string): number
  close(): Promise<void>
}

/** `latencyMs` passes before each request is handed on. */
export async function openSlowTransport(
  restUrl: string,
  latencyMs: number,
  clock: Clock,
): Promise<SlowTransport> {
  const to = new URL(restUrl)
  const counts = new Map<string, { all: number; now: number; most: number }>()

  const handOn = (asked: IncomingMessage, body: Buffer, answer: ServerResponse): void => {
    const onward = request(
      { host: to.hostname, port: to.port, method: asked.method, path: asked.url, headers: asked.headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    onward.end(body)
  }

  const server = createServer((asked, answer) => {
    const method = asked.method ?? ''
    const count = counts.get(method) ?? { all: 0, now: 0, most: 0 }
    counts.set(method, count)
    count.all++
    count.now++
    count.most = Math.max(count.most, count.now)
    answer.once('close', () => void count.now--)
    const parts: Buffer[] = []
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.on('end', () => clock.after(latencyMs, () => handOn(asked, Buffer.concat(parts), answer)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (method) => counts.get(method)?.all ?? 0,
    mostAtOnce: (method) => counts.get(method)?.most ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
