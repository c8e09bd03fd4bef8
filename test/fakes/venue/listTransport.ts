/** A transport to a broker that answers lists of open orders in a way of the test's own; everything else goes through as it is. */

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the venue would have answered: the rows of one customer, as JSON text each. */
export interface AskedList {
  readonly customer: string
  readonly query: URLSearchParams
  readonly rows: readonly string[]
}

/** Answers a list. `answer` is the raw response: it may be late, cut or something else altogether. */
export type AnswerList = (asked: AskedList, answer: ServerResponse) => void

export interface ListTransport {
  /** Stands for the broker's `restUrl`. */
  readonly url: string
  /** How lists are answered from now on; null: as the broker does. */
  answerList: AnswerList | null
  close(): Promise<void>
}

const LIST = /^\/v1\/customers\/([^/]+)\/orders$/

/** A whole answer of JSON. */
export const answerJson = (answer: ServerResponse, body: string, status = 200): void => {
  answer.writeHead(status, { 'content-type': 'application/json' })
  answer.end(body)
}

/** Pages of `size` rows; each but the last names the next under `next`, to be asked for with `parameter`. */
export const pagesOf =
  (size: number, parameter = 'before'): AnswerList =>
  ({ query, rows }, answer) => {
    const from = Number(query.get(parameter)?.replace('row-', '') ?? 0)
    const next = from + size < rows.length ? JSON.stringify(`row-${from + size}`) : 'null'
    answerJson(answer, `{"items":[${rows.slice(from, from + size).join()}],"next":${next}}`)
  }

export async function openListTransport(restUrl: string): Promise<ListTransport> {
  const to = new URL(restUrl)

  const handOn = (asked: IncomingMessage, body: Buffer, answer: ServerResponse): void => {
    const onward = request(
      { host: to.hostname, port: to.port, method: asked.method, path: asked.url, headers: asked.headers },
      (reply) => {
        const { customer, query } = listOf(asked)
        const { answerList } = transport
        if (customer === null || answerList === null || reply.statusCode !== 200) {
          answer.writeHead(reply.statusCode ?? 502, reply.headers)
          return void reply.pipe(answer)
        }
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () => {
          const rows = JSON.parse(Buffer.concat(parts).toString()) as unknown[]
          answerList({ customer, query, rows: rows.map((row) => JSON.stringify(row)) }, answer)
        })
        return undefined
      },
    )
    onward.on('error', () => answer.destroy())
    onward.end(body)
  }
  const listOf = (asked: IncomingMessage) => {
    const url = new URL(asked.url ?? '/', restUrl)
    const customer = asked.method === 'GET' ? (LIST.exec(url.pathname)?.[1] ?? null) : null
    return { customer, query: url.searchParams }
  }

  const server = createServer((asked, answer) => {
    const parts: Buffer[] = []
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.on('end', () => handOn(asked, Buffer.concat(parts), answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport: ListTransport = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerList: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return transport
}
