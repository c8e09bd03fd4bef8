/** A door in front of a real paper broker that answers some addresses itself, for venues that lack them. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Gate {
  readonly restUrl: string
  /** Path and query of every request, in order of arrival, also those that the gate answered. */
  readonly asked: string[]
  close(): Promise<void>
}

/** `answer` null lets a request through; its argument is the path without the query. */
export async function openGate(
  restUrl: string,
  answer: (pathname: string) => { readonly status: number; readonly body: string } | null,
): Promise<Gate> {
  const asked: string[] = []
  const forward = async (request: IncomingMessage, body: string, response: ServerResponse) => {
    const { authorization, 'content-type': type } = request.headers
    const reply = await fetch(restUrl + (request.url ?? '/'), {
      method: request.method ?? 'GET',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(body !== '' && { body }),
    })
    const date = reply.headers.get('date')
    response
      .writeHead(reply.status, { 'content-type': 'application/json', ...(date !== null && { date }) })
      .end(await reply.text())
  }
  const server = createServer((request, response) => {
    // The venue's clock is the paper broker's, never this machine's.
    response.sendDate = false
    const { url = '/' } = request
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push(url)
      const own = answer(url.split('?')[0] ?? '')
      if (own) response.writeHead(own.status, { 'content-type': 'application/json' }).end(own.body)
      else void forward(request, Buffer.concat(chunks).toString('utf8'), response)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  return {
    restUrl: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
