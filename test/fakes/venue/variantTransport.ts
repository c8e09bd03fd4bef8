/** A transport to a broker over which every answer comes in the third variant, half of them packed though nobody asked. Changes no request and no fact. */

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { seededRandom } from '../../../shared/base/random.ts'
import { FREEDOMS, mixOf, thirdVariant, type Freedom } from './thirdVariant.ts'

export interface VariantTransport {
  /** Stands for the broker's `restUrl`. */
  readonly url: string
  close(): Promise<void>
}

/** Names are the venue's own and no answer can change them; a row that names no customer rightly keeps a halt of the desk from ever being cleared. */
const NOT_HERE: readonly Freedom[] = ['odd-symbols', 'look-alikes', 'odd-rows']

/** A mix of a seed in which lists of open orders always take a freedom. */
export const listMixOf = (seed: number): readonly Freedom[] => {
  const lists: Freedom = seed % 2 === 0 ? 'continuations' : 'bodies'
  const left: readonly Freedom[] = [...NOT_HERE, 'continuations', 'bodies']
  const others = mixOf(seed).filter((freedom) => !left.includes(freedom))
  return FREEDOMS.filter((freedom) => freedom === lists || others.includes(freedom))
}

export async function openVariantTransport(restUrl: string, seed: number): Promise<VariantTransport> {
  const to = new URL(restUrl)
  const random = seededRandom(seed)
  const variant = thirdVariant(listMixOf(seed), seed)

  const sendVariant = (path: string, reply: IncomingMessage, text: string, answer: ServerResponse): void => {
    const { 'content-length': _length, ...headers } = reply.headers
    const said = variant.answer(path, reply.statusCode ?? 502, text)
    const coding = random.next() < 0.5 ? null : random.next() < 0.5 ? 'gzip' : 'deflate'
    const body = coding === null ? said.text : (coding === 'gzip' ? gzipSync : deflateSync)(said.text)
    answer.writeHead(said.status, {
      ...headers,
      ...said.headers,
      ...(coding === null ? {} : { 'content-encoding': coding }),
    })
    answer.end(body)
  }
  const server = createServer((asked, answer) => {
    const onward = request(
      { host: to.hostname, port: to.port, method: asked.method, path: asked.url, headers: asked.headers },
      (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () => sendVariant(asked.url ?? '/', reply, Buffer.concat(parts).toString(), answer))
      },
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
