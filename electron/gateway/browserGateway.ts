/** Serves the page and the contract to a browser on this machine. Admits only an unused address or a known secret, with the right Host and Origin. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../shared/base/clock.ts'
import { StartError, type Desk } from '../deskTypes.ts'
import { pageHeaders } from './contentPolicy.ts'
import { createWindowAdmission } from './windowAdmission.ts'
import { readPageFile } from './pageFiles.ts'
import type { Greeting } from '../../shared/contract/server/serverGreeting.ts'
import type { WindowSockets } from './windowSockets.ts'

// An import would read every export of the module. One of them loads all of fetch: 50 ms of CPU time at every start.
const { createServer } = process.getBuiltinModule('node:http')

export interface LoopbackOptions {
  /** The page is served before the core exists. A window is admitted once the core exists, and receives the failure of the start otherwise. */
  readonly desk: Promise<Pick<Desk, 'handlers' | 'sources' | 'allows'>>
  readonly clock: Clock
  /** Folder of the built page; ends with a slash. */
  readonly page: URL
  /** 0 takes any free port. */
  readonly port: number
  readonly report: (sentence: string, error: unknown) => void
  /** Called when a window has been admitted. */
  readonly onWindow?: () => void
  /** Called when an address was used, with the address for the next window. */
  readonly onAddress?: (url: string) => void
}

export interface LoopbackGateway {
  /** `http://127.0.0.1:PORT/#TOKEN`, valid for one window; then a new one replaces it. */
  readonly url: string
  readonly port: number
  readonly token: string
  close(): Promise<void>
}

/** Path of the page's socket, the same as in `renderer/live/connect.ts`. */
export const CONTRACT_PATH = '/contract'
/** Limit of connections that are not windows. Above it the newest replaces the oldest, so that silent connections block no window. */
const MAX_CONNECTIONS = 128

/** Rejects with one sentence when the port is not available. */
export async function openLoopbackGateway(options: LoopbackOptions): Promise<LoopbackGateway> {
  const { desk, clock, page, report, onWindow, onAddress } = options
  /** The port in use. */
  let { port } = options
  const urlWith = (token: string) => `http://127.0.0.1:${port}/#${token}`
  const admission = createWindowAdmission((token) => onAddress?.(urlWith(token)))
  const admits = (greeting: Greeting) => {
    const right = admission.admits(greeting)
    if (right) onWindow?.()
    return right
  }
  let windows: Promise<WindowSockets> | null = null
  /** Loads the contract's schemas on the first window, while its browser starts. */
  async function openWindows(): Promise<WindowSockets> {
    const { openWindowSockets } = await import('./windowSockets.ts')
    return openWindowSockets({ desk, clock, admits, report })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      report('A file of the page could not be served.', error)
      response.destroy()
    })
  })

  /** The host name of this gateway in the request. Null when the request has another host or comes from a foreign page. */
  function ownHost({ headers }: IncomingMessage): string | null {
    const { host } = headers
    if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return null
    return headers.origin === undefined || headers.origin === `http://${host}` ? host : null
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = ownHost(request)
    if (host === null) return say(response, 403, 'This address serves one terminal only.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(response, 405, 'Only GET and HEAD.')
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const file = await readPageFile(page, path)
    if (!file) return say(response, 404, 'There is no such file.')
    response.writeHead(200, {
      ...pageHeaders(`ws://${host}`),
      'Content-Type': file.type,
      'Content-Length': file.body.length,
      // Names of built files change with their content; the page itself keeps its name.
      'Cache-Control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-store',
    })
    response.end(request.method === 'HEAD' ? undefined : file.body)
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const allowed =
      ownHost(request) !== null && request.headers.origin !== undefined && request.url === CONTRACT_PATH
    const open = allowed ? await (windows ??= openWindows()) : null
    if (open) return open.take(request, socket, head)
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }

  const connections = new Set<Duplex>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    const [oldest] = connections
    if (connections.size > MAX_CONNECTIONS) oldest?.destroy()
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    connections.delete(socket)
    // A reset by the other end during the answer needs no report.
    socket.on('error', () => {})
    upgrade(request, socket, head).catch((error: unknown) => {
      report('A window could not be let in.', error)
      socket.destroy()
    })
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(whyNot(error, options.port))),
    )
    server.listen(options.port, '127.0.0.1', resolve)
  })
  ;({ port } = server.address() as AddressInfo)

  return {
    get url() {
      return urlWith(admission.token)
    },
    port,
    get token() {
      return admission.token
    },
    async close() {
      const open = await windows
      open?.close()
      const ended = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await ended
    },
  }
}

function say(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    ...pageHeaders(`'none'`),
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(`${sentence}\n`)
}

function whyNot(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already taken. Choose another with --port, or leave --port out for any free one.`
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this account. Choose one above 1023 with --port.`
  return `The terminal cannot listen on 127.0.0.1:${port}: ${error.message}`
}
