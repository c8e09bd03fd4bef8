/** The three transports of the contract, each from a desk to a client. A test can cut one, lose its frames and watch them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { clockOf } from '../../shared/base/clock.ts'
import type { Proof } from '../../shared/contract/client/client.ts'
import { portTransport } from '../../shared/contract/portTransport.ts'
import { serveContract } from '../../shared/contract/server/server.ts'
import { socketTransport } from '../../shared/contract/socketTransport.ts'
import { memoryPair, type Transport } from '../../shared/contract/transport.ts'
import { CONTRACT_PATH, openLoopbackGateway } from '../../electron/gateway/browserGateway.ts'
import type { FakeCore } from './fakeCore.ts'

export const clock = clockOf(globalThis)

/** As a window would that was opened at an address with this token. */
export const proofOf = (token: string): Proof => ({
  token,
  secret: `the-secret-of-a-window-that-had-${token}`,
})

export interface TransportSetup {
  /** A transport to the core; each call is another window. */
  openTransport(): Promise<Transport>
  readonly proof: Proof | undefined
  close(): Promise<void>
}

let windows = 0

const local =
  (pair: () => readonly [Transport, Transport]) =>
  (fake: FakeCore): Promise<TransportSetup> => {
    const transports: Transport[] = []
    return Promise.resolve({
      openTransport() {
        const [near, far] = pair()
        transports.push(near, far)
        serveContract(far, {
          handlers: fake.desk.handlers,
          sources: fake.desk.sources,
          caller: { windowId: `test-${++windows}`, allows: (scope) => fake.desk.allows('shell', scope) },
          clock,
          report: fake.report,
        })
        return Promise.resolve(near)
      },
      proof: undefined,
      close() {
        for (const transport of transports) transport.close('the test is over')
        return Promise.resolve()
      },
    })
  }

/** Electron's port is an emitter whose messages are events; Node's hands over the value. */
export function emitterOf(port: MessagePort) {
  return {
    postMessage: (message: unknown) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
    on(event: 'message' | 'close', listener: (event: { data: unknown }) => void) {
      port.on(event, (data: unknown) => listener({ data }))
    },
    port,
  }
}
export type EmitterPort = ReturnType<typeof emitterOf>

/** The socket of a browser window that stands on the gateway's own page. */
export const dial = (port: number): Promise<Transport> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${CONTRACT_PATH}`, {
      origin: `http://127.0.0.1:${port}`,
    })
    socket.once('error', reject)
    socket.once('open', () => resolve(socketTransport(socket)))
  })

/** A folder with a page of one line. */
export function pageFolder(): { url: URL; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'openpit-page-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Openpit</title>')
  return { url: pathToFileURL(`${folder}/`), remove: () => rmSync(folder, { recursive: true }) }
}

async function loopback(fake: FakeCore): Promise<TransportSetup> {
  const page = pageFolder()
  const transports: Transport[] = []
  const gateway = await openLoopbackGateway({
    desk: Promise.resolve(fake.desk),
    clock,
    page: page.url,
    port: 0,
    report: fake.report,
  })
  return {
    async openTransport() {
      const transport = await dial(gateway.port)
      transports.push(transport)
      return transport
    },
    proof: proofOf(gateway.token),
    async close() {
      for (const transport of transports) transport.close('the test is over')
      await gateway.close()
      page.remove()
    },
  }
}

export const transportSetups: Readonly<Record<string, (fake: FakeCore) => Promise<TransportSetup>>> = {
  memory: local(memoryPair),
  MessagePort: local(() => {
    const { port1, port2 } = new MessageChannel()
    return [portTransport(port1), portTransport(port2)]
  }),
  'loopback WebSocket': loopback,
}

/** A transport that can lose frames on the way to the window, and be watched and cut. */
export interface Tap {
  readonly openTransport: () => Promise<Transport>
  /** Every frame that arrived, lost ones too. */
  readonly heard: { kind: string; id: number; body?: unknown }[]
  /** Every frame that the window sent. */
  readonly said: unknown[]
  /** Whether to lose this frame. */
  lose: (frame: { kind: string; id: number; place?: number; body?: unknown }) => boolean
  /** How many transports were opened. */
  opened: number
  /** Breaks the transport in use, as a crash would. */
  cut(): void
  /** While true, no new transport can be opened. */
  blocked: boolean
}

export function tapped(setup: Pick<TransportSetup, 'openTransport'>): Tap {
  let inUse: Transport | null = null
  const tap: Tap = {
    heard: [],
    said: [],
    lose: () => false,
    opened: 0,
    blocked: false,
    cut: () => inUse?.close('cut by the test'),
    async openTransport() {
      if (tap.blocked) throw new Error('no transport')
      const transport = await setup.openTransport()
      tap.opened++
      inUse = transport
      return {
        ...transport,
        send(frame) {
          tap.said.push(frame)
          transport.send(frame)
        },
        onFrame: (listener) =>
          transport.onFrame((frame) => {
            const known = frame as { kind: string; id: number }
            tap.heard.push(known)
            if (!tap.lose(known)) listener(frame)
          }),
      }
    },
  }
  return tap
}
