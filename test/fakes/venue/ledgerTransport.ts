/** A transport to a broker that can misstate the cash of one ledger row; everything else goes through as it is. */

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A ledger row of the API, as far as a misstatement needs it. */
interface Row {
  readonly code: string
  readonly customer_code: string
  readonly transaction_type: string
  readonly total_amount: string
}

export interface LedgerTransport {
  /** Stands for the broker's `restUrl`. */
  readonly url: string
  /** From now on the newest trade row of this customer shows this cash, USDC unsigned. */
  misstateNewest(customer: string, amount: string): void
  /** The code of the row that is misstated; null: none was listed yet. */
  misstated(): string | null
  close(): Promise<void>
}

const LEDGER = /\/transactions$/

export async function openLedgerTransport(restUrl: string): Promise<LedgerTransport> {
  const to = new URL(restUrl)
  let wanted: { readonly customer: string; readonly amount: string } | null = null
  let code: string | null = null

  const misstate = (row: Row): Row => {
    const isNewest =
      wanted !== null &&
      code === null &&
      row.customer_code === wanted.customer &&
      row.transaction_type === 'trade'
    if (isNewest) code = row.code
    return row.code === code && wanted
      ? ({ ...row, total_amount: wanted.amount, amount: wanted.amount } as Row)
      : row
  }
  const rewritten = (body: string): string => {
    const read = JSON.parse(body) as unknown
    if (Array.isArray(read)) return JSON.stringify((read as Row[]).map(misstate))
    const page = read as { readonly items?: Row[] }
    return JSON.stringify(page.items ? { ...page, items: page.items.map(misstate) } : page)
  }
  const handOn = (asked: IncomingMessage, body: Buffer, answer: ServerResponse): void => {
    const onward = request(
      { host: to.hostname, port: to.port, method: asked.method, path: asked.url, headers: asked.headers },
      (reply) => {
        const isLedger =
          asked.method === 'GET' &&
          LEDGER.test(new URL(asked.url ?? '/', restUrl).pathname) &&
          reply.statusCode === 200
        if (!isLedger) {
          answer.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.pipe(answer)
          return
        }
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () => {
          const { 'content-length': _length, ...headers } = reply.headers
          answer.writeHead(200, headers)
          answer.end(rewritten(Buffer.concat(parts).toString()))
        })
      },
    )
    onward.on('error', () => answer.destroy())
    onward.end(body)
  }

  const server = createServer((asked, answer) => {
    const parts: Buffer[] = []
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.on('end', () => handOn(asked, Buffer.concat(parts), answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misstateNewest(customer, amount) {
      wanted = { customer, amount }
    },
    misstated: () => code,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
